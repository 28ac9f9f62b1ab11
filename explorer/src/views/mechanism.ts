/** The mechanism before, during and after: scrub along the normal impulse. */
import type { App, View } from "../app";
import { film as ask_film, picture as ask_picture, Refused } from "../core";
import { h } from "../dom";
import { signed } from "../format";
import { about_impact, arrow_samples, law_samples } from "../parts/about_impact";
import { empty_view } from "../parts/empty_view";
import { energy_legend, energy_picture, energy_waterfall } from "../parts/energy_waterfall";
import { picture_buttons } from "../parts/export";
import { arrows_of, moment_at, named, readings, strip } from "../parts/film";
import { law_select } from "../parts/law_select";
import { type DrawnMechanism, mechanism_picture } from "../parts/mechanism_picture";
import type { Sample } from "../parts/picture_frame";
import { player } from "../parts/player";
import { is_scene, problem_of } from "../problem";
import { html, show_in, type Sketch } from "../sketch";
import type { Film, FilmFrame, Impact } from "../types";

// The timeline: approach 0..1, impact 1..2 (by the normal impulse), departure 2..3.
const whole = 3;
const play_seconds = 9;
const no_film: Film = { frames: [], approach: [], departure: [] };

function energy_so_far(frame: FilmFrame): Sketch {
  const drive = frame.drive !== 0 ? [named("from the surface", signed(frame.drive), "J")] : [];
  return html(
    "div",
    { class: "contact-reading" },
    html("h3", {}, "Energy so far"),
    html(
      "dl",
      {},
      named("normal", signed(frame.normal_work), "J"),
      named("friction", signed(frame.friction_work), "J"),
      ...drive,
    ),
  );
}

class MechanismView implements View {
  private scene = ask_picture(this.app.problem());
  private film = no_film;
  private opened = false;
  private drawn: DrawnMechanism | undefined;
  private picture = h("div", { class: "picture" });
  private side = h("div", { "aria-live": "off" });
  private track = h("div", { class: "strip-box" });
  private energy = h("div");
  private law = law_select("film-law", "Law", (law) => this.app.set_option("law", law));
  private color = (law: string) => this.app.law(law).color;
  private player = player({
    label: "Time: approach, impact, departure",
    id: "phase",
    show: (time) => this.show(time),
    settled: (time) => this.app.set_option("t", String(time)),
  });

  constructor(
    private app: App,
    private seen: Impact,
    place: HTMLElement,
  ) {
    this.player.length(whole, play_seconds);
    place.append(h("section", { class: "stage" }, this.main(), this.aside()));
  }

  private about = (legend: Sample[]) => about_impact(this.app, this.seen, legend);

  private main(): HTMLElement {
    return h(
      "div",
      { class: "stage-main" },
      h(
        "div",
        { class: "section-head" },
        h("h1", {}, this.seen.shown.name || this.app.title()),
        picture_buttons(
          "mechanism",
          () => this.picture.querySelector("svg"),
          () =>
            this.about([...law_samples(this.app, [this.chosen()], this.seen.created), ...arrow_samples()]),
        ),
      ),
      this.picture,
      this.player.element,
      h(
        "div",
        { class: "ruler", "aria-hidden": "true" },
        h("span", {}, "approach"),
        h("span", {}, "impact, by the normal impulse"),
        h("span", {}, "departure"),
      ),
      this.track,
      picture_buttons(
        "contact-velocities",
        () => this.track.querySelector("svg"),
        () => this.about(law_samples(this.app, [this.chosen()], this.seen.created)),
      ),
    );
  }

  private aside(): HTMLElement {
    const swatch = (kind: string) => h("i", { class: `swatch ${kind}` });
    return h(
      "div",
      { class: "stage-side" },
      h("h2", {}, "Under ", this.law.element),
      this.side,
      h(
        "p",
        { class: "legend" },
        swatch("velocity"),
        " velocity ",
        swatch("impulse"),
        " impulse on the mechanism ",
        swatch("slip"),
        " contact velocity",
      ),
      h(
        "div",
        { class: "section-head later" },
        h("h2", {}, "Where the energy went"),
        picture_buttons(
          "energy",
          () => energy_picture(this.seen, this.color),
          () => this.about(energy_legend(this.seen)),
        ),
      ),
      this.energy,
    );
  }

  /** The law that is shown: the wished one, else Stronge's, else the first with an answer. */
  private chosen(): string {
    const laws = this.seen.results.filter((r) => r.contacts.every((c) => c.u_after)).map((r) => r.law);
    const wished = this.app.option("law", "");
    return laws.find((law) => law === wished) ?? laws.find((law) => law === "stronge") ?? laws[0] ?? "";
  }

  private show(time: number): void {
    if (!this.drawn || this.film.frames.length === 0) return;
    const moment = moment_at(this.film, time);
    const { frame } = moment;
    this.drawn.pose(moment.poses);
    this.drawn.arrows(arrows_of(this.seen, this.scene, this.film, moment, this.color(this.chosen())));
    this.player.say(
      {
        approach: "before the impact",
        departure: "after the impact",
        impact: frame.phase ?? "end of the impact",
      }[moment.part],
    );
    const all = this.seen.shown.contacts.map((c, i) => readings(c, i, frame));
    show_in(this.side, html("div", { class: "readings" }, ...all, energy_so_far(frame)));
    show_in(this.track, strip(this.film, this.app.colliding(this.seen), time));
  }

  /** A law that has no answer has nothing to be played. */
  private say_nothing_happens(): void {
    const [first] = this.seen.results;
    this.player.say(first ? `${first.law}: no answer (${first.status})` : "no law is defined here");
    this.side.replaceChildren();
    this.track.replaceChildren();
  }

  update(): void {
    const now = this.app.impact();
    if (now instanceof Refused) return;
    this.seen = now;
    this.scene = ask_picture(this.app.problem());
    const law = this.chosen();
    this.law.show(
      now.results.map((r) => r.law),
      law,
    );
    this.drawn = mechanism_picture(this.scene);
    this.picture.replaceChildren(this.drawn.element);
    show_in(this.energy, energy_waterfall(now, this.color));
    this.film = law ? ask_film(this.app.problem(), law) : no_film;
    if (this.film.frames.length === 0) this.say_nothing_happens();
    else this.player.go(this.opened ? this.player.time() : Number(this.app.option("t", "0")) || 0);
    this.opened = true;
  }

  leave(): void {
    this.player.stop();
  }
}

/** The mechanism behind a changed W is gone; the way back to it is not. */
function reduced_view(app: App, place: HTMLElement): View {
  const back = h("button", { type: "button", class: "button", id: "back" }, "Back to the mechanism");
  back.addEventListener("click", () => app.leave_contact_space());
  place.append(
    h(
      "section",
      { class: "empty" },
      h("h1", {}, "Mechanism"),
      h(
        "p",
        {},
        "You have changed what the contact feels (W), which no longer is that of the mechanism. What you changed of the mechanism itself is kept.",
      ),
      back,
    ),
  );
  return { update() {} };
}

export function mechanism_view(app: App, place: HTMLElement): View {
  if (app.state.contact && is_scene(problem_of(app.document()))) return reduced_view(app, place);
  const first = app.impact();
  if (!(first instanceof Refused) && is_scene(app.problem())) return new MechanismView(app, first, place);
  const why =
    first instanceof Refused
      ? first.message
      : "This problem is given by matrices: there is nothing to draw but its impact diagram. Choose one of the mechanisms.";
  return empty_view(place, "Mechanism", why);
}
