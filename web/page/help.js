// HELP beside the editor: its pages, in which other pages and codes are links.

import { announce } from "./announce.js";
import { at, columns_of, make } from "./elements.js";
import * as engine from "./engine.js";

const place = at("help-text");
const topic = at("help-topic");

/** The lines of a page; `HELP WORD` and codes such as E301 open their pages. */
function linked(text) {
  const lines = make("pre", {});
  let end = 0;
  for (const found of text.matchAll(/HELP ([A-Z][A-Z0-9]+(?: [A-Z]{3,})*)|\b[EWLA][1-6]\d\d\b/g)) {
    const link = make("button", { type: "button", class: "link" }, found[0]);
    link.addEventListener("click", () => go_to_help(found[1] ?? found[0]));
    lines.append(text.slice(end, found.index), link);
    end = found.index + found[0].length;
  }
  lines.append(text.slice(end));
  return lines;
}

export async function show_help(word) {
  topic.value = word;
  try {
    const answer = await engine.answer_beside(`HELP ${word}`.trim(), columns_of(place, "0.78rem"));
    place.replaceChildren(linked(answer.text || answer.refusal?.title || ""));
  } catch (fault) {
    place.replaceChildren(fault.message);
  }
  place.scrollTop = 0;
}

/** Shows a page to who goes on where they are: its first line is said. */
export async function say_help(word) {
  await show_help(word);
  announce(place.textContent.trim().split("\n", 1)[0]);
}

/** Shows a page to who goes on by reading it. */
export async function go_to_help(word) {
  await show_help(word);
  place.focus();
}

/** The page has another language. */
export function translate_help() { if (engine.has_begun()) show_help(topic.value); }

at("help-form").addEventListener("submit", event => {
  event.preventDefault();
  go_to_help(topic.value.replace(/[^\p{L}\p{N}_. ]/gu, ""));
});
