/** The mechanism before, during and after: scrub along the normal impulse. */
import type { App, View } from "../app";
import { film as ask_film, Refused } from "../core";
import { h, s, symbol } from "../dom";
import { number, signed, unit, words } from "../format";
import { energy_bars } from "../parts/energy_bars";
import { picture_buttons } from "../parts/export";
import { type DrawnMechanism, mechanism_picture } from "../parts/mechanism_picture";
import { refusal } from "../parts/refusal";
import type { Film, FilmFrame, Impact, ShownContact, XY } from "../types";

// The timeline: approach 0..1, impact 1..2 (by the normal impulse), departure 2..3.
const whole = 3;
const play_seconds = 9;

interface Moment {
  part: "approach" | "impact" | "departure";
  frame: FilmFrame;
  poses: [number, number, number][];
}

const between = (a: number, b: number, share: number) => a + (b - a) * share;

/** The frame nearest to a share of the normal impulse. */
function frame_at(film: Film, progress: number): FilmFrame {
  let best = film.frames[0];
  for (const frame of film.frames)
    if (Math.abs(frame.progress - progress) <= Math.abs(best.progress - progress)) best = frame;
  return best;
}

function moment_at(film: Film, time: number): Moment {
  const last = film.frames[film.frames.length - 1];
  if (time < 1) {
    const index = Math.round(between(film.approach.length - 1, 0, time));
    return { part: "approach", frame: film.frames[0], poses: film.approach[index]?.poses ?? [] };
  }
  if (time <= 2) return { part: "impact", frame: frame_at(film, time - 1), poses: film.approach[0]?.poses ?? [] };
  const index = Math.round((film.departure.length - 1) * (time - 2));
  return { part: "departure", frame: last, poses: film.departure[index]?.poses ?? [] };
}

/** Arrows of centres, contacts and impulses at a moment. */
function arrows_of(seen: Impact, film: Film, moment: Moment, color: string): Parameters<DrawnMechanism["arrows"]>[0] {
  const picture = seen.picture!;
  const list: Parameters<DrawnMechanism["arrows"]>[0] = [];
  picture.bodies.forEach((body, i) => {
    const [x, y, angle] = moment.poses[i] ?? body.pose;
    const [c, n] = [Math.cos(angle), Math.sin(angle)];
    const centre: XY = [x + c * body.centre[0] - n * body.centre[1], y + n * body.centre[0] + c * body.centre[1]];
    const v = moment.frame.bodies[i];
    if (v) list.push({ from: centre, along: [picture.speed_scale * v[0], picture.speed_scale * v[1]], kind: "velocity" });
  });
  const end = film.frames[film.frames.length - 1].p;
  const largest = Math.max(...end.map(Math.abs), 1e-300);
  const size = 0.2 * (picture.high[0] - picture.low[0]);
  seen.shown.contacts.forEach((contact, i) => {
    if (!contact.position || !contact.tangent || !contact.normal) return;
    const world = (t: number, n: number, scale: number): XY => [
      scale * (t * contact.tangent!.x + n * contact.normal!.x),
      scale * (t * contact.tangent!.y + n * contact.normal!.y),
    ];
    const from: XY = [contact.position.x, contact.position.y];
    if (moment.part === "impact") {
      list.push({ from, along: world(moment.frame.p[2 * i], moment.frame.p[2 * i + 1], size / largest), kind: "impulse", color });
      list.push({ from, along: world(moment.frame.u[2 * i], moment.frame.u[2 * i + 1], picture.speed_scale), kind: "slip" });
    }
  });
  return list;
}

const named = (label: HTMLElement | string, value: string, measure: string) =>
  h("div", { class: "reading" }, h("dt", {}, label), h("dd", {}, value, h("span", { class: "unit" }, ` ${unit(measure)}`)));

function readings(contact: ShownContact, index: number, frame: FilmFrame): HTMLElement {
  return h("div", { class: "contact-reading", "data-contact": contact.name },
    h("h3", {}, contact.name, frame.modes[index] ? h("span", { class: "mode" }, ` ${frame.modes[index]}`) : null),
    h("dl", {},
      named(symbol("p_t"), number(frame.p[2 * index]), "N s"), named(symbol("p_n"), number(frame.p[2 * index + 1]), "N s"),
      named(symbol("u_t"), number(frame.u[2 * index]), "m/s"), named(symbol("u_n"), number(frame.u[2 * index + 1]), "m/s")));
}

/** Contact velocities and energy over the normal impulse, with the place where we are. */
function strip(film: Film, contact: number, time: number): SVGSVGElement {
  const [w, hgt] = [640, 150];
  const svg = s("svg", { viewBox: `0 0 ${w} ${hgt}`, class: "strip", role: "img", "aria-label": "Contact velocities over the normal impulse" });
  const series: [string, (f: FilmFrame) => number][] = [["u-t", (f) => f.u[2 * contact]], ["u-n", (f) => f.u[2 * contact + 1]]];
  const values = film.frames.flatMap((f) => series.map(([, value]) => value(f)));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (p: number) => 40 + p * (w - 60);
  const y = (v: number) => 12 + ((high - v) / (high - low || 1)) * (hgt - 40);
  svg.append(s("line", { x1: x(0), x2: x(1), y1: y(0), y2: y(0), class: "zero" }), s("text", { x: 34, y: y(0) + 4, class: "tick", "text-anchor": "end" }, "0"));
  for (const frame of film.frames)
    if (frame.event && frame.event !== "start" && frame.event !== "end")
      svg.append(s("line", { x1: x(frame.progress), x2: x(frame.progress), y1: 8, y2: hgt - 26, class: "mark" }),
        s("text", { x: x(frame.progress), y: hgt - 14, class: "tick", "text-anchor": "middle" }, words(frame.event)));
  for (const [kind, value] of series) {
    svg.append(s("polyline", { points: film.frames.map((f) => `${x(f.progress).toFixed(1)},${y(value(f)).toFixed(1)}`).join(" "), class: `curve ${kind}` }));
    const last = film.frames[film.frames.length - 1];
    svg.append(s("text", { x: x(1) + 4, y: y(value(last)) + 4, class: `tick ${kind}` }, s("tspan", { class: "math" }, "u"), s("tspan", { class: "math low", dy: 3 }, kind[2])));
  }
  if (time >= 1 && time <= 2) svg.append(s("line", { x1: x(time - 1), x2: x(time - 1), y1: 4, y2: hgt - 26, class: "now" }));
  return svg;
}

export function mechanism_view(app: App, place: HTMLElement): View {
  const first = app.impact();
  if (first instanceof Refused || !first.picture) {
    place.append(h("section", { class: "empty" }, h("h1", {}, "Mechanism"),
      refusal(first instanceof Refused ? first.message : "This problem is given by matrices: there is nothing to draw but its impact diagram. Choose one of the mechanisms.")));
    return { update() {} };
  }
  let seen: Impact = first;
  let film: Film = { frames: [], approach: [], departure: [] };
  let drawn: DrawnMechanism | undefined;
  let time = Number(app.option("t", "0"));
  let playing = 0;
  const picture = h("div", { class: "picture" });
  const side = h("div", { class: "readings", "aria-live": "off" });
  const phase = h("output", { class: "phase", id: "phase" });
  const track = h("div", { class: "strip-box" });
  const energy = h("div");
  const law_select = h("select", { id: "film-law", "aria-label": "Law" });
  const scrub = h("input", { type: "range", min: 0, max: whole, step: 0.005, id: "scrub", "aria-label": "Time: approach, impact, departure" });
  const play = h("button", { type: "button", class: "button", id: "play" }, "Play");
  const law = () => {
    const laws = seen.results.filter((r) => r.contacts.every((c) => c.u_after)).map((r) => r.law);
    return laws.includes(app.option("law", "")) ? app.option("law", "") : (laws.find((l) => l === "stronge") ?? laws[0] ?? "");
  };

  function show(): void {
    if (!drawn || film.frames.length === 0) return;
    const moment = moment_at(film, time);
    drawn.pose(moment.poses);
    drawn.arrows(arrows_of(seen, film, moment, app.law(law()).color));
    const { frame } = moment;
    const what = { approach: "before the impact", departure: "after the impact", impact: frame.phase ?? "end of the impact" }[moment.part];
    phase.textContent = what;
    scrub.value = String(time);
    scrub.setAttribute("aria-valuetext", what);
    side.replaceChildren(
      ...seen.shown.contacts.map((c, i) => readings(c, i, frame)),
      h("div", { class: "contact-reading" }, h("h3", {}, "Energy so far"), h("dl", {},
        named("normal", signed(frame.normal_work), "J"), named("friction", signed(frame.friction_work), "J"),
        ...(frame.drive !== 0 ? [named("from the surface", signed(frame.drive), "J")] : []))));
    track.replaceChildren(strip(film, app.colliding(seen), time));
  }

  function stop(): void {
    cancelAnimationFrame(playing);
    playing = 0;
    play.textContent = "Play";
  }

  function start(): void {
    if (time >= whole) time = 0;
    play.textContent = "Pause";
    let last = performance.now();
    const step = (now: number) => {
      time = Math.min(whole, time + ((now - last) / 1000) * (whole / play_seconds));
      last = now;
      show();
      if (time < whole) playing = requestAnimationFrame(step);
      else stop();
    };
    playing = requestAnimationFrame(step);
  }

  play.addEventListener("click", () => (playing ? stop() : start()));
  scrub.addEventListener("input", () => { stop(); time = Number(scrub.value); show(); });
  scrub.addEventListener("change", () => app.set_option("t", String(time)));
  law_select.addEventListener("change", () => app.set_option("law", law_select.value));
  place.append(
    h("section", { class: "stage" },
      h("div", { class: "stage-main" },
        h("div", { class: "section-head" }, h("h1", {}, first.shown.name || "Mechanism"), picture_buttons("mechanism", () => picture.querySelector("svg"))),
        picture,
        h("div", { class: "player" }, play, scrub, phase),
        h("div", { class: "ruler", "aria-hidden": "true" }, h("span", {}, "approach"), h("span", {}, "impact, by the normal impulse"), h("span", {}, "departure")),
        track),
      h("div", { class: "stage-side" },
        h("h2", {}, "Under ", law_select), side,
        h("p", { class: "legend" }, h("i", { class: "swatch velocity" }), " velocity ", h("i", { class: "swatch impulse" }), " impulse on the mechanism ", h("i", { class: "swatch slip" }), " contact velocity"),
        h("h2", { class: "later" }, "Where the energy went"), energy)));

  return {
    update() {
      const now = app.impact();
      if (now instanceof Refused || !now.picture) return;
      seen = now;
      const chosen = law();
      law_select.replaceChildren(...seen.results.map((r) => h("option", { value: r.law, selected: r.law === chosen }, r.law)));
      drawn = mechanism_picture(seen.picture!);
      picture.replaceChildren(drawn.element);
      energy.replaceChildren(energy_bars(seen, (name) => app.law(name).color));
      film = chosen ? ask_film(app.problem(), chosen) : { frames: [], approach: [], departure: [] };
      show();
    },
    leave: stop,
  };
}
