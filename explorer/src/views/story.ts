/** Kane's paradox told in steps; each step drives the live pictures beside it. */
import type { App, View } from "../app";
import { film as ask_film, impact, picture as ask_picture } from "../core";
import { h } from "../dom";
import { diagram_picture } from "../parts/diagram_picture";
import { energy_waterfall } from "../parts/energy_waterfall";
import { arrows_of, moment_at } from "../parts/film";
import { mechanism_picture } from "../parts/mechanism_picture";
import { routh_legend } from "../parts/routh_legend";
import { slider } from "../parts/slider";
import { verdict, verdict_text } from "../parts/verdict";
import { contact_path, examples, with_number } from "../problem";
import { show_in } from "../sketch";
import { start_state, to_hash } from "../state";
import { kane_steps, type Step } from "../story/kane";
import type { Impact, JsonMap } from "../types";

const example = "scenes/kane_double_pendulum";
const number = 4; // of its problems; with a bouncier floor and one coefficient of friction
const changes: [string, number][] = [
  [contact_path(0, "restitution"), 0.9],
  [contact_path(0, "static_friction"), 0.5],
];

class StoryView implements View {
  private base = changes.reduce(
    (problem, [path, value]) => with_number(problem, path, value),
    examples.find((e) => e.name === example)!.documents[number - 1],
  );
  private restitution: number;
  private step = 0;
  private picture = h("div", { class: "story-picture" });
  private legend = routh_legend();
  private verdict = h("div");
  private sections: HTMLElement[];
  private watcher: IntersectionObserver;
  private knob = slider({
    id: "story-e",
    symbol: "e",
    title: "restitution",
    min: 0,
    max: 1,
    step: 0.005,
    changed: (e) => {
      this.restitution = e;
      this.draw();
    },
  });

  constructor(
    private app: App,
    place: HTMLElement,
  ) {
    this.restitution = this.usual();
    this.sections = kane_steps.map((step, i) => this.section(step, i));
    const panel = h("div", { class: "story-panel" }, this.picture, this.legend.element, this.verdict);
    place.append(
      h(
        "div",
        { class: "story" },
        h("div", { class: "story-steps" }, h("h1", {}, "Kane’s paradox"), ...this.sections),
        panel,
      ),
    );
    this.watcher = new IntersectionObserver((seen) => this.reached(seen), {
      rootMargin: "-55% 0px -40% 0px",
    });
    const wished = Number(app.option("step", "1"));
    this.go(Math.min(Math.max(1, wished || 1), kane_steps.length) - 1);
    // The page is scrolled to the step first, or the steps on the way would count as reached.
    requestAnimationFrame(() => {
      if (this.step > 0) this.sections[this.step].scrollIntoView({ block: "center" });
      for (const section of this.sections) this.watcher.observe(section);
    });
  }

  private usual = () => impact(this.base, ["newton"]).shown.contacts[0].restitution ?? 0;

  private section(step: Step, i: number): HTMLElement {
    const seen = impact(this.base, step.laws);
    return h(
      "section",
      { "data-step": i + 1, tabindex: -1 },
      h("p", { class: "story-count" }, `${i + 1} of ${kane_steps.length}`),
      h("h2", {}, step.title),
      ...step.text(seen).map((text) => h("p", {}, text)),
      step.play ? this.knob.element : null,
      step.play ? this.lead_on() : null,
    );
  }

  private lead_on(): HTMLElement {
    const href = to_hash({
      ...start_state(),
      view: "diagram",
      example,
      number,
      laws: ["newton", "poisson", "stronge"],
      edits: changes,
    });
    return h("p", {}, h("a", { class: "button", href }, "Go on in the impact diagram"));
  }

  private reached(seen: IntersectionObserverEntry[]): void {
    const entry = seen.find((s) => s.isIntersecting);
    if (entry) this.go(this.sections.indexOf(entry.target as HTMLElement));
  }

  private go(step: number): void {
    this.step = step;
    this.sections.forEach((section, i) => section.toggleAttribute("data-now", i === step));
    if (this.app.option("step", "1") !== String(step + 1)) this.app.set_option("step", String(step + 1));
    this.draw();
  }

  private problem(step: Step): JsonMap {
    const e = step.play ? this.restitution : this.usual();
    return with_number(this.base, contact_path(0, "restitution"), e);
  }

  private draw(): void {
    const step = kane_steps[this.step];
    const problem = this.problem(step);
    const seen = impact(problem, step.laws);
    this.knob.show(this.restitution);
    this.legend.element.hidden = step.picture !== "diagram";
    if (step.picture === "mechanism") this.draw_mechanism(problem, seen, step);
    else if (step.picture === "energy")
      show_in(
        this.picture,
        energy_waterfall(seen, (law) => this.app.law(law).color),
      );
    else if (seen.diagram) {
      show_in(this.picture, diagram_picture(seen.diagram, `Impact diagram. ${verdict_text(seen)}`));
      this.legend.show(seen.diagram);
    }
    if (step.picture === "mechanism" && step.time === 0) this.verdict.replaceChildren();
    else show_in(this.verdict, verdict(seen));
  }

  private draw_mechanism(problem: JsonMap, seen: Impact, step: Step): void {
    const scene = ask_picture(problem);
    const drawn = mechanism_picture(scene, { labels: false });
    const film = ask_film(problem, step.laws[0]);
    const moment = moment_at(film, step.time ?? 0);
    drawn.pose(moment.poses);
    drawn.arrows(arrows_of(seen, scene, film, moment, this.app.law(step.laws[0]).color));
    this.picture.replaceChildren(drawn.element);
  }

  update(): void {}

  leave(): void {
    this.watcher.disconnect();
  }
}

export function story_view(app: App, place: HTMLElement): View {
  return new StoryView(app, place);
}
