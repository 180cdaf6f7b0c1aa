// CELLS as a picture: partitions as boxes, in each its rows and deleted ranges as they lie in the store, in each row
// its cells with their timestamps, what is left of them, and what hides them (docs/schema/cells.schema.json).

import { make } from "./elements.js";
import { named } from "./map.js";
import { say } from "./words.js";

/** When something was written, with its whole timestamp for those who look for it. */
const moment = (word, { written, timestamp }) =>
  make("span", { class: "moment", title: timestamp }, say(word, { time: written }));

function purge_of({ purgeable_from: time }) {
  return time ? [make("span", { class: "moment" }, say("cell_purge", { time }))] : [];
}

const deleted = (word, deletion) =>
  make("p", { class: "deletion" }, make("strong", {}, say(word)), moment("cell_at", deletion), ...purge_of(deletion));

function life_of(part) {
  if (part.ttl === undefined || part.ttl === null) return [];
  return [
    make(
      "span",
      { class: "moment" },
      say(part.expired ? "cell_expired" : "cell_expires", { ttl: part.ttl, time: part.expires_at }),
    ),
  ];
}

/** A cell, or a row marker: `head` is what it is called. */
function chip(part, head, is_dead) {
  const reasons = part.hidden_by ? [make("strong", {}, say(`hidden_${part.hidden_by}`))] : [];
  return make(
    "li",
    { class: is_dead || part.hidden_by || part.expired ? "cell dead" : "cell" },
    make("span", { class: "head" }, ...head),
    moment("cell_at", part),
    ...life_of(part),
    ...purge_of(part),
    ...reasons,
  );
}

function cell_of(cell) {
  const name = make("span", { class: "name" }, cell.name);
  if (cell.kind === "elements")
    return make(
      "li",
      { class: "cell dead" },
      make("span", { class: "head" }, name, make("strong", {}, say("cell_elements"))),
      moment("cell_at", cell.deletion),
      ...purge_of(cell.deletion),
    );
  if (cell.kind === "tombstone") return chip(cell, [name, make("strong", {}, say("cell_deleted"))], true);
  return chip(cell, cell.value === null ? [name] : [name, ` ${cell.value}`], false);
}

function row_of(row) {
  const clustering = named(row.clustering);
  const parts = row.cells.map(cell_of);
  if (row.marker) parts.unshift(chip(row.marker, [make("span", { class: "name" }, say("cell_marker"))], false));
  return make(
    "li",
    { class: "map-row" },
    make("span", { class: "clustering" }, row.kind === "static" ? say("kind_static") : clustering || say("cell_row")),
    ...(row.deletion ? [deleted("row_deleted", row.deletion)] : []),
    make("ul", { class: "cells" }, ...parts),
  );
}

function item_of(item) {
  if (item.kind !== "range") return row_of(item);
  return make(
    "li",
    { class: "map-row" },
    make("span", { class: "clustering" }, item.range || say("all_rows")),
    deleted("range_deleted", item.deletion),
  );
}

function partition_of(partition) {
  return make(
    "section",
    { class: "partition" },
    make(
      "h3",
      {},
      named(partition.key),
      make("span", { class: "token" }, say("cell_token", { token: partition.token })),
    ),
    ...(partition.deletion ? [deleted("partition_deleted", partition.deletion)] : []),
    make("ol", {}, ...partition.items.map(item_of)),
  );
}

/** Returns the picture of an answer; null if it shows no cells. */
export function drawn_cells(answer) {
  const cells = answer.document;
  if (!Array.isArray(cells?.partitions) || !cells.partitions.every(each => Array.isArray(each.items))) return null;
  if (cells.partitions.length === 0) return null;
  return make(
    "figure",
    { class: "map stored" },
    make("figcaption", {}, `${cells.keyspace}.${cells.table}`),
    make("div", { class: "partitions" }, ...cells.partitions.map(partition_of), cells.has_more ? "…" : ""),
  );
}
