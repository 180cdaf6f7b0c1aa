// The messages between the page and the engine (web/site/site.h).

import { language, say } from "./words.js";

/** What kept a message from its answer, in words for a person. */
export class Unanswered extends Error {}

const kFaults = { 413: "too_large", 429: "too_many", 503: "too_many" };

async function send(target, message) {
  let response;
  try {
    response = await fetch(target, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
  } catch {
    throw new Unanswered(say("lost"));
  }
  if (!response.ok) throw new Unanswered(say(kFaults[response.status] ?? "fault", { status: response.status }));
  return read_exactly(await response.text());
}

/** A number whose digits JavaScript would not keep. */
export class ExactNumber {
  constructor(text) { this.text = text; }
}

/** Reads JSON so that no number loses digits: 9007199254740993 and 1.0 stay what they are. */
export function read_exactly(text) {
  const kMark = "#number";
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, token =>
    token[0] === '"' || String(Number(token)) === token ? token : `{"${kMark}":"${token}"}`);
  return JSON.parse(marked, (_, value) =>
    value !== null && typeof value === "object" && typeof value[kMark] === "string" ? new ExactNumber(value[kMark]) : value);
}

export const start = () => send("start", {});
/** `columns`: how many characters a line of text has room for. */
export const answer = (statement, columns) => send("answer", { statement, columns, language: language() });
export const complete = (text, cursor) => send("complete", { text, cursor });
export const split = async text => (await send("split", { text })).statements;
