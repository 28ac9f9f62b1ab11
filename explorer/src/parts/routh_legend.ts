/** What the lines of Routh's plane are. */
import { h, made } from "../dom";
import type { Diagram } from "../types";
import { line_class } from "./diagram_picture";
import formulas from "carom:formulas";

const lines: [string, string, string][] = [
  ["limiting friction", "limiting friction: slip goes on", formulas.friction],
  ["reversed friction", "reversed friction", ""],
  ["line of sticking", "line of sticking", formulas.stick],
  ["line of maximum compression", "maximum compression", formulas.compression],
  ["termination, Newton", "Newton ends", formulas.newton],
  ["termination, Poisson", "Poisson ends", formulas.poisson],
  ["static friction", "static friction", ""],
];

function sample(kind: string): HTMLElement {
  const line = `<line x1="1" x2="29" y1="4" y2="4" class="routh ${line_class(kind)}"/>`;
  return made(`<svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true">${line}</svg>`);
}

function entries(kinds: Set<string>, ellipse: boolean): HTMLElement[] {
  const all = lines
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, text, formula]) =>
      h("li", {}, sample(kind), h("span", {}, text), formula ? made(formula) : null),
    );
  const inside = h("span", {}, "energy is lost inside");
  if (ellipse) all.push(h("li", {}, h("i", { class: "ellipse-sample" }), inside, made(formulas.work)));
  return all;
}

/** Only the lines that are drawn are explained; nothing is made anew while they stay the same. */
export function routh_legend(): { element: HTMLElement; show(diagram: Diagram): void } {
  const element = h("ul", { class: "routh-legend" });
  let shown = "";
  return {
    element,
    show(diagram) {
      const kinds = new Set(diagram.lines.map((l) => l.kind));
      const ellipse = diagram.energy_ellipse.length > 0;
      const now = [...kinds, ellipse].sort().join();
      if (now !== shown) element.replaceChildren(...entries(kinds, ellipse));
      shown = now;
    },
  };
}
