/** The impact diagram: drag the approach velocity, move the coefficients, watch every law find its end. */
import type { App, View } from "../app";
import { contact_space, Refused } from "../core";
import { h } from "../dom";
import { about_impact, diagram_samples, law_samples } from "../parts/about_impact";
import { contact_sliders } from "../parts/contact_sliders";
import { diagram_picture } from "../parts/diagram_picture";
import { empty_view } from "../parts/empty_view";
import { energy_legend, energy_picture, energy_waterfall } from "../parts/energy_waterfall";
import { picture_buttons } from "../parts/export";
import { when_idle } from "../parts/idle";
import { HeldAxes } from "../parts/held_axes";
import { law_select } from "../parts/law_select";
import { law_table } from "../parts/law_table";
import { map_axes } from "../parts/map_axes";
import { mode_map } from "../parts/mode_map";
import type { Sample } from "../parts/picture_frame";
import { refusal } from "../parts/refusal";
import { routh_legend } from "../parts/routh_legend";
import { follower_of, static_at } from "../parts/static_friction";
import { Turns } from "../parts/turns";
import { velocity_pad } from "../parts/velocity_pad";
import { spoken, verdict } from "../parts/verdict";
import { contact_path, is_stated } from "../problem";
import { show_in } from "../sketch";
import type { Diagram, Impact } from "../types";
import { loads_view, shares_loads } from "./loads";
import { swerve_view } from "./swerve";

function axis_select(app: App, key: string, otherwise: string, label: string): HTMLElement {
  const select = h(
    "select",
    { "aria-label": label, id: `map-${key}` },
    ...Object.entries(map_axes).map(([name, axis]) => h("option", { value: name }, axis.title)),
  );
  select.value = app.option(key, otherwise);
  select.addEventListener("change", () => app.set_option(key, select.value));
  return select;
}

const head = (title: HTMLElement, ...buttons: HTMLElement[]) =>
  h("div", { class: "section-head" }, title, ...buttons);

class DiagramView implements View {
  private contact = () => this.app.colliding(this.seen);
  private color = (law: string) => this.app.law(law).color;
  private title = h("h1");
  private message = h("div");
  private picture = h("div", { class: "picture" });
  private lines = routh_legend();
  private numbers = h("div", { class: "scroll" });
  private energy = h("div");
  private axes = new HeldAxes();
  private verdict = h("div", { class: "verdict-box" });
  private spoken = h("p", { class: "spoken", id: "diagram-says" });
  private pad = velocity_pad((u) => this.app.edit_approach(this.contact(), u));
  private knobs = contact_sliders(this.app, this.contact, () => this.seen);
  private law = law_select("map-law", "Law of the map", (law) => this.app.set_option("law", law));
  private map = mode_map((x, y) => {
    this.set(this.app.option("x", "mu"), x);
    this.set(this.app.option("y", "e"), y);
  });

  private followers = h("section", { class: "pair" });
  private turns = new Turns(this.followers, [
    () => {
      this.spoken.textContent = spoken(this.seen, this.contact());
    },
    () => show_in(this.energy, energy_waterfall(this.seen, this.color)),
    () => show_in(this.numbers, law_table(this.app, this.seen, this.contact())),
    () => this.draw_map(),
  ]);
  private opened = false;
  private stop_warming: () => void;

  constructor(
    private app: App,
    private seen: Impact,
    place: HTMLElement,
  ) {
    this.followers.append(...this.below());
    place.append(this.stage(), this.followers);
    // Drawn once more before a hand moves: browsers compile code when it first runs.
    this.stop_warming = when_idle(() => this.update());
  }

  private set(axis: string, value: number): void {
    const c = this.contact();
    const { u } = this.seen.shown.contacts[c];
    if (axis === "mu") this.set_friction(c, value);
    else if (axis === "e") this.app.edit(map_axes[axis].path(c), value);
    else if (axis === "ut") this.app.edit_approach(c, { t: value, n: u.n });
    else if (axis === "un") this.app.edit_approach(c, { t: u.t, n: value });
    else this.app.edit_contact_space([[map_axes[axis].path(c), value]]);
  }

  /** As the map does it: the static coefficient follows. */
  private set_friction(contact: number, mu: number): void {
    const follower = follower_of(this.seen.shown.contacts[contact]);
    const path = contact_path(contact, "static_friction");
    if (follower && is_stated(this.app.problem(), path)) this.app.edit(path, static_at(follower, mu));
    this.app.edit(contact_path(contact, "friction"), mu);
  }

  private laws = () =>
    law_samples(
      this.app,
      this.seen.results.map((r) => r.law),
      this.seen.created,
    );
  private about = (legend: Sample[]) => about_impact(this.app, this.seen, legend);

  private stage(): HTMLElement {
    const main = h(
      "div",
      { class: "stage-main" },
      head(
        this.title,
        picture_buttons(
          "impact-diagram",
          () => this.picture.querySelector("svg"),
          () => this.about([...this.laws(), ...diagram_samples(this.seen.diagram!)]),
        ),
      ),
      this.message,
      this.picture,
      this.lines.element,
    );
    const side = h(
      "div",
      { class: "stage-side" },
      this.verdict,
      this.spoken,
      h(
        "div",
        { class: "drag-part" },
        head(
          h("h2", {}, "Drag the approach"),
          picture_buttons(
            "velocities",
            () => this.pad.element,
            () => this.about(this.laws()),
          ),
        ),
        this.pad.element,
      ),
      this.knobs.element,
    );
    return h("section", { class: "stage" }, main, side);
  }

  private below(): HTMLElement[] {
    const axes = [
      this.law.element,
      " over ",
      axis_select(this.app, "x", "mu", "Horizontal axis"),
      " and ",
      axis_select(this.app, "y", "e", "Vertical axis"),
      h("span", {}, "Click to go there."),
    ];
    return [
      h(
        "div",
        {},
        head(
          h("h2", {}, "Where the energy went"),
          picture_buttons(
            "energy",
            () => energy_picture(this.seen, this.color),
            () => this.about(energy_legend(this.seen)),
          ),
        ),
        this.energy,
        h("h2", {}, "What the laws say"),
        this.numbers,
      ),
      h(
        "div",
        {},
        head(
          h("h2", {}, "Map of modes"),
          picture_buttons(
            "map-of-modes",
            () => this.map.picture(),
            () => this.about([]),
          ),
        ),
        h("p", { class: "map-axes" }, ...axes),
        this.map.element,
      ),
    ];
  }

  private draw_map(): void {
    const now = this.seen;
    const laws = now.results.map((r) => r.law);
    const wished = this.app.option("law", "");
    const law = laws.includes(wished) ? wished : (laws[0] ?? "");
    this.law.show(laws, law);
    if (!law) return;
    const problem = this.app.problem();
    this.map.show({
      problem: () => ("W" in problem ? problem : contact_space(problem)),
      seen: now,
      contact: this.contact(),
      law,
      x: this.app.option("x", "mu"),
      y: this.app.option("y", "e"),
    });
  }

  private draw(now: Impact): void {
    const diagram = now.diagram!;
    this.seen = now;
    if (this.message.firstChild) this.message.replaceChildren();
    const title = now.shown.name || this.app.title();
    if (this.title.textContent !== title) this.title.textContent = title;
    this.draw_plane(diagram, this.opened && this.app.is_moving());
    show_in(this.verdict, verdict(now));
    this.lines.show(diagram);
    this.knobs.show(now, this.contact());
    if (this.opened) this.turns.draw();
    else this.turns.draw_all();
    this.opened = true;
  }

  /** Axes and scales stand still under a hand. */
  private draw_plane(diagram: Diagram, held: boolean): void {
    const title = `Impact diagram: ${diagram.subtitle}`;
    show_in(this.picture, diagram_picture(this.axes.shown(diagram, held), title));
    this.pad.show(this.seen, this.contact(), { color: this.color, held });
  }

  rested(): void {
    this.draw_plane(this.seen.diagram!, false);
  }

  update(): void {
    const now = this.app.impact();
    if (now instanceof Refused) this.message.replaceChildren(refusal(now.message));
    else if (now.diagram) this.draw(now);
  }

  leave(): void {
    this.stop_warming();
    this.turns.stop();
    this.map.stop();
  }
}

export function diagram_view(app: App, place: HTMLElement): View {
  const first = app.impact();
  if (!(first instanceof Refused) && first.diagram) return new DiagramView(app, first, place);
  if (!(first instanceof Refused) && first.swerve) return swerve_view(app, first, place);
  if (!(first instanceof Refused) && shares_loads(first)) return loads_view(app, first, place);
  const why =
    first instanceof Refused
      ? first.message
      : "The diagram is the plane of one contact's impulse; this problem has several contacts, or one without tangent. Look at it as a mechanism or compare the laws.";
  return empty_view(place, "Impact diagram", why);
}
