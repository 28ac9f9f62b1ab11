/** All laws side by side: who keeps, who loses, who creates energy. */
import type { App, View } from "../app";
import { Refused } from "../core";
import { h } from "../dom";
import { number, unit } from "../format";
import { about_impact } from "../parts/about_impact";
import { energy_legend, energy_picture, energy_waterfall } from "../parts/energy_waterfall";
import { picture_buttons } from "../parts/export";
import { law_table } from "../parts/law_table";
import { refusal } from "../parts/refusal";
import { drawn } from "../sketch";
import type { Impact, Result } from "../types";

function notes(seen: Impact): HTMLElement | null {
  const said = seen.results.flatMap((r) =>
    [r.note ?? r.notes ?? []].flat().map((text) => [r.law, text] as const),
  );
  if (said.length === 0) return null;
  return h("ul", { class: "notes" }, ...said.map(([law, text]) => h("li", {}, h("b", {}, `${law}: `), text)));
}

/** Velocities of bodies before and after. */
function bodies_table(app: App, results: Result[]): HTMLElement | null {
  const bodies = results.find((r) => r.bodies)?.bodies;
  if (!bodies) return null;
  const kinds = [
    ["vx", "m/s", "v_x"],
    ["vy", "m/s", "v_y"],
    ["omega", "rad/s", "ω"],
  ] as const;
  const rows = bodies.flatMap((body, i) =>
    kinds.map(([key, measure, symbol]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, `${body.name} ${symbol}`),
        h("td", { class: "unit" }, unit(measure)),
        h("td", { class: "figure" }, number(body.before[key], 6)),
        ...results.map((r) => h("td", { class: "figure" }, number(r.bodies?.[i]?.after?.[key], 6))),
      ),
    ),
  );
  return h(
    "table",
    { class: "laws-table", id: "bodies-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}),
        h("th", {}),
        h("th", { scope: "col" }, "before"),
        ...results.map((r) =>
          h(
            "th",
            { scope: "col" },
            h("span", { class: "law-name", style: `--law:${app.law(r.law).color}` }, r.law),
          ),
        ),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

function law_cards(app: App, seen: Impact): HTMLElement {
  return h(
    "div",
    { class: "law-cards" },
    ...seen.results.map((r) => {
      const law = app.law(r.law);
      return h(
        "article",
        { style: `--law:${law.color}` },
        h("h3", {}, law.name),
        h("p", { class: "law-title" }, law.title),
        h("p", {}, law.statement),
        h("p", {}, h("b", {}, "Guarantees. "), law.guarantees),
        h("p", {}, h("b", {}, "Use it. "), law.use),
      );
    }),
  );
}

export function compare_view(app: App, place: HTMLElement): View {
  return {
    update() {
      const seen = app.impact();
      if (seen instanceof Refused) {
        place.replaceChildren(h("h1", {}, "Compare laws"), refusal(seen.message));
        return;
      }
      const created =
        seen.created.length > 0
          ? h(
              "p",
              { class: "verdict-line" },
              `${seen.created.join(", ")} ${seen.created.length === 1 ? "creates" : "create"} energy here: an answer that no contact can give.`,
            )
          : h("p", { class: "verdict-line calm" }, "No law creates energy here.");
      const tables = seen.shown.contacts.map((c, i) =>
        h(
          "section",
          {},
          seen.shown.contacts.length > 1 ? h("h2", {}, c.name) : h("h2", {}, "What the laws say"),
          h("div", { class: "scroll" }, drawn(law_table(app, seen, i, true))),
        ),
      );
      const bodies = bodies_table(app, seen.results);
      place.replaceChildren(
        h(
          "section",
          {},
          h("h1", {}, seen.shown.name || app.title()),
          created,
          h(
            "div",
            { class: "section-head" },
            h("h2", {}, "Where the energy went"),
            picture_buttons(
              "energy",
              () => energy_picture(seen, (law) => app.law(law).color),
              () => about_impact(app, seen, energy_legend(seen)),
            ),
          ),
          drawn(energy_waterfall(seen, (law) => app.law(law).color)),
        ),
        ...tables,
        ...(bodies ? [h("section", {}, h("h2", {}, "Bodies"), h("div", { class: "scroll" }, bodies))] : []),
        h("section", {}, notes(seen), h("h2", {}, "The laws"), law_cards(app, seen)),
      );
    },
  };
}
