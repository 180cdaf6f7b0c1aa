// SIZE and RING with sliders: a slider runs the command again with another number, and what it answers is drawn
// (docs/schema/size.schema.json, docs/schema/ring.schema.json).

import { draw, make } from "./elements.js";
import { say } from "./words.js";

const kAdvisedCells = 100_000;
const kAdvisedBytes = 100_000_000;
const kCircle = { x: 110, y: 110, r: 84 };
const kColours = 6;  // of nodes, in turn

/** A slider with its name and its number. `number_at`: what a place of the slider means. */
function slider(word, { least, most, place, number_at }, changed) {
  const input = make("input", { type: "range", min: least, max: most, step: 1, value: place });
  const output = make("output", {});
  const show = () => {
    output.textContent = number_at(Number(input.value)).toLocaleString("en");
    input.ariaValueText = output.textContent;
  };
  input.addEventListener("input", () => {
    show();
    changed();
  });
  show();
  return { element: make("label", { class: "slider" }, say(word), input, output), number: () => number_at(Number(input.value)) };
}

/** A quantity beside what is advised, up to ten times of that. */
function meter(word, value, most) {
  const part = Math.min(1, value / (10 * most));
  const kWidth = 300;
  return make("div", { class: "meter" }, make("span", {}, say(word, { value: value.toLocaleString("en", { maximumFractionDigits: 0 }), most: most.toLocaleString("en") })),
    draw("svg", { viewBox: `0 0 ${kWidth} 14`, role: "img", "aria-label": say("of_advised", { percent: Math.round(100 * value / most) }) },
      draw("rect", { class: "box", x: 0.5, y: 0.5, width: kWidth - 1, height: 13, rx: 3 }),
      draw("rect", { class: value > most ? "bar over" : "bar", x: 1, y: 1, width: Math.max(1, part * (kWidth - 2)), height: 12, rx: 3 }),
      draw("line", { class: "advised", x1: kWidth / 10, x2: kWidth / 10, y1: 0, y2: 14 })));
}

const size_picture = size => [meter("size_cells", Number(size.cells), kAdvisedCells), meter("size_bytes", Number(size.bytes), kAdvisedBytes)];

const kStepsOfTen = 8;  // places of the slider from a power of ten to the next one
const rows_at = place => {
  const number = 10 ** (place / kStepsOfTen);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.round(number / unit) * unit;
};

function size_sliders(size, changed) {
  const given = size.terms.filter(term => term.from === "given").map(term => ` ${term.column}=${Number(term.bytes)}`).join("");
  const rows = slider("rows_slider", { least: 0, most: 9 * kStepsOfTen, place: Math.round(Math.log10(size.rows) * kStepsOfTen), number_at: rows_at }, changed);
  return { elements: [rows.element], command: () => `SIZE ${size.table} ROWS ${rows.number()}${given}` };
}

/** The ring begins at its top with the smallest token, and goes clockwise. */
function point_at(turn, radius = kCircle.r) {
  return { x: kCircle.x + radius * Math.sin(2 * Math.PI * turn), y: kCircle.y - radius * Math.cos(2 * Math.PI * turn) };
}
const turn_of = token => Number((BigInt(token) + (1n << 63n)) / (1n << 11n)) / 2 ** 53;

function arc(from, to, node) {
  const [begin, end] = [point_at(from), point_at(Math.min(to, from + 0.99999))];
  return draw("path", { class: `part node-${node % kColours}`,
    d: `M ${begin.x} ${begin.y} A ${kCircle.r} ${kCircle.r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${end.x} ${end.y}` });
}

/** The parts of the ring, each up to the token of its node. */
function arcs_of(ring) {
  const ends = ring.nodes.flatMap(({ node, tokens }) => tokens.map(token => ({ node, turn: turn_of(token) }))).sort((a, b) => a.turn - b.turn);
  const parts = ends.map(({ node, turn }, i) => arc(i === 0 ? 0 : ends[i - 1].turn, turn, node));
  if (ends.at(-1).turn < 0.9999) parts.push(arc(ends.at(-1).turn, 1, ends[0].node));  // behind the last token begins the first part
  return parts;
}

function ring_circle(ring) {
  const parts = arcs_of(ring);
  if (ring.place) {
    const at = point_at(turn_of(ring.place.token));
    parts.push(draw("circle", { class: "dot", cx: at.x, cy: at.y, r: 7 }));
  }
  const says = ring.place ? say("ring_place", { key: ring.place.key, nodes: ring.place.replicas.join(", ") }) : say("ring_nodes", { count: ring.nodes.length });
  return draw("svg", { viewBox: "0 0 220 220", role: "img", "aria-label": says }, ...parts,
    draw("text", { x: kCircle.x, y: kCircle.y + 5, "text-anchor": "middle" }, say("ring_nodes", { count: ring.nodes.length })));
}

/** What a node owns, and behind it what it keeps with the replicas of others; of the ring, if no table is counted. */
function node_bars(ring) {
  const most = Math.max(1, ...ring.nodes.map(node => node.kept_bytes));
  const kShown = 24;
  const percent = number => `${(100 * number).toFixed(1)} %`;
  const rows = ring.nodes.slice(0, kShown).map(node => {
    const is_replica = ring.place?.replicas.includes(node.node);
    return make("tr", {}, make("th", { scope: "row", class: `node-${node.node % kColours}` }, String(node.node), is_replica ? " ●" : ""),
      make("td", {}, percent(Number(node.ring))), ...(ring.table === null ? [] : [make("td", { class: "number" }, node.bytes.toLocaleString("en")), make("td", { class: "number" }, node.kept_bytes.toLocaleString("en")),
        make("td", {}, draw("svg", { viewBox: "0 0 100 12", "aria-hidden": "true" }, draw("rect", { class: "bar kept", x: 0, y: 1, width: 100 * node.kept_bytes / most, height: 10 }),
          draw("rect", { class: "bar", x: 0, y: 1, width: 100 * node.bytes / most, height: 10 })))]));
  });
  const heads = ring.table === null ? ["ring_node", "ring_share"] : ["ring_node", "ring_share", "ring_bytes", "ring_kept", "ring_bar"];
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("ring_nodes", { count: ring.nodes.length }) },
    make("table", {}, make("thead", {}, make("tr", {}, ...heads.map(word => make("th", { scope: "col" }, say(word))))), make("tbody", {}, ...rows)),
    ring.nodes.length > kShown ? "…" : "");
}

const ring_picture = ring => [make("div", { class: "ring-of-nodes" }, ring_circle(ring), node_bars(ring))];

function ring_sliders(ring, changed) {
  const kMostNodes = 24, kMostReplicas = 5, kVnodes = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];
  const same = number => number;
  const nodes = slider("nodes_slider", { least: 1, most: Math.max(kMostNodes, ring.nodes.length), place: ring.nodes.length, number_at: same }, changed);
  const replicas = slider("replicas_slider", { least: 1, most: Math.max(kMostReplicas, ring.replicas), place: ring.replicas, number_at: same }, changed);
  const vnodes = slider("vnodes_slider", { least: 0, most: kVnodes.length - 1, number_at: place => kVnodes[place],
    place: kVnodes.findLastIndex(each => each <= (ring.vnodes ?? 0)) }, changed);
  const where = ring.place ? ` WHERE ${ring.place.key}` : "";
  const command = () => `RING ${nodes.number()} RF ${Math.min(replicas.number(), nodes.number())}` +
    (vnodes.number() === 0 ? "" : ` VNODES ${vnodes.number()}`) + (ring.joins.length > 0 ? " ADD" : "") + (ring.table === null ? "" : ` ${ring.table}${where}`);
  return { elements: [nodes.element, replicas.element, vnodes.element], command };
}

const kDisplays = [
  { is: document => Array.isArray(document.terms) && document.rows !== undefined, picture: size_picture, sliders: size_sliders },
  { is: document => Array.isArray(document.nodes) && Array.isArray(document.joins), picture: ring_picture, sliders: ring_sliders },
];

/** Returns the picture of an answer with its sliders; null if it has none. `ask`: runs a command, and returns its answer. */
export function with_sliders(answer, ask) {
  const display = answer.document && kDisplays.find(each => each.is(answer.document));
  if (!display) return null;
  const picture = make("div", { class: "picture" }, ...display.picture(answer.document));
  const text = make("pre", {}, answer.text);
  let is_asking = false, is_late = false;
  // One command at a time: what was moved meanwhile is asked for behind it.
  const changed = async () => {
    if (is_asking) {
      is_late = true;
      return;
    }
    is_asking = true;
    do {
      is_late = false;
      const next = await ask(sliders.command()).catch(fault => ({ text: fault.message }));
      text.textContent = next.refusal ? `${next.refusal.code} ${next.refusal.title}` : next.text;
      if (next.document && display.is(next.document)) picture.replaceChildren(...display.picture(next.document));
    } while (is_late);
    is_asking = false;
  };
  const sliders = display.sliders(answer.document, changed);
  return make("figure", { class: "slid" }, make("div", { class: "sliders" }, ...sliders.elements), picture,
    make("details", {}, make("summary", {}, say("in_numbers")), text));
}
