// Elements of the page. Whatever comes from a database is put there as text alone.

export const at = id => document.getElementById(id);

/** Returns an element with attributes; children are elements, or texts. */
export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Returns an element of a drawing (SVG). */
export function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Changes the text of an element only if it is another one: what is selected there stays, and nothing is said again. */
export function set_text(element, text) {
  const words = String(text ?? "");
  if (element.textContent !== words) element.textContent = words;
}

/** Returns how many characters of a `pre` a place has room for. */
export function columns_of(place, font = "0.85rem") {
  const ruler = make("pre", { class: "ruler" }, "0".repeat(100));
  ruler.style.fontSize = font;
  document.body.append(ruler);
  const columns = Math.floor(place.clientWidth / (ruler.getBoundingClientRect().width / 100)) - 4;
  ruler.remove();
  return Math.max(30, Math.min(120, columns));
}
