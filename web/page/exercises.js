// Exercises beside the editor: their text, the answer that a student writes, and its grade.

import { announce } from "./announce.js";
import { show_diagnostic } from "./diagnostics.js";
import { make_editor, put, replace, translate } from "./editor.js";
import { at, make } from "./elements.js";
import * as engine from "./engine.js";
import { kept } from "./kept.js";
import { open_help } from "./panels.js";
import { say } from "./words.js";

let view = null;    // the editor of answers
let opened = null;  // the exercise that is shown

const draft_key = id => `answer.${engine.code_word()}.${id}`;
const points = value => String(value?.text ?? value);

function says(text) { at("exercise-says").textContent = text; }

function show_panel(is_one) {
  at("exercise-list").hidden = is_one;
  at("exercise").hidden = !is_one;
}

function head_of({ title, points: most, level, best }) {
  const named = { title, most: points(most), level, best: points(best) };
  return say(best === undefined ? "exercise_new" : "exercise_best", named);
}

async function list_exercises() {
  try {
    const { exercises } = await engine.exercises();
    opened = null;
    kept.set("exercise", "");
    at("exercise-list").replaceChildren(make("p", {}, say("exercise_intro")), ...exercises.map(each => {
      const button = make("button", { type: "button", "data-exercise": each.id }, head_of(each));
      button.addEventListener("click", () => go_to(each.id));
      return button;
    }));
    if (exercises.length === 0) at("exercise-list").append(say("no_exercises"));
    says("");
    show_panel(false);
  } catch (fault) {
    says(fault.message);
  }
}

function rows_of({ data, columns, rows, count }) {
  const head = make("tr", {}, ...columns.map(column => make("th", { scope: "col" }, column)));
  const body = rows.map(row => make("tr", {}, ...row.map(cell =>
    cell === "" ? make("td", { class: "null" }, "null") : make("td", {}, cell))));
  const figure = make("figure", { class: "data" }, make("figcaption", {}, say("exercise_rows", { name: data })),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...body))));
  if (rows.length < count) figure.append(make("p", { class: "facts" }, say("exercise_more_rows", { count })));
  return figure;
}

/** Shows the next hint of a task. The button for it is another one then. */
async function ask_for_hint(exercise, task) {
  await engine.hint(exercise.id, task);
  if (opened !== exercise) return;
  await show_again();
  const place = document.querySelector(`#exercise-text [data-task="${CSS.escape(task)}"] .hints`);
  announce(place.querySelector(".hint:last-of-type").textContent);
  (place.querySelector("button") ?? place).focus();
}

/** The hints that were asked for, and the button for the next one. */
function hints_of(task) {
  const place = make("div", { class: "hints", tabindex: "-1" }, ...task.hints.map(text => make("p", { class: "hint" }, text)));
  if (task.next_hint === undefined) return place;
  const cost = points(task.next_hint);
  const button = make("button", { type: "button" }, say(cost === "0" ? "hint_free" : "hint_costs", { cost }));
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await ask_for_hint(opened, task.task);
    } catch (fault) {
      button.disabled = false;
      says(fault.message);
    }
  });
  place.append(button);
  return place;
}

function task_of(task) {
  const section = make("section", { class: "task", "data-task": task.task },
    make("h4", {}, say("exercise_task", { task: task.task, points: points(task.points) })), make("p", {}, task.title));
  if (task.text) section.append(make("p", {}, task.text));
  if (task.broken) section.append(make("pre", {}, task.broken));
  if (task.queries.length > 0)
    section.append(make("dl", { class: "queries" }, ...task.queries.flatMap(([name, text]) =>
      [make("dt", {}, name), make("dd", {}, text)])));
  section.append(hints_of(task), make("div", { class: "graded", role: "status" }));
  return section;
}

function part_of(part) {
  if (part.task) return task_of(part);
  if (part.given) return make("pre", { class: "given" }, part.given);
  if (part.data) return rows_of(part);
  return make("p", { class: "prose" }, part.text);
}

function show_text(exercise) {
  opened = exercise;
  at("exercise-text").replaceChildren(make("h3", { tabindex: "-1" }, exercise.title), ...exercise.parts.map(part_of));
  if (exercise.lacks_hidden) at("exercise-text").append(make("p", { class: "facts" }, say("visible_checks")));
  at("exercise-best").textContent = head_of({ ...exercise, title: "" }).trim();
}

async function open(id) {
  try {
    show_text(await engine.exercise(id));
    kept.set("exercise", id);
    show_panel(true);
    says("");
    at("exercise-text").scrollTop = 0;
    write_answer(kept.get(draft_key(id), opened.answer));
  } catch (fault) {
    says(fault.message);
  }
}

/** Opens an exercise for who goes on by reading it. */
async function go_to(id) {
  await open(id);
  at("exercise-text").querySelector("h3")?.focus();
}

/** The text is shown again, after a hint or in another language; the grade below each task stays. */
async function show_again() {
  const before = opened;
  const exercise = await engine.exercise(before.id);
  if (opened !== before) return;
  const graded = [...document.querySelectorAll("#exercise-text .graded")].map(each => [...each.childNodes]);
  show_text(exercise);
  document.querySelectorAll("#exercise-text .graded").forEach((each, i) => each.append(...(graded[i] ?? [])));
}

function write_answer(text) {
  if (view) return replace(view, text);
  view = make_editor(at("answer-editor"), text, [
    { key: "Mod-Enter", run: hand_in, preventDefault: true },
    { key: "Ctrl-Enter", run: hand_in, preventDefault: true },
  ], written => opened && kept.set(draft_key(opened.id), written === opened.answer ? null : written), "answer_editor");
}

/** What a check of a grade says; `before` is the one above it, whose reason is not said again. */
function check_of(test, before) {
  const is_passed = test.status === "passed";
  const line = make("li", { class: is_passed ? "passed" : "lost" },
    make("span", { class: "mark", "aria-hidden": "true" }, is_passed ? "✓" : "✗"),
    make("span", { class: "hidden" }, say(is_passed ? "check_passed" : "check_lost")),
    make("span", { class: "rule" }, test.query ? `${test.query} ${test.rule}` : test.rule), " ", test.what,
    make("span", { class: "share" }, points(test.max_score)));
  if (is_passed) return line;
  const is_same = before && before.reason === test.reason && String(before.example) === String(test.example);
  if (is_same) return line;
  line.append(make("p", { class: "reason" }, test.reason));
  if (test.variant) line.append(make("p", { class: "facts" }, say("with_other_rows", { what: test.variant })));
  if (test.example.length > 0) line.append(make("pre", {}, test.example.join("\n")));
  if (test.diagnostic)
    line.append(show_diagnostic({ ...test.diagnostic, replacement: undefined }, "", { help: open_help }));
  return line;
}

function show_grade(grade) {
  for (const section of document.querySelectorAll("#exercise-text .task")) {
    const task = section.dataset.task;
    const tests = grade.tests.filter(test => test.task === task);
    const hints = grade.hints.filter(hint => hint.task === task);
    section.querySelector(".graded").replaceChildren(
      make("ul", { class: "checks" }, ...tests.map((test, i) => check_of(test, tests[i - 1]))),
      ...hints.map(hint => make("p", { class: "hint" }, hint.text)));
  }
}

/** The grade is shown only while the exercise is: another one may have been opened meanwhile. */
async function grade({ id }) {
  const { grade, best, fault } = await engine.hand_in(id, view.state.doc.toString());
  if (opened?.id !== id) return;
  if (fault) throw new Error(say(`grading_${fault}`));
  opened.best = best;
  at("exercise-best").textContent = head_of({ ...opened, title: "" }).trim();
  show_grade(grade);
  says(say("graded", { score: points(grade.score), most: points(grade.max_score), best: points(best) }));
}

function hand_in() {
  if (!opened || at("hand-in").disabled) return true;
  const exercise = opened;
  at("hand-in").disabled = true;
  says(say("grading"));
  grade(exercise)
    .catch(fault => { if (opened?.id === exercise.id) says(fault.message); })
    .finally(() => { at("hand-in").disabled = false; });
  return true;
}

/** Goes on with the exercise that was open, or lists all. */
export function show_exercises() {
  if (opened) return;
  const id = kept.get("exercise", "");
  if (id) open(id).then(() => { if (!opened) list_exercises(); });
  else list_exercises();
}

/** Another student's exercises are shown anew. */
export function forget_exercises() {
  opened = null;
  at("exercise-text").replaceChildren();
  show_panel(false);
  at("exercise-list").replaceChildren();
}

/** What a student has not changed is in the language, too. */
async function speak_exercise() {
  const before = opened;
  await show_again();
  if (opened?.id === before.id && view.state.doc.toString() === before.answer) replace(view, opened.answer);
}

/** The page has another language. */
export function translate_exercises() {
  if (view) translate(view, "answer_editor");
  if (opened) speak_exercise().catch(fault => says(fault.message));
  else if (at("exercise-list").childElementCount > 0) list_exercises();
}

export function bind_exercises() {
  at("hand-in").onclick = hand_in;
  at("exercise-back").onclick = async () => {
    await list_exercises();
    at("exercise-list").focus();
  };
  at("answer-anew").onclick = () => put(view, opened.answer);
}
