/** A motion drawn: room for all of it, the ways of the bodies, the ledger, the events. */
import * as Plot from "@observablehq/plot";
import { h, s } from "../dom";
import { number, words } from "../format";
import type { Motion, MotionEvent, Picture, PoseNumbers, XY } from "../types";
import type { DrawnMechanism } from "./mechanism_picture";

export const ledger_names = [
  "kinetic",
  "potential",
  "lost in impacts",
  "lost to friction",
  "lost in dampers",
  "from efforts",
  "from surfaces",
  "sum",
];
export const ledger_colors = [
  "#0072b2",
  "#009e73",
  "#d55e00",
  "#e69f00",
  "#cc79a7",
  "#56b4e9",
  "#8a93a3",
  "currentColor",
];

export const poses_of = (numbers: number[]): PoseNumbers[] =>
  Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3) as PoseNumbers);

/** A moment between samples and events. */
export interface Moment {
  t: number;
  poses: number[];
  driven: number[];
  modes: string[];
}

/** Samples and events in the order of time; an event's moment has what holds from then on. */
export const moments_of = (motion: Motion): Moment[] =>
  [...motion.samples, ...motion.events].sort((a, b) => a.t - b.t);

/** What is drawn at a time: between two moments, straight from the one to the other. */
export function moment_at(moments: Moment[], t: number): Moment {
  let [low, high] = [0, moments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (moments[middle].t <= t) low = middle;
    else high = middle - 1;
  }
  const before = moments[low];
  const after = moments[low + 1];
  if (!after || t <= before.t) return before;
  const share = (t - before.t) / (after.t - before.t);
  const mixed = (a: number[], b: number[]) => a.map((x, i) => x + share * (b[i] - x));
  return {
    t,
    poses: mixed(before.poses, after.poses),
    driven: mixed(before.driven, after.driven),
    modes: before.modes,
  };
}

export function centre_at(picture: Picture, body: number, [x, y, angle]: PoseNumbers): XY {
  const [cx, cy] = picture.bodies[body].centre;
  const [c, n] = [Math.cos(angle), Math.sin(angle)];
  return [x + c * cx - n * cy, y + n * cx + c * cy];
}

/** An endless surface from one side of the panel to the other. */
function across(surface: Picture["surfaces"][number], low: XY, high: XY): Picture["surfaces"][number] {
  if (!surface.endless) return surface;
  const [dx, dy] = [surface.to[0] - surface.from[0], surface.to[1] - surface.from[1]];
  const length = Math.hypot(dx, dy);
  const [tx, ty] = [dx / length, dy / length];
  const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const near = tx * (middle[0] - surface.from[0]) + ty * (middle[1] - surface.from[1]);
  const half = (Math.abs(tx) * (high[0] - low[0]) + Math.abs(ty) * (high[1] - low[1])) / 2;
  const at = (d: number): XY => [surface.from[0] + d * tx, surface.from[1] + d * ty];
  return { ...surface, from: at(near - half), to: at(near + half) };
}

/** The picture with a panel that holds the whole motion. */
export function with_room(picture: Picture, motion: Motion): Picture {
  const [low, high]: [XY, XY] = [[...picture.low], [...picture.high]];
  const reach = picture.bodies.map((b) =>
    Math.max(0, ...[...b.outline, ...b.strokes.flat()].map(([x, y]) => Math.hypot(x, y))),
  );
  const include = (x: number, y: number, around: number) => {
    low[0] = Math.min(low[0], x - around);
    high[0] = Math.max(high[0], x + around);
    low[1] = Math.min(low[1], y - around);
    high[1] = Math.max(high[1], y + around);
  };
  for (const sample of motion.samples) {
    poses_of(sample.poses).forEach(([x, y], i) => include(x, y, reach[i]));
    const driven = poses_of(sample.driven);
    picture.prescribed.forEach((body, i) => {
      if (!driven[i]) return;
      const [x, y, angle] = driven[i];
      const [c, n] = [Math.cos(angle), Math.sin(angle)];
      for (const [px, py] of body.outline) include(x + c * px - n * py, y + n * px + c * py, 0);
    });
  }
  // Not taller than wide, so that the page shows it at once.
  const [w, t] = [high[0] - low[0], high[1] - low[1]];
  const wider = Math.max(0, t * 1.25 - w) / 2;
  const [from, to]: [XY, XY] = [
    [low[0] - wider - 0.03 * w, low[1] - 0.03 * t],
    [high[0] + wider + 0.03 * w, high[1] + 0.03 * t],
  ];
  return { ...picture, low: from, high: to, surfaces: picture.surfaces.map((x) => across(x, from, to)) };
}

export function traces(drawn: DrawnMechanism, picture: Picture, moments: Moment[]): SVGElement {
  return s(
    "g",
    {},
    ...picture.bodies.map((_, i) =>
      s("polyline", {
        class: "trace",
        points: moments
          .map((m) =>
            drawn
              .at(centre_at(picture, i, poses_of(m.poses)[i]))
              .map((x) => x.toFixed(1))
              .join(","),
          )
          .join(" "),
      }),
    ),
  );
}

/** The terms of the ledger that are not zero throughout, by their places. */
export const used_terms = (motion: Motion): number[] =>
  ledger_names.flatMap((_, k) => (motion.samples.some((m) => Math.abs(m.ledger[k]) > 1e-12) ? [k] : []));

export function ledger_plot(motion: Motion, width: number): Element {
  const used = used_terms(motion);
  const rows = motion.samples.flatMap((m) =>
    m.ledger.map((y, k) => ({ t: m.t, y, name: ledger_names[k], k })).filter((r) => used.includes(r.k)),
  );
  return Plot.plot({
    width,
    height: Math.min(320, width * 0.5),
    marginLeft: 60,
    marginTop: 32,
    marginBottom: 40,
    style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
    x: { label: "t / s", labelArrow: "none", labelAnchor: "center" },
    y: { label: "energy / J", labelArrow: "none", grid: true, zero: true },
    color: { domain: ledger_names, range: ledger_colors },
    marks: [
      Plot.line(rows, {
        x: "t",
        y: "y",
        stroke: "name",
        z: "name",
        strokeWidth: (r: { k: number }) => (r.k === 7 ? 1.2 : 2),
        strokeDasharray: "",
      }),
      Plot.tip(
        rows,
        Plot.pointer({
          x: "t",
          y: "y",
          title: (r: { name: string; y: number; t: number }) =>
            `${r.name}\n${number(r.y)} J\nt = ${number(r.t)} s`,
        }),
      ),
    ],
  });
}

export function event_rows(events: MotionEvent[], go: (t: number) => void): HTMLElement {
  const shown = events.slice(0, 400);
  return h(
    "table",
    { class: "laws-table", id: "events" },
    h(
      "thead",
      {},
      h("tr", {}, ...["t / s", "event", "contacts", "energy / J"].map((t) => h("th", { scope: "col" }, t))),
    ),
    h(
      "tbody",
      {},
      ...shown.map((e) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            h(
              "button",
              { type: "button", class: "quiet figure", "data-value": e.t, onclick: () => go(e.t) },
              number(e.t, 6),
            ),
          ),
          h("td", {}, words(e.kind), e.note ? h("div", { class: "unit" }, e.note) : null),
          h("td", {}, e.contacts.join(", ")),
          h("td", { class: "figure" }, number(e.ledger[0] + e.ledger[1], 5)),
        ),
      ),
      ...(events.length > shown.length
        ? [h("tr", {}, h("td", { colspan: 4 }, `and ${events.length - shown.length} more`))]
        : []),
    ),
  );
}
