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

/** An entry for each line and one for the ellipse, which has no kind. */
function entries(): Map<string, HTMLElement> {
  const all = new Map(
    lines.map(([kind, text, formula]) => [
      kind,
      h("li", {}, sample(kind), h("span", {}, text), formula ? made(formula) : null),
    ]),
  );
  const inside = h("span", {}, "energy is lost inside");
  return all.set("", h("li", {}, h("i", { class: "ellipse-sample" }), inside, made(formulas.work)));
}

/** Only the lines that are drawn are explained. */
export function routh_legend(): { element: HTMLElement; show(diagram: Diagram): void } {
  const all = entries();
  return {
    element: h("ul", { class: "routh-legend" }, ...all.values()),
    show(diagram) {
      const kinds = new Set(diagram.lines.map((l) => l.kind));
      if (diagram.energy_ellipse) kinds.add("");
      for (const [kind, entry] of all) if (entry.hidden === kinds.has(kind)) entry.hidden = !kinds.has(kind);
    },
  };
}
