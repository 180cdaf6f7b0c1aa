// Displays with sliders: a slider runs the command again with another number, and what it answers is drawn.

import { make } from "./elements.js";
import { say } from "./words.js";

/** A slider with its name and its number, which need not be at a place of the slider until that is moved. `number_at`:
 * what a place means. */
export function slider(word, { least, most, number, place = number, number_at = at => at }, changed) {
  const input = make("input", { type: "range", min: least, max: most, step: 1, value: place });
  const output = make("output", {});
  const show = () => {
    output.textContent = number.toLocaleString("en");
    input.ariaValueText = output.textContent;
  };
  input.addEventListener("input", () => {
    number = number_at(Number(input.value));
    show();
    changed();
  });
  show();
  return { element: make("label", { class: "slider" }, say(word), input, output), number: () => number };
}

/** Calls one after another: what is wanted while one is under way is done once behind it. */
function one_at_a_time(work) {
  let is_working = false;
  let is_wanted = false;
  return async () => {
    is_wanted = true;
    if (is_working) return;
    is_working = true;
    while (is_wanted) {
      is_wanted = false;
      await work();
    }
    is_working = false;
  };
}

/** Returns the picture of an answer with its sliders. `display`: is(document), picture(document) returns elements,
 * sliders(document, changed) returns elements and a function command(). `ask`: runs a command, returns its answer. */
export function with_sliders(display, answer, ask) {
  const picture = make("div", { class: "picture" }, ...display.picture(answer.document));
  const text = make("pre", { tabindex: "0" }, answer.text);
  const redraw = async () => {
    const next = await ask(command()).catch(fault => ({ text: fault.message }));
    text.textContent = next.refusal ? `${next.refusal.code} ${next.refusal.title}` : next.text;
    if (next.document && display.is(next.document)) picture.replaceChildren(...display.picture(next.document));
  };
  const { elements, command } = display.sliders(answer.document, one_at_a_time(redraw));
  const numbers = make("details", {}, make("summary", {}, say("in_numbers")), text);
  return make("figure", { class: "slid" }, make("div", { class: "sliders" }, ...elements), picture, numbers);
}
