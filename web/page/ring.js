// RING as a circle of parts, each of a node, with sliders for nodes, replicas and tokens
// (docs/schema/ring.schema.json).

import { point_at, turn_of } from "./circle.js";
import { draw, make } from "./elements.js";
import { slider, with_sliders } from "./sliders.js";
import { say } from "./words.js";

const kCircle = { x: 110, y: 110, r: 84 };
const kColours = 6; // of nodes, in turn
const kMostNodes = 24; // of the slider, and in the table
const kMostReplicas = 5;
const kVnodes = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

const colour_of = node => `node-${node % kColours}`;

/** A part that is the whole ring lacks a bit of it: an arc to its own beginning would be drawn as nothing. */
function arc(from, to, node) {
  const [begin, end] = [point_at(kCircle, from), point_at(kCircle, Math.min(to, from + 0.99999))];
  const is_large = to - from > 0.5 ? 1 : 0;
  const { r } = kCircle;
  return draw("path", {
    class: `part ${colour_of(node)}`, d: `M ${begin.x} ${begin.y} A ${r} ${r} 0 ${is_large} 1 ${end.x} ${end.y}`,
  });
}

/** The parts of the ring, each up to the token of its node. Behind the last token begins the part of the first one. */
function arcs_of(ring) {
  const ends = ring.nodes.flatMap(({ node, tokens }) => tokens.map(token => ({ node, turn: turn_of(token) })));
  ends.sort((a, b) => a.turn - b.turn);
  const parts = ends.map(({ node, turn }, i) => arc(i === 0 ? 0 : ends[i - 1].turn, turn, node));
  if (ends.at(-1).turn < 0.9999) parts.push(arc(ends.at(-1).turn, 1, ends[0].node));
  return parts;
}

function circle(ring) {
  const count = say("ring_nodes", { count: ring.nodes.length });
  const parts = arcs_of(ring);
  let label = count;
  if (ring.place) {
    const { x, y } = point_at(kCircle, turn_of(ring.place.token));
    parts.push(draw("circle", { class: "dot", cx: x, cy: y, r: 7 }));
    label = say("ring_place", { key: ring.place.key, nodes: ring.place.replicas.join(", ") });
  }
  parts.push(draw("text", { x: kCircle.x, y: kCircle.y + 5, "text-anchor": "middle" }, count));
  return draw("svg", { viewBox: "0 0 220 220", role: "img", "aria-label": label }, ...parts);
}

/** What a node owns of the table, and behind it what it keeps with the replicas of others. */
function bytes_of(node, most) {
  const bar = (kind, bytes) => draw("rect", { class: kind, x: 0, y: 1, width: (100 * bytes) / most, height: 10 });
  const bars = draw("svg", { viewBox: "0 0 100 12", "aria-hidden": "true" },
    bar("bar kept", node.kept_bytes), bar("bar", node.bytes));
  const number = value => make("td", { class: "number" }, value.toLocaleString("en"));
  return [number(node.bytes), number(node.kept_bytes), make("td", {}, bars)];
}

function row_of(node, ring, most) {
  const mark = ring.place?.replicas.includes(node.node) ? " ●" : "";
  return make("tr", {}, make("th", { scope: "row", class: colour_of(node.node) }, `${node.node}${mark}`),
    make("td", {}, `${(100 * Number(node.ring)).toFixed(1)} %`), ...(ring.table === null ? [] : bytes_of(node, most)));
}

function table(ring) {
  const most = Math.max(1, ...ring.nodes.map(node => node.kept_bytes));
  const heads = ["ring_node", "ring_share", ...(ring.table === null ? [] : ["ring_bytes", "ring_kept", "ring_bar"])];
  const head = make("thead", {}, make("tr", {}, ...heads.map(word => make("th", { scope: "col" }, say(word)))));
  const body = make("tbody", {}, ...ring.nodes.slice(0, kMostNodes).map(node => row_of(node, ring, most)));
  const label = say("ring_nodes", { count: ring.nodes.length });
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, head, body), ring.nodes.length > kMostNodes ? "…" : "");
}

const display = {
  is: document => Array.isArray(document.nodes) && Array.isArray(document.joins),

  picture: ring => [make("div", { class: "ring-of-nodes" }, circle(ring), table(ring))],

  sliders(ring, changed) {
    const count = ring.nodes.length;
    const nodes = slider("nodes_slider", { least: 1, most: Math.max(kMostNodes, count), number: count }, changed);
    const replicas = slider("replicas_slider",
      { least: 1, most: Math.max(kMostReplicas, ring.replicas), number: ring.replicas }, changed);
    const number = ring.vnodes ?? 0;
    const place = kVnodes.findLastIndex(each => each <= number);
    const vnodes = slider("vnodes_slider",
      { least: 0, most: kVnodes.length - 1, number, place, number_at: at => kVnodes[at] }, changed);
    const words = { adds: ring.joins.length > 0 ? " ADD" : "", table: ring.table === null ? "" : ` ${ring.table}` };
    const where = ring.place ? ` WHERE ${ring.place.key}` : "";
    const command = () => {
      const tokens = vnodes.number() === 0 ? "" : ` VNODES ${vnodes.number()}`;
      const copies = Math.min(replicas.number(), nodes.number());
      return `RING ${nodes.number()} RF ${copies}${tokens}${words.adds}${words.table}${where}`;
    };
    return { elements: [nodes.element, replicas.element, vnodes.element], command };
  },
};

/** Returns the picture of an answer; null if it is no ring. */
export function ringed(answer, ask) {
  return answer.document && display.is(answer.document) ? with_sliders(display, answer, ask) : null;
}
