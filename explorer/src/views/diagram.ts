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
import { law_select } from "../parts/law_select";
import { law_table } from "../parts/law_table";
import { map_axes } from "../parts/map_axes";
import { mode_map } from "../parts/mode_map";
import type { Sample } from "../parts/picture_frame";
import { refusal } from "../parts/refusal";
import { routh_legend } from "../parts/routh_legend";
import { Turns } from "../parts/turns";
import { velocity_pad } from "../parts/velocity_pad";
import { show_in } from "../sketch";
import type { Impact } from "../types";

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
  private pad = velocity_pad((u) =>
    this.app.edit_contact_space([
      [`u[${2 * this.contact()}]`, u.t],
      [`u[${2 * this.contact() + 1}]`, u.n],
    ]),
  );
  private knobs = contact_sliders(this.app, this.contact, () => this.seen);
  private law = law_select("map-law", "Law of the map", (law) => this.app.set_option("law", law));
  private map = mode_map((x, y) => {
    this.set(this.app.option("x", "mu"), x);
    this.set(this.app.option("y", "e"), y);
  });

  private followers = h("section", { class: "pair" });
  private turns = new Turns(this.followers, [
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
    const path = map_axes[axis].path(this.contact());
    if (path.startsWith("contacts")) this.app.edit(path, value);
    else this.app.edit_contact_space([[path, value]]);
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
      head(
        h("h2", {}, "Drag the approach"),
        picture_buttons(
          "velocities",
          () => this.pad.element,
          () => this.about(this.laws()),
        ),
      ),
      this.pad.element,
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
    show_in(this.picture, diagram_picture(diagram, `Impact diagram: ${diagram.subtitle}`));
    this.lines.show(diagram);
    this.knobs.show(now, this.contact());
    this.pad.show(now, this.contact(), this.color);
    if (this.opened) this.turns.draw();
    else this.turns.draw_all();
    this.opened = true;
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
  const why =
    first instanceof Refused
      ? first.message
      : "The diagram is the plane of one contact's impulse; this problem has several contacts, or one without tangent. Look at it as a mechanism or compare the laws.";
  return empty_view(place, "Impact diagram", why);
}
