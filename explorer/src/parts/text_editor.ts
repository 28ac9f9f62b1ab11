/** A field for YAML with line numbers, colours, and errors at their lines (CodeMirror). */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { TextError } from "../own";

export interface TextEditor {
  element: HTMLElement;
  text(): string;
  set(text: string): void;
  mark(errors: TextError[]): void;
  /** Puts the cursor at a line. */
  go(line: number): void;
  close(): void;
}

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--focus)" },
  { tag: [tags.string, tags.attributeValue, tags.content], color: "var(--ink)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--soft)" },
  { tag: [tags.labelName, tags.typeName], color: "var(--accent)" },
]);

const look = EditorView.theme({
  "&": { background: "var(--card)", color: "var(--ink)", fontSize: "0.9rem", height: "100%" },
  ".cm-content": { caretColor: "var(--ink)", fontFamily: "ui-monospace, monospace" },
  ".cm-gutters": { background: "var(--paper)", color: "var(--soft)", border: "0" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--focus) 7%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "2.5px solid var(--focus)", outlineOffset: "2px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--focus) 25%, transparent) !important",
  },
  ".cm-tooltip": { background: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
});

/** Tab leaves the field, as everywhere in the page. */
const extensions = (changed: (text: string) => void) => [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  highlightActiveLine(),
  yaml(),
  syntaxHighlighting(colors),
  look,
  EditorView.contentAttributes.of({ "aria-label": "The problem as YAML or JSON", id: "problem-text" }),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  }),
];

export function text_editor(changed: (text: string) => void): TextEditor {
  const view = new EditorView({ state: EditorState.create({ extensions: extensions(changed) }) });
  const line_of = (line: number) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    set: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark(errors) {
      const found = errors.map(({ line, message }): Diagnostic => {
        const { from, to } = line_of(line);
        return { from, to, severity: "error", message };
      });
      view.dispatch(setDiagnostics(view.state, found));
    },
    go(line) {
      view.dispatch({ selection: { anchor: line_of(line).from }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
