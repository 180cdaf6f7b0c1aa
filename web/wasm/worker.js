// The worker of the page without a server: it has the engine, and keeps its database in the browser. Calls come as
// {number, name, argument}, one after another; each is answered as {number, value}, or as {number, fault: {word, reason,
// is_last}}, where `word` names what the page says (words.js), and after the last one this worker is of no use.

import { begin, Ended } from "./engine.js";
import { IndexedPages, Taken } from "./indexed_pages.js";
import { PrivateFiles } from "./private_files.js";

class Fault extends Error {
  constructor(word, reason, is_last = false) {
    super(reason);
    Object.assign(this, { word, is_last });
  }
}

/** Where a browser keeps nothing for pages, the database is gone with the worker. */
const nowhere = { size: () => 0, read() {}, write() {}, resize() {}, sync() {}, replace() {}, async settle() {} };

let module = null; // WebAssembly.Module
let record = ""; // of the exercises and lessons
let exercises = ""; // as the engine takes them; empty until they have come
let kept = nowhere; // where the database is kept
let engine = null; // null: what is kept cannot be opened
let has_written = false; // since the last answer

/** A new engine, and what begins to keep what it does. */
async function begin_engine() {
  let is_kept = false;
  const keeper = {};
  for (const name of ["write", "resize", "sync", "replace"])
    keeper[name] = (...values) => {
      if (!is_kept) return;
      has_written = true;
      kept[name](...values);
    };
  const begun = await begin(module, keeper);
  begun.set_record(record);
  begun.set_exercises(exercises);
  return { begun, begin_keeping: () => { is_kept = true; } };
}

const kOfExercises = ["exercises", "exercise", "hint", "hand_in"]; // messages

/** They are a file of their own, so that the first answer does not wait for them. */
async function fetch_exercises() {
  if (exercises) return;
  const response = await fetch(new URL("exercises.txt", import.meta.url));
  if (!response.ok) throw new Error(`${response.status}`);
  exercises = await response.text();
  engine?.set_exercises(exercises);
}

async function find_place(name) {
  const files = await PrivateFiles.open(name);
  if (files) return { place: files, word: "kept_in_browser" };
  const pages = await IndexedPages.open(name);
  return pages ? { place: pages, word: "kept_in_browser" } : { place: nowhere, word: "kept_nowhere" };
}

/** Opens what is kept; its first bytes, too, are kept. */
async function open_kept() {
  const { begun, begin_keeping } = await begin_engine();
  begin_keeping();
  try {
    begun.open_from(kept.size(), target => kept.read(target));
  } catch (fault) {
    if (fault instanceof Ended) throw fault;
    throw new Fault("unreadable", fault.message);
  }
  await settle();
  has_written = false;
  engine = begun;
}

/** Without this the engine would go on with more than is kept. */
async function settle() {
  try {
    await kept.settle();
  } catch (fault) {
    if (fault instanceof Taken) throw new Fault("taken", "", true);
    throw new Fault(fault.name === "QuotaExceededError" ? "browser_full" : "not_kept", fault.message, true);
  }
}

const calls = {
  /** Returns the word for where the database is kept. */
  async open(argument) {
    ({ module, record } = argument);
    const { place, word } = await find_place(argument.name);
    kept = place;
    await open_kept();
    fetch_exercises().catch(() => {}); // they are fetched again when they are asked for
    return word;
  },

  async message({ target, message }) {
    if (kOfExercises.includes(target))
      await fetch_exercises().catch(fault => {
        throw new Fault("exercises_missing", fault.message);
      });
    const { status, text } = engine.message(target, message);
    await settle();
    const visit = JSON.parse(engine.message("start", {}).text);
    const answer = { status, text, record: engine.record(), visit, has_written };
    has_written = false;
    return answer;
  },

  bytes() {
    if (engine) return engine.saved();
    const bytes = new Uint8Array(kept.size());
    kept.read(bytes);
    return bytes;
  },

  async replace({ bytes }) {
    const { begun, begin_keeping } = await begin_engine();
    try {
      begun.open(bytes);
    } catch (fault) {
      throw new Fault("wrong_file", fault.message);
    }
    try {
      kept.replace(begun.saved());
    } catch (fault) {
      throw new Fault(fault.name === "QuotaExceededError" ? "browser_full" : "not_kept", fault.message);
    }
    await settle();
    begin_keeping();
    engine = begun;
  },
};

async function serve({ number, name, argument }) {
  try {
    postMessage({ number, value: await calls[name](argument) });
  } catch (fault) {
    const { word = "engine_lost", message: reason, is_last = true } = fault;
    postMessage({ number, fault: { word, reason, is_last } });
  }
}

let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => serve(data));
};
