/** The papers computed again: what they print, what comes out, and why some print is wrong. */
import { grouped } from "../parts/grouped";
import * as Plot from "@observablehq/plot";
import type { App, View } from "../app";
import { h } from "../dom";
import { unit } from "../format";
import { square_samples } from "../parts/about_impact";
import { picture_buttons } from "../parts/export";
import { theses } from "../parts/paper_theses";
import type { About } from "../parts/picture_frame";
import type { CurveFigure, PaperFigure, Reproduction, WayFigure, XY } from "../types";

type Item = Reproduction["items"][number];

/** Statements of a paper: in words, or in its introduction or conclusion. What stands "instead of" is a slip of the pen. */
const is_statement = ({ group, item, printed }: Item) =>
  !/instead of/.test(item) && (!/\d/.test(printed) || /^(Introduction|Conclusion)\b/.test(group));

/** What disagrees is a misprint, of a number or formula, or a claim that fails. */
const verdict_of = (item: Item): string =>
  item.agreement === "misprint" && is_statement(item) ? "claim fails" : item.agreement;

const badge = (verdict: string) =>
  h("span", { class: `badge ${verdict.toLowerCase().replaceAll(" ", "-")}` }, verdict);

/** What is wrong in a paper, said before any table. */
function findings(title: string, items: Item[]): HTMLElement | null {
  if (items.length === 0) return null;
  const entries = items.map((i) =>
    h(
      "li",
      {},
      h("b", {}, `${i.group}. `),
      `${i.item}: printed ${i.printed}, computed ${i.computed}. ${i.note ?? ""} `,
      i.erratum ? h("span", { class: "unit" }, i.erratum) : null,
    ),
  );
  return h("div", { class: "findings" }, h("h3", {}, title), h("ul", {}, ...entries));
}

function group_table(title: string, items: Item[]): HTMLElement {
  const rows = items.flatMap((i) => [
    h(
      "tr",
      {},
      h("th", { scope: "row" }, i.item),
      h("td", { class: "figure" }, i.printed),
      h("td", { class: "figure" }, i.computed),
      h("td", {}, badge(verdict_of(i))),
      h("td", {}, i.erratum ?? ""),
    ),
    ...(i.note ? [h("tr", { class: "note-row" }, h("td", { colspan: 5 }, i.note))] : []),
  ]);
  const wrong = items.filter((i) => ["misprint", "NO"].includes(i.agreement)).length;
  const count = `${items.length} ${items.length === 1 ? "figure" : "figures"}${wrong > 0 ? `, ${wrong} wrong in print` : ""}`;
  return h(
    "details",
    { class: "scroll" },
    h("summary", {}, title, h("span", { class: "unit" }, ` ${count}`)),
    h(
      "table",
      { class: "paper-table" },
      h("caption", { class: "spoken" }, title),
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

/** What the paper is about, in three lines; figures of the theory have none. */
function thesis(key: string): HTMLElement | null {
  const said = theses[key];
  if (!said) return null;
  const line = (look: string, title: string, text: string) =>
    h("div", { class: look }, h("dt", {}, title), h("dd", {}, text));
  return h(
    "dl",
    { class: "thesis" },
    line("claims", "It says", said.claims),
    line("holds", "What holds", said.holds),
    line("fails", "What does not", said.fails),
  );
}

function paper(reproduction: Reproduction): HTMLElement {
  const groups = new Map<string, Item[]>();
  for (const item of reproduction.items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  const of_kind = (kind: string) => reproduction.items.filter((i) => verdict_of(i) === kind);
  const count = (kind: string) => of_kind(kind).length;
  const facts: [string, number][] = [
    ["agree", count("yes")],
    ["differ in the last digit", count("last digit")],
    ["misprints", count("misprint")],
    ["claims that fail", count("claim fails")],
    ["not printed", count("not printed")],
    ["unexpected", count("NO")],
  ];
  return h(
    "section",
    { class: "paper", id: reproduction.paper },
    h("h2", {}, reproduction.title),
    h("p", { class: "reference" }, reproduction.reference),
    thesis(reproduction.paper),
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
    h(
      "div",
      { class: "paper-main" },
      h(
        "div",
        { class: "paper-findings" },
        findings("Claims that fail", of_kind("claim fails")),
        findings("Misprints", of_kind("misprint")),
        findings("Not as expected", of_kind("NO")),
      ),
      h("div", {
        class: "paper-figures",
        tabindex: 0,
        role: "region",
        "aria-label": `Figures of ${reproduction.title}`,
      }),
    ),
    h("h3", {}, "Every figure, table by table"),
    ...[...groups].map(([title, items]) => group_table(title, items)),
  );
}

const dashes = ["", "6 3", "2 3", "8 3 2 3", "1 4"];
const palette = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"];

interface Curve {
  name: string;
  color: string;
  dash?: string;
  width: number;
  points: { x: number; y: number }[];
}

/** One panel of a figure, with its buttons. */
interface Panel {
  title: string;
  x: string;
  y: string;
  curves: Curve[];
  shaded?: XY[]; // of x
  walls?: WayFigure["barriers"]; // along x
  zero?: boolean; // y begins there
  steps?: boolean; // y jumps, and keeps its value in between
}

/** Of a wall, in shares of the height of what moves between the walls: its strokes, and where its name stands. */
const [hatch_depth, name_depth] = [0.05, 0.085];

/** Walls: thick, hatched on their solid side, with their names behind them. */
function wall_marks(walls: NonNullable<Panel["walls"]>, [left, right]: XY, tall: number): Plot.Markish[] {
  const step = (right - left) / 44;
  return walls.flatMap(({ name, from, solid }) => {
    const [y, depth] = [from[1], Math.sign(solid[1]) * hatch_depth * tall];
    const strokes = Array.from({ length: 44 }, (_, i) => left + i * step);
    return [
      Plot.link(strokes, { x1: (x) => x + step, x2: (x) => x, y1: y, y2: y + depth, strokeOpacity: 0.55 }),
      Plot.ruleY([y], { strokeWidth: 3.5, x1: left, x2: right }),
      Plot.text([name], {
        x: (left + right) / 2,
        y: y + Math.sign(solid[1]) * name_depth * tall,
        text: (d: string) => d,
        fill: "currentColor",
      }),
    ];
  });
}

function panel_box(panel: Panel, name: string, width: number, about: () => About): HTMLElement {
  const all = panel.curves.flatMap((c) => c.points);
  const [left, right] = [Math.min(...all.map((p) => p.x)), Math.max(...all.map((p) => p.x))];
  const ends = (panel.walls ?? []).map((w) => w.from[1]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = 0.12 * (high - low);
  const drawn = grouped(
    Plot.plot({
      width,
      height: width * 0.62,
      marginLeft: 60,
      marginTop: 32,
      marginBottom: 42,
      style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
      x: { label: panel.x, labelArrow: "none", labelAnchor: "center", domain: [left, right] },
      y: {
        label: panel.y,
        labelArrow: "none",
        grid: true,
        zero: panel.zero,
        domain: ends.length > 0 ? [low - room, high + room] : undefined,
      },
      marks: [
        ...(panel.shaded ?? []).map(([a, b]) =>
          Plot.rectX([0], { x1: a, x2: b, fill: "currentColor", fillOpacity: 0.09 }),
        ),
        ...wall_marks(panel.walls ?? [], [left, right], high - low),
        ...panel.curves.map((c) =>
          Plot.line(c.points, {
            x: "x",
            y: "y",
            stroke: c.color,
            strokeWidth: c.width,
            strokeDasharray: c.dash,
            curve: panel.steps ? "step-after" : "linear",
          }),
        ),
      ],
    }),
  );
  return h(
    "div",
    { class: "panel-box" },
    drawn,
    picture_buttons(`${name}-${panel.title}`, () => drawn as SVGSVGElement, about),
  );
}

/** Several laws over φ₁: thinner and dashed, so that curves that agree are all seen. */
const curve_panels = (f: CurveFigure, colors: string[]): Panel[] =>
  f.panels.map((panel) => ({
    title: panel.title,
    x: "φ₁ / rad",
    y: `${panel.title} / ${unit(panel.unit)}`,
    shaded: f.shaded,
    curves: panel.curves.map((values, c) => ({
      name: f.legend[c],
      color: colors[c],
      dash: dashes[c] || undefined,
      width: 2.6 - 0.35 * c,
      points: values.map((y, i) => ({ x: f.angles[i], y })),
    })),
  }));

const way_panels = (f: WayFigure, colors: string[]): Panel[] => {
  const curves = (points: (ball: number) => Curve["points"]): Curve[] =>
    f.legend.map((name, i) => ({ name, color: colors[i], width: 2, points: points(i) }));
  return [
    {
      title: "way of the centre",
      x: "x / m",
      y: "y / m",
      walls: f.barriers,
      curves: curves((i) => f.ways[i].map(([x, y]) => ({ x, y }))),
    },
    {
      title: "kinetic energy",
      x: "t / s",
      y: "kinetic energy / J",
      zero: true,
      steps: true,
      curves: curves((i) => f.energies[i].map((y, k) => ({ x: f.times[k], y }))),
    },
  ];
};

function figure(f: PaperFigure, place: HTMLElement, colors: string[]): void {
  const width = Math.max(300, Math.min(640, (place.clientWidth || 600) - 16));
  const panels = "ways" in f ? way_panels(f, colors) : curve_panels(f, colors);
  const remark = "ways" in f ? `Shown: ${f.subtitle}.` : f.shaded_title ? `Shaded: ${f.shaded_title}.` : "";
  const title = "ways" in f ? f.title : `Fig. ${f.number}: ${f.title}`;
  const about = () => ({
    title,
    caption: remark ? [remark] : [],
    legend: square_samples(f.legend.map((name, i) => [colors[i], name])),
  });
  place.append(
    h("h3", { class: "figure-title" }, title),
    h(
      "p",
      { class: "legend" },
      ...f.legend.flatMap((name, i) => [h("i", { style: `background:${colors[i]}` }), ` ${name}  `]),
      h("span", { class: "remark" }, remark),
    ),
    h(
      "div",
      { class: "panels" },
      ...panels.map((p) => panel_box(p, `${f.paper}-figure-${f.number}`, width, about)),
    ),
  );
}

export function papers_view(app: App, place: HTMLElement): View {
  const papers = app.data?.papers ?? [];
  const color = (name: string, i: number) => app.laws.find((l) => l.name === name)?.color ?? palette[i];
  place.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Papers, computed again"),
      h(
        "p",
        { class: "lead" },
        "Every figure that these papers print, beside what comes out of their own formulas. Where the two differ, the print is wrong and the note says why: a misprint is a wrong number or formula, a claim that fails is a statement that does not hold. Tables open on a click.",
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
  for (const reproduction of papers) {
    const section = paper(reproduction);
    place.append(section);
    const figures = (app.data?.figures ?? []).filter((f) => f.paper === reproduction.paper);
    const beside = section.querySelector<HTMLElement>(".paper-figures")!;
    if (figures.length === 0) beside.remove();
    for (const f of figures) figure(f, beside, f.legend.map(color));
  }
  // Paper has nothing to click on.
  const unfold = () => {
    for (const table of place.querySelectorAll("details")) table.open = true;
  };
  addEventListener("beforeprint", unfold);
  return { update() {}, leave: () => removeEventListener("beforeprint", unfold) };
}
