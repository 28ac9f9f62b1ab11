/** The curves of a sweep, and the table of its boundaries. */
import { grouped } from "./grouped";
import * as Plot from "@observablehq/plot";
import type { App } from "../app";
import { h } from "../dom";
import { number, unit, words } from "../format";
import type { SweepAnswer, SweepRow } from "../types";

export interface Curves {
  answer: SweepAnswer;
  x: string;
  facet?: string;
}

/** How the chart is to look. */
interface ChartLook {
  title: string;
  found: SweepRow[]; // boundaries
  width: number;
}

/** " / m/s", as an axis says it; nothing for a plain number. */
const in_unit = (name = "1") => (name === "1" || name === "" ? "" : ` / ${unit(name)}`);

export function chart(app: App, curves: Curves, column: string, look: ChartLook): Element {
  const { title, found, width } = look;
  const { answer, x, facet } = curves;
  const rows = answer.rows.filter((r) => typeof r[column] === "number");
  const measure = in_unit(answer.units[column]);
  const x_unit = in_unit(answer.units[x]);
  const laws = [...new Set(rows.map((r) => String(r.law)))];
  const random =
    new Set(rows.map((r) => r[x])).size > rows.length / laws.length / 1.01 &&
    answer.rows.length <= 4000 &&
    !is_sorted(rows, x, laws[0]);
  const style = {
    x: (r: SweepRow) => r[x] as number,
    y: (r: SweepRow) => r[column] as number,
    fy: facet ? (r: SweepRow) => r[facet] : undefined,
  };
  return grouped(
    Plot.plot({
      width,
      height: facet ? 560 : Math.min(460, Math.max(300, width * 0.55)),
      marginLeft: 64,
      marginTop: 32,
      marginBottom: 46,
      marginRight: 16,
      style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
      x: { label: `${x}${x_unit}`, labelArrow: "none", labelAnchor: "center", nice: false },
      y: { label: `${title}${measure}`, labelArrow: "none", grid: true },
      fy: facet ? { label: facet } : undefined,
      color: { domain: laws, range: laws.map((l) => app.law(l).color) },
      marks: [
        Plot.ruleY([0], { stroke: "currentColor", strokeOpacity: 0.35 }),
        Plot.ruleX(found, {
          x: (r: SweepRow) => r[x] as number,
          stroke: (r: SweepRow) => String(r.law),
          strokeOpacity: 0.45,
          strokeDasharray: "3 3",
        }),
        random
          ? Plot.dot(rows, { ...style, fill: (r: SweepRow) => String(r.law), r: 2.2, fillOpacity: 0.7 })
          : Plot.line(rows, { ...style, stroke: (r: SweepRow) => String(r.law), strokeWidth: 2 }),
        Plot.tip(
          rows,
          Plot.pointer({
            ...style,
            channels: { law: "law" },
            title: (r: SweepRow) =>
              `${r.law}\n${x} = ${number(r[x] as number)}${x_unit.replace(" / ", " ")}\n${title} = ${number(r[column] as number, 5)}${measure.replace(" / ", " ")}`,
          }),
        ),
      ],
    }),
  );
}

export function is_sorted(rows: SweepRow[], x: string, law: string): boolean {
  const own = rows.filter((r) => r.law === law).map((r) => r[x] as number);
  return own.every((v, i) => i === 0 || v >= own[i - 1]);
}

/** Laws that change at the same place in the same way share a row. */
export function boundary_table(app: App, found: SweepRow[], x: string, x_unit: string): HTMLElement {
  const groups = new Map<string, { row: SweepRow; laws: string[] }>();
  for (const row of found) {
    const key = [(row[x] as number).toPrecision(8), row.what, row.before, row.after].join("|");
    const group = groups.get(key) ?? { row, laws: [] };
    group.laws.push(String(row.law));
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((a, b) => (a.row[x] as number) - (b.row[x] as number));
  const name = (law: string) =>
    h("span", { class: "law-name", style: `--law:${app.law(law).color}` }, `${law} `);
  return h(
    "table",
    { class: "laws-table", id: "boundaries" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...[x + in_unit(x_unit), "what", "before", "after", "laws"].map((t) => h("th", { scope: "col" }, t)),
      ),
    ),
    h(
      "tbody",
      {},
      ...sorted.map(({ row: r, laws }) =>
        h(
          "tr",
          {},
          h("td", { class: "figure", "data-value": r[x] }, number(r[x] as number, 7)),
          h("td", {}, String(r.what).replace("contacts.", "").replace(".", ", ")),
          h("td", {}, words(String(r.before))),
          h("td", {}, words(String(r.after))),
          h("td", {}, ...laws.map(name)),
        ),
      ),
    ),
  );
}
