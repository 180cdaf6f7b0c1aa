// The statements that ran before, which the keyboard brings back.

import { kept } from "./kept.js";

const kMostKept = 200;
const past = kept.get("history", []);
let recalled = past.length;  // the entry that is shown; past.length: none
let typed = "";              // before an entry was shown

export function remember(statements) {
  for (const text of statements.slice(-kMostKept).map(each => each.trim())) if (past.at(-1) !== text) past.push(text);
  past.splice(0, past.length - kMostKept);
  recalled = past.length;
  kept.set("history", past);
}

/** Returns the text so many entries later; null if there is none. `text`: what is in the editor, which is behind the last entry. */
export function recall(step, text) {
  const next = Math.max(0, Math.min(past.length, recalled + step));
  if (next === recalled) return null;
  if (recalled === past.length) typed = text;
  recalled = next;
  return past[recalled] ?? typed;
}
