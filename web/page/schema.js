// The schema of the database beside the editor: keyspaces, their types and tables, of each table its columns with what
// of them is the key, its indexes and views.

import * as engine from "./engine.js";
import { choose_csv, import_csv, takes_rows } from "./csv_import.js";
import { tell } from "./dialogs.js";
import { at, columns_of, make } from "./elements.js";
import { take_dropped } from "./files.js";
import { say } from "./words.js";

const place = at("schema-text");
const kMarks = { partition_key: "K", ascending: "C↑", descending: "C↓", static: "S", regular: "" };

/** What the page does: statement(text) puts one into the editor, run(text) runs one, article(element) shows how an
 * import goes, imported(text) is told at its end. */
let page = null;
export function watch_schema(actions) {
  page = actions;
}

/** The query that names a partition: what a table is made for. */
function query_of(keyspace, table) {
  const key = table.columns.filter(column => column.kind === "partition_key").map(column => `${column.name} = ?`);
  return `SELECT * FROM ${keyspace}.${table.name} WHERE ${key.join(" AND ")};`;
}

function column_of({ name, type, kind }) {
  return make(
    "tr",
    {},
    make(
      "td",
      { class: "kind", title: say(`kind_${kind}`) },
      kMarks[kind],
      make("span", { class: "hidden" }, say(`kind_${kind}`)),
    ),
    make("td", {}, name),
    make("td", { class: "type" }, type),
  );
}

const list_of = columns => make("table", { class: "columns" }, make("tbody", {}, ...columns.map(column_of)));

/** A button; `about` says to somebody who does not see its place what it is for. */
function link(text, about, act) {
  const button = make("button", { type: "button", class: "link", "aria-label": `${text} ${about}` }, text);
  button.addEventListener("click", act);
  return button;
}

/** A button that shows below it how something was made, and hides it again. */
function describe(what, name) {
  const text = make("pre", { hidden: "", tabindex: "0" });
  const button = link("DESCRIBE", name, async () => {
    text.hidden = !text.hidden;
    button.ariaExpanded = String(!text.hidden);
    if (text.hidden) return;
    try {
      const answer = await engine.answer_beside(`DESCRIBE ${what} ${name}`, columns_of(place, "0.78rem"));
      text.textContent = answer.refusal ? answer.refusal.title : answer.text.trim();
    } catch (fault) {
      text.textContent = fault.message;
    }
  });
  button.ariaExpanded = "false";
  return { button, text };
}

function part(key, name, note, ...content) {
  return make(
    "details",
    { class: "table", "data-key": key },
    make("summary", {}, name, note ? make("span", { class: "note" }, ` ${note}`) : ""),
    ...content,
  );
}

function type_of(keyspace, type) {
  const name = `${keyspace}.${type.name}`;
  const { button, text } = describe("TYPE", name);
  return part(
    `type ${name}`,
    type.name,
    say("type"),
    list_of(type.fields.map(field => ({ ...field, kind: "regular" }))),
    make("p", { class: "links" }, button),
    text,
  );
}

function index_of(keyspace, index) {
  const { button, text } = describe("INDEX", `${keyspace}.${index.name}`);
  return make(
    "div",
    { class: "index" },
    make("p", { class: "links" }, make("span", {}, say("index", index)), button),
    text,
  );
}

async function told(running) {
  const says = await running;
  if (says === null) return;
  page.imported(says);
  await show_schema();
}

function table_of(keyspace, table) {
  const name = `${keyspace}.${table.name}`;
  const { button, text } = describe(table.base ? "MATERIALIZED VIEW" : "TABLE", name);
  const links = [
    link("SELECT", name, () => page.statement(query_of(keyspace, table))),
    link("MAP", name, () => page.run(`MAP ${name}`)),
    button,
  ];
  const takes = takes_rows(table);
  if (takes) links.push(link(say("csv_in"), name, () => told(choose_csv(keyspace, table, page.article))));
  const details = part(
    name,
    table.name,
    table.base ? say("view_of", { table: table.base }) : "",
    list_of(table.columns),
    ...table.indexes.map(index => index_of(keyspace, index)),
    make("p", { class: "links" }, ...links),
    text,
  );
  take_dropped(details, file =>
    takes
      ? told(import_csv(file, keyspace, table, page.article))
      : tell(say("csv_title"), say("csv_no_insert", { table: name })),
  );
  return details;
}

function keyspace_of(keyspace) {
  const { button, text } = describe("KEYSPACE", keyspace.name);
  return [
    make("h3", {}, keyspace.name, button),
    text,
    ...keyspace.tables.map(table => table_of(keyspace.name, table)),
    ...keyspace.types.map(type => type_of(keyspace.name, type)),
  ];
}

export async function show_schema() {
  try {
    const { keyspaces, has_more } = await engine.schema();
    const opened = new Set([...place.querySelectorAll("details[open]")].map(each => each.dataset.key));
    place.replaceChildren(...keyspaces.flatMap(keyspace_of));
    if (keyspaces.length === 0) place.append(say("no_tables"));
    else place.prepend(make("p", { class: "note" }, say("csv_drop")));
    if (has_more) place.append(make("p", {}, say("more_tables")));
    for (const each of place.querySelectorAll("details")) each.open = opened.has(each.dataset.key);
  } catch (fault) {
    place.replaceChildren(fault.message);
  }
}
