// What a teacher has set for all students: whether statements are taken, and a text that is shown.

import { at, set_text } from "./elements.js";
import * as engine from "./engine.js";
import { say } from "./words.js";

const kEvery = 2000;  // milliseconds
let closed = { number: 0, text: "" };  // what was closed last; a program that was started again numbers from the beginning
let shown = { number: 0, text: "" };
let phase = "open";
let is_kept = true;  // what the student has done

function show() {
  const is_shown = shown.text !== "" && (shown.number !== closed.number || shown.text !== closed.text);
  set_text(at("class-phase"), phase === "open" ? "" : say(`phase_${phase}`));
  set_text(at("class-kept"), is_kept ? "" : say("marks_not_kept"));
  at("shown").hidden = !is_shown;
  set_text(at("shown-text"), shown.text);
  at("class-notice").hidden = phase === "open" && is_kept && !is_shown;
}

async function look() {
  if (engine.code_word() !== "" && !document.hidden) {
    try {
      const state = await engine.class_state();
      ({ phase, shown, is_kept = true } = state);
      show();
    } catch { /* the next look may be answered */ }
  }
  setTimeout(look, kEvery);
}

/** `to_editor` puts a text into the editor. */
export function watch_class(to_editor) {
  at("shown-close").onclick = () => {
    closed = shown;
    show();
  };
  at("shown-take").onclick = () => to_editor(shown.text);
  look();
}
