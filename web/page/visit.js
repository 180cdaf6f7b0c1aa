// Whose database answers: in a class that of the visitor, who has a code word and a name; else the one that there is.

import { announce } from "./announce.js";
import { place_of } from "./connection.js";
import { at, make } from "./elements.js";
import * as engine from "./engine.js";
import { kept } from "./kept.js";
import { say } from "./words.js";

const kSoon = 1000, kLater = 5000;  // milliseconds, after which a visit is tried again

let facts = { database: "", language: "en", keyspace: "", code: "", lesson: "", number: 0, name: "" };
let visits = 0;        // that were asked for
let go_on = () => {};  // ends the wait for a turn

export const language_of_program = () => facts.language;

/** Returns the lesson that the visitor is in, once: it goes on when it is first looked for. */
export function take_lesson() {
  const { lesson } = facts;
  facts.lesson = "";
  return lesson;
}

export function show_keyspace(name) {
  facts.keyspace = name;
  at("keyspace").textContent = name ? say("keyspace", { name }) : "";
}

/** Shows whose database answers, in the language of the page. */
export function show_visit() {
  at("database").textContent = engine.has_begun() ? place_of(facts) : "";
  at("visit").hidden = at("name-form").hidden = at("leave").hidden = facts.code === "";
  at("code").textContent = at("code-to-note").textContent = facts.code;
  const former = kept.get("former", []);
  at("former").textContent = former.length > 0 ? say("former", { codes: former.join(", ") }) : "";
  at("number").textContent = facts.code ? say("student_number", { number: facts.number }) : "";
  show_keyspace(facts.keyspace);
}

/** The code words that were used before, newest first. */
function keep_former(code) {
  const kMostFormer = 5;
  const others = kept.get("former", []).filter(each => each !== code && each !== facts.code);
  kept.set("former", [code, ...others].slice(0, kMostFormer));
}

/** Begins a visit, or goes on with one. The code word before is kept: who is elsewhere now may need it again. */
export async function visit(code) {
  const number = ++visits;
  const begun = await engine.start(code);
  if (number !== visits) return;  // another one was asked for meanwhile
  const before = kept.get("code", "");
  facts = begun;
  engine.use(facts.code);
  kept.set("code", facts.code);
  if (before && before !== facts.code) keep_former(before);
  at("name").value = facts.name;
  show_visit();
  go_on();
}

/** Says why there is no database yet, and waits; a button ends the wait. Who has a code word may bring their database back. */
async function wait_for_turn(notice, fault) {
  const is_soon = fault.word === "soon";
  const button = make("button", { type: "button", id: "try-now" }, say("try_now"));
  button.addEventListener("click", () => go_on());
  const text = is_soon ? fault.message : `${fault.message} ${say("trying_again")}`;
  if (notice.firstChild?.textContent !== text) {
    announce(text);
    notice.replaceChildren(make("span", {}, text), " ", ...(is_soon ? [] : [button]));
    at("answers").prepend(notice);
  }
  at("visit").hidden = !["soon", "full"].includes(fault.word);
  await new Promise(resolve => {
    go_on = resolve;
    setTimeout(resolve, is_soon ? kSoon : kLater);
  });
}

/** Tries until there is a database. A class that does not know the code word of this browser begins another one. Returns what is to
 * be said of that. */
export async function begin_visit() {
  const notice = make("p", { class: "begin" });
  let code = kept.get("code", ""), unknown = "";
  while (!engine.has_begun()) {
    try {
      await visit(code);
    } catch (fault) {
      if (fault.word === "code" && code !== "") [code, unknown] = ["", code];
      else await wait_for_turn(notice, fault);
    }
  }
  notice.remove();
  return unknown === "" ? "" : say("former_unknown", { code: unknown });
}

/** Nothing of this person is left in the browser: neither the code words nor what was typed. */
function forget_person() {
  const of_browser = ["language", "theme", "beside"].map(key => `cellar.${key}`);
  const keys = Object.keys(localStorage).filter(key => key.startsWith("cellar.") && !of_browser.includes(key));
  for (const key of keys) localStorage.removeItem(key);
  location.reload();
}

async function keep_name() {
  try {
    facts.name = (await engine.set_name(at("name").value)).name;
    at("name").value = facts.name;
    at("name-says").textContent = say("name_kept");
  } catch (fault) {
    at("name-says").textContent = fault.message;
  }
}

/** `begin_anew(code)`: another database answers from now on. */
export function bind_visit(begin_anew) {
  at("name-form").onsubmit = event => {
    event.preventDefault();
    keep_name();
  };
  at("visit-form").onsubmit = async event => {
    event.preventDefault();
    at("visit-fault").textContent = "";
    try {
      await begin_anew(at("other-code").value.trim().toLowerCase());
      at("visit").open = false;
    } catch (fault) {
      at("visit-fault").textContent = fault.message;
    }
  };
  at("leave").onclick = () => { at("leaving").hidden = !at("leaving").hidden; };
  at("forget").onclick = forget_person;
}
