// SIZE as two bars, with a slider for the rows of the partition (docs/schema/size.schema.json).

import { draw, make } from "./elements.js";
import { slider, with_sliders } from "./sliders.js";
import { say } from "./words.js";

const kAdvisedCells = 100_000;
const kAdvisedBytes = 100_000_000;
const kWidth = 300;
const kTimesAdvised = 10; // where a bar ends
const kPlacesOfTen = 8; // of the slider, from a power of ten to the next one
const kPowers = 9;

const in_digits = number => number.toLocaleString("en", { maximumFractionDigits: 0 });

/** A quantity as a bar, with a line at what is advised. */
function meter(word, value, most) {
  const width = Math.max(1, Math.min(1, value / (kTimesAdvised * most)) * (kWidth - 2));
  const at = kWidth / kTimesAdvised;
  const label = say("of_advised", { percent: Math.round((100 * value) / most) });
  const bar = draw("svg", { viewBox: `0 0 ${kWidth} 14`, role: "img", "aria-label": label },
    draw("rect", { class: "box", x: 0.5, y: 0.5, width: kWidth - 1, height: 13, rx: 3 }),
    draw("rect", { class: value > most ? "bar over" : "bar", x: 1, y: 1, width, height: 12, rx: 3 }),
    draw("line", { class: "advised", x1: at, x2: at, y1: 0, y2: 14 }));
  return make("div", { class: "meter" },
    make("span", {}, say(word, { value: in_digits(value), most: in_digits(most) })), bar);
}

/** A number with two digits that are not 0, and the places of the slider as far apart as their logarithms. */
function rows_at(place) {
  const number = 10 ** (place / kPlacesOfTen);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return Math.round(number / unit) * unit;
}

const display = {
  is: document => Array.isArray(document.terms) && document.rows !== undefined,

  picture: size => [
    meter("size_cells", Number(size.cells), kAdvisedCells), meter("size_bytes", Number(size.bytes), kAdvisedBytes),
  ],

  sliders(size, changed) {
    const given = size.terms.filter(term => term.from === "given");
    const lengths = given.map(term => ` ${term.column}=${Number(term.bytes)}`).join("");
    const place = Math.round(Math.log10(size.rows) * kPlacesOfTen);
    const range = { least: 0, most: kPowers * kPlacesOfTen, number: size.rows, place, number_at: rows_at };
    const rows = slider("rows_slider", range, changed);
    return { elements: [rows.element], command: () => `SIZE ${size.table} ROWS ${rows.number()}${lengths}` };
  },
};

/** Returns the picture of an answer; null if it is no size. */
export function sized(answer, ask) {
  return answer.document && display.is(answer.document) ? with_sliders(display, answer, ask) : null;
}
