/** A motion drawn: room for all of it, the ways of the bodies, the ledger, the events. */
import { grouped } from "./grouped";
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

/** The ledger just before an impact: what bodies have and what impacts took jumps there, all else goes on. */
function before_impact(event: MotionEvent, earlier: number[]): number[] {
  const { change = 0, drive = 0 } = event.impact?.energy ?? {};
  const [kinetic, lost, surfaces] = [0, 2, 6];
  return event.ledger.map((y, k) => {
    if (k === kinetic) return y - change;
    if (k === lost) return earlier[k];
    return k === surfaces ? y - drive : y;
  });
}

/** The ledger over time: at an impact once before it and once after it, so that a jump is drawn as a jump. */
export function ledger_moments(motion: Motion): { t: number; ledger: number[] }[] {
  const samples = motion.samples.map(({ t, ledger }) => ({ t, ledger, event: undefined }));
  const events = motion.events.map((event) => ({ t: event.t, ledger: event.ledger, event }));
  const all = [...samples, ...events].sort((a, b) => a.t - b.t);
  let last = all[0]?.ledger ?? []; // before the time that is looked at, or after an event at it
  return all.flatMap(({ t, ledger, event }, i) => {
    if (i > 0 && (all[i - 1].t < t || all[i - 1].event)) last = all[i - 1].ledger;
    const before = event?.impact ? [{ t, ledger: before_impact(event, last) }] : [];
    return [...before, { t, ledger }];
  });
}

interface LedgerRow {
  t: number;
  y: number;
  k: number;
  name: string;
}

/** What bodies have, and what is lost or given: on scales of their own, or a large potential energy hides the losses. */
const ledger_panels = [
  { label: "energy of the bodies / J", terms: [0, 1, 7] },
  { label: "lost and given / J", terms: [2, 3, 4, 5, 6] },
];

function ledger_panel(rows: LedgerRow[], label: string, width: number): Element {
  return grouped(
    Plot.plot({
      width,
      height: Math.min(250, width * 0.42),
      marginLeft: 60,
      marginTop: 32,
      marginBottom: 40,
      style: { background: "transparent", fontFamily: "inherit", fontSize: "12px" },
      x: { label: "t / s", labelArrow: "none", labelAnchor: "center" },
      y: { label, labelArrow: "none", grid: true, zero: true },
      color: { domain: ledger_names, range: ledger_colors },
      marks: [
        Plot.line(rows, {
          x: "t",
          y: "y",
          stroke: "name",
          z: "name",
          strokeWidth: 2,
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
    }),
  );
}

/** Both panels, one below the other, as one picture. */
export function ledger_plot(motion: Motion, width: number): Element {
  const used = used_terms(motion);
  const moments = ledger_moments(motion);
  const drawn = ledger_panels.flatMap(({ label, terms }) => {
    const shown = terms.filter((k) => used.includes(k));
    if (shown.length === 0) return [];
    const rows = shown.flatMap((k) =>
      moments.map(({ t, ledger }) => ({ t, y: ledger[k], k, name: ledger_names[k] })),
    );
    return [ledger_panel(rows, label, width)];
  });
  let y = 0;
  for (const panel of drawn) {
    panel.setAttribute("y", String(y));
    for (const part of panel.querySelectorAll("[aria-label]")) part.setAttribute("role", "group");
    y += Number(panel.getAttribute("height"));
  }
  const label = "The energy ledger over time";
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${y}`, width, height: y, role: "group", "aria-label": label },
    ...drawn,
  );
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
