// The messages between the page and the engine (web/site/site.h).

import { deliver } from "./connection.js";
import { Unanswered } from "./unanswered.js";
import { language, say } from "./words.js";

/** Nobody was given the code word. */
export class UnknownCode extends Unanswered {}

const kFaults = { 413: "too_large", 423: "frozen", 429: "too_many", 503: "too_many" };

let code = "";  // of a visitor of a class; empty: there is one database

const post = (target, message) => deliver(target, message, code);

function read({ status, text }) {
  if (status === 410) throw new UnknownCode(say("unknown_code"));
  if (status !== 200) throw new Unanswered(say(kFaults[status] ?? "fault", { status }), status);
  return read_exactly(text);
}

/** A program that was started again has the databases that it keeps, once they are asked for. A statement is not sent again: it may
 * have been meant for a lesson, which is over then. */
async function send(target, message) {
  const response = await post(target, message);
  if (response.status !== 410) return read(response);
  await start(code);
  if (target === "answer") throw new Unanswered(say("begun_anew"));
  return read(await post(target, message));
}

/** A number whose digits JavaScript would not keep. */
export class ExactNumber {
  constructor(text) { this.text = text; }
  valueOf() { return Number(this.text); }
}

/** Reads JSON so that no number loses digits: 9007199254740993 and 1.0 stay what they are. */
export function read_exactly(text) {
  const kMark = "#number";
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, token =>
    token[0] === '"' || String(Number(token)) === token ? token : `{"${kMark}":"${token}"}`);
  return JSON.parse(marked, (_, value) =>
    value !== null && typeof value === "object" && typeof value[kMark] === "string" ? new ExactNumber(value[kMark]) : value);
}

/** Many begin at once, and take turns. */
async function post_start() {
  const kMostTurns = 30;
  for (let turn = 1; ; ++turn) {
    const response = await post("start", {});
    if (response.status !== 429 || turn === kMostTurns) return response;
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

/** Begins a visit; `word`: the code word of an earlier one, or an empty text. */
export async function start(word) {
  const before = code;
  code = word;
  try {
    const response = await post_start();
    if (response.status === 503) throw new Unanswered(say("class_full"));
    const facts = read(response);
    code = facts.code;
    return facts;
  } catch (fault) {
    code = before;
    throw fault;
  }
}

/** The code word of the visitor; empty if there is one database. */
export const code_word = () => code;

/** `columns`: how many characters a line of text has room for. */
export const answer = (statement, columns) => send("answer", { statement, columns, language: language() });
/** As above, for what the page itself types beside the editor. */
export const answer_beside = (statement, columns) => send("answer", { statement, columns, language: language(), beside: 1 });
export const schema = () => send("schema", {});
export const complete = (text, cursor) => send("complete", { text, cursor });
export const split = async text => (await send("split", { text })).statements;
export const exercises = () => send("exercises", {});
export const exercise = id => send("exercise", { exercise: id });
export const hint = (id, task) => send("hint", { exercise: id, task });
export const hand_in = (id, text) => send("hand_in", { exercise: id, text, language: language() });
export const set_name = name => send("name", { name });
export const class_state = () => send("class", {});
