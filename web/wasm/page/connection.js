// How the page reaches the engine without a server: by messages to a worker, which has the engine and keeps its database in
// the browser. This file takes the place of web/page/connection.js.
//
// One tab has the database at a time. Another one says so, and begins when the first is closed.

import { bind_menu, show_keeping } from "./database.js";
import { kept } from "./kept.js";
import { written_name } from "./names.js";
import { Unanswered } from "./unanswered.js";
import { language, say } from "./words.js";

const kFolder = new URL(".", import.meta.url);
const kName = `cellar ${kFolder.pathname}`; // of the database: another folder of the same site has another one
const kLate = 700; // milliseconds, by which a tab that is being closed has let the database go

/** What is kept beside the database: `record` of the exercises and lessons, `keyspace` and `lesson` to go on with, `is_changed`
 * since it was saved as a file. */
const notes = { record: "", keyspace: "", lesson: "", is_changed: false, ...kept.get(kName, {}) };
function note(changes) {
  Object.assign(notes, changes);
  kept.set(kName, notes);
}

const module = WebAssembly.compileStreaming(fetch(new URL("wasm/cellar.wasm", kFolder))).catch(async () =>
  // A host may not know the type of the file.
  WebAssembly.compile(await (await fetch(new URL("wasm/cellar.wasm", kFolder))).arrayBuffer()),
);
module.catch(() => {}); // open_database() says it

let worker = null;
let opening = null; // a promise, while there is a worker
const waiting = new Map(); // calls without an answer, by their numbers
let last_number = 0;
let keeping = ""; // the word for where the database is kept
let begin_page = () => {}; // shows the database from the beginning

function call(name, argument, transferred = []) {
  const number = ++last_number;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, name, argument }, transferred);
  });
}

function end_worker(reason) {
  worker?.terminate();
  worker = opening = null;
  for (const { reject } of waiting.values()) reject(new Unanswered(reason));
  waiting.clear();
}

/** What is no fault of a single call ends the worker: the next call begins it anew with what is kept. */
function take_answer({ data: { number, value, fault } }) {
  const call = waiting.get(number);
  waiting.delete(number);
  if (!call) return; // of a worker that was ended
  if (!fault) return void call.resolve(value);
  const said = new Unanswered(say(fault.word, { reason: fault.reason }));
  if (fault.is_last) end_worker(said.message);
  call.reject(said);
}

/** Resolves when this tab has the database. Without locks, a tab takes it from another one (indexed_pages.js). */
const granted = navigator.locks
  ? new Promise(resolve => {
      const held = navigator.locks.request(kName, () => {
        resolve();
        return new Promise(() => {}); // until the page is gone
      });
      held.catch(resolve); // a page that may keep nothing has no locks, and needs none
    })
  : Promise.resolve();

let is_granted = false;
let has_said_elsewhere = false;
granted.then(() => {
  is_granted = true;
  if (has_said_elsewhere) begin_page();
});

async function wait_for_database() {
  if (!is_granted) await Promise.race([granted, new Promise(resolve => setTimeout(resolve, kLate))]);
  if (is_granted) return;
  has_said_elsewhere = true;
  throw new Unanswered(say("open_elsewhere"));
}

async function open_database() {
  await wait_for_database();
  const compiled = await module.catch(fault => {
    throw new Unanswered(say("engine_missing", { reason: fault.message }));
  });
  worker = new Worker(new URL("wasm/worker.js", kFolder), { type: "module" });
  worker.onmessage = take_answer;
  worker.onerror = event => end_worker(say("engine_lost", { reason: event.message ?? "" }));
  keeping = await call("open", { module: compiled, name: kName, record: notes.record });
  show_keeping(keeping);
  await go_on();
}

/** The session of before is over: its keyspace, or its lesson, is begun again. */
async function go_on() {
  const command = notes.lesson ? `LEARN ${notes.lesson}` : notes.keyspace && `USE ${written_name(notes.keyspace)}`;
  const message = { statement: command, language: language(), beside: 1 };
  if (command) await call("message", { target: "answer", message });
}

/** What is kept may be such that it cannot be opened: then the worker stays, which hands it over or replaces it. */
function begin_worker() {
  if (opening) return opening;
  const begun = open_database().catch(fault => {
    if (opening === begun && !worker) opening = null;
    throw fault instanceof Unanswered ? fault : new Unanswered(say("engine_lost", { reason: fault.message }));
  });
  opening = begun;
  return opening;
}

/** In a lesson the keyspace is the lesson's. */
function note_of({ record, visit, has_written }) {
  const changes = {};
  if (record !== notes.record) changes.record = record;
  if (visit.lesson !== notes.lesson) changes.lesson = visit.lesson;
  if (visit.lesson === "" && visit.keyspace !== notes.keyspace) changes.keyspace = visit.keyspace;
  if (has_written && !notes.is_changed) changes.is_changed = true;
  if (Object.keys(changes).length > 0) note(changes);
}

export async function deliver(target, message) {
  await begin_worker();
  const answer = await call("message", { target, message });
  note_of(answer);
  return answer;
}

export const place_of = () => say(keeping === "kept_nowhere" ? "in_tab" : "in_browser");

export function stop() {
  end_worker(say("stopped"));
  begin_worker().catch(() => {}); // whoever asks next is told
}

/** Returns when there is a worker, even if it cannot open what is kept. */
const with_worker = () => begin_worker().catch(fault => {
  if (!worker) throw fault;
});

/** What the menu does (database.js). */
const database = {
  is_changed: () => notes.is_changed,
  /** Returns the bytes of the file: of one that cannot be opened, too. */
  async bytes() {
    await with_worker();
    return call("bytes");
  },
  note_saved: () => note({ is_changed: false }),
  /** Puts another database in the place of this one. `bytes`: its file; of no length: an empty one. Throws, and changes
   * nothing, if they are no database. */
  async replace(bytes) {
    await with_worker();
    await call("replace", { bytes }, [bytes.buffer]);
    opening = Promise.resolve();
    note({ keyspace: "", lesson: "", is_changed: false });
  },
};

/** `page`: `begin` shows the database from the beginning, `end_run` ends what runs. */
export function bind_database(page) {
  begin_page = page.begin;
  bind_menu(database, page);
  if (has_said_elsewhere && is_granted) begin_page();
}
