/** A motion played: events, energy ledger, the way of every body. */
import type { App, View } from "../app";
import { Refused, simulate } from "../core";
import { h, made } from "../dom";
import { number, words } from "../format";
import { square_samples } from "../parts/about_impact";
import { empty_view } from "../parts/empty_view";
import { picture_buttons } from "../parts/export";
import { law_select } from "../parts/law_select";
import { type DrawnMechanism, mechanism_picture } from "../parts/mechanism_picture";
import {
  event_rows,
  ledger_colors,
  ledger_names,
  ledger_plot,
  type Moment,
  moment_at,
  moments_of,
  poses_of,
  traces,
  used_terms,
  with_room,
} from "../parts/motion_picture";
import type { About, Sample } from "../parts/picture_frame";
import { player } from "../parts/player";
import { refusal } from "../parts/refusal";
import { is_scene } from "../problem";
import type { Motion } from "../types";
import formulas from "carom:formulas";

/** Fast motions are slowed down and slow ones sped up: a run takes between 4 and 20 s. */
const play_seconds = (end: number) => Math.min(20, Math.max(4, end));

function ending_of({ end }: Motion): string {
  const why = `${words(end.reason)}${end.message ? `: ${end.message}` : ""}.`;
  return `${why} ${end.impacts} impacts, ${end.events} events; the ledger is met to ${number(end.ledger_error, 2)}.`;
}

class MotionView implements View {
  private picture = h("div", { class: "picture" });
  private message = h("div");
  private list = h("div", { class: "scroll event-list", tabindex: 0, "aria-label": "Events" });
  private ledger = h("div", { class: "chart", id: "ledger" });
  private ending = h("p", { class: "quiet-text", id: "ending" });
  private law = law_select("motion-law", "Law", (law) => this.app.set_option("law", law));
  private duration = h("input", {
    type: "number",
    step: "any",
    min: 0,
    id: "duration",
    "aria-label": "Duration in seconds",
  });
  private player = player({
    label: "Time",
    id: "clock",
    show: (time) => this.show(time),
    settled: (time) => this.app.set_option("t", String(time)),
  });
  private moments: Moment[] = [];
  private drawn: DrawnMechanism | undefined;
  private key = "";
  private terms: Sample[] = []; // of the ledger
  private said = ""; // law and duration

  constructor(
    private app: App,
    place: HTMLElement,
  ) {
    this.duration.addEventListener("change", () => {
      if (Number(this.duration.value) > 0) this.app.set_option("duration", this.duration.value);
      else this.message.replaceChildren(refusal("The duration is a number of seconds above zero."));
    });
    place.append(h("section", { class: "stage" }, this.main(), this.aside()), this.below());
  }

  private title = () => String(this.app.problem().name ?? this.app.title());
  private about = (legend: Sample[]): About => ({ title: this.title(), caption: [this.said], legend });

  private main(): HTMLElement {
    return h(
      "div",
      { class: "stage-main" },
      h(
        "div",
        { class: "section-head" },
        h("h1", {}, this.title()),
        picture_buttons(
          "motion",
          () => this.picture.querySelector("svg"),
          () => this.about([]),
        ),
      ),
      this.message,
      this.picture,
      this.player.element,
      this.ending,
    );
  }

  private aside(): HTMLElement {
    return h(
      "div",
      { class: "stage-side" },
      h(
        "div",
        { class: "sweep-bar" },
        h("label", {}, h("span", {}, "law"), this.law.element),
        h("label", {}, h("span", {}, "for"), this.duration, h("span", {}, "s")),
      ),
      h("h2", {}, "Events"),
      this.list,
    );
  }

  private below(): HTMLElement {
    return h(
      "section",
      {},
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Where the energy is"),
        picture_buttons(
          "ledger",
          () => this.ledger.querySelector("svg"),
          () => this.about(this.terms),
        ),
      ),
      h("div", { class: "scroll" }, made(formulas.ledger)),
      this.ledger,
    );
  }

  private show(time: number): void {
    if (!this.drawn || this.moments.length === 0) return;
    const moment = moment_at(this.moments, time);
    this.drawn.pose(poses_of(moment.poses));
    this.drawn.drive(poses_of(moment.driven));
    const touching = moment.modes.filter((m) => m !== "open");
    this.player.say(`t = ${number(moment.t, 4)} s${touching.length > 0 ? `, ${touching.join(", ")}` : ""}`);
  }

  private draw(motion: Motion): void {
    this.moments = moments_of(motion);
    const roomy = with_room(motion.picture, motion);
    this.drawn = mechanism_picture(roomy, { labels: roomy.bodies.length > 1, surfaces: true });
    const body = this.drawn.element.querySelector(".body");
    this.drawn.element.insertBefore(traces(this.drawn, roomy, this.moments), body);
    this.picture.replaceChildren(this.drawn.element);
    if (document.activeElement !== this.duration) this.duration.value = String(motion.simulation.duration);
    this.ending.textContent = ending_of(motion);
    this.list.replaceChildren(
      event_rows(motion.events, (t) => {
        this.player.go(t);
        this.app.set_option("t", String(t));
      }),
    );
    const terms = used_terms(motion).map((k): [string, string] => [ledger_colors[k], ledger_names[k]]);
    const legend = terms.flatMap(([color, name]) => [h("i", { style: `background:${color}` }), ` ${name}  `]);
    this.terms = square_samples(terms);
    this.said = `law ${motion.simulation.law}, ${number(motion.end.t)} s`;
    this.ledger.replaceChildren(
      ledger_plot(motion, Math.max(320, Math.min(1100, this.ledger.clientWidth || 800))),
      h("p", { class: "legend" }, ...legend),
    );
    this.player.length(motion.end.t, play_seconds(motion.end.t));
    this.player.go(Number(this.app.option("t", "0")) || 0);
  }

  /** What was seen stays where the core objects. */
  private compute(law: string, duration: string | undefined): void {
    this.message.replaceChildren();
    try {
      this.draw(this.app.stored_motion() ?? simulate(this.app.problem(), { law, duration }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.message.replaceChildren(refusal(error.message));
    }
  }

  update(): void {
    const chosen = this.app.chosen_laws();
    const known = chosen.length > 0 ? chosen : this.app.laws.map((l) => l.name);
    const wished = this.app.option("law", "");
    const law = known.find((l) => l === wished) ?? known.find((l) => l === "stronge") ?? known[0];
    this.law.show(known, law);
    const duration = this.app.state.options.duration;
    const now = JSON.stringify([this.app.problem(), law, duration]);
    if (now === this.key) return;
    this.key = now;
    this.player.stop();
    this.compute(law, duration);
  }

  leave(): void {
    this.player.stop();
  }
}

export function motion_view(app: App, place: HTMLElement): View {
  if (is_scene(app.problem())) return new MotionView(app, place);
  return empty_view(
    place,
    "Motion",
    "A motion needs bodies; this problem is given by matrices. Choose one of the mechanisms or motions.",
  );
}
