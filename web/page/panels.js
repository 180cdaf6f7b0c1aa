// What is beside the editor: help, tables, lessons or exercises, each a tab.

import { fit_answers } from "./answers.js";
import { at } from "./elements.js";
import { go_to_help } from "./help.js";
import { kept } from "./kept.js";

const kPanels = ["help", "schema", "lessons", "exercises"];

/** Shows a panel beside the editor, or none (null). */
function show_beside(panel) {
  at("beside").hidden = panel === null;
  at("beside-toggle").ariaExpanded = String(panel !== null);
  for (const each of kPanels) {
    at(each).hidden = each !== panel;
    at(`${each}-tab`).ariaSelected = String(each === panel);
    at(`${each}-tab`).tabIndex = each === panel ? 0 : -1;
  }
  fit_answers();
}

/** `show`: one of those of help.js. */
export async function open_help(topic, show = go_to_help) {
  show_beside("help");
  at("beside").scrollIntoView({ block: "nearest" });
  await show(topic);
}

/** Arrows move between the tabs, of which one is reached by Tab. */
function move(event) {
  const place = kPanels.findIndex(each => event.target === at(`${each}-tab`));
  const steps = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: -1 };
  if (place === -1 || !Object.hasOwn(steps, event.key)) return;
  event.preventDefault();
  const tab = at(`${kPanels.at(steps[event.key] % kPanels.length)}-tab`);
  tab.focus();
  tab.click();
}

/** `opened`: what is done when the tab of a panel is chosen, by the name of the panel. */
export function bind_panels(opened) {
  for (const each of kPanels)
    at(`${each}-tab`).onclick = () => {
      show_beside(each);
      opened[each]?.();
    };
  at("help-tab").parentElement.addEventListener("keydown", move);
  at("beside-toggle").onclick = () => {
    show_beside(at("beside").hidden ? "help" : null);
    kept.set("beside", !at("beside").hidden);
  };
  show_beside(kept.get("beside", window.matchMedia("(min-width: 60rem)").matches) ? "help" : null);
}
