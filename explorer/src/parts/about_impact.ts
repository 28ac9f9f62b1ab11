/** What is said of a problem and its laws below pictures that leave the page. */
import type { App } from "../app";
import { s } from "../dom";
import { number } from "../format";
import { type Diagram, type Impact, type ShownContact, tangents_of } from "../types";
import { line_class } from "./diagram_picture";
import type { About, Sample } from "./picture_frame";

const materials: [keyof ShownContact, string][] = [
  ["restitution", "restitution"],
  ["friction", "friction"],
  ["static_friction", "static friction"],
  ["impulse_ratio", "impulse ratio"],
  ["critical_fraction", "critical fraction"],
];

function contact_line(contact: ShownContact): string {
  const given = materials.flatMap(([key, word]) =>
    typeof contact[key] === "number" ? [`${word} ${number(contact[key] as number)}`] : [],
  );
  const parts = [...tangents_of(contact.u), contact.u.n].map((x) => number(x));
  const u = `u⁻ = (${parts.join(", ")}) m/s`;
  return `${contact.name}: ${[...given, u].join(", ")}`;
}

function parameters(seen: Impact): string[] {
  const { contacts, W } = seen.shown;
  const lines = contacts.map(contact_line);
  if (contacts.length === 1)
    lines.push(`W = [${W.map((row) => `[${row.map((x) => number(x)).join(", ")}]`).join(", ")}] 1/kg`);
  return lines;
}

export const line_mark = (attributes: Record<string, unknown>) =>
  s("line", { x1: 0, x2: 24, y1: 6, y2: 6, ...attributes });

/** Laws by their colours, and which of them create energy. */
export const law_samples = (app: App, laws: string[], created: string[] = []): Sample[] =>
  laws.map((law) => ({
    text: created.includes(law) ? `${law}: creates energy` : law,
    mark: line_mark({ stroke: app.law(law).color, "stroke-width": 4 }),
  }));

export const plain_mark = (shape: SVGElement): SVGElement => s("g", { class: "frame-mark" }, shape);

export const event_samples: [string, () => SVGElement, string][] = [
  ["slip_stops", () => s("rect", { x: 8, y: 1.5, width: 9, height: 9, class: "event" }), "slip stops"],
  ["compression_ends", () => s("path", { d: "M12 0l6 6-6 6-6-6z", class: "event" }), "compression ends"],
  ["slip_starts", () => s("path", { d: "M12 1l5.5 9.5h-11z", class: "event" }), "slip starts"],
];

/** The lines, the ellipse and the events of Routh's plane, as far as they are drawn. */
export function diagram_samples(diagram: Diagram): Sample[] {
  const kinds = [...new Set(diagram.lines.map((l) => l.kind))];
  const seen = new Set(diagram.paths.flatMap((p) => p.events.map((e) => e.event)));
  const marks = event_samples.filter(([event]) => seen.has(event));
  const creates = diagram.paths.some((p) => p.creates_energy);
  return [
    ...kinds.map((kind) => ({ text: kind, mark: line_mark({ class: `routh ${line_class(kind)}` }) })),
    ...(diagram.energy_ellipse
      ? [
          {
            text: "inside the ellipse energy is lost",
            mark: s("ellipse", { cx: 12, cy: 6, rx: 11, ry: 5.5, class: "ellipse" }),
          },
        ]
      : []),
    ...marks.map(([, mark, text]) => ({ text, mark: plain_mark(mark()) })),
    ...(creates
      ? [{ text: "energy is created", mark: s("circle", { cx: 12, cy: 6, r: 6, class: "created-ring" }) }]
      : []),
  ];
}

/** The problem's name and parameters, with a legend. */
export const about_impact = (app: App, seen: Impact, legend: Sample[]): About => ({
  title: seen.shown.name || app.title(),
  caption: parameters(seen),
  legend,
});

/** The arrows of a mechanism that is played. */
export const arrow_samples = (): Sample[] =>
  [
    ["velocity", "velocity"],
    ["impulse", "impulse on the mechanism"],
    ["slip", "contact velocity"],
  ].map(([kind, text]) => ({ text, mark: line_mark({ class: `frame-arrow ${kind}` }) }));

/** Coloured squares, as the legends of the page have them. */
export const square_samples = (entries: [string, string][]): Sample[] =>
  entries.map(([color, text]) => ({ text, mark: s("rect", { x: 6, width: 12, height: 12, fill: color }) }));
