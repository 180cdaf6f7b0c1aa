// The notebook as a file: the statements of the editor, and before them the schema that they need.

import * as engine from "./engine.js";
import { ask, bring_in, make_check, tell } from "./dialogs.js";
import { make } from "./elements.js";
import { choose_file, download, read_text } from "./files.js";
import { written_name } from "./names.js";
import { say } from "./words.js";

const kMostBytes = 1 << 20;
const kWide = 120;

/** Returns the statements that make the schema again, and use the keyspace that is in use; empty without a schema. */
export async function schema_text() {
  const answer = await engine.answer_beside("DESCRIBE SCHEMA", kWide);
  if (answer.refusal) throw new Error(answer.refusal.title);
  if (answer.has_more) throw new Error(say("schema_too_large"));
  const place = answer.columns.findIndex(column => column.name === "create_statement");
  const statements = answer.rows.map(row => row[place]);
  if (answer.keyspace) statements.push(`USE ${written_name(answer.keyspace)};`);
  return statements.length === 0 ? "" : `${statements.join("\n\n")}\n`;
}

const with_schema = async text => `${await schema_text()}\n${text}`.trimStart();

/** The end of a name that a file of statements has, whatever else was typed. */
const named = name => (/\.cql$/i.test(name) ? name : `${name || "notebook"}.cql`);

let last_name = "notebook.cql";

/** Asks for a name, and hands the notebook over as a file. */
export async function save(editor) {
  const name = make("input", { id: "file-name", value: last_name, autocomplete: "off", spellcheck: "false" });
  const schema = make_check(say("save_schema"), false);
  const choice = await ask(
    say("save_title"),
    [make("label", { for: "file-name" }, say("file_name")), name, schema.element],
    [{ value: "save", label: say("save"), is_first: true }],
  );
  if (choice === null) return;
  last_name = named(name.value.trim());
  try {
    const text = editor.text();
    download(last_name, "application/cql", schema.box.checked ? await with_schema(text) : text);
  } catch (fault) {
    await tell(say("save_title"), fault.message);
  }
}

/** Puts the statements of a file into the editor. */
export async function open_file(editor, file) {
  try {
    if (/\.csv$/i.test(file.name)) throw new Error(say("drop_csv"));
    const text = await read_text(file, kMostBytes);
    if (await bring_in(editor, text.replaceAll("\r\n", "\n"))) last_name = named(file.name);
  } catch (fault) {
    await tell(say("open"), fault.message);
  }
}

export async function open(editor) {
  const file = await choose_file(".cql,.txt,text/plain");
  if (file) await open_file(editor, file);
}
