/** Routh's plane: lines, ellipse and paths as the core gives them, drawn. */
import { s } from "../dom";
import { number, words } from "../format";
import type { Diagram, XY } from "../types";
import { linear, points, ticks } from "./axes";

const size = 640;
const left = 58;
const bottom = 50;
const top = 14;
const right = 14;

/** The class of a line, for its look in the picture and in the legend. */
export const line_class = (kind: string) => `line-${kind.replace(/[^a-z]+/gi, "-").toLowerCase()}`;

function axis_labels(): SVGElement[] {
  const italic = (letter: string, low: string) => [
    s("tspan", { class: "math" }, letter),
    s("tspan", { class: "math low", dy: 4 }, low),
    s("tspan", { dy: -4 }, " / N s"),
  ];
  const middle = (size - right + left) / 2;
  return [
    s(
      "text",
      { class: "axis-title", x: middle, y: size - 10, "text-anchor": "middle" },
      s("tspan", {}, "tangential impulse "),
      ...italic("p", "t"),
    ),
    s(
      "text",
      {
        class: "axis-title",
        transform: `translate(15 ${(size - bottom + top) / 2}) rotate(-90)`,
        "text-anchor": "middle",
      },
      s("tspan", {}, "normal impulse "),
      ...italic("p", "n"),
    ),
  ];
}

function marker(event: string, x: number, y: number, color: string): SVGElement | null {
  const title = s("title", {}, words(event));
  switch (event) {
    case "slip_stops":
      return s("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, class: "event", stroke: color }, title);
    case "compression_ends":
      return s("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z`, class: "event", stroke: color }, title);
    case "slip_starts":
      return s("path", { d: `M${x} ${y - 6}l5.5 9.5h-11z`, class: "event", stroke: color }, title);
    case "end":
      return s("circle", { cx: x, cy: y, r: 5.5, fill: color, class: "end" }, title);
    default:
      return null;
  }
}

export function diagram_picture(diagram: Diagram, title: string): SVGSVGElement {
  const X = linear(diagram.t, [left, size - right]);
  const Y = linear(diagram.n, [size - bottom, top]);
  const at = ([t, n]: XY): XY => [X(t), Y(n)];
  const frame = { x: left, y: top, width: size - right - left, height: size - bottom - top };
  const svg = s(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, class: "diagram", role: "img", "aria-label": title, id: "diagram" },
    s("defs", {}, s("clipPath", { id: "panel" }, s("rect", frame))),
    s("rect", { ...frame, class: "panel" }),
  );

  for (const t of ticks(diagram.t, 6))
    svg.append(
      s("line", { x1: X(t), x2: X(t), y1: top, y2: size - bottom, class: t === 0 ? "zero" : "grid" }),
      s("text", { x: X(t), y: size - bottom + 17, class: "tick", "text-anchor": "middle" }, number(t)),
    );
  for (const n of ticks(diagram.n, 6))
    svg.append(
      s("line", { y1: Y(n), y2: Y(n), x1: left, x2: size - right, class: n === 0 ? "zero" : "grid" }),
      s("text", { x: left - 7, y: Y(n) + 4, class: "tick", "text-anchor": "end" }, number(n)),
    );

  const inside = s("g", { "clip-path": "url(#panel)" });
  if (diagram.energy_ellipse.length > 0)
    inside.append(
      s(
        "polygon",
        { points: points(diagram.energy_ellipse.map(at)), class: "ellipse" },
        s("title", {}, "inside the ellipse energy is lost, outside it is created"),
      ),
    );
  for (const line of diagram.lines) {
    const [x1, y1] = at(line.from);
    const [x2, y2] = at(line.to);
    inside.append(
      s("line", { x1, y1, x2, y2, class: `routh ${line_class(line.kind)}` }, s("title", {}, line.kind)),
    );
  }
  // Laws that share a part of the way lie on top of each other, the later ones thinner.
  diagram.paths.forEach((path, i) => {
    const way = path.events.map((e) => at(e.p));
    inside.append(
      s(
        "polyline",
        {
          points: points(way),
          class: path.follows_path ? "way" : "way guess",
          stroke: path.color,
          "stroke-width": Math.max(2, 7 - 1.7 * i),
          "data-law": path.law,
        },
        s("title", {}, path.law),
      ),
    );
  });
  for (const path of diagram.paths)
    for (const event of path.events) {
      const [x, y] = at(event.p);
      const mark = marker(event.event, x, y, path.color);
      if (mark) inside.append(mark);
      if (event.event === "end" && path.creates_energy)
        inside.append(
          s(
            "circle",
            { cx: x, cy: y, r: 10.5, class: "created-ring" },
            s("title", {}, `${path.law} creates energy`),
          ),
        );
    }
  svg.append(inside, s("rect", { ...frame, class: "panel-edge" }), ...axis_labels());
  return svg;
}
