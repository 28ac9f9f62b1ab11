/** Routh's plane: lines, ellipse and paths as the core gives them, drawn. */

import { number, words } from "../format";
import { type Sketch, svg } from "../sketch";
import type { Diagram, XY } from "../types";
import { hundredth, linear, points, type Scale, ticks } from "./axes";

const size = 640;
const left = 58;
const bottom = 50;
const top = 14;
const right = 14;

/** The class of a line, for its look in the picture and in the legend. */
export const line_class = (kind: string) => `line-${kind.replace(/[^a-z]+/gi, "-").toLowerCase()}`;

const panel = { x: left, y: top, width: size - right - left, height: size - bottom - top };

const italic = (letter: string, low: string) => [
  svg("tspan", { class: "math" }, letter),
  svg("tspan", { class: "math low", dy: 4 }, low),
  svg("tspan", { dy: -4 }, " / N s"),
];

/** What never changes: below the lines, and above them. */
const ground = [
  svg("defs", {}, svg("clipPath", { id: "panel" }, svg("rect", panel))),
  svg("rect", { ...panel, class: "panel" }),
];
const edge = [
  svg("rect", { ...panel, class: "panel-edge" }),
  svg(
    "text",
    { class: "axis-title", x: (size - right + left) / 2, y: size - 10, "text-anchor": "middle" },
    svg("tspan", {}, "tangential impulse "),
    ...italic("p", "t"),
  ),
  svg(
    "text",
    {
      class: "axis-title",
      transform: `translate(15 ${(size - bottom + top) / 2}) rotate(-90)`,
      "text-anchor": "middle",
    },
    svg("tspan", {}, "normal impulse "),
    ...italic("p", "n"),
  ),
];

function marker(event: string, x: number, y: number, color: string): Sketch | null {
  const title = svg("title", {}, words(event));
  switch (event) {
    case "slip_stops":
      return svg(
        "rect",
        { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: "event", stroke: color },
        title,
      );
    case "compression_ends":
      return svg("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z`, class: "event", stroke: color }, title);
    case "slip_starts":
      return svg("path", { d: `M${x} ${y - 6}l5.5 9.5h-11z`, class: "event", stroke: color }, title);
    case "end":
      return svg("circle", { cx: x, cy: y, r: 5.5, fill: color, class: "end" }, title);
    default:
      return null;
  }
}

/** From impulses to the picture. */
interface Plane {
  X: Scale;
  Y: Scale;
  at(p: XY): XY;
  along(d: XY): XY; // a difference of impulses
}

/** The lines and numbers of both axes. A number is moved with its line, so that its text need not be set again. */
function grid(diagram: Diagram, { X, Y }: Plane): Sketch[] {
  const kind = (x: number) => (x === 0 ? "zero" : "grid");
  const upright = ticks(diagram.t, 6).map((t) =>
    svg(
      "g",
      { transform: `translate(${hundredth(X(t))} ${size - bottom})` },
      svg("line", { y1: top - size + bottom, class: kind(t) }),
      svg("text", { y: 17, class: "tick", "text-anchor": "middle" }, number(t)),
    ),
  );
  const level = ticks(diagram.n, 6).map((n) =>
    svg(
      "g",
      { transform: `translate(${left} ${hundredth(Y(n))})` },
      svg("line", { x2: size - right - left, class: kind(n) }),
      svg("text", { x: -7, y: 4, class: "tick", "text-anchor": "end" }, number(n)),
    ),
  );
  return [svg("g", {}, ...upright), svg("g", {}, ...level)];
}

/** The ellipse of two conjugate half diameters a and b, by its half axes: |a cos φ + b sin φ| is largest and least there. */
function ellipse(diagram: Diagram, { at, along }: Plane): Sketch {
  if (!diagram.energy_ellipse) return svg("g");
  const { centre, first, second } = diagram.energy_ellipse;
  const [[ax, ay], [bx, by]] = [along(first), along(second)];
  const phi = Math.atan2(2 * (ax * bx + ay * by), ax * ax + ay * ay - bx * bx - by * by) / 2;
  const [c, s] = [Math.cos(phi), Math.sin(phi)];
  const [x, y] = [ax * c + bx * s, ay * c + by * s];
  const shape = {
    rx: hundredth(Math.hypot(x, y)),
    ry: hundredth(Math.hypot(bx * c - ax * s, by * c - ay * s)),
    transform: `translate(${at(centre).join(" ")}) rotate(${(Math.atan2(y, x) * 180) / Math.PI})`,
  };
  const says = "inside the ellipse energy is lost, outside it is created";
  return svg("g", {}, svg("ellipse", { ...shape, class: "ellipse" }, svg("title", {}, says)));
}

const lines = (diagram: Diagram, { at }: Plane): Sketch[] =>
  diagram.lines.map((line) => {
    const [[x1, y1], [x2, y2]] = [at(line.from), at(line.to)];
    const look = `routh ${line_class(line.kind)}`;
    return svg("line", { x1, y1, x2, y2, class: look }, svg("title", {}, line.kind));
  });

/** Laws that share a part of the way lie on top of each other, the later ones thinner. */
const ways = (diagram: Diagram, { at }: Plane): Sketch[] =>
  diagram.paths.map((path, i) =>
    svg(
      "polyline",
      {
        points: points(path.events.map((e) => at(e.p))),
        class: path.follows_path ? "way" : "way guess",
        stroke: path.color,
        "stroke-width": Math.max(2, 7 - 1.7 * i),
        "data-law": path.law,
      },
      svg("title", {}, path.law),
    ),
  );

function events(path: Diagram["paths"][number], { at }: Plane): Sketch[] {
  return path.events.flatMap((event) => {
    const [x, y] = at(event.p);
    const mark = marker(event.event, x, y, path.color);
    const ring = svg(
      "circle",
      { cx: x, cy: y, r: 10.5, class: "created-ring" },
      svg("title", {}, `${path.law} creates energy`),
    );
    return [...(mark ? [mark] : []), ...(event.event === "end" && path.creates_energy ? [ring] : [])];
  });
}

/** What comes and goes during a drag stands in groups of its own, so that its neighbours keep their places. */
export function diagram_picture(diagram: Diagram, title: string): Sketch {
  const X = linear(diagram.t, [left, size - right]);
  const Y = linear(diagram.n, [size - bottom, top]);
  const at = ([t, n]: XY): XY => [hundredth(X(t)), hundredth(Y(n))];
  const along = ([t, n]: XY): XY => [X(t) - X(0), Y(n) - Y(0)];
  const plane: Plane = { X, Y, at, along };
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      class: "diagram",
      role: "img",
      "aria-label": title,
      "aria-describedby": "diagram-says",
      id: "diagram",
    },
    ...ground,
    ...grid(diagram, plane),
    svg(
      "g",
      { "clip-path": "url(#panel)" },
      ellipse(diagram, plane),
      svg("g", {}, ...lines(diagram, plane)),
      svg("g", {}, ...ways(diagram, plane)),
      ...diagram.paths.map((path) => svg("g", {}, ...events(path, plane))),
    ),
    ...edge,
  );
}
