// CSV as RFC 4180 has it: a header, lines that end with CR LF, quotes that are doubled. As in the files of COPY, a
// field without quotes that is empty is null, and the empty text is "".

const kFormula = /^[=+\-@\t\r]/;

function field_of(text) {
  if (text === null) return "";
  return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a file. `rows`: texts, or null. */
export const to_csv = (names, rows) => [names, ...rows].map(row => `${row.map(field_of).join(",")}\r\n`).join("");

/** Whether a spreadsheet would run a text instead of showing it. */
export const is_like_formula = text => kFormula.test(text);

/** Spreadsheets of some languages write semicolons; the first line tells. */
function delimiter_of(text) {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replace(/"(?:[^"]|"")*"/g, "");
  return [",", ";", "\t"].find(each => first.includes(each)) ?? ",";
}

/** Returns the rows of a file: {line, fields}, where a field is a text or null. Blank lines are no rows. Throws the
 * number of the line at which a quote begins that does not end. */
export function parse_csv(text) {
  const delimiter = delimiter_of(text);
  const field = new RegExp(
    `(?:"((?:[^"]|"")*)"([^${delimiter}\\r\\n]*)|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    "y",
  );
  const rows = [];
  for (let line = 1; field.lastIndex < text.length;) {
    const row = { line, fields: [] };
    for (let end = delimiter; end === delimiter;) {
      const [whole, quoted, behind, bare, closing] = field.exec(text);
      if (bare?.startsWith('"')) throw line;
      row.fields.push(quoted !== undefined ? quoted.replaceAll('""', '"') + behind : bare === "" ? null : bare);
      line += whole.split(/\r\n|\n|\r/).length - 1;
      end = closing;
    }
    if (row.fields.length > 1 || row.fields[0] !== null) rows.push(row);
  }
  return rows;
}
