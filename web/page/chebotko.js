// CHEBOTKO as a drawing: the tables of the keyspace, with the queries of the editor. The drawing comes as text; what is
// shown is made anew of the few elements and attributes that a drawing has, so that no text becomes a script, a style
// or a link.

import { make } from "./elements.js";
import { download } from "./files.js";
import { say } from "./words.js";

const kNamespace = "http://www.w3.org/2000/svg";
const kElements = new Set(["svg", "g", "defs", "marker", "rect", "path", "text"]);
const kNumbers = new Set(["x", "y", "width", "height", "refX", "refY", "markerWidth", "markerHeight", "font-size"]);
const kForms = {
  viewBox: /^[\d. ]+$/,
  d: /^[MHVLhvz\d. -]+$/,
  fill: /^(?:none|#[0-9a-f]{3})$/,
  stroke: /^(?:none|#[0-9a-f]{3})$/,
  orient: /^auto$/,
  "font-family": /^monospace$/,
  "font-weight": /^bold$/,
  "marker-end": /^url\(#arrow\)$/,
};

let drawings = 0;

function is_allowed({ name, value }) {
  return kNumbers.has(name) ? /^\d+(?:\.\d+)?$/.test(value) : Object.hasOwn(kForms, name) && kForms[name].test(value);
}

/** Makes an element of a drawing again; null if a drawing has no such element. `arrow`: the id of this drawing's head
 * of arrows. */
function made_again(element, arrow) {
  if (element.namespaceURI !== kNamespace || !kElements.has(element.localName)) return null;
  const again = document.createElementNS(kNamespace, element.localName);
  for (const attribute of [...element.attributes].filter(is_allowed))
    again.setAttribute(attribute.name, attribute.value);
  if (again.hasAttribute("marker-end")) again.setAttribute("marker-end", `url(#${arrow})`);
  if (element.localName === "marker") again.id = arrow;
  if (element.localName === "text") again.textContent = element.textContent;
  else again.append(...[...element.children].map(each => made_again(each, arrow)).filter(Boolean));
  return again;
}

/** Returns a drawing as elements of this page; null if the text is none. */
export function safe_drawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root.localName === "svg" ? made_again(root, `arrow-${++drawings}`) : null;
}

/** Who does not see the drawing hears which queries lead to which table. */
function in_words({ tables, queries }) {
  return tables
    .map(table => `${table.name}: ${table.queries.map(query => queries[query].name).join(", ") || say("no_query")}`)
    .join("; ");
}

/** Returns the diagram of an answer; null if it has none, or no tables. */
export function diagram_of(answer) {
  const diagram = answer.document;
  if (typeof diagram?.svg !== "string" || !Array.isArray(diagram.tables)) return null;
  if (diagram.tables.length === 0) return null;
  const drawing = safe_drawing(diagram.svg);
  if (!drawing) return null;
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", in_words(diagram));
  const button = make("button", { type: "button" }, say("save_drawing"));
  button.addEventListener("click", () => download("model.svg", "image/svg+xml", diagram.svg));
  const unserved = diagram.unserved.map(query => diagram.queries[query].name).join(", ");
  return make(
    "figure",
    { class: "diagram" },
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("diagram") }, drawing),
    make("p", { class: "legend" }, say("diagram_legend")),
    ...(unserved ? [make("p", { class: "legend" }, say("unserved", { queries: unserved }))] : []),
    button,
  );
}

/** Returns the command that draws the SELECTs of a text, with the comments before them. */
export function diagram_command(text, statements) {
  const queries = [];
  let end = 0;
  for (const { from, to } of statements) {
    const comments = text.slice(end, from);
    end = to;
    if (/^(?:select|use)\b/i.test(text.slice(from, to)))
      queries.push(comments + text.slice(from, to).replace(/;?\s*$/, ";"));
  }
  return queries.length === 0 ? "CHEBOTKO" : `CHEBOTKO QUERIES '${queries.join("\n").replaceAll("'", "''")}'`;
}
