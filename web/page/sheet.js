// The editor of statements, which the page has once, and what is marked and mended in it.

import { span_of } from "./diagnostics.js";
import { make_editor, mark, put, translate } from "./editor.js";
import { at } from "./elements.js";
import { kept } from "./kept.js";

let view;

/** `keys`: as those of make_editor(). What is typed is kept for the next time. */
export function make_sheet(keys) { view = make_editor(at("editor"), kept.get("draft", ""), keys, text => kept.set("draft", text)); }

export const focus = () => view.focus();
export const translate_sheet = () => translate(view);
export const selection = () => view.state.selection.main;

/** Returns the word at the cursor; empty if there is none. */
export function word_at_cursor() {
  const word = view.state.wordAt(selection().head);
  return word ? view.state.doc.sliceString(word.from, word.to) : "";
}

/** The text of the editor, for what is saved, opened and shared. */
export const editor = {
  text: () => view.state.doc.toString(),
  put: text => put(view, text),
  replace: text => {
    put(view, text);
    view.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
  },
  append: text => {
    const before = view.state.doc.toString();
    put(view, before === "" || before.endsWith("\n") ? text : `\n${text}`, before.length);
  },
};

/** Returns where a text is in the editor: the place that is nearest to one; -1 if it is nowhere. */
function place_of(text, near) {
  const all = editor.text();
  let nearest = -1;
  for (let place = all.indexOf(text); place !== -1; place = all.indexOf(text, place + 1))
    if (nearest === -1 || Math.abs(place - near) < Math.abs(nearest - near)) nearest = place;
  return nearest;
}

/** Puts the mended statement in the place of the one that ran, or behind what is there. */
export function mend(statement, text) {
  const from = place_of(statement.text, statement.from);
  if (from === -1) editor.append(text);
  else put(view, text, from, from + statement.text.length);
}

/** Returns where an answer blames its statement, as spans of the editor. */
export function spans_of(statement, answer) {
  const all = view.state.doc;
  if (!answer.refusal || statement.from < 0 || all.sliceString(statement.from, statement.to) !== statement.text) return [];
  const [from, to] = span_of(answer.refusal, statement.text);
  return [{ from: statement.from + from, to: statement.from + to, title: answer.refusal.title }];
}

/** Marks spans of the text, and forgets those that were marked before. */
export const blame = spans => mark(view, spans);
