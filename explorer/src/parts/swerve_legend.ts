/** What the lines of the pictures of a swerve are: beside them, and below those that leave the page. */
import { h, s } from "../dom";
import type { Swerve } from "../types";
import { line_mark, plain_mark } from "./about_impact";
import type { Sample } from "./picture_frame";
import { longest } from "./swerve_cursor";

const marks: [string, () => SVGElement, string][] = [
  ["start", () => s("circle", { cx: 12, cy: 6, r: 5, class: "swerve-mark" }), "start"],
  ["slip_stops", () => s("rect", { x: 8, y: 1.5, width: 9, height: 9, class: "swerve-mark" }), "slip stops"],
  [
    "compression_ends",
    () => s("path", { d: "M12 0l6 6-6 6-6-6z", class: "swerve-mark" }),
    "compression ends",
  ],
  [
    "compression_starts",
    () => s("path", { d: "M12 11l5.5-9.5h-11z", class: "swerve-mark" }),
    "compression again",
  ],
];

export function swerve_samples(swerve: Swerve): Sample[] {
  const path = longest(swerve);
  const seen = new Set(path?.points.map((p) => p.event));
  const line = (look: string, text: string) => ({ text, mark: line_mark({ class: look }) });
  const creates = swerve.paths.some((p) => p.creates_energy);
  return [
    ...(path ? [line("way compression", "compression"), line("way restitution", "restitution")] : []),
    ...marks
      .filter(([event]) => seen.has(event))
      .map(([, mark, text]) => ({ text, mark: plain_mark(mark()) })),
    ...(swerve.directions.some((d) => d.attracts) ? [line("slip-ray attracts", "attracts slip")] : []),
    ...(swerve.directions.some((d) => !d.attracts) ? [line("slip-ray repels", "repels slip")] : []),
    line("routh line-limiting-friction", "friction |p_t| = μ p_n"),
    ...(swerve.static_friction > swerve.friction
      ? [line("routh line-static-friction", "static friction |p_t| = μ_s p_n")]
      : []),
    ...swerve.paths.map((p) => ({
      text: p.creates_energy ? `${p.law} ends: creates energy` : `${p.law} ends`,
      mark: plain_mark(s("circle", { cx: 12, cy: 6, r: 5.5, fill: p.color })),
    })),
    ...(creates
      ? [{ text: "energy is created", mark: s("circle", { cx: 12, cy: 6, r: 6, class: "created-ring" }) }]
      : []),
  ];
}

/** The same as a list of the page. */
export const swerve_legend = (swerve: Swerve): HTMLElement =>
  h(
    "ul",
    { class: "routh-legend" },
    ...swerve_samples(swerve).map(({ text, mark }) =>
      h(
        "li",
        {},
        s("svg", { viewBox: "0 0 24 12", width: 24, height: 12, "aria-hidden": "true" }, mark),
        text,
      ),
    ),
  );
