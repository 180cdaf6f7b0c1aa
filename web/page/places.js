// Places in texts: the engine counts bytes of UTF-8 and characters, the editor units of UTF-16.

const encoder = new TextEncoder();

export const bytes_of = text => encoder.encode(text).length;

/** Returns the unit of UTF-16 at a byte of UTF-8. */
export function unit_at(text, byte) {
  let bytes = 0, unit = 0;
  for (const character of text) {
    if (bytes >= byte) break;
    bytes += bytes_of(character);
    unit += character.length;
  }
  return unit;
}

/** Adds to the statements `from` and `to`, units of the text, for the lines and columns that the engine gives. */
export function placed(text, statements) {
  const lines = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) lines.push(end + 1);
  return statements.map(statement => {
    const from = lines[statement.line - 1] +
      [...text.slice(lines[statement.line - 1]).split("\n", 1)[0]].slice(0, statement.column - 1).join("").length;
    return { ...statement, from, to: from + statement.text.length };
  });
}

/** The statement in which the cursor is, or behind which it is; the first one if it is before all. */
export function statement_at(statements, cursor) {
  let found = statements[0];
  for (const statement of statements) if (statement.from <= cursor) found = statement;
  return found;
}
