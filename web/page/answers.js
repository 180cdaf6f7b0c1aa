// Answers as elements of the page.

import { ExactNumber } from "./engine.js";
import { make } from "./elements.js";
import { explained } from "./explain.js";
import { mapped } from "./map.js";
import { show_diagnostic } from "./diagnostics.js";
import { say } from "./words.js";

const kNumbers = new Set(["int", "bigint", "smallint", "tinyint", "varint", "float", "double", "decimal", "counter"]);
const kWide = 120;
const kShownOfBlob = 34;

/** A value within a collection, as CQL writes it. */
function literal(value) {
  if (value === null) return "null";
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`).join(", ")}}`;
  return String(value);
}

function text_of(value) {
  return typeof value === "string" ? value : literal(value);
}

/** A long value, of which the beginning is shown until it is opened. */
function folded(text, shown, size) {
  return make("details", { class: "wide" }, make("summary", {}, `${text.slice(0, shown)}… (${size})`), text);
}

function cell(value, type) {
  if (value === null) return make("td", { class: "null" }, "null");
  const text = text_of(value);
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
  for (const row of rows) body.append(make("tr", {}, ...row.map((value, i) => cell(value, columns[i].type))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, make("thead", {}, make("tr", {}, ...columns.map(head))), body));
}

function rows_in_words(answer) {
  const count = answer.rows.length;
  if (answer.has_more) return say("more_rows", { count });
  if (count === 0) return say("no_rows");
  return count === 1 ? say("row") : say("rows", { count });
}

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

/** Puts what was answered into the article of the statement. */
export function fill(article, statement, answer, actions) {
  article.classList.remove("waiting");
  article.removeAttribute("aria-busy");
  article.lastChild.remove();
  if (answer.refusal) article.append(show_diagnostic(answer.refusal, statement, actions));
  const drawing = explained(answer);
  if (drawing) {
    article.append(drawing);
    answer = { ...answer, rows: undefined };
  }
  const map = mapped(answer);
  if (map) {
    article.append(map);
    answer = { ...answer, text: "" };
  }
  const is_for_programs = answer.text !== "" && answer.rows;
  if (answer.text) article.append(make("div", { class: "said" }, make("pre", {}, answer.text)));
  if (answer.rows && !is_for_programs && (answer.rows.length > 0 || !answer.refusal)) {
    if (answer.rows.length > 0) article.append(table(answer.columns, answer.rows));
    article.append(make("p", { class: "facts" }, rows_in_words(answer)));
  }
  for (const notice of answer.notices) article.append(show_diagnostic(notice, statement, actions));
  for (const each of answer.placed ?? []) article.append(show_diagnostic(each, "", actions));
  for (const lines of [answer.remarks, answer.trace])
    if (lines) article.append(make("div", { class: "said" }, make("pre", {}, lines)));
  if (article.children.length === 1) article.append(make("p", { class: "facts" }, say("done")));
}

/** Puts into the article why there is no answer. */
export function fill_unanswered(article, reason) {
  article.classList.remove("waiting");
  article.removeAttribute("aria-busy");
  article.lastChild.textContent = reason;
}
