/** Where the energy went, law by law: from before to after, each work a step up or down from the last level. */
import { s } from "../dom";
import { number, percent, signed } from "../format";
import { html, type Sketch } from "../sketch";
import type { EnergyStep, Impact, Result } from "../types";

/** A piece of a bar, between two levels in joules. */
interface Piece {
  kind: string;
  levels: [number, number];
}

/** A row of the waterfall. */
interface Bar {
  step: string;
  name: string;
  joules: number;
  figure: string;
  pieces: Piece[];
  joins?: number; // the level where the row above ended
}

const looks: Record<string, { name: string; kind: string }> = {
  surface: { name: "surface", kind: "by-surface" },
  compression: { name: "compression", kind: "by-normal" },
  restitution: { name: "restitution", kind: "by-normal" },
  normal: { name: "normal", kind: "by-normal" },
  friction: { name: "friction", kind: "by-friction" },
  moment: { name: "moment", kind: "by-moment" },
};

const legend_of: [string, string][] = [
  ["kept", "energy"],
  ["by-normal", "work of normal impulses"],
  ["by-friction", "work of friction"],
  ["by-moment", "work of the moment"],
  ["by-surface", "given by the surface"],
  ["created", "created from nothing"],
];

const first_bar = (joules: number): Bar => ({
  step: "before",
  name: "before",
  joules,
  figure: `${number(joules)} J`,
  pieces: [{ kind: "kept", levels: [0, joules] }],
});

function last_bar(step: string, joules: number, created: number): Bar {
  const pieces: Piece[] = [{ kind: "kept", levels: [0, joules - created] }];
  if (created > 0) pieces.push({ kind: "created", levels: [joules - created, joules] });
  return { step, name: step, joules, figure: `${number(joules)} J`, pieces, joins: joules };
}

function step_bar({ step, change, start, end }: EnergyStep): Bar {
  const { name, kind } = looks[step];
  const pieces = [{ kind, levels: [start, end] as [number, number] }];
  return { step, name, joules: change, figure: `${signed(change)} J`, pieces, joins: start };
}

/** From before to after; of a singular W only the change is known, and levels are relative to the start. */
function bars_of(result: Result, steps: EnergyStep[], is_created: boolean): Bar[] {
  const { before, after, change, contact_work } = result.energy!;
  const created = is_created ? contact_work : 0;
  const known = before !== undefined && after !== undefined;
  const last = known ? last_bar("after", after, created) : last_bar("change", change, created);
  return [...(known ? [first_bar(before)] : []), ...steps.map(step_bar), last];
}

/** A law with an answer, and what its rows say. */
interface Waterfall {
  law: string;
  color: string;
  created: boolean;
  before: number | undefined;
  change: number;
  normal: number;
  friction: number;
  bars: Bar[];
}

function waterfalls(seen: Impact, color: (law: string) => string): Waterfall[] {
  return seen.results
    .filter((r) => r.energy?.change !== undefined)
    .map((r) => {
      const steps = seen.energy_steps[r.law] ?? [];
      const created = seen.created.includes(r.law);
      const sum = (kind: string) =>
        steps.filter((e) => looks[e.step].kind === kind).reduce((all, e) => all + e.change, 0);
      return {
        law: r.law,
        color: color(r.law),
        created,
        before: r.energy!.before,
        change: r.energy!.change,
        normal: sum("by-normal"),
        friction: sum("by-friction"),
        bars: bars_of(r, steps, created),
      };
    });
}

/** From joules to shares of the width; all laws have one scale. */
function scale_of(all: Waterfall[]): (joules: number) => number {
  const levels = all.flatMap((w) => w.bars.flatMap((b) => b.pieces.flatMap((p) => p.levels)));
  const low = Math.min(0, ...levels);
  const wide = Math.max(0, ...levels) - low || 1;
  return (joules) => (joules - low) / wide;
}

const used_kinds = (all: Waterfall[]) => {
  const used = new Set(all.flatMap((w) => w.bars.flatMap((b) => b.pieces.map((p) => p.kind))));
  return legend_of.filter(([kind]) => used.has(kind));
};

const share_of = ({ before, change }: Waterfall) => (before ? percent(change / before) : "");

function row(bar: Bar, at: (joules: number) => number): Sketch {
  const left = (joules: number) => `left:${(100 * at(joules)).toFixed(3)}%`;
  const pieces = bar.pieces.map(({ kind, levels }) => {
    const [low, high] = [Math.min(...levels), Math.max(...levels)];
    const width = 100 * (at(high) - at(low));
    return html("i", { class: kind, style: `${left(low)};width:${width.toFixed(3)}%` });
  });
  return html(
    "li",
    { "data-step": bar.step, "data-value": bar.joules },
    html("span", { class: "step-name" }, bar.name),
    html(
      "span",
      { class: "track", "aria-hidden": "true" },
      ...pieces,
      bar.joins === undefined ? null : html("b", { style: left(bar.joins) }),
    ),
    html("span", { class: "figure" }, bar.figure),
  );
}

function law_rows(w: Waterfall, at: (joules: number) => number): Sketch {
  return html(
    "div",
    { class: w.created ? "energy-row is-created" : "energy-row", "data-law": w.law },
    html(
      "p",
      { class: "energy-sum" },
      html("span", { class: "law-name", style: `--law:${w.color}` }, w.law),
      html("span", { class: "figure" }, `${signed(w.change)} J`),
      html("span", { class: "figure share" }, share_of(w)),
      html("span", { class: "verdict" }, w.created ? "CREATED" : ""),
      html("span", { class: "ledger-sum" }, `normal ${signed(w.normal)} J, friction ${signed(w.friction)} J`),
    ),
    html("ol", { class: "waterfall" }, ...w.bars.map((bar) => row(bar, at))),
  );
}

/** For each law what changed, and the steps to it. */
export function energy_waterfall(seen: Impact, color: (law: string) => string): Sketch {
  const all = waterfalls(seen, color);
  const at = scale_of(all);
  return html(
    "div",
    { class: "energy" },
    html("div", { class: "energy-laws" }, ...all.map((w) => law_rows(w, at))),
    html(
      "p",
      { class: "legend" },
      ...used_kinds(all).map(([kind, text]) =>
        html("span", { class: "entry" }, html("i", { class: kind }), ` ${text}`),
      ),
    ),
  );
}

const [left, wide, step] = [136, 330, 17];

function drawn_bar(bar: Bar, y: number, at: (joules: number) => number): SVGElement[] {
  const x = (joules: number) => left + wide * at(joules);
  const pieces = bar.pieces.map(({ kind, levels }) => {
    const [low, high] = [Math.min(...levels), Math.max(...levels)];
    return s("rect", { x: x(low), y: y - 9, width: Math.max(1, x(high) - x(low)), height: 10, class: kind });
  });
  return [
    s("text", { x: left - 10, y, class: "tick", "text-anchor": "end" }, bar.name),
    ...pieces,
    ...(bar.joins === undefined ? [] : [s("path", { d: `M${x(bar.joins)} ${y - 16}v8`, class: "mark" })]),
    s("text", { x: left + wide + 104, y, class: "tick", "text-anchor": "end" }, bar.figure),
  ];
}

/** The same as a picture to be taken away. */
export function energy_picture(seen: Impact, color: (law: string) => string): SVGSVGElement {
  const all = waterfalls(seen, color);
  const at = scale_of(all);
  let y = 6;
  const laws = all.flatMap((w) => {
    y += 18;
    const share = share_of(w);
    const says = `${signed(w.change)} J${share ? `, ${share}` : ""}${w.created ? ", CREATED" : ""}`;
    const head = [
      s("circle", { cx: 14, cy: y - 4, r: 5, fill: w.color }),
      s("text", { x: 26, y, class: "law-title" }, w.law),
      s("text", { x: left, y, class: w.created ? "tick created-text" : "tick" }, says),
    ];
    const bars = w.bars.flatMap((bar) => drawn_bar(bar, (y += step), at));
    y += 12;
    return [...head, ...bars];
  });
  const box = { viewBox: `0 0 ${left + wide + 120} ${y}`, width: left + wide + 120, height: y };
  return s("svg", { ...box, class: "energy-picture" }, ...laws);
}

/** What the colours of the picture mean. */
export const energy_legend = (seen: Impact): { text: string; mark: SVGElement }[] =>
  used_kinds(waterfalls(seen, () => "")).map(([kind, text]) => ({
    text,
    mark: s("g", { class: "energy-picture" }, s("rect", { x: 6, width: 12, height: 12, class: kind })),
  }));
