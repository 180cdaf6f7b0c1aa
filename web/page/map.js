// MAP as a picture: partitions as boxes in the order of the ring, in each its rows in the order of their clustering, in each
// its cells.

import { make } from "./elements.js";
import { say } from "./words.js";

/** The values of columns, as a relation names them. */
export const named = values => Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(", ");

function cells_of(cells) {
  return make("ul", { class: "cells" }, ...Object.entries(cells).map(([name, value]) =>
    make("li", {}, make("span", { class: "name" }, name), value === null ? "" : ` ${value}`)));
}

function row_of(row) {
  const clustering = named(row.clustering);
  return make("li", { class: "map-row" }, make("span", { class: "clustering" }, clustering), cells_of(row.cells),
    row.has_more ? "…" : "");
}

function partition_of(partition) {
  const rows = partition.rows.map(row_of);
  if (partition.static) rows.unshift(make("li", { class: "map-row" }, make("span", { class: "clustering" }, say("kind_static")), cells_of(partition.static)));
  if (partition.has_more) rows.push(make("li", {}, "…"));
  return make("section", { class: "partition" }, make("h3", {}, named(partition.key)), make("ol", {}, ...rows));
}

/** Returns the picture of an answer; null if it is no map, or an empty one. */
export function mapped(answer) {
  const map = answer.document;
  if (!map || !Array.isArray(map.partitions) || map.table === undefined || !map.partitions.every(each => Array.isArray(each.rows))) return null;
  if (map.partitions.length === 0) return null;
  return make("figure", { class: "map" }, make("figcaption", {}, `${map.keyspace}.${map.table}`),
    make("div", { class: "partitions" }, ...map.partitions.map(partition_of), map.has_more ? "…" : ""));
}
