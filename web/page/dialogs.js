// Questions to the person at the page, each a dialog that the keyboard closes, too.

import { make } from "./elements.js";
import { say } from "./words.js";

function button_of({ label, is_first }) {
  return make("button", is_first ? { type: "button", class: "first" } : { type: "button" }, label);
}

/** Returns what the chosen button stands for; null if the dialog was closed otherwise. `choices`: {value, label,
 * is_first?}. */
export function ask(title, content, choices) {
  const heading = make("h2", { id: "dialog-title" }, title);
  const cancel = make("button", { type: "button" }, say(choices.length > 0 ? "cancel" : "close"));
  const buttons = choices.map(button_of);
  const dialog = make(
    "dialog",
    { "aria-labelledby": "dialog-title" },
    heading,
    ...content,
    make("div", { class: "toolbar" }, ...buttons, cancel),
  );
  document.body.append(dialog);
  return new Promise(resolve => {
    let chosen = null;
    buttons.forEach((button, i) =>
      button.addEventListener("click", () => {
        chosen = choices[i].value;
        dialog.close();
      }),
    );
    dialog.addEventListener("keydown", event => {
      if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox])")) return;
      event.preventDefault();
      buttons[0]?.click();
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    dialog.showModal();
  });
}

/** Says something that has to be read. */
export const tell = (title, text) => ask(title, [make("p", { role: "alert" }, text)], []);

/** A box to be checked, with its label. */
export function make_check(label, is_checked) {
  const box = make("input", { type: "checkbox" });
  box.checked = is_checked;
  return { box, element: make("label", { class: "check" }, box, label) };
}

/** Puts a text into the editor. Asks what becomes of what is there; returns false if nothing shall be changed. */
export async function bring_in(editor, text) {
  const before = editor.text();
  if (before.trim() === "" || before === text) {
    editor.replace(text);
    return true;
  }
  const choice = await ask(
    say("bring_in"),
    [make("p", {}, say("bring_in_says"))],
    [
      { value: "behind", label: say("put_behind"), is_first: true },
      { value: "replace", label: say("replace") },
    ],
  );
  if (choice === "behind") editor.append(text);
  if (choice === "replace") editor.replace(text);
  return choice !== null;
}
