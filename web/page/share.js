// A link that holds a notebook: the schema and the statements are in its fragment, which browsers send to no server.
//
//     #notebook=z.BASE64URL    an object of JSON, compressed (deflate-raw)
//     #notebook=t.BASE64URL    the same, not compressed: of a browser that cannot

import { ask, bring_in, make_check, tell } from "./dialogs.js";
import { make } from "./elements.js";
import { schema_text } from "./notebook.js";
import { say } from "./words.js";

const kBegin = "#notebook=";
const kMostFragment = 32_000; // characters: longer addresses are cut where people paste them
const kMostBytes = 1 << 20; // that are read from one

function to_base64url(bytes) {
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const from_base64url = text =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), each => each.charCodeAt(0));

/** Sends bytes through a stream. Throws if more than `most` come out of it. */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Returns the fragment that holds a notebook; null if it would be too long. */
export async function fragment_of(notebook) {
  const bytes = new TextEncoder().encode(JSON.stringify(notebook));
  if (bytes.length > kMostBytes) return null;
  const packed =
    "CompressionStream" in window
      ? `z.${to_base64url(await through(new CompressionStream("deflate-raw"), bytes, kMostBytes))}`
      : `t.${to_base64url(bytes)}`;
  return packed.length <= kMostFragment ? kBegin + packed : null;
}

/** Returns what a fragment holds: {schema, statements}. Throws if it is none that fragment_of() has made. */
export async function notebook_of(fragment) {
  const [form, packed] = [fragment.slice(kBegin.length, kBegin.length + 2), fragment.slice(kBegin.length + 2)];
  if (fragment.length > kBegin.length + kMostFragment || !["z.", "t."].includes(form))
    throw new RangeError("no notebook");
  const bytes = from_base64url(packed);
  const text = form === "z." ? await through(new DecompressionStream("deflate-raw"), bytes, kMostBytes) : bytes;
  const { schema, statements } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  if (typeof schema !== "string" || typeof statements !== "string") throw new TypeError("no notebook");
  return { schema, statements };
}

/** Pages that come by HTTP from another machine may not use the clipboard of the browser. */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

/** Shows the link that holds the notebook, with or without the schema. */
export async function share(editor) {
  let schema = "";
  try {
    schema = await schema_text();
  } catch (fault) {
    return tell(say("share_title"), fault.message);
  }
  const check = make_check(say("share_schema"), schema !== "");
  check.box.disabled = schema === "";
  const field = make("input", { id: "share-link", readonly: "", spellcheck: "false" });
  const said = make("p", { role: "status" });
  const button = make("button", { type: "button", class: "first", id: "share-copy" }, say("copy"));
  const update = async () => {
    const fragment = await fragment_of({ schema: check.box.checked ? schema : "", statements: editor.text() });
    field.value = fragment ? location.href.split("#")[0] + fragment : "";
    button.disabled = fragment === null;
    said.textContent = fragment ? say("share_length", { count: field.value.length }) : say("share_too_long");
  };
  check.box.addEventListener("change", update);
  button.addEventListener("click", async () => {
    said.textContent = say((await copy(field)) ? "copied" : "copy_yourself");
  });
  await update();
  await ask(
    say("share_title"),
    [
      make("p", {}, say("share_says")),
      check.element,
      make("label", { for: "share-link" }, say("share_link")),
      make("div", { class: "line" }, field, button),
      said,
    ],
    [],
  );
}

const shown = (title, text) => [make("h3", {}, title), make("pre", { tabindex: "0", "aria-label": title }, text)];

/** Shows what a link holds. Returns whether the schema shall run; null if nothing of it is wanted. */
async function ask_about({ schema, statements }) {
  const check = make_check(say("run_schema"), false);
  const parts = [make("p", {}, say("shared_says"))];
  if (schema) parts.push(...shown(say("shared_schema"), schema), check.element);
  if (statements) parts.push(...shown(say("statements"), statements));
  const choice = await ask(say("shared_title"), parts, [{ value: "take", label: say("take_shared"), is_first: true }]);
  return choice === null ? null : schema !== "" && check.box.checked;
}

/** Opens the notebook of the address, if it has one. `run`: runs a text of statements. */
export async function open_shared(editor, run) {
  if (!location.hash.startsWith(kBegin)) return;
  const fragment = location.hash;
  history.replaceState(null, "", location.pathname + location.search); // a reload does not ask again
  let notebook;
  try {
    notebook = await notebook_of(fragment);
  } catch {
    return tell(say("shared_title"), say("shared_damaged"));
  }
  const runs_schema = await ask_about(notebook);
  if (runs_schema === null) return;
  const parts = runs_schema ? [notebook.statements] : [notebook.schema, notebook.statements];
  if ((await bring_in(editor, parts.filter(part => part !== "").join("\n"))) && runs_schema) await run(notebook.schema);
}
