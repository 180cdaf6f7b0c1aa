// What keeps a message from its answer, in words for a person.

import { has_word, say } from "./words.js";

/** `word`: what the program calls the fault (web/site/site.h); empty if it has said nothing. */
export class Unanswered extends Error {
  constructor(message, word = "") {
    super(message);
    this.word = word;
  }
}

/** A proxy before the program tells what is the matter by the status alone, and so does what reads requests. */
const kWords = { 403: "key", 410: "code", 413: "large", 423: "frozen", 429: "busy", 503: "busy" };

function word_in({ status, text }) {
  try {
    return JSON.parse(text).fault ?? kWords[status];
  } catch {
    return kWords[status]; // of a proxy
  }
}

/** Returns what a response other than 200 complains of. */
export function fault_of(response) {
  const word = word_in(response);
  return new Unanswered(say(has_word(`fault_${word}`) ? `fault_${word}` : "fault", { status: response.status }), word);
}
