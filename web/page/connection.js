// How the page reaches the engine: by the server that it comes from, which has the database. The page without a server has
// a file of this name in the place of this one, web/wasm/page/connection.js: no other part of the page knows which it is.

import { Unanswered } from "./unanswered.js";
import { say } from "./words.js";

/** Sends a message (web/site/site.h); `code`: the code word of a visitor of a class, or an empty text. Returns
 * {status, text}. */
export async function deliver(target, message, code) {
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: code ? { "Content-Type": "application/json", "Code-Word": code } : { "Content-Type": "application/json" },
      body: JSON.stringify(message),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new Unanswered(say("lost"));
  }
}

/** Where the data are, in words. `facts`: as /start answers them. */
export const place_of = facts => (facts.code ? say("own") : facts.database || say("temporary"));

/** Ends the statement that runs. A server does that itself, after its time. */
export function stop() {}

/** Shows what a person may do with the database beside its statements. That of a server is the server's. */
export function bind_database() {}
