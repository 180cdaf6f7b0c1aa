// The tables of the database beside the editor: their columns, and what of them is the key.

import * as engine from "./engine.js";
import { make } from "./elements.js";
import { say } from "./words.js";

const place = document.getElementById("schema-text");
const kMarks = { partition_key: "K", ascending: "C↑", descending: "C↓", static: "S", regular: "" };

/** Is told which statement a person wants in the editor. */
let tell_statement = () => {};
export function watch_statement(tell) { tell_statement = tell; }

/** The query that names a partition: what a table is made for. */
function query_of(keyspace, table) {
  const key = table.columns.filter(column => column.kind === "partition_key").map(column => `${column.name} = ?`);
  return `SELECT * FROM ${keyspace}.${table.name} WHERE ${key.join(" AND ")};`;
}

function columns_of(table) {
  return make("table", { class: "columns" }, make("tbody", {}, ...table.columns.map(column => make("tr", {},
    make("td", { class: "kind", title: say(`kind_${column.kind}`) }, kMarks[column.kind], make("span", { class: "hidden" }, say(`kind_${column.kind}`))),
    make("td", {}, column.name), make("td", { class: "type" }, column.type)))));
}

function shown_table(keyspace, table) {
  const button = make("button", { type: "button", class: "link" }, "SELECT");
  button.addEventListener("click", () => tell_statement(query_of(keyspace, table)));
  return make("details", { class: "table" }, make("summary", {}, table.name, table.is_view ? ` (${say("view")})` : ""), columns_of(table), button);
}

export async function show_schema() {
  try {
    const { keyspaces, has_more } = await engine.schema();
    const opened = new Set([...place.querySelectorAll("details[open] > summary")].map(each => each.textContent));
    place.replaceChildren(...keyspaces.flatMap(keyspace => [make("h3", {}, keyspace.name),
      ...keyspace.tables.map(table => shown_table(keyspace.name, table))]));
    if (keyspaces.length === 0) place.append(say("no_tables"));
    if (has_more) place.append(make("p", {}, say("more_tables")));
    for (const each of place.querySelectorAll("details")) each.open = opened.has(each.firstChild.textContent);
  } catch (fault) {
    place.replaceChildren(fault.message);
  }
}
