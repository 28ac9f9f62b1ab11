/** Curves over a parameter, with the places where the outcome changes. */
import * as Plot from "@observablehq/plot";
import type { App, View } from "../app";
import { boundaries, Refused, sweep, type SweepWish } from "../core";
import { h } from "../dom";
import { number, unit, words } from "../format";
import { picture_buttons } from "../parts/export";
import { refusal } from "../parts/refusal";
import { in_slices } from "../parts/slices";
import { is_sweep, number_at, number_paths } from "../problem";
import type { Impact, JsonMap, SweepAnswer, SweepRow } from "../types";

/** What a variable of a sweep is called and runs over. */
interface Range {
  name: string;
  from: number;
  to: number;
  steps: number;
}

const default_steps = 121;

/** A first range for a number: around its value, within what its name allows. */
function range_for(path: string, value: number): Range {
  if (/friction$/.test(path)) return { name: path, from: 0, to: 1.2, steps: default_steps };
  if (/restitution$|fraction$/.test(path)) return { name: path, from: 0, to: 1, steps: default_steps };
  const reach = Math.abs(value) || 1;
  if (/mass|length|radius|width|height|inertia|density/.test(path)) return { name: path, from: value / 2, to: value * 2, steps: default_steps };
  return { name: path, from: value - reach, to: value + reach, steps: default_steps };
}

/** The quantities that a row may hold, by path and by name for people. */
function quantities(seen: Impact): [string, string][] {
  const list: [string, string][] = [["energy.change", "energy change"], ["energy.after", "energy after"], ["energy.contact_work", "contact work"]];
  for (const c of seen.shown.contacts)
    for (const [path, text] of [["u_after.t", "u_t after"], ["u_after.n", "u_n after"], ["impulse.t", "p_t"], ["impulse.n", "p_n"], ["effective.energetic", "e energetic"], ["work.friction", "work of friction"]])
      list.push([`contacts.${c.name}.${path}`, seen.shown.contacts.length > 1 ? `${text}, ${c.name}` : text]);
  for (const b of seen.results[0]?.bodies ?? [])
    for (const [path, text] of [["vx", "v_x"], ["vy", "v_y"], ["omega", "ω"]]) list.push([`bodies.${b.name}.after.${path}`, `${b.name} ${text}`]);
  return list;
}

/** The variables of a sweep's document, in its order. */
function document_ranges(document: JsonMap): Range[] {
  return Object.entries((document.vary ?? {}) as Record<string, JsonMap>).map(([name, v]) => {
    const values = v.values as number[] | undefined;
    const spread = (v.uniform ?? v.normal) as number[] | undefined;
    if (values) return { name, from: values[0], to: values[values.length - 1], steps: values.length };
    if (spread) return { name, from: spread[0], to: spread[1], steps: 0 };
    return { name, from: Number(v.from), to: Number(v.to), steps: Number(v.steps) };
  });
}

interface Curves {
  answer: SweepAnswer;
  x: string;
  facet?: string;
}

function chart(app: App, curves: Curves, column: string, title: string, found: SweepRow[], width: number): Element {
  const { answer, x, facet } = curves;
  const rows = answer.rows.filter((r) => typeof r[column] === "number");
  const measure = answer.units[column] && answer.units[column] !== "1" ? ` / ${unit(answer.units[column])}` : "";
  const x_unit = answer.units[x] && answer.units[x] !== "1" ? ` / ${unit(answer.units[x])}` : "";
  const laws = [...new Set(rows.map((r) => String(r.law)))];
  const random = new Set(rows.map((r) => r[x])).size > rows.length / laws.length / 1.01 && answer.rows.length <= 4000 && !isSorted(rows, x, laws[0]);
  const style = { x: (r: SweepRow) => r[x] as number, y: (r: SweepRow) => r[column] as number, fy: facet ? (r: SweepRow) => r[facet] : undefined };
  return Plot.plot({
    width,
    height: facet ? 560 : Math.min(460, Math.max(300, width * 0.55)),
    marginLeft: 64,
    marginBottom: 46,
    marginRight: 16,
    style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
    x: { label: `${x}${x_unit}`, labelArrow: "none", labelAnchor: "center", nice: false },
    y: { label: `${title}${measure}`, labelArrow: "none", grid: true },
    fy: facet ? { label: facet } : undefined,
    color: { domain: laws, range: laws.map((l) => app.law(l).color) },
    marks: [
      Plot.ruleY([0], { stroke: "currentColor", strokeOpacity: 0.35 }),
      Plot.ruleX(found, { x: (r: SweepRow) => r[x] as number, stroke: (r: SweepRow) => String(r.law), strokeOpacity: 0.45, strokeDasharray: "3 3" }),
      random
        ? Plot.dot(rows, { ...style, fill: (r: SweepRow) => String(r.law), r: 2.2, fillOpacity: 0.7 })
        : Plot.line(rows, { ...style, stroke: (r: SweepRow) => String(r.law), strokeWidth: 2 }),
      Plot.tip(rows, Plot.pointer({ ...style, channels: { law: "law" }, title: (r: SweepRow) => `${r.law}\n${x} = ${number(r[x] as number)}\n${title} = ${number(r[column] as number, 5)}${measure.replace(" / ", " ")}` })),
    ],
  });
}

function isSorted(rows: SweepRow[], x: string, law: string): boolean {
  const own = rows.filter((r) => r.law === law).map((r) => r[x] as number);
  return own.every((v, i) => i === 0 || v >= own[i - 1]);
}

/** Laws that change at the same place in the same way share a row. */
function boundary_table(app: App, found: SweepRow[], x: string): HTMLElement {
  const groups = new Map<string, { row: SweepRow; laws: string[] }>();
  for (const row of found) {
    const key = [(row[x] as number).toPrecision(8), row.what, row.before, row.after].join("|");
    const group = groups.get(key) ?? { row, laws: [] };
    group.laws.push(String(row.law));
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((a, b) => (a.row[x] as number) - (b.row[x] as number));
  const name = (law: string) => h("span", { class: "law-name", style: `--law:${app.law(law).color}` }, `${law} `);
  return h("table", { class: "laws-table", id: "boundaries" },
    h("thead", {}, h("tr", {}, ...[x, "what", "before", "after", "laws"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, ...sorted.map(({ row: r, laws }) => h("tr", {},
      h("td", { class: "figure", "data-value": r[x] }, number(r[x] as number, 7)),
      h("td", {}, String(r.what).replace("contacts.", "").replace(".", ", ")), h("td", {}, words(String(r.before))), h("td", {}, words(String(r.after))),
      h("td", {}, ...laws.map(name))))));
}

export function sweep_view(app: App, place: HTMLElement): View {
  const seen = app.impact();
  if (seen instanceof Refused) {
    place.append(h("section", { class: "empty" }, h("h1", {}, "Sweep"), refusal(seen.message)));
    return { update() {} };
  }
  const document = app.document();
  const from_file = is_sweep(document) && app.state.edits.length === 0;
  const given = from_file ? document_ranges(document) : [];
  const paths = number_paths(app.problem()).filter((p) => p !== "law");
  const contact = app.colliding(seen);
  const usual = paths.find((p) => /friction$/.test(p) && p.includes(seen.shown.contacts[contact].name)) ?? paths.find((p) => /friction$/.test(p)) ?? paths[0];
  const columns = quantities(seen);
  const defined = seen.defined;

  const key = h("select", { id: "sweep-key", "aria-label": "What varies" }, ...given.map((r) => h("option", { value: r.name }, r.name)), ...paths.filter((p) => !given.some((r) => r.name === p)).map((p) => h("option", { value: p }, p)));
  const field = (id: string, label: string) => h("input", { id, type: "number", step: "any", "aria-label": label });
  const from = field("sweep-from", "from");
  const to = field("sweep-to", "to");
  const steps = field("sweep-steps", "number of points");
  const column = h("select", { id: "sweep-column", "aria-label": "Quantity" }, ...columns.map(([path, text]) => h("option", { value: path }, text)));
  const figure = h("div", { class: "chart", id: "chart" });
  const list = h("div", { class: "scroll" });
  const message = h("div");

  const range = (): Range => {
    const name = app.option("key", given[given.length - 1]?.name ?? usual);
    const base = given.find((r) => r.name === name) ?? range_for(name, number_at(app.problem(), name) ?? 0);
    const fine = base.steps > 1 && base.steps < default_steps && base.to > base.from && given.length === 1 ? default_steps : base.steps;
    return { name, from: Number(app.option("from", String(base.from))), to: Number(app.option("to", String(base.to))), steps: Number(app.option("steps", String(fine))) };
  };
  key.addEventListener("change", () => app.change({ options: { column: column.value, key: key.value } }));
  column.addEventListener("change", () => app.set_option("column", column.value));
  for (const [input, name] of [[from, "from"], [to, "to"], [steps, "steps"]] as const)
    input.addEventListener("change", () => { if (input.value !== "") app.set_option(name, input.value); });
  const option = (label: string, input: HTMLElement) => h("label", {}, h("span", {}, label), input);
  place.append(
    h("section", {}, h("div", { class: "section-head" }, h("h1", {}, seen.shown.name || "Sweep"), picture_buttons("sweep", () => figure.querySelector("svg"))),
      h("div", { class: "sweep-bar" }, option("vary", key), option("from", from), option("to", to), option("points", steps), option("show", column)),
      message, figure),
    h("section", {}, h("h2", {}, "Where the outcome changes"), h("p", { class: "quiet-text" }, "Found by bisection to nine digits, under each law."), list));

  let stop = () => {};

  /** The rows that the page was made with, as long as they answer the question. */
  function stored_rows(chosen: string): SweepAnswer | undefined {
    const stored = app.data?.sweep;
    const own = app.state.example === "page" && app.state.edits.length + app.state.laws.length === 0;
    const asked = Object.keys(app.state.options).every((k) => k === "column");
    return stored && own && asked && stored.rows.some((row) => chosen in row) ? stored : undefined;
  }

  function draw(curves: Curves, chosen: string, found: SweepRow[]): void {
    const title = columns.find(([path]) => path === chosen)?.[1] ?? chosen;
    const width = Math.max(320, Math.min(1100, figure.clientWidth || 800));
    figure.replaceChildren(chart(app, curves, chosen, title, found, width));
  }

  function refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    message.replaceChildren(refusal(error.message));
  }

  /** Looks for boundaries once the curves are there. */
  function look(problem: JsonMap, wish: SweepWish, r: Range, then: (found: SweepRow[]) => void): () => void {
    const found: SweepRow[] = [];
    return in_slices({
      portion(first, last) {
        found.push(...boundaries(problem, { ...wish, first, last }).rows);
        return r.steps - 1;
      },
      shown(done, all) {
        list.replaceChildren(found.length > 0 ? boundary_table(app, found, r.name)
          : h("p", {}, done < all ? "Looking …" : "The outcome is of one kind over the whole range."));
        if (done >= all) {
          list.dataset.done = String(found.length);
          then(found);
        }
      },
      failed: refuse,
    }, 2);
  }

  function compute(problem: JsonMap, wish: SweepWish, r: Range, chosen: string, facet?: string): void {
    const answer: SweepAnswer = { sweep: "", points: 0, units: {}, rows: [] };
    const curves: Curves = { answer, x: r.name, facet };
    const along = r.steps > 1 && !facet && wish.vary.length === 1;
    stop = in_slices({
      portion(first, last) {
        const piece = sweep(problem, { ...wish, first, last });
        answer.units = piece.units;
        answer.points = piece.points;
        answer.rows.push(...piece.rows);
        return piece.points;
      },
      shown(done, all) {
        if (done < all) return;
        draw(curves, chosen, []);
        figure.dataset.done = chosen;
        if (along) stop = look(problem, wish, r, (found) => draw(curves, chosen, found));
        else list.replaceChildren(h("p", {}, "Boundaries lie along one variable; choose a single one."));
      },
      failed: refuse,
    });
  }

  return {
    update() {
      stop();
      delete figure.dataset.done;
      delete list.dataset.done;
      const r = range();
      key.value = r.name;
      for (const [input, value] of [[from, r.from], [to, r.to], [steps, r.steps]] as const)
        if (window.document.activeElement !== input) input.value = String(value);
      const chosen = app.option("column", columns[0][0]);
      column.value = chosen;
      message.replaceChildren();
      const laws = app.chosen_laws();
      const wish: SweepWish = { vary: r.steps > 0 ? [`${r.name}=${r.from}:${r.to}:${r.steps}`] : [], laws: laws.length > 0 ? laws : defined, columns: [chosen] };
      const grid = given.length > 1 && given.some((v) => v.name === r.name);
      const facet = grid ? given.find((v) => v.name !== r.name && v.steps > 0 && v.steps <= 6)?.name : undefined;
      const whole = from_file ? document : app.problem();
      const stored = stored_rows(chosen);
      if (stored) {
        draw({ answer: stored, x: r.name, facet }, chosen, []);
        figure.dataset.done = chosen;
        if (!grid && r.steps > 1) stop = look(problem_alone(whole, r, given), wish, r, (found) => draw({ answer: stored, x: r.name }, chosen, found));
      } else if (grid) compute(whole, { ...wish, vary: [] }, r, chosen, facet);
      else compute(problem_alone(whole, r, given), wish, r, chosen);
    },
    leave: () => stop(),
  };
}

/** A sweep's document with the chosen variable only, so that one line is looked along. */
function problem_alone(document: JsonMap, range: Range, given: Range[]): JsonMap {
  if (!is_sweep(document)) return document;
  const vary = document.vary as JsonMap;
  const own = given.some((r) => r.name === range.name);
  const copy: JsonMap = { ...document, vary: own ? { [range.name]: vary[range.name] } : {} };
  delete copy.draws;
  delete copy.seed;
  return copy;
}
