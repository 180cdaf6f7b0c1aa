// The language and the theme that a person has chosen, for the page and for the teacher's.

import { kept } from "./kept.js";

const kThemes = ["system", "light", "dark"];

export const theme = () => kept.get("theme", "system");

export function show_theme() {
  if (theme() === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme();
}

export function next_theme() { kept.set("theme", kThemes[(kThemes.indexOf(theme()) + 1) % kThemes.length]); }

/** Returns the language that was chosen, else Chinese if the browser prefers it, else that of the program. */
export function preferred_language(of_program) {
  return kept.get("language", navigator.languages.some(each => each.startsWith("zh")) ? "zh" : of_program);
}

export function choose_language(code) { kept.set("language", code); }
