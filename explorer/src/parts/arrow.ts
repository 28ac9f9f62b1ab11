/** An arrow in a plain SVG picture. */
import { type Sketch, svg } from "../sketch";
import { hundredth, points } from "./axes";

export function arrow(
  from: [number, number],
  to: [number, number],
  attributes: Record<string, string | undefined>,
): Sketch {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return svg("g");
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(9, length * 0.6);
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  const [x1, y1, x2, y2] = [from[0], from[1], bx, by].map(hundredth);
  const tip: [number, number][] = [
    to,
    [bx - uy * head * 0.42, by + ux * head * 0.42],
    [bx + uy * head * 0.42, by - ux * head * 0.42],
  ];
  return svg(
    "g",
    attributes,
    svg("line", { x1, y1, x2, y2 }),
    svg("polygon", { points: points(tip), class: "head" }),
  );
}
