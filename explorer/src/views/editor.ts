/** Problems of one's own: written here, opened, dropped or pasted; errors stand at their lines. */
import type { App, View } from "../app";
import { Refused } from "../core";
import { h } from "../dom";
import { read_own, type TextError } from "../own";
import { text_editor } from "../parts/text_editor";
import { is_scene, is_sweep, problem_of } from "../problem";
import type { ViewName } from "../state";
import { to_hash } from "../state";
import type { JsonMap } from "../types";

/** How long a hand rests before a text is read. */
const rest_ms = 250;

const names: [ViewName, string][] = [
  ["diagram", "Impact diagram"],
  ["mechanism", "Mechanism"],
  ["compare", "Compare laws"],
  ["sweep", "Sweep"],
  ["motion", "Motion"],
];

/** The views that have something to show. */
function useful_views(document: JsonMap): ViewName[] {
  const problem = problem_of(document);
  const contacts = problem.contacts ? Object.keys(problem.contacts).length : 0;
  return [
    ...(contacts === 1 ? (["diagram"] as const) : []),
    ...(is_scene(problem) ? (["mechanism"] as const) : []),
    "compare",
    ...(is_sweep(document) || contacts > 0 ? (["sweep"] as const) : []),
    ...(is_scene(problem) ? (["motion"] as const) : []),
  ];
}

class EditorView implements View {
  private said = h("div", { id: "text-says", role: "status" });
  private waiting = 0;
  private reading = Promise.resolve();
  private editor = text_editor((text) => this.changed(text));
  private own_change = false;

  constructor(
    private app: App,
    place: HTMLElement,
  ) {
    const file = h("input", {
      type: "file",
      accept: ".yaml,.yml,.json,.jsonl",
      id: "open-file",
      class: "spoken",
      tabindex: -1,
      "aria-label": "Open a file",
    });
    file.addEventListener("change", () => {
      void file.files?.[0]?.text().then((text) => this.editor.set(text));
    });
    const open = h("button", { type: "button", class: "quiet" }, "Open a file …");
    open.addEventListener("click", () => file.click());
    place.append(
      h(
        "section",
        { class: "editor" },
        h("div", { class: "section-head" }, h("h1", {}, "Write your own problem"), open, file),
        h(
          "p",
          { class: "quiet-text" },
          "YAML or JSON, as carom solve, sweep and simulate read it. Change the text, open a file, drop one anywhere, or paste. Nothing leaves this page; “Link” carries the whole text.",
        ),
        h("div", { class: "text-box" }, this.editor.element),
        this.said,
      ),
    );
    this.show_text(app.draft ?? app.text());
  }

  private show_text(text: string): void {
    this.own_change = true;
    this.editor.set(text);
    this.own_change = false;
    this.read(false);
  }

  private changed(text: string): void {
    if (this.own_change) return;
    this.app.draft = text;
    document.documentElement.dataset.reading = "";
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.read(true), rest_ms);
  }

  private read(take_over: boolean): void {
    const text = this.editor.text();
    const { documents, errors } = read_own(text);
    this.editor.mark(errors);
    if (errors.length > 0) this.complain(errors);
    else if (take_over)
      this.reading = this.app.follow_text(text, documents).then(() => {
        if (this.app.draft === text) this.app.draft = undefined;
        this.lead_on();
      });
    else this.lead_on();
    void this.reading.then(() => delete document.documentElement.dataset.reading);
  }

  private complain(errors: TextError[]): void {
    this.said.replaceChildren(
      h(
        "ul",
        { class: "text-errors" },
        ...errors.map(({ line, message }) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "quiet", onclick: () => this.editor.go(line) },
              `line ${line}`,
            ),
            ` ${message}`,
          ),
        ),
      ),
    );
  }

  private lead_on(): void {
    const no_impact = this.app.impact() instanceof Refused;
    const useful = no_impact ? ["motion"] : useful_views(this.app.document());
    const count = this.app.documents().length;
    const link = ([view, title]: [ViewName, string]) =>
      h("a", { class: "button", href: to_hash({ ...this.app.state, view, options: {} }) }, title);
    this.said.replaceChildren(
      h(
        "p",
        {},
        count > 1 ? `${count} problems, no errors. Look at the first as` : "No errors. Look at it as",
      ),
      h("p", { class: "lead-on" }, ...names.filter(([view]) => useful.includes(view)).map(link)),
    );
  }

  /** Another example was chosen. */
  update(): void {
    if (this.app.draft !== undefined || document.documentElement.dataset.reading !== undefined) return;
    const text = this.app.text();
    if (text !== this.editor.text()) this.show_text(text);
  }

  leave(): void {
    window.clearTimeout(this.waiting);
    delete document.documentElement.dataset.reading;
    this.editor.close();
  }
}

export function editor_view(app: App, place: HTMLElement): View {
  return new EditorView(app, place);
}
