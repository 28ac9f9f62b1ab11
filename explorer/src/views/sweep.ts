/** Curves over a parameter, with the places where the outcome changes. */
import type { App, View } from "../app";
import { boundaries, numbers, Refused, sweep, type SweepWish } from "../core";
import { h } from "../dom";
import { about_impact, law_samples } from "../parts/about_impact";
import { empty_view } from "../parts/empty_view";
import { picture_buttons } from "../parts/export";
import { refusal } from "../parts/refusal";
import { in_slices } from "../parts/slices";
import { friction_keys } from "../parts/static_friction";
import { boundary_table, chart, type Curves } from "../parts/sweep_chart";
import { at_extremes, at_jumps, merged, type Piece } from "../parts/sweep_refine";
import { chosen_range, document_ranges, problem_alone, quantities, type Range } from "../parts/sweep_range";
import { is_stated, is_sweep } from "../problem";
import type { Impact, JsonMap, ProblemNumber, SweepAnswer, SweepRow } from "../types";

/** Numbers of a file that say nothing of the impact. */
const settings = /^(format|number|draws|seed)$|^simulation\b/;

/** What is varied where nothing is said: friction where bodies collide. */
function usual_key(paths: string[], name: string): string {
  const frictions = paths.filter((p) => /friction$/.test(p));
  return frictions.find((p) => p.includes(name)) ?? frictions[0] ?? paths[0];
}

/** The fields above the curves. */
class SweepBar {
  readonly key: HTMLSelectElement;
  readonly column: HTMLSelectElement;
  readonly element: HTMLElement;
  private fields = { from: this.field("from"), to: this.field("to"), steps: this.field("steps") };

  constructor(
    private app: App,
    names: string[],
    columns: [string, string][],
  ) {
    const select = (id: string, label: string, options: [string, string][]) =>
      h(
        "select",
        { id, "aria-label": label },
        ...options.map(([value, text]) => h("option", { value }, text)),
      );
    this.key = select(
      "sweep-key",
      "What varies",
      names.map((n) => [n, n]),
    );
    this.column = select("sweep-column", "Quantity", columns);
    this.key.addEventListener("change", () =>
      app.change({ options: { column: this.column.value, key: this.key.value } }),
    );
    this.column.addEventListener("change", () => app.set_option("column", this.column.value));
    const option = (label: string, input: HTMLElement) => h("label", {}, h("span", {}, label), input);
    this.element = h(
      "div",
      { class: "sweep-bar" },
      option("vary", this.key),
      option("from", this.fields.from),
      option("to", this.fields.to),
      option("points", this.fields.steps),
      option("show", this.column),
    );
  }

  private field(name: string): HTMLInputElement {
    const input = h("input", { id: `sweep-${name}`, type: "number", step: "any", "aria-label": name });
    input.addEventListener("change", () => {
      if (input.value !== "") this.app.set_option(name, input.value);
    });
    return input;
  }

  show(range: Range, column: string): void {
    this.key.value = range.name;
    this.column.value = column;
    for (const name of ["from", "to", "steps"] as const)
      if (document.activeElement !== this.fields[name]) this.fields[name].value = String(range[name]);
  }
}

class SweepView implements View {
  private document = this.app.document();
  private from_file = is_sweep(this.document) && this.app.state.edits.length === 0;
  private given = this.from_file ? document_ranges(this.document) : [];
  private numbers: ProblemNumber[] = numbers(this.app.problem()).filter((n) => !settings.test(n.path));
  private columns = quantities(this.seen);
  private usual = usual_key(
    this.numbers.map((n) => n.path),
    this.seen.shown.contacts[this.app.colliding(this.seen)].name,
  );
  private bar = new SweepBar(
    this.app,
    [...new Set([...this.given.map((r) => r.name), ...this.numbers.map((n) => n.path)])],
    this.columns,
  );
  private figure = h("div", { class: "chart", id: "chart" });
  private list = h("div", { class: "scroll" });
  private message = h("div");
  private stop = () => {};

  constructor(
    private app: App,
    private seen: Impact,
    place: HTMLElement,
  ) {
    const head = h(
      "div",
      { class: "section-head" },
      h("h1", {}, seen.shown.name || app.title()),
      picture_buttons(
        "sweep",
        () => this.figure.querySelector("svg"),
        () => about_impact(app, seen, law_samples(app, this.laws())),
      ),
    );
    place.append(
      h("section", {}, head, this.bar.element, this.message, this.figure),
      h(
        "section",
        {},
        h("h2", {}, "Where the outcome changes"),
        h("p", { class: "quiet-text" }, "Found by bisection to nine digits, under each law."),
        this.list,
      ),
    );
  }

  private laws(): string[] {
    const chosen = this.app.chosen_laws();
    return chosen.length > 0 ? chosen : this.seen.defined;
  }

  /** The rows that the page was made with, as long as they answer the question. */
  private stored_rows(chosen: string): SweepAnswer | undefined {
    const stored = this.app.data?.sweep;
    const { example, edits, laws, options } = this.app.state;
    const own = example === "page" && edits.length + laws.length === 0;
    const asked = Object.keys(options).every((k) => k === "column");
    return stored && own && asked && stored.rows.some((row) => chosen in row) ? stored : undefined;
  }

  private draw(curves: Curves, chosen: string, found: SweepRow[]): void {
    const title = this.columns.find(([path]) => path === chosen)?.[1] ?? chosen;
    const width = Math.max(300, Math.min(1240, this.figure.clientWidth || 800));
    this.figure.replaceChildren(chart(this.app, curves, chosen, { title, found, width }));
  }

  private refuse = (error: unknown): void => {
    if (!(error instanceof Refused)) throw error;
    this.message.replaceChildren(refusal(error.message));
  };

  /** Looks for boundaries once the curves are there. */
  private look(problem: JsonMap, wish: SweepWish, r: Range, then: (found: SweepRow[]) => void): void {
    const found: SweepRow[] = [];
    let unit = "";
    this.stop = in_slices(
      {
        portion: (first, last) => {
          const piece = boundaries(problem, { ...wish, first, last });
          unit = piece.units[r.name] ?? "";
          found.push(...piece.rows);
          return r.steps - 1;
        },
        shown: (done, all) => {
          const none = done < all ? "Looking …" : "The outcome is of one kind over the whole range.";
          this.list.replaceChildren(
            found.length > 0 ? boundary_table(this.app, found, r.name, unit) : h("p", {}, none),
          );
          if (done < all) return;
          this.list.dataset.done = String(found.length);
          then(found);
        },
        failed: this.refuse,
      },
      2,
    );
  }

  /** Asks for more points where curves bend or jump. */
  private refine(
    problem: JsonMap,
    wish: SweepWish,
    { answer, x }: Curves,
    pieces: (rows: SweepRow[]) => Piece[],
  ): void {
    const more = pieces(answer.rows).flatMap(({ law, from, to, steps }) => {
      try {
        return sweep(problem, { ...wish, laws: [law], vary: [`${x}=${from}:${to}:${steps}`] }).rows;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return []; // beyond what the problem allows
      }
    });
    answer.rows = merged(answer.rows, more, x);
  }

  /** The problem with the static coefficient following where friction is varied. */
  private with_follower(problem: JsonMap, r: Range): JsonMap {
    if (is_sweep(problem)) return problem;
    const keys = friction_keys(r.name, this.seen, (path) => is_stated(problem, path));
    if (Object.keys(keys).length === 0) return problem;
    return { problem, vary: { [r.name]: { from: r.from, to: r.to, steps: r.steps, ...keys } } };
  }

  private compute(problem: JsonMap, wish: SweepWish, r: Range, chosen: string, facet?: string): void {
    const answer: SweepAnswer = { sweep: "", points: 0, units: {}, rows: [] };
    const curves: Curves = { answer, x: r.name, facet };
    const along = r.steps > 1 && !facet && wish.vary.length === 1;
    this.stop = in_slices({
      portion: (first, last) => {
        const piece = sweep(problem, { ...wish, first, last });
        answer.units = piece.units;
        answer.points = piece.points;
        answer.rows.push(...piece.rows);
        return piece.points;
      },
      shown: (done, all) => {
        if (done < all) return;
        if (along) this.refine(problem, wish, curves, (rows) => at_extremes(rows, r.name, chosen));
        this.draw(curves, chosen, []);
        this.figure.dataset.done = chosen;
        if (along)
          this.look(problem, wish, r, (found) => {
            this.refine(problem, wish, curves, () => at_jumps(found, r.name, r.to - r.from));
            this.draw(curves, chosen, found);
          });
        else this.list.replaceChildren(h("p", {}, "Boundaries lie along one variable; choose a single one."));
      },
      failed: this.refuse,
    });
  }

  update(): void {
    this.stop();
    delete this.figure.dataset.done;
    delete this.list.dataset.done;
    this.message.replaceChildren();
    const r = chosen_range((k, d) => this.app.option(k, d), this.given, this.numbers, this.usual);
    const chosen = this.app.option("column", this.columns[0][0]);
    this.bar.show(r, chosen);
    const wish: SweepWish = {
      vary: r.steps > 0 ? [`${r.name}=${r.from}:${r.to}:${r.steps}`] : [],
      laws: this.laws(),
      columns: [chosen],
    };
    const grid = this.given.length > 1 && this.given.some((v) => v.name === r.name);
    const few = (v: Range) => v.name !== r.name && v.steps > 0 && v.steps <= 6;
    const facet = grid ? this.given.find(few)?.name : undefined;
    const whole = this.from_file ? this.document : this.app.problem();
    const alone = this.with_follower(problem_alone(whole, r, this.given), r);
    const stored = this.stored_rows(chosen);
    if (!stored) {
      if (grid) this.compute(whole, { ...wish, vary: [] }, r, chosen, facet);
      else this.compute(alone, wish, r, chosen);
      return;
    }
    const curves = { answer: stored, x: r.name, facet };
    this.draw(curves, chosen, []);
    this.figure.dataset.done = chosen;
    if (!grid && r.steps > 1) this.look(alone, wish, r, (found) => this.draw(curves, chosen, found));
  }

  leave(): void {
    this.stop();
  }
}

export function sweep_view(app: App, place: HTMLElement): View {
  const seen = app.impact();
  if (seen instanceof Refused) return empty_view(place, "Sweep", seen.message);
  return new SweepView(app, seen, place);
}
