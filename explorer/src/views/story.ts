/** A story told in steps; each step drives the live pictures beside it. */
import type { App, View } from "../app";
import { film as ask_film, impact, picture as ask_picture } from "../core";
import { h } from "../dom";
import { box_picture } from "../parts/box_picture";
import { diagram_picture } from "../parts/diagram_picture";
import { energy_waterfall } from "../parts/energy_waterfall";
import { arrows_of, moment_at } from "../parts/film";
import { mechanism_picture } from "../parts/mechanism_picture";
import { routh_legend } from "../parts/routh_legend";
import { slider } from "../parts/slider";
import { longest, moment_of } from "../parts/swerve_cursor";
import { swerve_legend } from "../parts/swerve_legend";
import { circle_picture, hodograph } from "../parts/swerve_picture";
import { verdict, verdict_text } from "../parts/verdict";
import { contact_path, examples, with_number } from "../problem";
import { show_in } from "../sketch";
import { start_state, to_hash } from "../state";
import { foot } from "../story/foot";
import { kane } from "../story/kane";
import { painleve } from "../story/painleve";
import { swerve } from "../story/swerve";
import type { Step, Story } from "../story/story";
import type { Impact, JsonMap, SwervePoint } from "../types";

export const stories: Story[] = [kane, swerve, painleve, foot];

/** How long a cursor takes along the way. */
const run_ms = 3500;

/** Where a story begins. */
export const story_link = (story: Story) =>
  to_hash({ ...start_state(), view: "story", options: { story: story.key } });

class StoryView implements View {
  private story: Story;
  private base: JsonMap;
  private value: number;
  private step = 0;
  private picture = h("div", { class: "story-picture" });
  private legend = routh_legend();
  private space_legend = h("div");
  private verdict = h("div");
  private running = 0;
  private sections: HTMLElement[];
  private watcher: IntersectionObserver;
  private knob: ReturnType<typeof slider>;

  constructor(
    private app: App,
    place: HTMLElement,
  ) {
    const wished_story = app.option("story", stories[0].key);
    this.story = stories.find((s) => s.key === wished_story) ?? stories[0];
    this.base = this.story.changes.reduce(
      (problem, [path, value]) => with_number(problem, path, value),
      examples.find((e) => e.name === this.story.example)!.documents[this.story.number - 1],
    );
    this.value = this.usual();
    this.knob = this.slider();
    this.sections = this.story.steps.map((step, i) => this.section(step, i));
    const panel = h(
      "div",
      { class: "story-panel" },
      this.picture,
      this.legend.element,
      this.space_legend,
      this.verdict,
    );
    place.append(
      h(
        "div",
        { class: "story" },
        h("div", { class: "story-steps" }, this.others(), h("h1", {}, this.story.title), ...this.sections),
        panel,
      ),
    );
    this.watcher = new IntersectionObserver((seen) => this.reached(seen), {
      rootMargin: "-55% 0px -40% 0px",
    });
    const wished = Number(app.option("step", "1"));
    this.go(Math.min(Math.max(1, wished || 1), this.story.steps.length) - 1);
    // The page is scrolled to the step first, or the steps on the way would count as reached.
    requestAnimationFrame(() => {
      if (this.step > 0) this.sections[this.step].scrollIntoView({ block: "center" });
      for (const section of this.sections) this.watcher.observe(section);
    });
  }

  private usual = () => impact(this.base, ["newton"]).shown.contacts[0][this.story.knob.key] ?? 0;

  private slider() {
    const { key, symbol, max } = this.story.knob;
    return slider({
      id: "story-knob",
      symbol,
      title: key,
      min: 0,
      max,
      step: max / 200,
      changed: (value) => {
        this.value = value;
        this.draw();
      },
    });
  }

  private others(): HTMLElement {
    const links = stories.map((story) =>
      story === this.story ? h("strong", {}, story.title) : h("a", { href: story_link(story) }, story.title),
    );
    return h("nav", { class: "story-list", "aria-label": "stories" }, ...links);
  }

  private section(step: Step, i: number): HTMLElement {
    const seen = impact(this.problem(step), step.laws);
    return h(
      "section",
      { "data-step": i + 1, tabindex: -1 },
      h("p", { class: "story-count" }, `${i + 1} of ${this.story.steps.length}`),
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
      example: this.story.example,
      number: this.story.number,
      laws: ["newton", "poisson", "stronge"],
      edits: this.story.changes,
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
    const value = step.play ? this.value : (step.value ?? this.usual());
    return with_number(this.base, contact_path(0, this.story.knob.key), value);
  }

  private draw(): void {
    cancelAnimationFrame(this.running);
    const step = this.story.steps[this.step];
    const problem = this.problem(step);
    const seen = impact(problem, step.laws);
    this.knob.show(this.value);
    this.legend.element.hidden = step.picture !== "diagram";
    this.space_legend.replaceChildren();
    if (step.picture === "mechanism") this.draw_mechanism(problem, seen, step);
    else if (step.picture === "energy")
      show_in(
        this.picture,
        energy_waterfall(seen, (law) => this.app.law(law).color),
      );
    else if (step.picture === "diagram" && seen.diagram) {
      show_in(this.picture, diagram_picture(seen.diagram, `Impact diagram. ${verdict_text(seen)}`));
      this.legend.show(seen.diagram);
    } else if (seen.swerve) this.draw_swerve(seen, step);
    if (step.time === 0 || step.picture === "box") this.verdict.replaceChildren();
    else show_in(this.verdict, verdict(seen));
  }

  /** In space: at rest, or with a cursor that goes along the way. */
  private draw_swerve(seen: Impact, step: Step): void {
    const shown = seen.swerve!;
    const path = longest(shown);
    const end = path?.points.at(-1)!.p[2] ?? 0;
    const draw = (now: SwervePoint | undefined) => {
      if (step.picture === "box" && this.story.box && now)
        show_in(this.picture, box_picture(this.story.box, now));
      else if (step.picture === "circle") show_in(this.picture, circle_picture(shown, now));
      else show_in(this.picture, hodograph(shown, now));
    };
    if (step.picture !== "box") this.space_legend.replaceChildren(swerve_legend(shown));
    const still = !step.runs || !path || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still)
      return draw(path && step.moment !== undefined ? moment_of(path, step.moment * end) : undefined);
    const begin = performance.now();
    const go = () => {
      const share = Math.min(1, (performance.now() - begin) / run_ms);
      draw(moment_of(path, share * end));
      if (share < 1) this.running = requestAnimationFrame(go);
    };
    go();
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
    cancelAnimationFrame(this.running);
    this.watcher.disconnect();
  }
}

export function story_view(app: App, place: HTMLElement): View {
  return new StoryView(app, place);
}
