// The rows of a CSV file become INSERTs, which are sent in batches like statements that are typed.

import * as engine from "./engine.js";
import { parse_csv } from "./csv.js";
import { ask, tell } from "./dialogs.js";
import { make } from "./elements.js";
import { choose_file, read_text } from "./files.js";
import { say } from "./words.js";

const kMostBytes = 8 << 20; // of a file
const kMostRows = 50; // of a batch
const kMostText = 40_000; // characters of a batch
const kMostRefused = 100; // then a person should look at the file
const kMostTries = 6; // while too much waits for an answer
const kWide = 80;

const quoted = text => `'${text.replaceAll("'", "''")}'`;

const kInteger = /^-?\d+$/;
const kNumber = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const kFloat = /^(?:-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?Infinity)$/i;
const kUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const kNever = /^(?!)/;

/** What of each type is written without quotes. What has another form gets quotes, and the engine says what is wrong
 * with it. */
const kBare = {
  ascii: kNever,
  text: kNever,
  varchar: kNever,
  inet: kNever,
  timestamp: kInteger,
  date: kInteger,
  time: kInteger,
  tinyint: kInteger,
  smallint: kInteger,
  int: kInteger,
  bigint: kInteger,
  varint: kInteger,
  counter: kInteger,
  float: kFloat,
  double: kFloat,
  decimal: kNumber,
  boolean: /^(?:true|false)$/i,
  uuid: kUuid,
  timeuuid: kUuid,
  blob: /^0x(?:[0-9a-f]{2})*$/i,
  duration: /^-?(?:(?:\d+(?:y|mo|w|d|h|m|s|ms|us|µs|ns))+|P[\dYMWDTHS:.-]+)$/i,
};

const kPart = /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|[[\]{}(),:]|-?[A-Za-z0-9_.+]+(?:-[A-Za-z0-9_.+]+)*/y;
const kClosing = { "[": "]", "{": "}", "(": ")" };

/** Whether a text is one value in brackets, which ends nothing but itself: it can stand between the others of an
 * INSERT. */
function is_bracketed(text) {
  const open = [];
  kPart.lastIndex = 0;
  while (kPart.lastIndex < text.length) {
    const [part] = kPart.exec(text) ?? [];
    if (part === undefined) return false;
    if (Object.hasOwn(kClosing, part)) open.push(kClosing[part]);
    else if ("]})".includes(part) && open.pop() !== part) return false;
    if (open.length === 0) return kPart.lastIndex === text.length;
  }
  return false;
}

/** Returns a field as a literal of CQL. */
export function literal_of(text, type) {
  const is_bare = Object.hasOwn(kBare, type) ? kBare[type].test(text.trim()) : is_bracketed(text.trim());
  return is_bare ? text.trim() : quoted(text);
}

/** Returns the columns that the first line names; null if it is a row. */
function columns_of_head(fields, table) {
  const columns = fields.map(field =>
    table.columns.find(
      column => column.name === field?.trim() || column.name === `"${field?.trim().replaceAll('"', '""')}"`,
    ),
  );
  return columns.every(Boolean) && new Set(columns).size === columns.length ? columns : null;
}

/** A null is left out, and so deletes nothing. */
function insert_of(place, columns, fields) {
  const given = columns.map((column, i) => [column, fields[i]]).filter(([, text]) => text !== null);
  return (
    `INSERT INTO ${place} (${given.map(([column]) => column.name).join(", ")}) ` +
    `VALUES (${given.map(([column, text]) => literal_of(text, column.type)).join(", ")});`
  );
}

/** Cuts rows into batches. */
function* batches_of(rows) {
  let batch = [],
    length = 0;
  for (const row of rows) {
    if (batch.length === kMostRows || (batch.length > 0 && length + row.statement.length > kMostText)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(row);
    length += row.statement.length;
  }
  if (batch.length > 0) yield batch;
}

const pause = milliseconds =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds);
  });

/** Returns why a statement was refused; null if it was done. Waits while too much waits for an answer. */
async function refusal_of(statement) {
  for (let tries = 1; ; ++tries) {
    try {
      const answer = await engine.answer(statement, kWide);
      return answer.refusal
        ? { ends: answer.outcome === "broken", reason: `${answer.refusal.code} ${answer.refusal.title}` }
        : null;
    } catch (fault) {
      if (fault.word === "large") return { ends: false, reason: fault.message };
      if (!["busy", "memory"].includes(fault.word) || tries === kMostTries) throw fault;
      await pause(250 * 2 ** tries);
    }
  }
}

class Import {
  constructor(article, rows) {
    Object.assign(this, { rows, written: 0, refused: [], is_stopped: false, fault: "", last_line: 0 });
    this.bar = make("progress", { max: rows.length, value: 0, "aria-label": say("csv_progress") });
    this.said = make("p", { class: "facts" });
    this.stop = make("button", { type: "button" }, say("stop"));
    this.stop.addEventListener("click", () => {
      this.is_stopped = true;
    });
    this.list = make("ul", { class: "refused-rows" });
    article.append(make("div", { class: "said" }, this.bar, this.stop), this.said, this.list);
    this.show();
  }

  show() {
    this.bar.value = this.written + this.refused.length;
    this.said.textContent = say("csv_so_far", {
      written: this.written,
      refused: this.refused.length,
      rows: this.rows.length,
    });
  }

  refuse(row, reason) {
    this.refused.push(row);
    this.list.append(make("li", {}, say("csv_refused_row", { line: row.line, reason })));
  }

  async write_one(row) {
    const refusal = row.fault ? { ends: false, reason: row.fault } : await refusal_of(row.statement);
    if (refusal) this.refuse(row, refusal.reason);
    else ++this.written;
    this.last_line = row.line;
    if (refusal?.ends) this.is_stopped = true;
  }

  /** A batch is written whole or not at all: if it is refused, its rows are sent one by one. */
  async write(batch) {
    const statements = batch.map(row => row.statement);
    const is_whole = batch.length > 1 && batch.every(row => !row.fault);
    if (is_whole && !(await refusal_of(`BEGIN UNLOGGED BATCH\n${statements.join("\n")}\nAPPLY BATCH;`))) {
      this.written += batch.length;
      this.last_line = batch.at(-1).line;
      return;
    }
    for (const row of batch) if (!this.is_over()) await this.write_one(row);
  }

  is_over() {
    return this.is_stopped || this.refused.length >= kMostRefused;
  }

  async run() {
    const stay = event => event.preventDefault(); // the browser asks who leaves the page meanwhile
    window.addEventListener("beforeunload", stay);
    try {
      for (const batch of batches_of(this.rows)) {
        if (this.is_over()) break;
        await this.write(batch);
        this.show();
      }
    } catch (fault) {
      this.fault = fault.message;
    }
    window.removeEventListener("beforeunload", stay);
    this.end();
  }

  end() {
    this.show();
    this.stop.remove();
    const is_whole = this.written + this.refused.length === this.rows.length;
    const lines = [this.said.textContent];
    if (this.fault) lines.push(this.fault);
    if (!is_whole) lines.push(say("csv_ended", { line: this.last_line }));
    this.said.textContent = lines.join(" ");
  }
}

/** Returns the rows of a file as INSERTs, and the columns that they have. */
function read_rows(text, place, table) {
  const lines = parse_csv(text);
  if (lines.length === 0) throw new Error(say("csv_empty"));
  const head = columns_of_head(lines[0].fields, table);
  const columns = head ?? table.columns;
  const rows = (head ? lines.slice(1) : lines).map(({ line, fields }) =>
    fields.length === columns.length
      ? { line, statement: insert_of(place, columns, fields) }
      : { line, statement: "", fault: say("csv_fields", { fields: fields.length, columns: columns.length }) },
  );
  return { rows, columns, has_head: head !== null };
}

async function ask_about(name, place, { rows, columns, has_head }) {
  const first = rows
    .slice(0, 3)
    .map(row => row.statement || row.fault)
    .join("\n");
  const parts = [
    make("p", {}, say("csv_says", { count: rows.length, name, table: place })),
    make(
      "p",
      {},
      say(has_head ? "csv_head" : "csv_no_head", { columns: columns.map(column => column.name).join(", ") }),
    ),
    make("pre", { tabindex: "0", "aria-label": say("csv_first") }, first.slice(0, 2000)),
  ];
  return (await ask(say("csv_title"), parts, [{ value: "run", label: say("csv_run"), is_first: true }])) === "run";
}

/** Writes a file into a table. `shown`: takes the article that tells of it. Returns what is said at the end; null if
 * nothing ran. */
export async function import_csv(file, keyspace, table, shown) {
  const place = `${keyspace}.${table.name}`;
  try {
    const text = await read_text(file, kMostBytes);
    const read = read_rows(text, place, table);
    if (!(await ask_about(file.name, place, read))) return null;
    const article = make(
      "article",
      {},
      make("div", { class: "asked" }, say("csv_into", { name: file.name, table: place })),
    );
    shown(article);
    const running = new Import(article, read.rows);
    await running.run();
    return running.said.textContent;
  } catch (fault) {
    await tell(say("csv_title"), typeof fault === "number" ? say("csv_quote", { line: fault }) : fault.message);
    return null;
  }
}

/** INSERT writes no view and no counter. */
export const takes_rows = table => table.base === null && !table.columns.some(column => column.type === "counter");

export async function choose_csv(keyspace, table, shown) {
  const file = await choose_file(".csv,.tsv,text/csv");
  return file ? import_csv(file, keyspace, table, shown) : null;
}
