// The editor of statements: CodeMirror with the keywords of the grammar, the completion of the shell, and marks for what
// an answer blames.

import {
  EditorState, StateField, StateEffect, Compartment, Prec, EditorView, keymap, Decoration, drawSelection, lineNumbers, placeholder,
  defaultKeymap, history, historyKeymap, StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching,
  autocompletion, completionKeymap, acceptCompletion, tags,
} from "./vendor/codemirror.js";
import { keywords } from "./keywords.js";
import * as engine from "./engine.js";
import { bytes_of, unit_at } from "./places.js";
import { say } from "./words.js";

/** Reads one token; what a quote has opened goes on in the next line. */
function read_token(stream, state) {
  if (state.closing) {
    if (stream.skipTo(state.closing)) {
      stream.match(state.closing);
      state.closing = null;
    } else {
      stream.skipToEnd();
    }
    return state.kind;
  }
  if (stream.eatSpace()) return null;
  if (stream.match("--") || stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  for (const [opening, closing, kind] of [["/*", "*/", "comment"], ["$$", "$$", "string"], ["'", "'", "string"]]) {
    if (!stream.match(opening)) continue;
    Object.assign(state, { closing, kind });
    return kind;
  }
  if (stream.match(/^"(?:[^"]|"")*"?/)) return "variableName";
  if (stream.match(/^0x[0-9a-fA-F]*|^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return "number";
  const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
  if (word) return keywords.has(word[0].toUpperCase()) ? "keyword" : "variableName";
  stream.next();
  return "punctuation";
}

const cql = StreamLanguage.define({
  name: "cql",
  startState: () => ({ closing: null, kind: null }),
  copyState: state => ({ ...state }),
  token: read_token,
  languageData: { commentTokens: { line: "--", block: { open: "/*", close: "*/" } } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { fontSize: "0.95rem", backgroundColor: "var(--card)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", minHeight: "9rem", maxHeight: "60vh", overflow: "auto" },
  ".cm-content": { padding: "0.7rem 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--soft)", border: "none" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent) !important" },
  ".cm-placeholder": { color: "var(--soft)" },
  ".cm-blamed": { textDecoration: "underline wavy var(--wrong)", textUnderlineOffset: "0.25em", textDecorationSkipInk: "none", backgroundColor: "var(--wrong-shade)" },
  ".cm-matchingBracket": { outline: "1px solid var(--soft)", backgroundColor: "transparent !important" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "0.4rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "14rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.75", marginLeft: "1em" },
});

const blame = StateEffect.define();
const blamed = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(blame)) continue;
      marks = Decoration.set(effect.value.map(({ from, to, title }) =>
        Decoration.mark({ class: "cm-blamed", attributes: { title } }).range(from, to)), true);
    }
    return marks;
  },
  provide: field => EditorView.decorations.from(field),
});

/** What the shell offers at Tab, asked for as a person types. */
async function complete(context) {
  const word = context.matchBefore(/[\p{L}\p{N}_"]+/u);
  if (!word && !context.explicit) return null;
  const text = context.state.doc.toString();
  let offered;
  try {
    offered = await engine.complete(text, bytes_of(text.slice(0, context.pos)));
  } catch {
    return null;
  }
  if (context.aborted || offered.candidates.length === 0) return null;
  return {
    from: unit_at(text, offered.begin),
    filter: false,
    options: offered.candidates.map(candidate => ({
      label: candidate.text,
      detail: candidate.note,
      apply: candidate.text + (candidate.blank_follows ? " " : ""),
    })),
  };
}

/** What an editor says of itself, in the language of the page; `label`: the word for what it is for. */
const words = new Compartment();
const words_of = label => [
  placeholder(say("editor_empty")),
  EditorView.contentAttributes.of({ "aria-label": say(label), spellcheck: "false", autocapitalize: "off" }),
];

/** The page has another language. */
export function translate(view, label = "editor") { view.dispatch({ effects: words.reconfigure(words_of(label)) }); }

/** `keys`: a binding of CodeMirror for each key of the page. Styles of CodeMirror are adopted by a shadow root, so that the page
 * needs no permission for styles of its own. */
export function make_editor(place, text, keys, on_change, label = "editor") {
  const root = place.attachShadow({ mode: "open" });
  const state = EditorState.create({
    doc: text,
    extensions: [
      Prec.highest(keymap.of([...keys, { key: "Tab", run: acceptCompletion }])),
      keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      history(), drawSelection(), lineNumbers(), bracketMatching(), EditorView.lineWrapping,
      cql, syntaxHighlighting(colours), look, blamed, words.of(words_of(label)),
      autocompletion({ override: [complete], icons: false, activateOnTypingDelay: 150 }),
      EditorView.updateListener.of(update => { if (update.docChanged) on_change(update.state.doc.toString()); }),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

/** Marks spans of the text, and forgets those that were marked before. */
export function mark(view, spans) {
  const end = view.state.doc.length;
  view.dispatch({ effects: blame.of(spans.filter(span => span.from < span.to && span.to <= end)) });
}

/** Puts another text in the place of the whole, or of a part. */
export function replace(view, text, from = 0, to = view.state.doc.length) {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    effects: blame.of([]),
    scrollIntoView: true,
  });
}

/** The same, and goes on with the editor. */
export function put(view, ...change) {
  replace(view, ...change);
  view.focus();
}
