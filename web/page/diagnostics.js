// Refusals and notices: what is blamed, why, and how it is mended.

import { make } from "./elements.js";
import { unit_at } from "./places.js";
import { say } from "./words.js";

/** Returns the span of a diagnostic in units of UTF-16. */
export function span_of(diagnostic, statement) {
  return diagnostic.span.map(byte => unit_at(statement, byte));
}

/** The lines of the statement that hold the span, with the span marked. */
function excerpt(diagnostic, statement) {
  const [from, to] = span_of(diagnostic, statement);
  if (to <= from) return null;
  const begin = statement.lastIndexOf("\n", from - 1) + 1;
  const end = statement.indexOf("\n", to) === -1 ? statement.length : statement.indexOf("\n", to);
  return make("pre", {}, statement.slice(begin, from), make("mark", { class: "blamed" }, statement.slice(from, to)),
    statement.slice(to, end));
}

/** Returns the statement as the fix leaves it. */
export function mended(diagnostic, statement) {
  const [from, to] = diagnostic.replacement.span.map(byte => unit_at(statement, byte));
  return statement.slice(0, from) + diagnostic.replacement.text + statement.slice(to);
}

/** `actions`: apply(statement, mended), help(topic), run(statement). */
export function show_diagnostic(diagnostic, statement, actions) {
  const is_note = diagnostic.kind === "note";
  const box = make("div", { class: is_note ? "diagnostic note" : "diagnostic" },
    make("h3", {}, make("span", { class: "code" }, diagnostic.code), diagnostic.title));
  const lines = excerpt(diagnostic, statement);
  if (lines) box.append(lines);
  if (diagnostic.label) box.append(make("p", { class: "label" }, diagnostic.label));
  if (diagnostic.why) box.append(make("p", {}, make("strong", {}, say("why")), diagnostic.why));
  if (diagnostic.fix) box.append(make("p", {}, make("strong", {}, say("fix")), diagnostic.fix));
  if (diagnostic.says) box.append(make("p", {}, diagnostic.says));
  for (const next of diagnostic.after ?? []) box.append(make("p", {}, make("strong", {}, say("after")), `${next.code} ${next.title}`));
  const mend = make("div", { class: "mend" });
  if (diagnostic.replacement) {
    const button = make("button", { type: "button", class: "first apply" }, say("apply"));
    button.addEventListener("click", () => actions.apply(statement, mended(diagnostic, statement)));
    mend.append(button);
  }
  if (!is_note && /^\s*select\b/i.test(statement) && diagnostic.rules.length > 0) {
    const button = make("button", { type: "button" }, say("advise"));
    button.addEventListener("click", () => actions.run("ADVISE " + statement));
    mend.append(button);
  }
  const about = make("button", { type: "button" }, say("about", { code: diagnostic.code }));
  about.addEventListener("click", () => actions.help(diagnostic.code));
  mend.append(about);
  box.append(mend);
  return box;
}
