/** One contact in space: slip turns during the impact. Every picture shares one cursor along the normal impulse. */
import type { App, View } from "../app";
import { Refused } from "../core";
import { h } from "../dom";
import { number } from "../format";
import { about_impact } from "../parts/about_impact";
import { energy_legend, energy_picture, energy_waterfall } from "../parts/energy_waterfall";
import { picture_buttons } from "../parts/export";
import { HeldSwerve } from "../parts/held_swerve";
import { law_table } from "../parts/law_table";
import { panel_values, place_in } from "../parts/panel";
import { refusal } from "../parts/refusal";
import { slider } from "../parts/slider";
import { space_box } from "../parts/space_box";
import { longest, moment_of, moment_text, usual_moment } from "../parts/swerve_cursor";
import { swerve_legend, swerve_samples } from "../parts/swerve_legend";
import { circle_picture, growth_axes, growth_picture, hodograph, projection } from "../parts/swerve_picture";
import { swerve_sliders } from "../parts/swerve_sliders";
import { Turns } from "../parts/turns";
import { spoken, verdict } from "../parts/verdict";
import { show_in } from "../sketch";
import type { Impact, Swerve, XY } from "../types";

const play_ms = 4000;

const head = (title: HTMLElement, ...buttons: HTMLElement[]) =>
  h("div", { class: "section-head" }, title, ...buttons);

class SwerveView implements View {
  private title = h("h1");
  private message = h("div");
  private hodograph = h("div", { class: "picture swerve-hodograph" });
  private growth = h("div", { class: "picture swerve-growth" });
  private circle = h("div", { class: "picture" });
  private projections = [h("div", { class: "picture" }), h("div", { class: "picture" })];
  private legend = h("div");
  private verdict = h("div", { class: "verdict-box" });
  private spoken = h("p", { class: "spoken", id: "diagram-says" });
  private says = h("p", { class: "cursor-says", id: "cursor-says", "aria-live": "polite" });
  private numbers = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": "What the laws say",
  });
  private energy = h("div");
  private space = space_box();
  private axes = new HeldSwerve();
  private shown: Swerve;
  private opened = false;
  private playing = 0;
  private play = h(
    "button",
    { type: "button", class: "quiet", id: "play-swerve", onclick: () => this.toggle() },
    "Play",
  );
  private cursor = slider({
    id: "cursor",
    symbol: "p_n",
    title: "the moment, by the normal impulse",
    unit: "N s",
    min: 0,
    max: 1,
    changed: (x) => this.move_to(x),
  });
  private knobs = swerve_sliders(this.app, () => this.seen);
  private color = (law: string) => this.app.law(law).color;
  private followers = h("section", { class: "pair" });
  private turns = new Turns(this.followers, [
    () => {
      this.spoken.textContent = spoken(this.seen, 0);
    },
    () => show_in(this.energy, energy_waterfall(this.seen, this.color)),
    () => show_in(this.numbers, law_table(this.app, this.seen, 0)),
  ]);

  constructor(
    private app: App,
    private seen: Impact,
    place: HTMLElement,
  ) {
    this.shown = seen.swerve!;
    this.followers.append(...this.below());
    place.append(this.stage(), this.more_pictures(), this.followers);
    this.drag_slip();
    this.drag_cursor();
  }

  private buttons = (name: string, place: HTMLElement) =>
    picture_buttons(
      name,
      () => place.querySelector("svg"),
      () => about_impact(this.app, this.seen, swerve_samples(this.shown)),
    );

  private stage(): HTMLElement {
    const figure = (place: HTMLElement, title: string, name: string) =>
      h("div", { class: "swerve-figure" }, head(h("h2", {}, title), this.buttons(name, place)), place);
    return h(
      "section",
      { class: "swerve-stage" },
      h("div", { class: "swerve-title" }, this.title, this.message),
      figure(this.hodograph, "How slip turns", "hodograph"),
      h(
        "div",
        { class: "swerve-side" },
        this.verdict,
        this.spoken,
        h("div", { class: "cursor-line-box" }, this.cursor.element, this.play),
        this.says,
        this.knobs.element,
      ),
      figure(this.growth, "How the impulse grows", "impulse-growth"),
      h("div", { class: "swerve-legend" }, this.legend),
    );
  }

  private more_pictures(): HTMLElement {
    const part = (title: string, name: string, place: HTMLElement) =>
      h("div", {}, head(h("h2", {}, title), this.buttons(name, place)), place);
    return h(
      "section",
      { class: "swerve-more" },
      part("In the friction circle", "friction-circle", this.circle),
      part("From one side", "projection-1", this.projections[0]),
      part("From the other side", "projection-2", this.projections[1]),
      h("div", {}, head(h("h2", {}, "In the cone and the ellipsoid")), this.space.element),
    );
  }

  private below(): HTMLElement[] {
    return [
      h(
        "div",
        {},
        head(
          h("h2", {}, "Where the energy went"),
          picture_buttons(
            "energy",
            () => energy_picture(this.seen, this.color),
            () => about_impact(this.app, this.seen, energy_legend(this.seen)),
          ),
        ),
        this.energy,
      ),
      h("div", {}, h("h2", {}, "What the laws say"), this.numbers),
    ];
  }

  /** The place of a pointer in a picture while it holds a part there; a mouse may take hold anywhere in `anywhere`. */
  private drag(place: HTMLElement, grip: string, anywhere: boolean, move: (at: XY) => void): void {
    const follow = (event: PointerEvent) => {
      const picture = place.querySelector("svg");
      if (picture) move(place_in(picture, event));
    };
    place.addEventListener("pointerdown", (event) => {
      const held = event.target instanceof Element && event.target.closest(grip) !== null;
      if (!held && !(anywhere && event.pointerType === "mouse")) return;
      place.setPointerCapture(event.pointerId);
      event.preventDefault();
      follow(event);
    });
    place.addEventListener("pointermove", (event) => {
      if (place.hasPointerCapture(event.pointerId)) follow(event);
    });
  }

  private drag_slip(): void {
    this.drag(this.hodograph, "#slip-handle", false, (at) => {
      const [t1, t2] = panel_values({ x: this.shown.u_t1, y: this.shown.u_t2 }, at);
      this.app.edit_contact_space([
        ["u[0]", t1],
        ["u[1]", t2],
      ]);
    });
  }

  private drag_cursor(): void {
    this.drag(this.growth, "#cursor-grip", true, (at) =>
      this.move_to(panel_values(growth_axes(this.shown), at)[1]),
    );
  }

  private last = () => longest(this.seen.swerve!)?.points.at(-1)!.p[2] ?? 0;

  private move_to(p_n: number): void {
    const end = this.last();
    const kept = Math.min(Math.max(0, p_n), end);
    this.app.set_option("p", String(Number(kept.toPrecision(5))));
  }

  /** Where the cursor is; it stays in the path where that ends earlier than it did. */
  private moment(): number {
    const path = longest(this.seen.swerve!);
    if (!path) return 0;
    const wished = this.app.option("p", "");
    return Math.min(wished === "" ? usual_moment(path) : Number(wished) || 0, this.last());
  }

  private toggle(): void {
    if (this.playing) return this.pause();
    const begin = performance.now();
    const from = this.moment() < 0.99 * this.last() ? this.moment() : 0;
    this.play.textContent = "Pause";
    const step = () => {
      const now = from + ((performance.now() - begin) / play_ms) * this.last();
      this.move_to(now);
      if (now >= this.last()) this.pause();
      else this.playing = requestAnimationFrame(step);
    };
    this.playing = requestAnimationFrame(step);
  }

  private pause(): void {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    this.play.textContent = "Play";
  }

  private draw_pictures(held: boolean): void {
    this.shown = this.axes.shown(this.seen.swerve!, held);
    const path = longest(this.shown);
    const now = path && moment_of(path, this.moment());
    show_in(this.hodograph, hodograph(this.shown, now, "diagram-says"));
    show_in(this.growth, growth_picture(this.shown, now, "cursor-says"));
    show_in(this.circle, circle_picture(this.shown, now));
    show_in(this.projections[0], projection(this.shown, 0, now));
    show_in(this.projections[1], projection(this.shown, 1, now));
    this.space.show(this.shown, now);
    this.cursor.show(this.moment(), { min: 0, max: this.last() });
    const text = now ? moment_text(now) : "No law that follows the path is chosen.";
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  private draw_legend(): void {
    this.legend.replaceChildren(swerve_legend(this.shown), this.critical());
  }

  /** What decides whether a stuck contact stays stuck. */
  private critical(): HTMLElement {
    const { friction } = this.seen.results.find((r) => r.contacts[0]?.friction)?.contacts[0] ?? {};
    const hold = friction?.to_hold_stick;
    const text =
      hold === undefined || hold === null
        ? ""
        : `A contact that sticks stays stuck from a friction of ${number(hold, 4)} on; below it, slip that stops leaves along one ray.`;
    return h("p", { class: "swerve-critical" }, text);
  }

  rested(): void {
    this.draw_pictures(false);
    this.draw_legend();
  }

  update(): void {
    const now = this.app.impact();
    if (now instanceof Refused) return this.message.replaceChildren(refusal(now.message));
    if (!now.swerve) return;
    const same = now === this.seen && this.opened;
    this.seen = now;
    if (this.message.firstChild) this.message.replaceChildren();
    this.title.textContent = now.shown.name || this.app.title();
    this.draw_pictures(this.opened && this.app.is_moving());
    if (same) return; // only the cursor has moved
    show_in(this.verdict, verdict(now));
    this.knobs.show(now);
    if (this.opened) this.turns.draw();
    else {
      this.draw_legend();
      this.turns.draw_all();
    }
    this.opened = true;
  }

  leave(): void {
    this.pause();
    this.turns.stop();
    this.space.stop();
  }
}

export const swerve_view = (app: App, first: Impact, place: HTMLElement): View =>
  new SwerveView(app, first, place);
