// EXPLAIN (FORMAT JSON) as a drawing: where on the ring, which rows of the partition, in which direction
// (docs/schema/explain.schema.json).

import { point_at, turn_of } from "./circle.js";
import { draw, make } from "./elements.js";
import { say } from "./words.js";

const kBars = 9;
const kRing = { x: 95, y: 105, r: 72 };
const kBox = { x: 225, y: 18, width: 235, height: 176 };
const kBar = { x: 240, y: 48, width: 175, height: 10, step: 16 };

/** Where the partitions are; their places are made up if no token is known. */
function dots_of(access) {
  if (access.token !== undefined) return [point_at(kRing, turn_of(access.token))];
  const count = Math.min(access.partitions ?? 0, 8);
  return Array.from({ length: count }, (_, i) => point_at(kRing, 0.1 + i / count));
}

function ring(access) {
  const dots = dots_of(access);
  const is_whole = dots.length === 0;
  const parts = [draw("circle", { class: is_whole && !access.tokens ? "ring all" : "ring", cx: kRing.x, cy: kRing.y, r: kRing.r })];
  if (access.tokens) {
    const { x, y, r } = kRing;
    parts.push(draw("path", { class: "ring all", d: `M ${x} ${y - r} A ${r} ${r} 0 0 1 ${x + r} ${y}` }));
  }
  for (const { x, y } of dots) {
    parts.push(draw("line", { class: "way", x1: x, y1: y, x2: kBox.x, y2: 32 }));
    parts.push(draw("circle", { class: "dot", cx: x, cy: y, r: 6 }));
  }
  if (is_whole) parts.push(draw("line", { class: "way", x1: kRing.x + kRing.r, y1: kRing.y, x2: kBox.x, y2: 32 }));
  parts.push(draw("text", { x: kRing.x, y: kRing.y + kRing.r + 24, "text-anchor": "middle" },
    is_whole ? say(access.tokens ? "ring_part" : "ring_all") : say("ring_some", { count: access.partitions ?? dots.length })));
  return parts;
}

/** Returns the bars that the slice reaches, from the first to behind the last. */
function reached(access) {
  let [first, end] = [0, kBars];
  for (const range of access.slice ?? []) {
    if (range.values) return [3, 3 + Math.min(range.values.length, kBars - 3)];
    if (range.lower) first = 2;
    if (range.upper) end = kBars - 2;
    if (range.lower || range.upper) break;
  }
  return [first, end];
}

function relation_of(range) {
  const parts = [];
  if (range.values) parts.push(range.values.length === 1 ? `${range.columns} = ${range.values[0]}` : `${range.columns} IN (${range.values.join(", ")})`);
  if (range.lower) parts.push(`${range.columns} ${range.lower.inclusive ? ">=" : ">"} ${range.lower.value}`);
  if (range.upper) parts.push(`${range.columns} ${range.upper.inclusive ? "<=" : "<"} ${range.upper.value}`);
  return parts.join(" AND ");
}

const relations = ranges => (ranges ?? []).map(relation_of).filter(text => text !== "").join(" AND ");
const shortened = text => text.length > 34 ? `${text.slice(0, 33)}…` : text;

function partition(access) {
  const [first, end] = reached(access);
  const has_filters = (access.filters ?? []).length > 0;
  const parts = [
    draw("rect", { class: "box", x: kBox.x, y: kBox.y, width: kBox.width, height: kBox.height, rx: 6 }),
    draw("text", { class: "key", x: kBox.x + 12, y: kBox.y + 19 }, shortened(relations(access.partition) || say("any_partition"))),
  ];
  for (let bar = 0; bar < kBars; ++bar) {
    const is_reached = bar >= first && bar < end;
    const kind = !is_reached ? "row" : has_filters && bar % 3 !== 0 ? "row passed" : "row read";
    parts.push(draw("rect", { class: kind, x: kBar.x, y: kBar.y + bar * kBar.step, width: kBar.width, height: kBar.height, rx: 2 }));
  }
  const [top, bottom] = [kBar.y + first * kBar.step, kBar.y + end * kBar.step - 6];
  const [from, to] = access.reversed ? [bottom, top] : [top, bottom];
  const tip = access.reversed ? 6 : -6;
  const x = kBar.x + kBar.width + 22;
  parts.push(draw("path", { class: "arrow", d: `M ${x} ${from} L ${x} ${to} M ${x - 5} ${to + tip} L ${x} ${to} L ${x + 5} ${to + tip}` }));
  return parts;
}

function lines_of(access, explanation) {
  const lines = [["kind", access.kind], ["slice", relations(access.slice)], ["order", access.order && access.reversed
    ? say("backwards", { order: access.order }) : access.order], ["passed_over", (access.filters ?? []).map(each => each.relation).join(", ")],
  ["indexes", (access.indexes ?? []).map(each => each.name).join(", ")], ["most_rows", access.most_rows],
  ["sort", access.sort], ["effects", (access.effects ?? []).map(each => [each.what, each.target].filter(Boolean).join(" ")).join(", ")],
  ["instead", explanation.instead]];
  return lines.filter(([, value]) => value !== undefined && value !== "").map(([name, value]) => [say(`explain_${name}`), String(value)]);
}

function figure(access, explanation) {
  const facts = make("dl", { class: "facts" });
  for (const [name, value] of lines_of(access, explanation)) facts.append(make("dt", {}, name), make("dd", {}, value));
  const picture = draw("svg", { viewBox: "0 0 475 212", role: "img", "aria-label": `${access.table}: ${access.kind}` },
    ...ring(access), ...partition(access));
  return make("figure", { class: "explained" }, make("figcaption", {}, `${access.table} ${access.key}`), picture, facts);
}

/** Returns the drawings of an answer; null if it is no explanation as JSON. */
export function explained(answer) {
  const text = answer.columns?.[0]?.name === "[explain]" ? answer.rows[0]?.[0] : null;
  if (typeof text !== "string" || !text.startsWith("{")) return null;
  const explanation = JSON.parse(text);
  const kMost = 6;  // of the statements of a batch
  return make("div", {}, ...explanation.accesses.slice(0, kMost).map(access => figure(access, explanation)));
}
