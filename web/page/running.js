// Statements are run one after another, and their answers put below the editor.

import { announce } from "./announce.js";
import { fill, fill_unanswered, spoken, waiting } from "./answers.js";
import { diagram_command } from "./chebotko.js";
import * as connection from "./connection.js";
import { at, columns_of, make } from "./elements.js";
import * as engine from "./engine.js";
import { remember } from "./history.js";
import { say_of_lesson } from "./lessons.js";
import { open_help } from "./panels.js";
import { placed, statement_at } from "./places.js";
import { show_schema } from "./schema.js";
import { blame, editor, focus, mend, selection, spans_of } from "./sheet.js";
import { Unanswered } from "./unanswered.js";
import { show_keyspace } from "./visit.js";
import { say } from "./words.js";

let is_running = false;
let is_stopped = false;  // nothing more of the run is begun
let stop_is_shown_at;    // a timer

/** What the buttons of an answer do. */
const actions_of = statement => ({
  apply: (_, text) => mend(statement, text),
  help: topic => open_help(topic),
  run: run_statement,
  ask: command => engine.answer_beside(command, columns_of(at("answers"))),
});

/** What cannot be drawn says so. Returns whether it can. */
function show_answer(article, statement, answer, spans) {
  try {
    fill(article, statement.text, answer, actions_of(statement));
  } catch (fault) {
    show_fault(article, fault);
    return false;
  }
  if (answer.lesson) say_of_lesson(answer.lesson);
  announce(spoken(answer));
  show_keyspace(answer.keyspace);
  spans.push(...spans_of(statement, answer));
  return true;
}

/** What a person is told of a fault that is none of the engine's: it is the page that cannot go on. */
const reason_of = fault => (fault instanceof Unanswered ? fault.message : say("not_shown", { reason: fault.message }));

function show_fault(article, fault) {
  fill_unanswered(article, reason_of(fault));
  announce(reason_of(fault));
}

const kMostTogether = 100;  // statements, of which the first ones are shown before the others are done
const kMostText = 40_000;  // characters of them: a message has a bound

/** How many of the statements, from one on, are sent together. */
function count_of_run(statements, from) {
  let count = 0, length = 0;
  for (const { is_write, text } of statements.slice(from, from + kMostTogether)) {
    length += text.length;
    if (!is_write || length > kMostText) break;
    ++count;
  }
  return Math.max(1, count);
}

/** A browser draws the answers of many statements where somebody looks at them: thousands would take it seconds. */
function place_for(count, group) {
  const kHeight = 5;  // of an answer that says no more than that something is done
  if (count === 1) return group;
  const place = make("div", { class: "together" });
  place.style.containIntrinsicBlockSize = `auto ${kHeight * count}rem`;
  group.append(place);
  return place;
}

/** Shows what those statements answer that have run. Returns how many these are; 0 if no other one may run. */
async function run_some(statements, columns, group, spans) {
  const article = waiting(statements[0].text);
  const place = place_for(statements.length, group);
  place.append(article);
  let answers;
  try {
    answers = await engine.answer_run(statements.map(statement => statement.text), columns);
  } catch (fault) {
    remember(statements.map(statement => statement.text));
    show_fault(article, fault);
    if (statements.length > 1) article.append(make("p", { class: "facts" }, say("sent_together", { count: statements.length - 1 })));
    return 0;
  }
  remember(statements.slice(0, answers.length).map(statement => statement.text));
  const articles = [article, ...answers.slice(1).map((_, i) => waiting(statements[i + 1].text))];
  place.append(...articles.slice(1));
  const are_shown = answers.map((answer, i) => show_answer(articles[i], statements[i], answer, spans));
  blame(spans);
  const goes_on = are_shown.every(Boolean) && ["done", "refused"].includes(answers.at(-1).outcome);
  return goes_on ? answers.length : 0;
}

/** Runs statements one after another; what they answer comes above what was answered before. */
async function run_each(statements) {
  if (is_running) return;
  set_running(true);
  const group = make("section", {});
  at("answers").prepend(group);
  const columns = columns_of(at("answers"));
  const spans = [];
  try {
    for (let done = 0, count = 1; done < statements.length && !is_stopped && count > 0; done += count)
      count = await run_some(statements.slice(done, done + count_of_run(statements, done)), columns, group, spans);
  } finally {
    set_running(false);
  }
  if (!at("schema").hidden) show_schema();
}

/** Runs one that is not in the editor. */
export const run_statement = text => run_each([{ text, from: -1 }]);

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
  focus();
}

/** Before another database takes the place of this one. */
export function end_run() { if (is_running) stop(); }

/** Runs statements of a text; `choose` returns them out of all. */
async function run_of(text, choose) {
  try {
    const statements = choose(placed(text, await engine.split(text)));
    if (statements.length === 0) return announce(say("nothing_to_run"));
    await run_each(statements);
  } catch (fault) {
    const article = waiting(text.slice(0, 200));
    at("answers").prepend(article);
    show_fault(article, fault);
  }
}

const run = choose => run_of(editor.text(), choose);

export function run_at_cursor() {
  const { empty, from, to, head } = selection();
  run(all => {
    if (!empty) return all.filter(each => each.from < to && each.to > from);
    return all.length === 0 ? [] : [statement_at(all, head)];
  });
  return true;
}

/** Draws what the statement at the cursor would read or write. */
export function explain_at_cursor() {
  run(all => {
    if (all.length === 0) return [];
    const { text } = statement_at(all, selection().head);
    return [{ text: /^\s*explain\b/i.test(text) ? text : `EXPLAIN (FORMAT JSON) ${text}`, from: -1 }];
  });
  return true;
}

/** Draws the tables of the keyspace, and the queries of the editor at those that serve them. */
function draw_diagram() {
  run(all => [{ text: diagram_command(editor.text(), all), from: -1 }]);
}

/** Runs statements that are not in the editor. */
export const run_text = text => run_of(text, all => all.map(statement => ({ ...statement, from: -1 })));

export function run_all() {
  run(all => all);
  return true;
}

function run_examples() {
  focus();  // the button goes with the first answer
  run_statement("EXAMPLES");
}

export function bind_running() {
  at("run").onclick = run_at_cursor;
  at("run-all").onclick = run_all;
  at("explain").onclick = explain_at_cursor;
  at("diagram").onclick = draw_diagram;
  at("stop").onclick = stop;
  at("examples").onclick = run_examples;
}
