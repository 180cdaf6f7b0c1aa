// The messages between the page and the engine (web/site/site.h).

import { deliver } from "./connection.js";
import { fault_of, Unanswered } from "./unanswered.js";
import { language, say } from "./words.js";

let code = "";  // of a visitor of a class; empty: there is one database
let is_begun = false;

function read(response) {
  if (response.status !== 200) throw fault_of(response);
  return read_exactly(response.text);
}

/** A program that was started again has the databases that it keeps, once they are asked for. A statement is not sent again: it may
 * have been meant for a lesson, which is over then. Who has not begun does not begin by a statement: nobody would see whose
 * database answers. */
async function send(target, message) {
  if (!is_begun) throw new Unanswered(say("not_begun"));
  const response = await deliver(target, message, code);
  if (response.status !== 410) return read(response);
  use((await start(code)).code);
  if (target === "answer" || target === "answers") throw new Unanswered(say("begun_anew"));
  return read(await deliver(target, message, code));
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

/** Asks for a database; `word`: the code word of an earlier visit, or an empty text. What is asked meanwhile is about the one before. */
export const start = async word => read(await deliver("start", {}, word));

/** From now on the database of this code word answers. */
export function use(word) {
  code = word;
  is_begun = true;
}

/** Whether there is a database that answers. */
export const has_begun = () => is_begun;

/** The code word of the visitor; empty if there is one database. */
export const code_word = () => code;

/** `columns`: how many characters a line of text has room for. */
export const answer = (statement, columns) => send("answer", { statement, columns, language: language() });
/** Returns the answers of the first of these statements, at least of one. Writes are done together, which takes less time. */
export async function answer_run(statements, columns) {
  if (statements.length === 1) return [await answer(statements[0], columns)];
  return (await send("answers", { statements, columns, language: language() })).answers;
}
/** As answer(), for what the page itself types beside the editor. */
export const answer_beside = (statement, columns) => send("answer", { statement, columns, language: language(), beside: 1 });
export const schema = () => send("schema", {});
export const complete = (text, cursor) => send("complete", { text, cursor });
export const split = async text => (await send("split", { text })).statements;
export const exercises = () => send("exercises", { language: language() });
export const exercise = id => send("exercise", { exercise: id, language: language() });
export const hint = (id, task) => send("hint", { exercise: id, task, language: language() });
export const hand_in = (id, text) => send("hand_in", { exercise: id, text, language: language() });
export const set_name = name => send("name", { name });
export const class_state = () => send("class", {});
