/** The moments of an impact: poses, arrows, readings, and the velocities over the normal impulse. */
import { h, s, symbol } from "../dom";
import { number, unit, words } from "../format";
import type { Film, FilmFrame, Impact, ShownContact, XY } from "../types";
import type { DrawnMechanism } from "./mechanism_picture";

export interface Moment {
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

export function moment_at(film: Film, time: number): Moment {
  const last = film.frames[film.frames.length - 1];
  if (time < 1) {
    const index = Math.round(between(film.approach.length - 1, 0, time));
    return { part: "approach", frame: film.frames[0], poses: film.approach[index]?.poses ?? [] };
  }
  if (time <= 2)
    return { part: "impact", frame: frame_at(film, time - 1), poses: film.approach[0]?.poses ?? [] };
  const index = Math.round((film.departure.length - 1) * (time - 2));
  return { part: "departure", frame: last, poses: film.departure[index]?.poses ?? [] };
}

/** Arrows of centres, contacts and impulses at a moment. */
export function arrows_of(
  seen: Impact,
  film: Film,
  moment: Moment,
  color: string,
): Parameters<DrawnMechanism["arrows"]>[0] {
  const picture = seen.picture!;
  const list: Parameters<DrawnMechanism["arrows"]>[0] = [];
  picture.bodies.forEach((body, i) => {
    const [x, y, angle] = moment.poses[i] ?? body.pose;
    const [c, n] = [Math.cos(angle), Math.sin(angle)];
    const centre: XY = [
      x + c * body.centre[0] - n * body.centre[1],
      y + n * body.centre[0] + c * body.centre[1],
    ];
    const v = moment.frame.bodies[i];
    if (v)
      list.push({
        from: centre,
        along: [picture.speed_scale * v[0], picture.speed_scale * v[1]],
        kind: "velocity",
      });
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
      list.push({
        from,
        along: world(moment.frame.p[2 * i], moment.frame.p[2 * i + 1], size / largest),
        kind: "impulse",
        color,
      });
      list.push({
        from,
        along: world(moment.frame.u[2 * i], moment.frame.u[2 * i + 1], picture.speed_scale),
        kind: "slip",
      });
    }
  });
  return list;
}

export const named = (label: HTMLElement | string, value: string, measure: string) =>
  h(
    "div",
    { class: "reading" },
    h("dt", {}, label),
    h("dd", {}, value, h("span", { class: "unit" }, ` ${unit(measure)}`)),
  );

export function readings(contact: ShownContact, index: number, frame: FilmFrame): HTMLElement {
  return h(
    "div",
    { class: "contact-reading", "data-contact": contact.name },
    h(
      "h3",
      {},
      contact.name,
      frame.modes[index] ? h("span", { class: "mode" }, ` ${frame.modes[index]}`) : null,
    ),
    h(
      "dl",
      {},
      named(symbol("p_t"), number(frame.p[2 * index]), "N s"),
      named(symbol("p_n"), number(frame.p[2 * index + 1]), "N s"),
      named(symbol("u_t"), number(frame.u[2 * index]), "m/s"),
      named(symbol("u_n"), number(frame.u[2 * index + 1]), "m/s"),
    ),
  );
}

/** Contact velocities and energy over the normal impulse, with the place where we are. */
export function strip(film: Film, contact: number, time: number): SVGSVGElement {
  const [w, hgt] = [640, 150];
  const svg = s("svg", {
    viewBox: `0 0 ${w} ${hgt}`,
    class: "strip",
    role: "img",
    "aria-label": "Contact velocities over the normal impulse",
  });
  const series: [string, (f: FilmFrame) => number][] = [
    ["u-t", (f) => f.u[2 * contact]],
    ["u-n", (f) => f.u[2 * contact + 1]],
  ];
  const values = film.frames.flatMap((f) => series.map(([, value]) => value(f)));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (p: number) => 40 + p * (w - 60);
  const y = (v: number) => 12 + ((high - v) / (high - low || 1)) * (hgt - 40);
  svg.append(
    s("line", { x1: x(0), x2: x(1), y1: y(0), y2: y(0), class: "zero" }),
    s("text", { x: 34, y: y(0) + 4, class: "tick", "text-anchor": "end" }, "0"),
  );
  for (const frame of film.frames)
    if (frame.event && frame.event !== "start" && frame.event !== "end")
      svg.append(
        s("line", { x1: x(frame.progress), x2: x(frame.progress), y1: 8, y2: hgt - 26, class: "mark" }),
        s(
          "text",
          { x: x(frame.progress), y: hgt - 14, class: "tick", "text-anchor": "middle" },
          words(frame.event),
        ),
      );
  for (const [kind, value] of series) {
    svg.append(
      s("polyline", {
        points: film.frames.map((f) => `${x(f.progress).toFixed(1)},${y(value(f)).toFixed(1)}`).join(" "),
        class: `curve ${kind}`,
      }),
    );
    const last = film.frames[film.frames.length - 1];
    svg.append(
      s(
        "text",
        { x: x(1) + 4, y: y(value(last)) + 4, class: `tick ${kind}` },
        s("tspan", { class: "math" }, "u"),
        s("tspan", { class: "math low", dy: 3 }, kind[2]),
      ),
    );
  }
  if (time >= 1 && time <= 2)
    svg.append(s("line", { x1: x(time - 1), x2: x(time - 1), y1: 4, y2: hgt - 26, class: "now" }));
  return svg;
}
