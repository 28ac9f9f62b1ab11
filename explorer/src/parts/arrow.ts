/** An arrow in a plain SVG picture. */
import { type Sketch, svg } from "../sketch";

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
  return svg(
    "g",
    attributes,
    svg("line", { x1: from[0], y1: from[1], x2: bx, y2: by }),
    svg("path", {
      d: `M${to[0]} ${to[1]}L${bx - uy * head * 0.42} ${by + ux * head * 0.42}L${bx + uy * head * 0.42} ${by - ux * head * 0.42}Z`,
      class: "head",
    }),
  );
}
