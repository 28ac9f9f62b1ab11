/** Which problem is looked at, which laws; taken away as picture, file or link. */
import type { App } from "../app";
import { Refused } from "../core";
import { h } from "../dom";
import { examples, is_scene } from "../problem";
import { export_menu } from "./export";

function chooser(app: App): HTMLElement {
  const select = h("select", { "aria-label": "Example", id: "example" });
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

/** The laws that are defined here, as buttons that are on or off. */
export function law_picker(app: App): HTMLElement {
  const place = h("div", { class: "laws", role: "group", "aria-label": "Laws" });
  const draw = () => {
    const all = app.impact_by_all();
    const defined = all instanceof Refused ? app.chosen_laws() : all.defined;
    const chosen = app.chosen_laws().length > 0 ? app.chosen_laws() : defined;
    place.replaceChildren(
      ...app.laws
        .filter((law) => defined.includes(law.name) || chosen.includes(law.name))
        .map((law) => {
          const on = chosen.includes(law.name);
          return h(
            "button",
            {
              type: "button",
              class: "law",
              "aria-pressed": String(on),
              "data-law": law.name,
              disabled: !defined.includes(law.name),
              title: `${law.title}. ${law.use}`,
              style: `--law: ${law.color}`,
              onclick: () => {
                const next = on ? chosen.filter((n) => n !== law.name) : [...chosen, law.name];
                const order = app.laws.map((l) => l.name).filter((n) => next.includes(n));
                if (order.length > 0) app.change({ laws: order });
                draw();
              },
            },
            law.name,
          );
        }),
    );
  };
  draw();
  return place;
}

export function problem_bar(app: App, place: HTMLElement): void {
  place.replaceChildren();
  place.hidden = app.state.view === "gallery" || app.state.view === "papers";
  if (place.hidden) return;
  const back =
    app.state.contact && is_scene(app.documents()[0] ?? {})
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => app.go({ ...app.state, contact: false, edits: [] }),
          },
          "back to the mechanism",
        )
      : null;
  const changed =
    app.state.edits.length > 0 && !back
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => app.go({ ...app.state, edits: [], contact: false }),
          },
          "undo changes",
        )
      : null;
  const line = [
    h("label", { class: "choose" }, h("span", {}, "Impact"), chooser(app)),
    numbers(app),
    law_picker(app),
    back,
    changed,
    export_menu(app),
  ];
  place.append(...line.filter((x): x is HTMLElement => x !== null));
}
