// The teacher's page: who is where, and what is set for all. The key comes in the fragment of the address, which no request names.

import { at, make, set_text } from "./elements.js";
import { download } from "./files.js";
import { choose_language, preferred_language, show_theme } from "./preferences.js";
import { fault_of } from "./unanswered.js";
import { language, say, speak } from "./words.js";

const kEvery = 2000;  // milliseconds
const rows = new Map();  // by the number of the student
let key = "";
let watched = null;  // the number of the student whose screen is shown
let of_program = "en";  // the language

/** The key stays out of sight, and is there after a reload, unless the browser keeps nothing for a page. */
function take_key() {
  if (location.hash.length > 1) {
    try { sessionStorage.setItem("cellar.key", location.hash.slice(1)); } catch { /* a reload loses it */ }
    key = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  } else {
    try { key = sessionStorage.getItem("cellar.key") ?? ""; } catch { key = ""; }
  }
}

async function ask(target, message = {}) {
  let response;
  try {
    response = await fetch(`teacher/${target}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Teacher-Key": key },
      body: JSON.stringify(message),
    });
  } catch {
    throw new Error(say("lost"));
  }
  const text = await response.text();
  if (!response.ok) throw fault_of({ status: response.status, text });
  return text;
}

const name_of = student => student.name || say("teacher_unnamed");

function since(seconds) {
  if (seconds === undefined) return "";
  return seconds < 90 ? say("seconds_ago", { seconds }) : say("minutes_ago", { minutes: Math.round(seconds / 60) });
}

function row_of(number) {
  const button = make("button", { type: "button" }, "");
  button.addEventListener("click", () => watch(number));
  const row = make("tr", { "data-number": number }, ...Array.from({ length: 7 }, () => make("td", {})), make("td", {}, button));
  rows.set(number, row);
  return row;
}

function show_student(student) {
  const row = rows.get(student.number) ?? row_of(student.number);
  const lesson = student.lesson && say("lesson_step", { lesson: student.lesson, step: student.step, steps: student.steps });
  const stuck = student.stuck === "step" ? say("teacher_long") : student.stuck ? say("teacher_again", { code: student.stuck }) : "";
  const texts = [student.number, name_of(student), lesson, student.exercise,
    say("teacher_sum", { points: student.points, count: student.answered }), since(student.idle), stuck];
  texts.forEach((text, i) => set_text(row.children[i], text));
  row.classList.toggle("away", !student.is_here);
  row.classList.toggle("stuck", stuck !== "");
  set_text(row.lastChild.firstChild, say("teacher_screen"));
  row.lastChild.firstChild.ariaLabel = say("teacher_screen_of", { name: name_of(student), number: student.number });
  return row;
}

/** In the order of their numbers. Who left nothing is no student any more. */
function show_students(students) {
  students.sort((a, b) => a.number - b.number);
  students.map(show_student).forEach((row, i) => {
    const before = at("students").children[i];
    if (before !== row) at("students").insertBefore(row, before ?? null);
  });
  const numbers = new Set(students.map(student => student.number));
  for (const [number, row] of rows) {
    if (numbers.has(number)) continue;
    row.remove();
    rows.delete(number);
  }
  if (!numbers.has(watched)) close_screen();
}

/** Puts elements in the place of others only if they say something else: what is selected stays. */
function show_in(place, elements) {
  const texts = each => [...each].map(element => element.textContent).join("\n");
  if (texts(place.children) !== texts(elements)) place.replaceChildren(...elements);
}

function show_missed(missed) {
  show_in(at("missed"), missed.map(each => make("li", {}, make("strong", {}, each.rule), " ",
    say("teacher_missed_by", { students: each.students, times: each.times }), each.title ? ` ${each.title}` : "")));
}

/** What a student was answered, and how long ago: that changes, while the statement stays as it is. */
function said_of(each) {
  const said = each.code ? `${each.code} ${each.title}` : each.rows === undefined ? say("done")
    : say(each.has_more ? "more_rows" : "rows", { count: each.rows });
  return `${said} (${since(each.ago)}, ${each.took} ms)`;
}

function show_screen({ number, name, ran }) {
  at("screen").hidden = false;
  set_text(at("screen-of"), say("teacher_screen_of", { number, name: name || say("teacher_unnamed") }));
  const asked = [...document.querySelectorAll("#screen-text .asked")].map(each => each.textContent);
  if (ran.length === 0) return set_text(at("screen-text"), say("teacher_nothing_ran"));
  if (asked.join("\n") !== ran.map(each => each.statement.trim()).join("\n"))
    at("screen-text").replaceChildren(...ran.map(each => make("article", {}, make("div", { class: "asked" }, each.statement.trim()),
      make("p", { class: "facts" }))));
  document.querySelectorAll("#screen-text .facts").forEach((each, i) => set_text(each, said_of(ran[i])));
}

/** Who is away and has a place may be made to give it to somebody else. */
function offer_to_free(student) {
  at("free").hidden = !student?.has_place || student.is_here;
  if (at("free").hidden) at("freeing").hidden = true;
}

function close_screen() {
  watched = null;
  at("freeing").hidden = true;
  at("screen").hidden = true;
}

async function watch(number) {
  watched = number;
  at("freeing").hidden = true;
  await look();
}

/** The program's language is that of the page, unless the teacher or the browser has another one. */
function note_language(code) {
  of_program = code ?? of_program;
  if (preferred_language(of_program) !== language()) show_language(preferred_language(of_program));
}

async function look() {
  try {
    const state = JSON.parse(await ask("students"));
    note_language(state.language);
    const here = state.students.filter(student => student.is_here).length;
    set_text(at("where"), say(`teacher_${state.phase}`, { here, students: state.students.length }));
    for (const button of document.querySelectorAll("[data-phase]")) button.ariaPressed = String(button.dataset.phase === state.phase);
    show_students(state.students);
    show_missed(state.missed);
    set_text(at("grading"), state.grading > 0 ? say("teacher_grading", { count: state.grading }) : "");
    const not_kept = state.students.filter(student => student.is_kept === false).map(student => student.number);
    set_text(at("not-kept"), not_kept.length > 0 ? say("teacher_not_kept", { numbers: not_kept.join(", ") }) : "");
    at("show-none").disabled = state.shown === "";
    offer_to_free(state.students.find(student => student.number === watched));
    if (watched !== null) show_screen(JSON.parse(await ask("screen", { number: watched })));
  } catch (fault) {
    set_text(at("where"), fault.message);
  }
}

async function keep_looking() {
  if (!document.hidden) await look();
  setTimeout(keep_looking, kEvery);
}

async function tell(target, message) {
  try {
    await ask(target, message);
    await look();
  } catch (fault) {
    set_text(at("where"), fault.message);
  }
}

async function save_marks() {
  try {
    download("marks.csv", "text/csv", await ask("marks"));
  } catch (fault) {
    set_text(at("where"), fault.message);
  }
}

function set_phase(phase) {
  at("ending").hidden = phase !== "ended";
  if (phase !== "ended") tell("phase", { phase });
}

function bind() {
  for (const button of document.querySelectorAll("[data-phase]"))
    button.addEventListener("click", () => set_phase(button.dataset.phase));
  at("end-surely").onclick = () => {
    at("ending").hidden = true;
    tell("phase", { phase: "ended" });
  };
  at("marks").onclick = save_marks;
  at("show-form").onsubmit = event => {
    event.preventDefault();
    tell("show", { text: at("show-text").value.trim() });
  };
  at("show-none").onclick = () => tell("show", { text: "" });
  at("screen-close").onclick = close_screen;
  at("free").onclick = () => { at("freeing").hidden = false; };
  at("free-surely").onclick = () => {
    at("freeing").hidden = true;
    tell("free", { number: watched });
  };
  at("language").onchange = event => {
    choose_language(event.target.value);
    show_language(event.target.value);
    look();
  };
}

function show_language(code) {
  speak(code);
  at("language").value = language();
  document.title = `Cellar: ${say("teacher_students")}`;
}

show_theme();
take_key();
bind();
show_language(preferred_language(of_program));
look();
setTimeout(keep_looking, kEvery);
