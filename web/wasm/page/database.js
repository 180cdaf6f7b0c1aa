// What a person does with the database of the page without a server: where it is kept is told, it is saved as the file of the
// native program, and such a file takes its place.

import { ask, tell } from "./dialogs.js";
import { make } from "./elements.js";
import { choose_file, download } from "./files.js";
import { say } from "./words.js";

const kMostBytes = 1 << 30; // of a file that is read at all; what the engine takes is less

const worded = (name, attributes, word) => make(name, { ...attributes, "data-word": word }, say(word));

const keeping = make("p", {});

/** `word`: for where the database is kept. */
export function show_keeping(word) {
  keeping.dataset.word = word;
  keeping.textContent = say(word);
}

let file_name = "notebook.cellar";

async function save(database) {
  const bytes = await database.bytes();
  download(file_name, "application/octet-stream", bytes);
  database.note_saved();
}

/** Asks before what is not saved goes. Returns whether it may. */
async function may_replace(database) {
  if (!database.is_changed()) return true;
  const choice = await ask(
    say("database_replace"),
    [make("p", {}, say("database_replace_says"))],
    [
      { value: "save", label: say("database_save_first"), is_first: true },
      { value: "replace", label: say("database_replace_unsaved") },
    ],
  );
  if (choice === "save") await save(database);
  return choice !== null;
}

async function open(database) {
  const file = await choose_file(".cellar");
  if (!file || !(await may_replace(database))) return false;
  if (file.size > kMostBytes) throw new Error(say("file_too_large", { name: file.name, most: kMostBytes >> 10 }));
  if (file.size === 0) throw new Error(say("database_empty_file", { name: file.name }));
  await database.replace(new Uint8Array(await file.arrayBuffer()));
  file_name = file.name;
  return true;
}

async function begin_anew(database) {
  if (!(await may_replace(database))) return false;
  await database.replace(new Uint8Array());
  return true;
}

/** `database`: what connection.js does with it; `page`: what is told of it. */
export function bind_menu(database, page) {
  const said = make("p", { role: "status", id: "database-says" });
  const button = (id, word, act) => {
    const made = worded("button", { type: "button", id }, word);
    made.addEventListener("click", async () => {
      said.textContent = "";
      try {
        said.textContent = (await act()) ?? "";
      } catch (fault) {
        await tell(say(word), fault.message);
      }
    });
    return made;
  };
  const replaced = act => async () => {
    page.end_run(); // else the rest would run in the other database
    if (!(await act(database))) return "";
    menu.open = false;
    page.begin();
    return "";
  };
  const saved = async () => {
    await save(database);
    return say("database_saved");
  };
  const buttons = [
    button("database-save", "database_save", saved),
    button("database-open", "database_open", replaced(open)),
    button("database-anew", "database_anew", replaced(begin_anew)),
  ];
  const form = make("div", { class: "forms" }, keeping, ...buttons, said);
  const menu = make("details", { class: "menu", id: "database-menu" }, worded("summary", {}, "database_menu"), form);
  document.querySelector("header .choices").before(menu);
}
