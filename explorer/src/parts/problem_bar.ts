/** Which problem is looked at, which laws; taken away as picture, file or link. */
import type { App } from "../app";
import { Refused } from "../core";
import { h } from "../dom";
import { examples, is_scene } from "../problem";
import { export_menu } from "./export";

function chooser(app: App): HTMLElement {
  const select = h("select", { "aria-label": "Example", id: "example" });
  if (app.state.example === "own") select.append(h("option", { value: "own" }, "own problem"));
  if (app.data?.documents) select.append(h("option", { value: "page" }, app.data.title));
  const groups: [string, string][] = [
    ["Mechanisms", "scenes/"],
    ["Motions", "motion/"],
    ["Problems by matrices", ""],
    ["Sweeps", "sweeps/"],
  ];
  for (const [title, folder] of groups) {
    const group = h("optgroup", { label: title });
    for (const example of examples) {
      const own = example.name.includes("/") ? `${example.name.split("/")[0]}/` : "";
      if (own === folder)
        group.append(
          h("option", { value: example.name }, example.name.replace(folder, "").replaceAll("_", " ")),
        );
    }
    select.append(group);
  }
  select.value = app.state.example;
  select.addEventListener("change", () =>
    app.go({
      ...app.state,
      example: select.value,
      number: 1,
      laws: [],
      contact: false,
      edits: [],
      options: {},
    }),
  );
  return select;
}

function numbers(app: App): HTMLElement | null {
  const documents = app.documents();
  if (documents.length < 2) return null;
  const select = h("select", { "aria-label": "Problem of the example", id: "number" });
  documents.forEach((d, i) =>
    select.append(h("option", { value: i + 1 }, `${i + 1}. ${d.name ?? "problem"}`)),
  );
  select.value = String(Math.min(app.state.number, documents.length));
  select.addEventListener("change", () =>
    app.go({ ...app.state, number: Number(select.value), contact: false, edits: [] }),
  );
  return select;
}

/** A part of the bar that follows the problem. */
interface Following {
  element: HTMLElement;
  show(): void;
}

/** The laws that are defined here, as buttons that are on or off; they stay in place, and so does the focus. */
function law_picker(app: App): Following {
  const chosen_of = (defined: string[]) => (app.chosen_laws().length > 0 ? app.chosen_laws() : defined);
  const defined_now = () => {
    const all = app.impact_by_all();
    return all instanceof Refused ? app.chosen_laws() : all.defined;
  };
  const switch_law = (name: string) => {
    const chosen = chosen_of(defined_now());
    const next = chosen.includes(name) ? chosen.filter((n) => n !== name) : [...chosen, name];
    const order = app.laws.map((l) => l.name).filter((n) => next.includes(n));
    if (order.length > 0) app.change({ laws: order });
    show();
  };
  const buttons = app.laws.map((law) =>
    h(
      "button",
      {
        type: "button",
        class: "law",
        "data-law": law.name,
        title: `${law.title}. ${law.use}`,
        style: `--law: ${law.color}`,
        onclick: () => switch_law(law.name),
      },
      law.name,
    ),
  );
  function show(): void {
    const defined = defined_now();
    const chosen = chosen_of(defined);
    for (const button of buttons) {
      const name = button.dataset.law!;
      button.hidden = !defined.includes(name) && !chosen.includes(name);
      button.disabled = !defined.includes(name);
      button.setAttribute("aria-pressed", String(chosen.includes(name)));
    }
  }
  return { element: h("div", { class: "laws", role: "group", "aria-label": "Laws" }, ...buttons), show };
}

/** The way back from what was changed. */
function undo_button(app: App): Following {
  const element = h("button", { type: "button", class: "quiet", id: "undo" });
  element.addEventListener("click", () => {
    if (app.state.contact && is_scene(app.document())) app.leave_contact_space();
    else app.go({ ...app.state, contact: false, edits: [] });
  });
  return {
    element,
    show() {
      const { contact, edits } = app.state;
      element.hidden = !contact && edits.length === 0;
      element.textContent = contact && is_scene(app.document()) ? "back to the mechanism" : "undo changes";
    },
  };
}

export interface ProblemBar {
  element: HTMLElement;
  /** Another problem or view. */
  open(): void;
  /** The same problem with other numbers. */
  follow(): void;
}

export function problem_bar(app: App): ProblemBar {
  const element = h("div", { class: "problem-bar" });
  let parts: Following[] = [];
  const follow = () => {
    for (const part of parts) part.show();
  };
  return {
    element,
    follow,
    open() {
      parts = [];
      element.replaceChildren();
      element.hidden = ["gallery", "papers", "story", "draw"].includes(app.state.view);
      if (element.hidden) return;
      parts = [law_picker(app), undo_button(app)];
      const [laws, undo] = parts;
      const chosen = h("label", { class: "choose" }, h("span", {}, "Impact"), chooser(app));
      const line = [chosen, numbers(app), laws.element, undo.element, export_menu(app)];
      element.append(...line.filter((x): x is HTMLElement => x !== null));
      follow();
    },
  };
}
