/** Where the energy went, law by law. */
import { s } from "../dom";
import { number, percent, signed } from "../format";
import { html, type Sketch } from "../sketch";
import type { Impact, Result } from "../types";

/** What the contacts' work took by kind, as the core's ledger has it. */
function works(result: Result): { normal: number; friction: number } {
  let normal = 0;
  let friction = 0;
  for (const { work = {} } of result.contacts) {
    normal += work.normal ?? (work.normal_compression ?? 0) + (work.normal_restitution ?? 0);
    friction += work.friction ?? 0;
  }
  return { normal, friction };
}

interface Piece {
  kind: string;
  joules: number;
  says: string;
}

/** What became of the energy before, piece by piece from the left. */
function pieces_of(result: Result, created: boolean): Piece[] {
  const [before, after] = [result.energy!.before!, result.energy!.after!];
  const { normal, friction } = works(result);
  const kept = Math.min(after, before);
  const pieces = [{ kind: "kept", joules: kept, says: "kept" }];
  if (created) pieces.push({ kind: "created", joules: after - before, says: "created" });
  else if (normal <= 0 && friction <= 0)
    pieces.push(
      { kind: "by-friction", joules: -friction, says: "lost to friction" },
      { kind: "by-normal", joules: -normal, says: "lost along the normal" },
    );
  else pieces.push({ kind: "by-normal", joules: before - kept, says: "lost" });
  return pieces;
}

const has_bar = (r: Result) => r.energy?.before !== undefined && r.energy.after !== undefined;

/** The most energy that any law has, before or after. */
const widest_of = (results: Result[]) =>
  Math.max(...results.filter(has_bar).map((r) => Math.max(r.energy!.before!, r.energy!.after!)), 1e-300);

function bar(result: Result, widest: number, created: boolean): Sketch {
  const share = (x: number) => `${(100 * Math.max(0, x)) / widest}%`;
  return html(
    "div",
    { class: "bar", "aria-hidden": "true" },
    ...pieces_of(result, created).map(({ kind, joules, says }) =>
      html("i", { class: kind, style: `width:${share(joules)}`, title: `${says}: ${number(joules)} J` }),
    ),
    html("b", { style: `left:${share(result.energy!.before!)}` }),
  );
}

const legend_of: [string, string][] = [
  ["kept", "kept"],
  ["by-friction", "lost to friction"],
  ["by-normal", "lost along the normal"],
  ["created", "created from nothing"],
];

/** A row for each law: bar, change in joules, share of what was there. */
export function energy_bars(seen: Impact, color: (law: string) => string): Sketch {
  const results = seen.results.filter((r) => r.energy);
  const widest = widest_of(results);
  const rows = results.map((r) => {
    const created = seen.created.includes(r.law);
    const { before, change } = r.energy!;
    return html(
      "div",
      { class: created ? "energy-row is-created" : "energy-row", "data-law": r.law },
      html("span", { class: "law-name", style: `--law:${color(r.law)}` }, r.law),
      has_bar(r) ? bar(r, widest, created) : html("div", { class: "bar none" }),
      html("span", { class: "figure" }, `${signed(change)} J`),
      html("span", { class: "figure share" }, before ? percent(change / before) : ""),
      html("span", { class: "verdict" }, created ? "CREATED" : ""),
    );
  });
  const start = results.find(has_bar)?.energy?.before;
  return html(
    "div",
    { class: "energy" },
    ...rows,
    html(
      "p",
      { class: "legend" },
      start !== undefined ? `Before: ${number(start)} J (the mark). ` : "",
      ...legend_of.flatMap(([kind, text]) => [html("i", { class: kind }), ` ${text} `]),
    ),
  );
}

/** The bars as a picture to be taken away. */
export function energy_picture(seen: Impact, color: (law: string) => string): SVGSVGElement {
  const results = seen.results.filter((r) => r.energy);
  const widest = widest_of(results);
  const [left, wide, step] = [120, 300, 28];
  const at = (joules: number) => (wide * Math.max(0, joules)) / widest;
  const rows = results.flatMap((r, i) => {
    const y = 12 + step * i;
    const created = seen.created.includes(r.law);
    const { before, change } = r.energy!;
    let x = left;
    const bars = (has_bar(r) ? pieces_of(r, created) : []).map(({ kind, joules }) => {
      const piece = s("rect", { x, y, width: at(joules), height: 16, class: kind });
      x += at(joules);
      return piece;
    });
    const share = before ? `, ${percent(change / before)}` : "";
    return [
      s("circle", { cx: 12, cy: y + 8, r: 5, fill: color(r.law) }),
      s("text", { x: 24, y: y + 13, class: "tick" }, r.law),
      ...bars,
      before === undefined ? s("g") : s("path", { d: `M${left + at(before)} ${y - 3}v22`, class: "mark" }),
      s(
        "text",
        { x: left + wide + 12, y: y + 13, class: "tick" },
        `${signed(change)} J${share}${created ? ", CREATED" : ""}`,
      ),
    ];
  });
  const foot = 12 + step * results.length + 14;
  const legend = legend_of.flatMap(([kind, text], i) => [
    s("rect", { x: 12 + 160 * i, y: foot - 10, width: 12, height: 12, class: kind }),
    s("text", { x: 30 + 160 * i, y: foot, class: "tick" }, text),
  ]);
  const box = { viewBox: `0 0 660 ${foot + 14}`, width: 660, height: foot + 14 };
  return s("svg", { ...box, class: "energy-picture" }, ...rows, ...legend);
}
