/** How several contacts of one body share their loads: the foot from above, and what follows from the sharing. */
import { number } from "../format";
import { type Sketch, svg } from "../sketch";
import type { LoadSharing, SharedLoads, XY } from "../types";
import { hundredth, points } from "./axes";
import { panel_picture, type PanelLook } from "./panel";

/** Radius of the largest load, in the picture's units. */
const largest = 34;

export const load_of = (sharing: LoadSharing, way: SharedLoads, contact: number) =>
  Math.max(0, way.p[sharing.normals[contact]]);

const names_of_velocities = ["v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z"];

/** A coordinate's name: those of one free body, else by number. */
export const coordinate = (sharing: LoadSharing, i: number) =>
  sharing.places.length > 0 ? names_of_velocities[i] : `velocity ${i + 1}`;

export const unit_of = (sharing: LoadSharing, i: number) =>
  sharing.places.length === 0 ? "" : i < 3 ? "m s⁻¹" : "rad s⁻¹";

/** What stands for the outcome: coordinates where there are any, else contact velocities. */
export const outcome_of = (way: SharedLoads) => way.velocity ?? way.u;

/** How far each outcome goes as the sharing changes. */
export function spread(sharing: LoadSharing): { least: number; most: number }[] {
  const all = [sharing.rule, ...sharing.ways, ...sharing.spared].map(outcome_of);
  return all[0].map((_, i) => ({
    least: Math.min(...all.map((x) => x[i])),
    most: Math.max(...all.map((x) => x[i])),
  }));
}

/** The outcome worth drawing first: how a free body spins about the vertical, else what depends most on the sharing. */
export function telling_outcome(sharing: LoadSharing): number {
  const spans = spread(sharing).map(({ least, most }) => most - least);
  const widest = Math.max(...spans);
  const spin = sharing.places.length > 0 ? 5 : -1;
  return spans[spin] > 0.1 * widest ? spin : spans.indexOf(widest);
}

/** Between two ways, by the first group's share of the load. */
export function way_at({ ways, rule }: LoadSharing, load: number): SharedLoads {
  const next = ways.findIndex((way) => way.load > load);
  if (ways.length === 0) return rule;
  if (next < 0) return ways.at(-1)!;
  if (next === 0) return ways[0];
  const [a, b] = [ways[next - 1], ways[next]];
  const share = (load - a.load) / (b.load - a.load);
  const mix = (x: number[], y: number[]) => x.map((value, i) => value + share * (y[i] - value));
  return {
    softness: a.softness,
    load,
    p: mix(a.p, b.p),
    u: mix(a.u, b.u),
    velocity: a.velocity && b.velocity && mix(a.velocity, b.velocity),
  };
}

const square = (low: number, high: number, size: number): XY => {
  const middle = (low + high) / 2;
  return [middle - size / 2, middle + size / 2];
};

interface Sole {
  sharing: LoadSharing;
  now: SharedLoads;
  names: string[];
  heaviest: number; // of all loads, N s
  middle: number; // height of the sole's middle in the picture: words stand on its outer side
}

/** A contact: its load as a disc, the rule's as a ring, friction's impulse as a line. */
function corner({ sharing, now, names, heaviest, middle }: Sole, i: number, [cx, cy]: XY): Sketch {
  const radius = (load: number) => hundredth(largest * Math.sqrt(load / heaviest));
  const [first, second] = sharing.groups;
  const group = first.includes(i) ? "first" : second.includes(i) ? "second" : "alone";
  const n = sharing.normals[i];
  const per_impulse = (2.5 * largest) / heaviest;
  const text = (y: number, words: string) =>
    svg("text", { x: cx, y, class: "load-text", "text-anchor": "middle" }, words);
  const outside = cy > middle ? cy + largest + 16 : cy - largest - 22;
  const rule = { cx, cy, r: radius(load_of(sharing, sharing.rule, i)), class: "load-rule" };
  return svg(
    "g",
    {},
    svg("circle", { cx, cy, r: radius(load_of(sharing, now, i)), class: `load ${group}` }),
    svg("circle", rule, svg("title", {}, "by the rule of equal compliance")),
    svg("line", {
      x1: cx,
      y1: cy,
      x2: hundredth(cx + per_impulse * now.p[n - 2]),
      y2: hundredth(cy - per_impulse * now.p[n - 1]),
      class: "load-friction",
    }),
    svg("circle", { cx, cy, r: 2.5, class: "load-centre" }),
    text(outside, names[i]),
    text(outside + 16, `${number(load_of(sharing, now, i), 3)} N s`),
  );
}

/** In the order in which a string around them meets them. */
function around(places: XY[]): XY[] {
  const mean = [0, 1].map((k) => places.reduce((sum, p) => sum + p[k], 0) / places.length);
  const angle = ([x, y]: XY) => Math.atan2(y - mean[1], x - mean[0]);
  return [...places].sort((a, b) => angle(a) - angle(b));
}

/** The sole from above. */
export function foot_picture(sharing: LoadSharing, now: SharedLoads, names: string[]): Sketch {
  const places = sharing.places.map(([x, y]): XY => [x, y]);
  const range = (k: number): XY => [
    Math.min(...places.map((p) => p[k])),
    Math.max(...places.map((p) => p[k])),
  ];
  const [x, y] = [range(0), range(1)];
  const size = 1.7 * Math.max(x[1] - x[0], y[1] - y[0], 1e-6);
  const look: PanelLook = {
    id: "foot",
    label: `Loads of ${names.length} contacts from above`,
    x: square(...x, size),
    y: square(...y, size),
    x_title: "x / m",
    y_title: "y / m",
  };
  const loads = [sharing.rule, ...sharing.ways].flatMap((way) => sharing.normals.map((n) => way.p[n]));
  const heaviest = Math.max(...loads, 1e-12);
  return panel_picture(look, ({ at, Y }) => {
    const sole: Sole = { sharing, now, names, heaviest, middle: Y((y[0] + y[1]) / 2) };
    return [
      svg("polygon", { points: points(around(places).map(at)), class: "sole" }),
      ...places.map((p, i) => corner(sole, i, at(p))),
    ];
  });
}

/** One outcome over the load of one diagonal; the rule's point is marked. */
export function sharing_picture(
  sharing: LoadSharing,
  now: SharedLoads,
  outcome: number,
  diagonal: string,
): Sketch {
  const { least, most } = spread(sharing)[outcome];
  const size = Math.max(most - least, 1e-6 * Math.abs(most), 1e-9);
  const name = sharing.rule.velocity ? coordinate(sharing, outcome) : `u ${outcome + 1}`;
  const unit = sharing.rule.velocity ? unit_of(sharing, outcome) : "m s⁻¹";
  const look: PanelLook = {
    id: "sharing",
    label: `${name} after the impact over the load of ${diagonal}`,
    describedby: "diagram-says",
    x: [-0.04, 1.04],
    y: [least - 0.15 * size, most + 0.15 * size],
    x_title: `share of the load on ${diagonal}`,
    y_title: `${name} after${unit ? ` / ${unit}` : ""}`,
  };
  const place = (way: SharedLoads): XY => [way.load, outcome_of(way)[outcome]];
  return panel_picture(look, ({ at, X }) => {
    const [low, high] = look.y;
    const [cx, cy] = at(place(now));
    const [rx, ry] = at(place(sharing.rule));
    const x = X(now.load);
    return [
      svg("polyline", { points: points(sharing.ways.map((way) => at(place(way)))), class: "way family" }),
      svg("line", { x1: x, x2: x, y1: at([0, low])[1], y2: at([0, high])[1], class: "cursor-line" }),
      svg(
        "g",
        {},
        ...sharing.spared.map((way) => {
          const [sx, sy] = at(place(way));
          return svg(
            "path",
            { d: `M${sx - 5} ${sy - 5}l10 10M${sx - 5} ${sy + 5}l10-10`, class: "stop-cross" },
            svg("title", {}, "one contact is spared"),
          );
        }),
      ),
      svg("circle", { cx: rx, cy: ry, r: 6, class: "rule-dot" }, svg("title", {}, "equal compliance")),
      svg("circle", { cx, cy, r: 9, class: "cursor-dot" }),
    ];
  });
}
