/** Where the energy went, law by law. */
import { h } from "../dom";
import { number, percent, signed } from "../format";
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

function bar(result: Result, widest: number, created: boolean): HTMLElement {
  const energy = result.energy!;
  const before = energy.before!;
  const share = (x: number) => `${(100 * Math.max(0, x)) / widest}%`;
  const { normal, friction } = works(result);
  const kept = Math.min(energy.after!, before);
  const pieces = [h("i", { class: "kept", style: `width:${share(kept)}`, title: `kept: ${number(kept)} J` })];
  if (created)
    pieces.push(
      h("i", {
        class: "created",
        style: `width:${share(energy.after! - before)}`,
        title: `created: ${number(energy.after! - before)} J`,
      }),
    );
  else if (normal <= 0 && friction <= 0)
    pieces.push(
      h("i", {
        class: "by-friction",
        style: `width:${share(-friction)}`,
        title: `lost to friction: ${number(-friction)} J`,
      }),
      h("i", {
        class: "by-normal",
        style: `width:${share(-normal)}`,
        title: `lost along the normal: ${number(-normal)} J`,
      }),
    );
  else
    pieces.push(
      h("i", {
        class: "by-normal",
        style: `width:${share(before - kept)}`,
        title: `lost: ${number(before - kept)} J`,
      }),
    );
  return h(
    "div",
    { class: "bar", "aria-hidden": "true" },
    ...pieces,
    h("b", { style: `left:${share(before)}` }),
  );
}

/** A row for each law: bar, change in joules, share of what was there. */
export function energy_bars(seen: Impact, color: (law: string) => string): HTMLElement {
  const results = seen.results.filter((r) => r.energy);
  const known = results.filter((r) => r.energy!.before !== undefined && r.energy!.after !== undefined);
  const widest = Math.max(...known.map((r) => Math.max(r.energy!.before!, r.energy!.after!)), 1e-300);
  const rows = results.map((r) => {
    const created = seen.created.includes(r.law);
    const { before, after, change } = r.energy!;
    return h(
      "div",
      { class: created ? "energy-row is-created" : "energy-row", "data-law": r.law },
      h("span", { class: "law-name", style: `--law:${color(r.law)}` }, r.law),
      before !== undefined && after !== undefined ? bar(r, widest, created) : h("div", { class: "bar none" }),
      h("span", { class: "figure" }, `${signed(change)} J`),
      h("span", { class: "figure share" }, before ? percent(change / before) : ""),
      h("span", { class: "verdict" }, created ? "CREATED" : ""),
    );
  });
  const start = known[0]?.energy?.before;
  return h(
    "div",
    { class: "energy" },
    ...rows,
    h(
      "p",
      { class: "legend" },
      start !== undefined ? `Before: ${number(start)} J (the mark). ` : "",
      h("i", { class: "kept" }),
      " kept ",
      h("i", { class: "by-friction" }),
      " lost to friction ",
      h("i", { class: "by-normal" }),
      " lost along the normal ",
      h("i", { class: "created" }),
      " created from nothing",
    ),
  );
}
