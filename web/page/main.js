// The page: what is typed is run, and answered below.

import * as connection from "./connection.js";
import * as engine from "./engine.js";
import { watch_class } from "./class.js";
import { fill, fill_unanswered, fit_answers, spoken, waiting } from "./answers.js";
import { diagram_command } from "./chebotko.js";
import { columns_of, make } from "./elements.js";
import { span_of } from "./diagnostics.js";
import { make_editor, mark, put } from "./editor.js";
import { bind_exercises, forget_exercises, show_exercises } from "./exercises.js";
import { keep_page, take_dropped } from "./files.js";
import { show_help } from "./help.js";
import { kept } from "./kept.js";
import { forget_lesson, go_on_with, say_of_lesson, show_lessons, watch_keyspace } from "./lessons.js";
import { open, open_file, save } from "./notebook.js";
import { show_schema, watch_schema } from "./schema.js";
import { open_shared, share } from "./share.js";
import { placed, statement_at } from "./places.js";
import { say, speak } from "./words.js";

const at = id => document.getElementById(id);
const kMostKept = 200;

/** The code words that were used before, newest first. */
function keep_former(code) {
  const kMostFormer = 5;
  const others = kept.get("former", []).filter(each => each !== code && each !== facts.code);
  kept.set("former", [code, ...others].slice(0, kMostFormer));
}

/** Nothing of this person is left in the browser: neither the code words nor what was typed. */
function forget_person() {
  const of_browser = ["language", "theme", "beside"].map(key => `cellar.${key}`);
  const keys = Object.keys(localStorage).filter(key => key.startsWith("cellar.") && !of_browser.includes(key));
  for (const key of keys) localStorage.removeItem(key);
  location.reload();
}

const past = kept.get("history", []);
let recalled = past.length;  // the entry that is shown; past.length: none
let typed = "";  // before an entry was shown
let view;
let is_running = false;
let is_stopped = false;  // nothing more of the run is begun
let stop_is_shown_at;    // a timer

function remember(statement) {
  const text = statement.trim();
  if (past.at(-1) !== text) past.push(text);
  past.splice(0, past.length - kMostKept);
  recalled = past.length;
  kept.set("history", past);
}

function recall(step) {
  const next = Math.max(0, Math.min(past.length, recalled + step));
  if (next === recalled) return true;
  if (recalled === past.length) typed = view.state.doc.toString();
  recalled = next;
  put(view, past[recalled] ?? typed);
  return true;
}

/** The text of the editor, for what is saved, opened and shared. */
const editor = {
  text: () => view.state.doc.toString(),
  replace: text => {
    put(view, text);
    view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
  },
  append: text => {
    const before = view.state.doc.toString();
    put(view, before === "" || before.endsWith("\n") ? text : `\n${text}`, before.length);
  },
};

function announce(text) { at("spoken").textContent = text; }

function show_keyspace(name) { at("keyspace").textContent = name ? say("keyspace", { name }) : ""; }

const actions = {
  /** Mends the statement where it is, or puts the mended one behind what is there. */
  apply(statement, text) {
    const all = view.state.doc.toString();
    const from = all.indexOf(statement);
    if (from === -1) editor.append(text);
    else put(view, text, from, from + statement.length);
  },
  help: topic => open_help(topic),
  run: statement => run_each([{ text: statement, from: -1 }]),
  ask: command => engine.answer(command, columns_of(at("answers"))),
};

/** Returns where an answer blames its statement, as spans of the editor. */
function blamed_spans(statement, answer) {
  const all = view.state.doc;
  if (!answer.refusal || statement.from < 0 || all.sliceString(statement.from, statement.to) !== statement.text) return [];
  const [from, to] = span_of(answer.refusal, statement.text);
  return [{ from: statement.from + from, to: statement.from + to, title: answer.refusal.title }];
}

async function run_one(statement, group, spans) {
  const article = waiting(statement.text);
  group.append(article);
  remember(statement.text);
  const answer = await engine.answer(statement.text, columns_of(at("answers"))).catch(fault => {
    fill_unanswered(article, fault.message);
    announce(fault.message);
    return null;
  });
  if (!answer) return false;
  fill(article, statement.text, answer, actions);
  if (answer.lesson) say_of_lesson(answer.lesson);
  announce(spoken(answer));
  facts.keyspace = answer.keyspace;
  show_keyspace(answer.keyspace);
  spans.push(...blamed_spans(statement, answer));
  mark(view, spans);
  return answer.outcome === "done" || answer.outcome === "refused";
}

/** Runs statements one after another; what they answer comes above what was answered before. */
async function run_each(statements) {
  if (is_running) return;
  set_running(true);
  const group = make("section", {});
  at("answers").prepend(group);
  const spans = [];
  for (const statement of statements) if (is_stopped || !(await run_one(statement, group, spans))) break;
  if (!at("schema").hidden) show_schema();
  set_running(false);
}

function set_running(running) {
  const kLong = 300;  // milliseconds
  is_running = running;
  is_stopped = false;
  for (const id of ["run", "run-all", "explain", "diagram"]) at(id).disabled = running;
  clearTimeout(stop_is_shown_at);
  at("stop").hidden = true;
  if (running) stop_is_shown_at = setTimeout(() => { at("stop").hidden = false; }, kLong);
}

function stop() {
  is_stopped = true;
  connection.stop();
  view.focus();
}

async function run(choose) {
  const text = view.state.doc.toString();
  try {
    const statements = choose(placed(text, await engine.split(text)));
    if (statements.length === 0) return announce(say("nothing_to_run"));
    await run_each(statements);
  } catch (fault) {
    const article = waiting(text.slice(0, 200));
    at("answers").prepend(article);
    fill_unanswered(article, fault.message);
  }
}

function run_at_cursor() {
  const selection = view.state.selection.main;
  run(all => {
    if (!selection.empty) return all.filter(each => each.from < selection.to && each.to > selection.from);
    return all.length === 0 ? [] : [statement_at(all, selection.head)];
  });
  return true;
}

/** Draws what the statement at the cursor would read or write. */
function explain_at_cursor() {
  run(all => {
    if (all.length === 0) return [];
    const { text } = statement_at(all, view.state.selection.main.head);
    return [{ text: /^\s*explain\b/i.test(text) ? text : `EXPLAIN (FORMAT JSON) ${text}`, from: -1 }];
  });
  return true;
}

/** Draws the tables of the keyspace, and the queries of the editor at those that serve them. */
function draw_diagram() {
  run(all => [{ text: diagram_command(editor.text(), all), from: -1 }]);
}

async function run_text(text) {
  await run_each((await engine.split(text)).map(statement => ({ text: statement.text, from: -1 })));
}

function save_notebook() {
  save(editor);
  return true;
}

function run_all() {
  run(all => all);
  return true;
}

/** Shows help or lessons beside the editor, or neither (null). */
function show_beside(panel) {
  at("beside").hidden = panel === null;
  at("beside-toggle").ariaExpanded = String(panel !== null);
  for (const each of ["help", "schema", "lessons", "exercises"]) {
    at(each).hidden = each !== panel;
    at(`${each}-tab`).ariaSelected = String(each === panel);
  }
  fit_answers();
}

function open_help(topic) {
  show_beside("help");
  show_help(topic);
  at("beside").scrollIntoView({ block: "nearest" });
}

function help_at_cursor() {
  const word = view.state.wordAt(view.state.selection.main.head);
  open_help(word ? view.state.doc.sliceString(word.from, word.to) : "");
  return true;
}

const kThemes = ["system", "light", "dark"];
function set_theme(theme) {
  kept.set("theme", theme);
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  at("theme").title = at("theme").ariaLabel = say(`theme_${theme}`);
  at("theme").onclick = () => set_theme(kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length]);
}

let facts = { database: "", language: "en", keyspace: "", code: "", lesson: "", number: 0, name: "" };

/** Shows whose database answers. */
function show_visit() {
  at("database").textContent = connection.place_of(facts);
  at("visit").hidden = facts.code === "";
  at("code").textContent = at("code-to-note").textContent = facts.code;
  const former = kept.get("former", []);
  at("former").textContent = former.length > 0 ? say("former", { codes: former.join(", ") }) : "";
  at("number").textContent = say("student_number", { number: facts.number });
  at("name").value = facts.name;
  show_keyspace(facts.keyspace);
}

/** Begins a visit, or goes on with one. The code word before is kept: who is elsewhere now may need it again. */
async function visit(code) {
  const before = kept.get("code", "");
  facts = await engine.start(code);
  kept.set("code", facts.code);
  if (before && before !== facts.code) keep_former(before);
  show_visit();
}

/** Begins anew in a class that does not know the code word of this browser. Returns what to say of it. */
async function begin_visit() {
  const code = kept.get("code", "");
  try {
    await visit(code);
    return "";
  } catch (fault) {
    if (!(fault instanceof engine.UnknownCode)) throw fault;
    await visit("");
    return say("former_unknown", { code });
  }
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
  if (facts.lesson) go_on_with(facts.lesson);
  else show_lessons();
  facts.lesson = "";
}

function set_language(code) {
  speak(code);
  kept.set("language", code);
  at("language").value = code;
  show_visit();
  set_theme(kept.get("theme", "system"));
  show_help(at("help-topic").value);
}

function bind() {
  at("run").onclick = run_at_cursor;
  at("run-all").onclick = run_all;
  at("explain").onclick = explain_at_cursor;
  at("diagram").onclick = draw_diagram;
  at("stop").onclick = stop;
  at("open").onclick = () => open(editor);
  at("save").onclick = save_notebook;
  at("share").onclick = () => share(editor);
  take_dropped(at("editor"), file => open_file(editor, file));
  keep_page();
  window.addEventListener("resize", fit_answers);
  window.addEventListener("hashchange", () => open_shared(editor, run_text));
  at("examples").onclick = () => run_each([{ text: "EXAMPLES", from: -1 }]);
  at("earlier").onclick = () => recall(-1);
  at("later").onclick = () => recall(1);
  at("beside-toggle").onclick = () => {
    show_beside(at("beside").hidden ? "help" : null);
    kept.set("beside", !at("beside").hidden);
  };
  at("help-tab").onclick = () => show_beside("help");
  at("schema-tab").onclick = () => {
    show_beside("schema");
    show_schema();
  };
  watch_schema({ statement: editor.append, run: actions.run, article: element => at("answers").prepend(element), imported: announce });
  watch_class(editor.append);
  bind_exercises(open_help);
  at("exercises-tab").onclick = () => {
    show_beside("exercises");
    show_exercises();
  };
  at("name-form").onsubmit = async event => {
    event.preventDefault();
    try {
      facts.name = (await engine.set_name(at("name").value)).name;
      at("name").value = facts.name;
      at("name-says").textContent = say("name_kept");
    } catch (fault) {
      at("name-says").textContent = fault.message;
    }
  };
  at("lessons-tab").onclick = () => {
    show_beside("lessons");
    open_lessons();
  };
  watch_keyspace(name => {
    facts.keyspace = name;
    show_keyspace(name);
  });
  at("language").onchange = event => set_language(event.target.value);
  at("visit-form").onsubmit = async event => {
    event.preventDefault();
    at("visit-fault").textContent = "";
    try {
      await begin_anew(at("other-code").value.trim().toLowerCase());
      at("visit").open = false;
    } catch (fault) {
      at("visit-fault").textContent = fault.message;
    }
  };
  at("leave").onclick = () => { at("leaving").hidden = !at("leaving").hidden; };
  at("forget").onclick = forget_person;
  connection.bind_database({
    begin: () => begin_anew("").then(() => open_shared(editor, run_text)).catch(fault => announce(fault.message)),
    end_run: () => is_running && stop(),
  });
}

async function begin() {
  const browsers = navigator.languages.some(each => each.startsWith("zh")) ? "zh" : null;
  let said = "", has_begun = false;
  speak(kept.get("language", browsers ?? "en"));
  try {
    said = await begin_visit();
    has_begun = true;
  } catch (error) {
    said = error.message;
  }
  show_beside(kept.get("beside", window.matchMedia("(min-width: 60rem)").matches) ? "help" : null);
  set_language(kept.get("language", browsers ?? facts.language));
  view = make_editor(at("editor"), kept.get("draft", ""), [
    { key: "Mod-Enter", run: run_at_cursor, preventDefault: true },
    { key: "Ctrl-Enter", run: run_at_cursor, preventDefault: true },
    { key: "Mod-Shift-Enter", run: run_all, preventDefault: true },
    { key: "Mod-e", run: explain_at_cursor, preventDefault: true },
    { key: "Mod-s", run: save_notebook, preventDefault: true },
    { key: "Alt-ArrowUp", run: () => recall(-1) },
    { key: "Alt-ArrowDown", run: () => recall(1) },
    { key: "F1", run: help_at_cursor, preventDefault: true },
  ], text => kept.set("draft", text));
  bind();
  view.focus();
  if (said) {
    at("answers").replaceChildren(make("p", { class: "begin" }, said));
    announce(said);
  }
  if (has_begun) open_shared(editor, run_text);
}

begin();
