// Files of the person's machine: what is saved there, and what is read from there.

import { make } from "./elements.js";
import { say } from "./words.js";

/** Hands a text, or bytes, over as a file. */
export function download(name, type, content) {
  const kind = typeof content === "string" ? `${type};charset=utf-8` : type;
  const address = URL.createObjectURL(new Blob([content], { type: kind }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a browser may begin to read it later
}

/** Returns the text of a file. Throws, in words for a person, if it is longer than `most` bytes or is no text in
 * UTF-8. */
export async function read_text(file, most) {
  if (file.size > most) throw new Error(say("file_too_large", { name: file.name, most: Math.floor(most / 1024) }));
  try {
    // Takes a byte order mark away.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes("\0")) return text;
  } catch {
    /* it is no UTF-8, or cannot be read */
  }
  throw new Error(say("file_no_text", { name: file.name }));
}

/** Lets a person choose a file; returns null if none is chosen. */
export function choose_file(accepted) {
  const input = make("input", {
    type: "file",
    accept: accepted,
    class: "hidden",
    "aria-hidden": "true",
    tabindex: "-1",
  });
  document.body.append(input);
  return new Promise(resolve => {
    const end = file => {
      input.remove();
      resolve(file);
    };
    input.addEventListener("change", () => end(input.files[0] ?? null));
    input.addEventListener("cancel", () => end(null));
    input.click();
  });
}

const brings_files = event => event.dataTransfer?.types.includes("Files") ?? false;

/** Calls `take` with a file that is dropped on an element. */
export function take_dropped(element, take) {
  for (const kind of ["dragenter", "dragover"])
    element.addEventListener(
      kind,
      event => {
        if (!brings_files(event)) return;
        event.preventDefault();
        event.stopPropagation();
        element.classList.add("dropping");
      },
      true,
    );
  element.addEventListener("dragleave", () => element.classList.remove("dropping"), true);
  element.addEventListener(
    "drop",
    event => {
      if (!brings_files(event)) return;
      event.preventDefault();
      event.stopPropagation();
      element.classList.remove("dropping");
      if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
    },
    true,
  );
}

/** A file that misses its place must not take the place of the page. */
export function keep_page() {
  for (const kind of ["dragover", "drop"])
    document.addEventListener(kind, event => {
      if (brings_files(event)) event.preventDefault();
    });
}
