// What the page uses of CodeMirror: the bundle holds this and no more.
export { EditorState, StateField, StateEffect, Compartment, Prec } from "@codemirror/state";
export { EditorView, keymap, Decoration, drawSelection, lineNumbers, placeholder } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching } from "@codemirror/language";
export { autocompletion, completionKeymap, acceptCompletion, startCompletion } from "@codemirror/autocomplete";
export { tags } from "@lezer/highlight";
