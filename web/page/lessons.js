// Lessons beside the editor, as the engine plays them: LEARN, NEXT, BACK, WHY, SKIP.

import { announce } from "./announce.js";
import { at, columns_of, make } from "./elements.js";
import * as engine from "./engine.js";
import { say } from "./words.js";

let lesson = "";  // that is shown

/** Is told of the keyspace in use after a command of a lesson. */
let tell_keyspace = () => {};
export function watch_keyspace(tell) { tell_keyspace = tell; }

function title_of({ lesson, title, steps, done }) {
  const named = { title: `${lesson}  ${title}`, steps, done };
  return say(done === 0 ? "lesson_steps" : done < steps ? "lesson_at" : "lesson_done", named);
}

function list(lessons) {
  at("lesson-text").replaceChildren(make("p", {}, say("lesson_intro")), ...lessons.map(each => {
    const button = make("button", { type: "button" }, title_of(each));
    button.addEventListener("click", async () => {
      await go_on_with(each.lesson);
      at("lesson-text").focus();
    });
    return button;
  }));
  at("lesson-steps").hidden = true;
}

/** A step takes the place of what was there. Who does not see it hears it without what only the first one says. */
function show_step(text, step) {
  ({ lesson } = step);
  at("lesson-text").replaceChildren(make("pre", {}, text));
  at("lesson-text").scrollTop = 0;
  at("lesson-steps").hidden = false;
  announce(`${say("lesson_step", step)}: ${step.title}. ${step.text}`);
}

/** What the lesson says to a statement that was typed. */
export function say_of_lesson(text) { at("lesson-says").textContent = text.replace(/^-- /gm, ""); }

/** Runs a command of a lesson. What it says that is no step stands below the step. */
async function command(text) {
  try {
    const answer = await engine.answer_beside(text, columns_of(at("lesson-text"), "0.78rem"));
    tell_keyspace(answer.keyspace);
    say_of_lesson("");
    if (answer.document?.lessons) return list(answer.document.lessons);
    if (text === "LEARN OFF") return await show_lessons();
    if (answer.document?.step) show_step(answer.text, answer.document);
    else say_of_lesson(answer.text || answer.refusal?.title || "");
  } catch (fault) {
    say_of_lesson(fault.message);
  }
}

/** Another database has no step that is shown. */
export function forget_lesson() {
  at("lesson-steps").hidden = true;
  at("lesson-text").replaceChildren();
  say_of_lesson("");
}

export const show_lessons = () => command("LEARN");
/** Shows the step again at which a student is, after a reload. */
export const go_on_with = name => command(`LEARN ${name}`);

/** The page has another language. */
export function translate_lessons() {
  if (at("lessons").hidden && at("lesson-steps").hidden) return;
  if (at("lesson-steps").hidden) show_lessons();
  else go_on_with(lesson);
}

for (const button of at("lesson-steps").querySelectorAll("button"))
  button.addEventListener("click", () => command(button.dataset.step));
