// What is said to somebody who does not see the page.

import { at } from "./elements.js";

const kPause = 50;  // milliseconds, without which the same text is not said again
let saying;

export function announce(text) {
  clearTimeout(saying);
  at("spoken").textContent = "";
  saying = setTimeout(() => { at("spoken").textContent = text; }, kPause);
}
