/** The papers computed again: what they print, what comes out, and why some print is wrong. */
import * as Plot from "@observablehq/plot";
import type { App, View } from "../app";
import { h } from "../dom";
import { unit } from "../format";
import { picture_buttons } from "../parts/export";
import type { PaperFigure, Reproduction } from "../types";

type Item = Reproduction["items"][number];

const badge = (agreement: string) =>
  h("span", { class: `badge ${agreement.toLowerCase().replaceAll(" ", "-")}` }, agreement);

function group_table(title: string, items: Item[]): HTMLElement {
  const rows = items.flatMap((i) => [
    h(
      "tr",
      {},
      h("th", { scope: "row" }, i.item),
      h("td", { class: "figure" }, i.printed),
      h("td", { class: "figure" }, i.computed),
      h("td", {}, badge(i.agreement)),
      h("td", {}, i.erratum ?? ""),
    ),
    ...(i.note ? [h("tr", { class: "note-row" }, h("td", { colspan: 5 }, i.note))] : []),
  ]);
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "paper-table" },
      h("caption", {}, title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ...["", "printed", "computed", "agrees", "erratum"].map((t) => h("th", { scope: "col" }, t)),
        ),
      ),
      h("tbody", {}, ...rows),
    ),
  );
}

function paper(reproduction: Reproduction): HTMLElement {
  const groups = new Map<string, Item[]>();
  for (const item of reproduction.items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  const count = (kind: string) => reproduction.items.filter((i) => i.agreement === kind).length;
  const facts: [string, number][] = [
    ["agree", count("yes")],
    ["differ in the last digit", count("last digit")],
    ["misprints confirmed", count("misprint")],
    ["not printed", count("not printed")],
    ["unexpected", count("NO")],
  ];
  return h(
    "section",
    { class: "paper", id: reproduction.paper },
    h("h2", {}, reproduction.title),
    h("p", { class: "reference" }, reproduction.reference),
    h(
      "p",
      { class: "facts" },
      `${reproduction.items.length} figures: `,
      facts
        .filter(([, n]) => n > 0)
        .map(([text, n]) => `${n} ${text}`)
        .join(", "),
      ".",
    ),
    ...[...groups].map(([title, items]) => group_table(title, items)),
  );
}

const dashes = ["", "6 3", "2 3", "8 3 2 3", "1 4"];

function figure(f: PaperFigure, place: HTMLElement, colors: string[]): void {
  const box = h("div", { class: "panels" });
  const width = Math.max(300, Math.min(640, (place.clientWidth || 800) / (innerWidth > 900 ? 2 : 1) - 16));
  for (const panel of f.panels) {
    const lines = panel.curves.flatMap((values, c) =>
      values.map((y, i) => ({ x: f.angles[i], y, name: f.legend[c] ?? String(c) })),
    );
    const drawn = Plot.plot({
      width,
      height: width * 0.62,
      marginLeft: 60,
      marginBottom: 42,
      style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
      x: { label: "φ₁ / rad", labelArrow: "none", labelAnchor: "center" },
      y: { label: `${panel.title} / ${unit(panel.unit)}`, labelArrow: "none", grid: true },
      color: { domain: f.legend, range: colors },
      marks: [
        ...f.shaded.map(([a, b]) =>
          Plot.rectX([0], { x1: a, x2: b, fill: "currentColor", fillOpacity: 0.09 }),
        ),
        ...f.legend.map((name, i) =>
          Plot.line(
            lines.filter((l) => l.name === name),
            {
              x: "x",
              y: "y",
              stroke: colors[i],
              strokeWidth: 2.6 - 0.35 * i,
              strokeDasharray: dashes[i] || undefined,
            },
          ),
        ),
      ],
    });
    box.append(
      h(
        "div",
        { class: "panel-box" },
        drawn,
        picture_buttons(`figure-${f.number}-${panel.title}`, () => drawn as SVGSVGElement),
      ),
    );
  }
  place.append(
    h("h3", { class: "figure-title" }, `Fig. ${f.number}: ${f.title}`),
    h(
      "p",
      { class: "legend" },
      ...f.legend.flatMap((name, i) => [h("i", { style: `background:${colors[i]}` }), ` ${name}  `]),
      f.shaded_title ? `Shaded: ${f.shaded_title}.` : "",
    ),
    box,
  );
}

export function papers_view(app: App, place: HTMLElement): View {
  const papers = app.data?.papers ?? [];
  const palette = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"];
  place.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Papers, computed again"),
      h(
        "p",
        { class: "lead" },
        "Every figure that these papers print, beside what comes out of their own formulas. Where the two differ the print is wrong, and the note says why.",
      ),
      h(
        "ul",
        { class: "contents" },
        ...papers.map((p) =>
          h(
            "li",
            {},
            h(
              "a",
              {
                href: `#${p.paper}`,
                onclick: (e: Event) => {
                  e.preventDefault();
                  document.getElementById(p.paper)?.scrollIntoView({ behavior: "smooth" });
                },
              },
              p.title,
            ),
            ` ${p.reference}`,
          ),
        ),
      ),
    ),
  );
  place.append(...papers.map(paper));
  const figures = h(
    "section",
    { class: "paper" },
    h("h2", {}, "Figures drawn again: Hurmuzlu & Marghitu, Figs 3 to 7"),
  );
  if (app.data?.figures?.length) {
    place.append(figures);
    const color = (name: string, i: number) => app.laws.find((l) => l.name === name)?.color ?? palette[i];
    for (const f of app.data.figures) figure(f, figures, f.legend.map(color));
  }
  return { update() {} };
}
