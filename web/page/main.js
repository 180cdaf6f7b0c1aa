// The page: what is typed is run, and answered below.

import { announce } from "./announce.js";
import { fit_answers } from "./answers.js";
import { watch_class } from "./class.js";
import * as connection from "./connection.js";
import { at, make } from "./elements.js";
import { bind_exercises, forget_exercises, show_exercises, translate_exercises } from "./exercises.js";
import { keep_page, take_dropped } from "./files.js";
import { say_help, translate_help } from "./help.js";
import { recall } from "./history.js";
import { forget_lesson, go_on_with, show_lessons, translate_lessons, watch_keyspace } from "./lessons.js";
import { open, open_file, save } from "./notebook.js";
import { bind_panels, open_help } from "./panels.js";
import { choose_language, next_theme, preferred_language, show_theme, theme } from "./preferences.js";
import { bind_running, end_run, explain_at_cursor, run_all, run_at_cursor, run_statement, run_text } from "./running.js";
import { show_schema, watch_schema } from "./schema.js";
import { open_shared, share } from "./share.js";
import { editor, focus, make_sheet, translate_sheet, word_at_cursor } from "./sheet.js";
import { begin_visit, bind_visit, language_of_program, show_keyspace, show_visit, take_lesson, visit } from "./visit.js";
import { say, speak } from "./words.js";

function save_notebook() {
  save(editor);
  return true;
}

function show_recalled(step) {
  const text = recall(step, editor.text());
  if (text !== null) editor.put(text);
  return true;
}

function help_at_cursor() {
  open_help(word_at_cursor(), say_help);
  return true;
}

/** Another database answers from now on. */
async function begin_anew(code) {
  await visit(code);
  at("answers").replaceChildren();
  forget_exercises();
  forget_lesson();
  if (!at("exercises").hidden) show_exercises();
  if (!at("lessons").hidden) open_lessons();
  if (!at("schema").hidden) show_schema();
}

function open_lessons() {
  if (!at("lesson-steps").hidden) return;
  const lesson = take_lesson();
  if (lesson) go_on_with(lesson);
  else show_lessons();
}

function name_theme() {
  show_theme();
  at("theme").title = at("theme").ariaLabel = say(`theme_${theme()}`);
}

/** What is open is shown in the language; answers stay as they were given. */
function set_language(code) {
  speak(code);
  at("language").value = code;
  show_visit();
  name_theme();
  translate_sheet();
  translate_help();
  translate_lessons();
  translate_exercises();
  if (!at("schema").hidden) show_schema();
}

function bind_header() {
  bind_visit(begin_anew);
  at("theme").onclick = () => {
    next_theme();
    name_theme();
  };
  at("language").onchange = event => {
    choose_language(event.target.value);
    set_language(event.target.value);
  };
  connection.bind_database({
    begin: () => begin_anew("").then(() => open_shared(editor, run_text)).catch(fault => announce(fault.message)),
    end_run,
  });
}

function bind_notebook() {
  bind_running();
  at("open").onclick = () => open(editor);
  at("save").onclick = save_notebook;
  at("share").onclick = () => share(editor);
  at("earlier").onclick = () => show_recalled(-1);
  at("later").onclick = () => show_recalled(1);
  take_dropped(at("editor"), file => open_file(editor, file));
  keep_page();
  window.addEventListener("resize", fit_answers);
  window.addEventListener("hashchange", () => open_shared(editor, run_text));
}

function bind_beside() {
  bind_panels({ schema: show_schema, lessons: open_lessons, exercises: show_exercises });
  watch_schema({
    statement: editor.append,
    run: run_statement,
    article: element => at("answers").prepend(element),
    imported: announce,
  });
  watch_class(editor.append);
  watch_keyspace(show_keyspace);
  bind_exercises();
}

function make_page() {
  make_sheet([
    { key: "Mod-Enter", run: run_at_cursor, preventDefault: true },
    { key: "Ctrl-Enter", run: run_at_cursor, preventDefault: true },
    { key: "Mod-Shift-Enter", run: run_all, preventDefault: true },
    { key: "Mod-e", run: explain_at_cursor, preventDefault: true },
    { key: "Mod-s", run: save_notebook, preventDefault: true },
    { key: "Alt-ArrowUp", run: () => show_recalled(-1) },
    { key: "Alt-ArrowDown", run: () => show_recalled(1) },
    { key: "F1", run: help_at_cursor, preventDefault: true },
  ]);
  bind_header();
  bind_notebook();
  bind_beside();
}

/** What a person types is there before there is a database: it may take a while. */
async function begin() {
  speak(preferred_language("en"));
  make_page();
  set_language(preferred_language("en"));
  focus();
  const said = await begin_visit();
  if (document.activeElement === document.body) focus();  // the button that tries again is gone
  set_language(preferred_language(language_of_program()));
  if (said) {
    at("answers").prepend(make("p", { class: "begin" }, said));
    announce(said);
  }
  open_shared(editor, run_text);
}

begin();
