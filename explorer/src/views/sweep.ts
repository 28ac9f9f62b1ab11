/** Curves over a parameter, with the places where the outcome changes. */
import type { App, View } from "../app";
import { boundaries, Refused, sweep, type SweepWish } from "../core";
import { h } from "../dom";
import { picture_buttons } from "../parts/export";
import { refusal } from "../parts/refusal";
import { in_slices } from "../parts/slices";
import { boundary_table, chart, type Curves } from "../parts/sweep_chart";
import {
  default_steps,
  document_ranges,
  problem_alone,
  quantities,
  type Range,
  range_for,
} from "../parts/sweep_range";
import { is_sweep, number_at, number_paths } from "../problem";
import type { JsonMap, SweepAnswer, SweepRow } from "../types";

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
  const usual =
    paths.find((p) => /friction$/.test(p) && p.includes(seen.shown.contacts[contact].name)) ??
    paths.find((p) => /friction$/.test(p)) ??
    paths[0];
  const columns = quantities(seen);
  const defined = seen.defined;

  const key = h(
    "select",
    { id: "sweep-key", "aria-label": "What varies" },
    ...given.map((r) => h("option", { value: r.name }, r.name)),
    ...paths.filter((p) => !given.some((r) => r.name === p)).map((p) => h("option", { value: p }, p)),
  );
  const field = (id: string, label: string) =>
    h("input", { id, type: "number", step: "any", "aria-label": label });
  const from = field("sweep-from", "from");
  const to = field("sweep-to", "to");
  const steps = field("sweep-steps", "number of points");
  const column = h(
    "select",
    { id: "sweep-column", "aria-label": "Quantity" },
    ...columns.map(([path, text]) => h("option", { value: path }, text)),
  );
  const figure = h("div", { class: "chart", id: "chart" });
  const list = h("div", { class: "scroll" });
  const message = h("div");

  const range = (): Range => {
    const name = app.option("key", given[given.length - 1]?.name ?? usual);
    const base = given.find((r) => r.name === name) ?? range_for(name, number_at(app.problem(), name) ?? 0);
    const fine =
      base.steps > 1 && base.steps < default_steps && base.to > base.from && given.length === 1
        ? default_steps
        : base.steps;
    return {
      name,
      from: Number(app.option("from", String(base.from))),
      to: Number(app.option("to", String(base.to))),
      steps: Number(app.option("steps", String(fine))),
    };
  };
  key.addEventListener("change", () => app.change({ options: { column: column.value, key: key.value } }));
  column.addEventListener("change", () => app.set_option("column", column.value));
  for (const [input, name] of [
    [from, "from"],
    [to, "to"],
    [steps, "steps"],
  ] as const)
    input.addEventListener("change", () => {
      if (input.value !== "") app.set_option(name, input.value);
    });
  const option = (label: string, input: HTMLElement) => h("label", {}, h("span", {}, label), input);
  place.append(
    h(
      "section",
      {},
      h(
        "div",
        { class: "section-head" },
        h("h1", {}, seen.shown.name || app.title()),
        picture_buttons("sweep", () => figure.querySelector("svg")),
      ),
      h(
        "div",
        { class: "sweep-bar" },
        option("vary", key),
        option("from", from),
        option("to", to),
        option("points", steps),
        option("show", column),
      ),
      message,
      figure,
    ),
    h(
      "section",
      {},
      h("h2", {}, "Where the outcome changes"),
      h("p", { class: "quiet-text" }, "Found by bisection to nine digits, under each law."),
      list,
    ),
  );

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
    const width = Math.max(320, Math.min(1240, figure.clientWidth || 800));
    figure.replaceChildren(chart(app, curves, chosen, title, found, width));
  }

  function refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    message.replaceChildren(refusal(error.message));
  }

  /** Looks for boundaries once the curves are there. */
  function look(problem: JsonMap, wish: SweepWish, r: Range, then: (found: SweepRow[]) => void): () => void {
    const found: SweepRow[] = [];
    return in_slices(
      {
        portion(first, last) {
          found.push(...boundaries(problem, { ...wish, first, last }).rows);
          return r.steps - 1;
        },
        shown(done, all) {
          list.replaceChildren(
            found.length > 0
              ? boundary_table(app, found, r.name)
              : h("p", {}, done < all ? "Looking …" : "The outcome is of one kind over the whole range."),
          );
          if (done >= all) {
            list.dataset.done = String(found.length);
            then(found);
          }
        },
        failed: refuse,
      },
      2,
    );
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
      for (const [input, value] of [
        [from, r.from],
        [to, r.to],
        [steps, r.steps],
      ] as const)
        if (window.document.activeElement !== input) input.value = String(value);
      const chosen = app.option("column", columns[0][0]);
      column.value = chosen;
      message.replaceChildren();
      const laws = app.chosen_laws();
      const wish: SweepWish = {
        vary: r.steps > 0 ? [`${r.name}=${r.from}:${r.to}:${r.steps}`] : [],
        laws: laws.length > 0 ? laws : defined,
        columns: [chosen],
      };
      const grid = given.length > 1 && given.some((v) => v.name === r.name);
      const facet = grid
        ? given.find((v) => v.name !== r.name && v.steps > 0 && v.steps <= 6)?.name
        : undefined;
      const whole = from_file ? document : app.problem();
      const stored = stored_rows(chosen);
      if (stored) {
        draw({ answer: stored, x: r.name, facet }, chosen, []);
        figure.dataset.done = chosen;
        if (!grid && r.steps > 1)
          stop = look(problem_alone(whole, r, given), wish, r, (found) =>
            draw({ answer: stored, x: r.name }, chosen, found),
          );
      } else if (grid) compute(whole, { ...wish, vary: [] }, r, chosen, facet);
      else compute(problem_alone(whole, r, given), wish, r, chosen);
    },
    leave: () => stop(),
  };
}
