/** The moments of an impact: poses, arrows, readings, and the velocities over the normal impulse. */
import { number, unit, words } from "../format";
import { html, type Sketch, svg, symbol } from "../sketch";
import type { Film, FilmFrame, Impact, Picture, ShownContact, XY } from "../types";
import { linear, type Scale, ticks } from "./axes";
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
  picture: Picture,
  film: Film,
  moment: Moment,
  color: string,
): Parameters<DrawnMechanism["arrows"]>[0] {
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

export const named = (label: Sketch | string, value: string, measure: string) =>
  html(
    "div",
    { class: "reading" },
    html("dt", {}, label),
    html("dd", {}, value, html("span", { class: "unit" }, ` ${unit(measure)}`)),
  );

export function readings(contact: ShownContact, index: number, frame: FilmFrame): Sketch {
  return html(
    "div",
    { class: "contact-reading", "data-contact": contact.name },
    html(
      "h3",
      {},
      contact.name,
      frame.modes[index] ? html("span", { class: "mode" }, ` ${frame.modes[index]}`) : null,
    ),
    html(
      "dl",
      {},
      named(symbol("p_t"), number(frame.p[2 * index]), "N s"),
      named(symbol("p_n"), number(frame.p[2 * index + 1]), "N s"),
      named(symbol("u_t"), number(frame.u[2 * index]), "m/s"),
      named(symbol("u_n"), number(frame.u[2 * index + 1]), "m/s"),
    ),
  );
}

const strip_size = { width: 640, height: 200 };
const label_rows = 3;
const label_room = 118; // of the longest event's name, in units of the picture
const series = ["t", "n"];

/** Where a share of the impulse and a velocity lie in the strip. */
function strip_scales(film: Film, contact: number): { x: Scale; y: Scale; range: [number, number] } {
  const values = film.frames.flatMap((f) => f.u.slice(2 * contact, 2 * contact + 2));
  const range: [number, number] = [Math.min(0, ...values), Math.max(0, ...values)];
  const { width, height } = strip_size;
  return { x: linear([0, 1], [52, width - 24]), y: linear(range, [height - 74, 18]), range };
}

/** Names of events that are close stand below each other. */
function rows_of(places: number[]): number[] {
  const last = Array.from({ length: label_rows }, () => Number.NEGATIVE_INFINITY);
  return places.map((at) => {
    const row = Math.max(
      0,
      last.findIndex((x) => at - x >= label_room),
    );
    last[row] = at;
    return row;
  });
}

function strip_axes(film: Film, { x, y, range }: ReturnType<typeof strip_scales>): Sketch[] {
  const { width, height } = strip_size;
  const marks = film.frames.filter((f) => f.event && f.event !== "start" && f.event !== "end");
  const rows = rows_of(marks.map((f) => x(f.progress)));
  return [
    svg("line", { x1: x(0), x2: x(1), y1: y(0), y2: y(0), class: "zero" }),
    ...ticks(range, 3).map((v) =>
      svg("text", { x: x(0) - 6, y: y(v) + 4, class: "tick", "text-anchor": "end" }, number(v)),
    ),
    svg("text", { x: 2, y: 12, class: "tick" }, svg("tspan", { class: "math" }, "u"), " / (m/s)"),
    svg(
      "text",
      { x: width - 24, y: height - 4, class: "tick", "text-anchor": "end" },
      "share of the normal impulse",
    ),
    ...marks.flatMap((f, i) => {
      const at = x(f.progress);
      const place = Math.min(Math.max(at, x(0) + label_room / 2), x(1) - label_room / 2);
      const y2 = height - 66 + 16 * rows[i];
      return [
        svg("line", { x1: at, x2: at, y1: 14, y2, class: "mark" }),
        svg("text", { x: place, y: y2 + 13, class: "tick", "text-anchor": "middle" }, words(f.event!)),
      ];
    }),
  ];
}

/** Contact velocities over the normal impulse, with the place where we are. */
export function strip(film: Film, contact: number, time: number): Sketch {
  const scales = strip_scales(film, contact);
  const { x, y } = scales;
  const { width, height } = strip_size;
  const label = "Contact velocities over the normal impulse";
  const [u_t, u_n] = series.map((_, i) => y(film.frames[film.frames.length - 1].u[2 * contact + i]));
  const apart = Math.max(0, 15 - Math.abs(u_t - u_n)) / 2; // names that would lie on each other
  const shift = u_t <= u_n ? [-apart, apart] : [apart, -apart];
  const curves = series.flatMap((letter, i) => {
    const value = (f: FilmFrame) => f.u[2 * contact + i];
    return [
      svg("polyline", {
        points: film.frames.map((f) => `${x(f.progress).toFixed(1)},${y(value(f)).toFixed(1)}`).join(" "),
        class: `curve u-${letter}`,
      }),
      svg(
        "text",
        {
          x: x(1) + 4,
          y: y(value(film.frames[film.frames.length - 1])) + 4 + shift[i],
          class: `tick u-${letter}`,
        },
        svg("tspan", { class: "math" }, "u"),
        svg("tspan", { class: "math low", dy: 3 }, letter),
      ),
    ];
  });
  const now = time >= 1 && time <= 2 ? [x(time - 1)] : [];
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "strip", role: "img", "aria-label": label },
    ...strip_axes(film, scales),
    ...curves,
    ...now.map((at) => svg("line", { x1: at, x2: at, y1: 10, y2: height - 68, class: "now" })),
  );
}
