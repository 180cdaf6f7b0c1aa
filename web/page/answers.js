// Answers as elements of the page.

import { ExactNumber } from "./engine.js";
import { drawn_cells } from "./cells.js";
import { diagram_of } from "./chebotko.js";
import { is_like_formula, to_csv } from "./csv.js";
import { make } from "./elements.js";
import { explained } from "./explain.js";
import { download } from "./files.js";
import { mapped } from "./map.js";
import { ringed } from "./ring.js";
import { sized } from "./size.js";
import { show_diagnostic } from "./diagnostics.js";
import { say } from "./words.js";

const kNumbers = new Set(["int", "bigint", "smallint", "tinyint", "varint", "float", "double", "decimal", "counter"]);
const kWide = 120;
const kShownOfBlob = 34;

const text_of = value => (value instanceof ExactNumber ? value.text : String(value));

/** The values of an answer as texts; null stays null. Those with parts are as CQL writes them. */
function texts_of(answer) {
  return answer.rows.map((row, i) => row.map((value, column) => (value === null ? null : answer.literals?.[column]?.[i] ?? text_of(value))));
}

/** What people see of them: FORMAT decides. A file of CSV has the values themselves. */
function shown_of(answer, texts) {
  if (!answer.shown) return texts;
  return texts.map((row, i) => row.map((text, column) => answer.shown[column]?.[i] ?? text));
}

/** A long value, of which the beginning is shown until it is opened. */
function folded(text, shown, size) {
  return make("details", { class: "wide" }, make("summary", {}, `${text.slice(0, shown)}… (${size})`), text);
}

function cell(text, type) {
  if (text === null) return make("td", { class: "null" }, "null");
  if (type === "blob") {
    const size = say("bytes", { count: text.length / 2 - 1 });
    return make("td", { class: "blob" }, text.length > kShownOfBlob + 10 ? folded(text, kShownOfBlob, size) : text);
  }
  if (text === "") return make("td", { class: "empty" });
  if (text.length > kWide) return make("td", {}, folded(text, kWide - 20, say("characters", { count: [...text].length })));
  return make("td", kNumbers.has(type) ? { class: "number" } : {}, text);
}

function head(column) {
  return make("th", kNumbers.has(column.type) ? { scope: "col", class: "number" } : { scope: "col" }, column.name,
    make("span", { class: "type" }, column.type));
}

/** A table that scrolls within its place, also by the keyboard. */
function table(columns, rows) {
  const label = say("result", { columns: columns.map(column => column.name).join(", ") });
  const body = make("tbody", {});
  for (const row of rows) body.append(make("tr", {}, ...row.map((text, i) => cell(text, columns[i].type))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, make("thead", {}, make("tr", {}, ...columns.map(head))), body));
}

function rows_in_words(answer) {
  const count = answer.rows.length;
  if (answer.has_more) return say("more_rows", { count });
  if (count === 0) return say("no_rows");
  return count === 1 ? say("row") : say("rows", { count });
}

/** What is below a table: how many rows there are, and a button that saves them. */
function below(answer, texts) {
  const facts = make("p", { class: "facts" }, rows_in_words(answer));
  if (texts.length === 0) return facts;
  const said = make("span", { role: "status" });
  const button = make("button", { type: "button", class: "link csv", "aria-label": say("csv_out"), title: say("csv_out") }, say("csv"));
  button.addEventListener("click", () => {
    download("rows.csv", "text/csv", to_csv(answer.columns.map(column => column.name), texts));
    const is_text = answer.columns.map(column => ["text", "varchar", "ascii"].includes(column.type));
    const formulas = texts.flat().filter((text, i) => text !== null && is_text[i % is_text.length] && is_like_formula(text)).length;
    said.textContent = `${say("csv_saved", { count: texts.length })} ${formulas > 0 ? say("csv_formulas", { count: formulas }) : ""}`;
  });
  facts.append(" ", button, " ", said);
  return facts;
}

/** Lines that are too long for their place scroll, also by the keyboard. */
function let_scroll(text) {
  if (text.scrollWidth > text.clientWidth) text.tabIndex = 0;
  else text.removeAttribute("tabindex");
}

/** Is to be called when the place of answers has another width. */
export function fit_answers() { document.querySelectorAll("article > .said > pre").forEach(let_scroll); }

const lines_of = text => make("div", { class: "said" }, make("pre", {}, text));

/** What is said of an answer to somebody who does not see it. */
export function spoken(answer) {
  if (answer.refusal) return say("refused", { code: answer.refusal.code, title: answer.refusal.title });
  if (answer.rows && answer.columns[0]?.name !== "[explain]") return rows_in_words(answer);
  return answer.text.slice(0, 300) || answer.remarks || say("done");
}

/** Returns an article that waits for its answer. */
export function waiting(statement) {
  return make("article", { class: "waiting", "aria-busy": "true" }, make("div", { class: "asked" }, statement.trim()),
    make("p", { class: "facts" }, say("waiting")));
}

/** The picture that an answer has in the place of its text. */
function picture_of(answer, ask) {
  return mapped(answer) ?? drawn_cells(answer) ?? diagram_of(answer) ?? sized(answer, ask) ?? ringed(answer, ask);
}

function table_of(answer) {
  const texts = texts_of(answer);
  return [...(texts.length > 0 ? [table(answer.columns, shown_of(answer, texts))] : []), below(answer, texts)];
}

/** What was answered, from top to bottom. */
function parts_of(statement, answer, actions) {
  const parts = [];
  if (answer.refusal) parts.push(show_diagnostic(answer.refusal, statement, actions));
  const drawing = explained(answer);
  if (drawing) parts.push(drawing);
  const picture = picture_of(answer, actions.ask);
  if (picture) parts.push(picture);
  else if (answer.text) parts.push(lines_of(answer.text));
  const is_for_programs = answer.text !== "" && !picture;
  const has_table = answer.rows && !drawing && !is_for_programs;
  if (has_table && (answer.rows.length > 0 || !answer.refusal)) parts.push(...table_of(answer));
  // What is said beside an answer is no answer.
  if (parts.length === 0 && answer.notices.length > 0 && answer.outcome === "done") parts.push(make("p", { class: "facts" }, say("done")));
  for (const notice of answer.notices) parts.push(show_diagnostic(notice, statement, actions));
  for (const each of answer.placed ?? []) parts.push(show_diagnostic({ ...each, replacement: undefined }, "", actions));
  for (const text of [answer.remarks, answer.trace]) if (text) parts.push(lines_of(text));
  return parts.length > 0 ? parts : [make("p", { class: "facts" }, say("done"))];
}

function end_waiting(article, ...parts) {
  article.classList.remove("waiting");
  article.removeAttribute("aria-busy");
  article.lastChild.replaceWith(...parts);
}

/** Puts what was answered into the article of the statement. Throws, and leaves the article as it was, if that cannot be drawn. */
export function fill(article, statement, answer, actions) {
  end_waiting(article, ...parts_of(statement, answer, actions));
  article.querySelectorAll(":scope > .said > pre").forEach(let_scroll);
}

/** Puts into the article why there is no answer. */
export function fill_unanswered(article, reason) { end_waiting(article, make("p", { class: "facts" }, reason)); }
