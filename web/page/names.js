// Names as CQL writes them.

import { keywords } from "./keywords.js";

/** A name with quotes where it would mean another one, or none, without them. */
export const written_name = name =>
  /^[a-z][a-z0-9_]*$/.test(name) && !keywords.has(name.toUpperCase()) ? name : `"${name.replaceAll('"', '""')}"`;
