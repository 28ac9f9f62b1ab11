/** A map of modes as SVG, to be taken away: cells, axes with units, and what the colours mean. */
import { s } from "../dom";
import { number, words } from "../format";
import { linear, ticks } from "./axes";
import { creates, mode_color } from "./mode_colors";

interface Axis {
  title: string;
  range: [number, number];
}

export interface MapDrawing {
  title: string;
  modes: string[]; // row by row, from below
  columns: number;
  x: Axis;
  y: Axis;
  at: [number, number];
}

const [left, top, width, height] = [62, 34, 576, 432];

/** Neighbours of one mode are one rectangle. */
function runs(map: MapDrawing, w: number, tall: number): SVGElement[] {
  const drawn: SVGElement[] = [];
  const rows = map.modes.length / map.columns;
  for (let row = 0; row < rows; row++)
    for (let first = 0; first < map.columns;) {
      const mode = map.modes[row * map.columns + first];
      let last = first + 1;
      while (last < map.columns && map.modes[row * map.columns + last] === mode) last++;
      const [x, y] = [left + w * first, top + tall * (rows - 1 - row)];
      drawn.push(s("rect", { x, y, width: w * (last - first), height: tall, fill: mode_color(mode) }));
      if (creates(mode))
        drawn.push(
          s("path", {
            d: Array.from({ length: last - first }, (_, i) => `M${x + w * i} ${y + tall}l${w} ${-tall}`).join(
              "",
            ),
            stroke: "#b03020",
            "stroke-width": 1.4,
          }),
        );
      first = last;
    }
  return drawn;
}

function axes(map: MapDrawing): SVGElement[] {
  const X = linear(map.x.range, [left, left + width]);
  const Y = linear(map.y.range, [top + height, top]);
  const middle = { "text-anchor": "middle" };
  return [
    ...ticks(map.x.range, 6).map((t) =>
      s("text", { x: X(t), y: top + height + 18, class: "tick", ...middle }, number(t)),
    ),
    ...ticks(map.y.range, 6).map((t) =>
      s("text", { x: left - 8, y: Y(t) + 4, class: "tick", "text-anchor": "end" }, number(t)),
    ),
    s("text", { x: left + width / 2, y: top + height + 40, class: "axis-title", ...middle }, map.x.title),
    s(
      "text",
      { transform: `translate(16 ${top + height / 2}) rotate(-90)`, class: "axis-title", ...middle },
      map.y.title,
    ),
    s("text", { x: left, y: 20, class: "axis-title" }, map.title),
    s("circle", {
      cx: X(map.at[0]),
      cy: Y(map.at[1]),
      r: 7,
      fill: "none",
      stroke: "#1f1d1a",
      "stroke-width": 2.5,
    }),
    s("rect", { x: left, y: top, width, height, class: "panel-edge", fill: "none" }),
  ];
}

function legend(map: MapDrawing): SVGElement[] {
  const modes = [...new Set(map.modes)];
  const plain = [...new Set(modes.map((m) => m.replace("+", "")))];
  const entries = plain.map((m) => [mode_color(m), words(m)]);
  if (modes.some(creates)) entries.push(["#b03020", "hatched: energy is created"]);
  return entries.flatMap(([color, text], i) => {
    const [x, y] = [left + 290 * (i % 2), top + height + 62 + 20 * Math.floor(i / 2)];
    return [
      s("rect", { x, y: y - 10, width: 12, height: 12, fill: color }),
      s("text", { x: x + 18, y, class: "tick" }, text),
    ];
  });
}

export function map_picture(map: MapDrawing): SVGSVGElement {
  const rows = map.modes.length / map.columns;
  const named = legend(map);
  const tall = top + height + 66 + 20 * Math.ceil(named.length / 4);
  return s(
    "svg",
    {
      viewBox: `0 0 ${left + width + 20} ${tall}`,
      width: left + width + 20,
      height: tall,
      class: "map-picture",
    },
    ...runs(map, width / map.columns, height / rows),
    ...axes(map),
    ...named,
  );
}
