// The teacher's page: who is where, and what is set for all. The key comes in the fragment of the address, which no request names.

import { make } from "./elements.js";
import { download } from "./files.js";
import { kept } from "./kept.js";
import { language, say, speak } from "./words.js";

const at = id => document.getElementById(id);
const kEvery = 2000;  // milliseconds
const rows = new Map();  // by the number of the student
let key = "";
let watched = null;  // the number of the student whose screen is shown

/** The key stays out of sight, and is there after a reload. */
function take_key() {
  if (location.hash.length > 1) {
    try { sessionStorage.setItem("cellar.key", location.hash.slice(1)); } catch { /* then it is asked for again */ }
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
  if (response.status === 403) throw new Error(say("teacher_wrong_key"));
  if (!response.ok) throw new Error(say("fault", { status: response.status }));
  return response;
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
  at("students").append(row);
  return row;
}

function show_student(student) {
  const row = rows.get(student.number) ?? row_of(student.number);
  const lesson = student.lesson && say("teacher_step", { lesson: student.lesson, step: student.step, steps: student.steps });
  const stuck = student.stuck === "step" ? say("teacher_long") : student.stuck ? say("teacher_again", { code: student.stuck }) : "";
  const texts = [student.number, name_of(student), lesson, student.exercise,
    say("teacher_sum", { points: student.points, count: student.answered }), since(student.idle), stuck];
  texts.forEach((text, i) => { if (row.children[i].textContent !== String(text)) row.children[i].textContent = text; });
  row.classList.toggle("away", !student.is_here);
  row.classList.toggle("stuck", stuck !== "");
  row.lastChild.firstChild.textContent = say("teacher_screen");
  row.lastChild.firstChild.ariaLabel = say("teacher_screen_of", { name: name_of(student), number: student.number });
}

function show_missed(missed) {
  at("missed").replaceChildren(...missed.map(each => make("li", {}, make("strong", {}, each.rule), " ",
    say("teacher_missed_by", { students: each.students, times: each.times }), each.title ? ` ${each.title}` : "")));
}

function show_screen({ number, name, ran }) {
  at("screen").hidden = false;
  at("screen-of").textContent = say("teacher_screen_of", { number, name: name || say("teacher_unnamed") });
  at("screen-text").replaceChildren(...ran.map(each => {
    const said = each.code ? `${each.code} ${each.title}` : each.rows === undefined ? say("done")
      : say(each.has_more ? "more_rows" : "rows", { count: each.rows });
    return make("article", {}, make("div", { class: "asked" }, each.statement.trim()),
      make("p", { class: "facts" }, `${said} (${since(each.ago)}, ${each.took} ms)`));
  }));
  if (ran.length === 0) at("screen-text").append(say("teacher_nothing_ran"));
}

async function watch(number) {
  watched = number;
  await look();
}

async function look() {
  try {
    const state = await (await ask("students")).json();
    const here = state.students.filter(student => student.is_here).length;
    at("where").textContent = say(`teacher_${state.phase}`, { here, students: state.students.length });
    for (const button of document.querySelectorAll("[data-phase]")) button.ariaPressed = String(button.dataset.phase === state.phase);
    state.students.forEach(show_student);
    show_missed(state.missed);
    at("show-none").disabled = state.shown === "";
    if (watched !== null) show_screen(await (await ask("screen", { number: watched })).json());
  } catch (fault) {
    at("where").textContent = fault.message;
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
    at("where").textContent = fault.message;
  }
}

async function save_marks() {
  try {
    download("marks.csv", "text/csv", await (await ask("marks")).text());
  } catch (fault) {
    at("where").textContent = fault.message;
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
  at("screen-close").onclick = () => {
    watched = null;
    at("screen").hidden = true;
  };
  at("language").onchange = event => set_language(event.target.value);
}

function set_language(code) {
  speak(code);
  at("language").value = language();
  kept.set("language", code);
  document.title = `Cellar: ${say("teacher_students")}`;
  look();
}

const theme = kept.get("theme", "system");
if (theme !== "system") document.documentElement.dataset.theme = theme;
take_key();
bind();
set_language(kept.get("language", navigator.languages.some(each => each.startsWith("zh")) ? "zh" : "en"));
setTimeout(keep_looking, kEvery);
