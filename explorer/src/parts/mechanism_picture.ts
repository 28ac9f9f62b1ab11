/** A mechanism drawn from the core's outlines; other poses move it. */
import { s } from "../dom";
import type { Picture, PictureBody, PoseNumbers, XY } from "../types";
import { points } from "./axes";
import { arrow } from "./velocity_pad";

const width = 900;

export interface DrawnMechanism {
  element: SVGSVGElement;
  /** Moves the bodies. */
  pose(poses: PoseNumbers[]): void;
  /** Moves prescribed bodies, then surfaces, from where the picture has them. */
  drive(moved: PoseNumbers[]): void;
  /** Arrows in world units: from a point along a vector. */
  arrows(list: { from: XY; along: XY; kind: string; color?: string }[]): void;
  scale: number;
  at(x: XY): XY;
}

/** A body in its own frame, turned upside up by the group around it. */
function body_shape(body: PictureBody, scale: number, kind: string): SVGGElement {
  const line = (corners: XY[]) => points(corners.map(([x, y]): XY => [scale * x, scale * y]));
  const group = s("g", { class: `body ${kind}` });
  if (body.outline.length === 2) group.append(s("polyline", { points: line(body.outline), class: "rod" }));
  else if (body.outline.length > 2)
    group.append(s("polygon", { points: line(body.outline), class: "solid" }));
  for (const stroke of body.strokes) group.append(s("polyline", { points: line(stroke), class: "stroke" }));
  group.append(
    s("circle", { cx: scale * body.centre[0], cy: scale * body.centre[1], r: 3, class: "centre" }),
    s("title", {}, body.name),
  );
  return group;
}

function hatched(from: XY, to: XY, solid: XY): SVGElement {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const count = Math.max(2, Math.round(length / 14));
  const along: XY = [(to[0] - from[0]) / count, (to[1] - from[1]) / count];
  const marks = Array.from({ length: count }, (_, i) => {
    const x = from[0] + (i + 0.75) * along[0];
    const y = from[1] + (i + 0.75) * along[1];
    const [dx, dy] = [solid[0] * 9 - along[0] * 0.5, solid[1] * 9 - along[1] * 0.5];
    return `M${x.toFixed(1)} ${y.toFixed(1)}l${dx.toFixed(1)} ${dy.toFixed(1)}`;
  });
  return s("path", { d: marks.join(""), class: "hatch" });
}

function support(x: number, y: number, above: boolean): SVGElement {
  const up = above ? -1 : 1;
  return s("path", { d: `M${x} ${y}l-11 ${18 * up}h22zM${x - 16} ${y + 18 * up}h32`, class: "support" });
}

export function mechanism_picture(picture: Picture, options: { labels?: boolean } = {}): DrawnMechanism {
  const scale = width / (picture.high[0] - picture.low[0]);
  const height = (picture.high[1] - picture.low[1]) * scale;
  const at = ([x, y]: XY): XY => [(x - picture.low[0]) * scale, height - (y - picture.low[1]) * scale];
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height.toFixed(1)}`,
    class: "mechanism",
    role: "img",
    "aria-label": `${picture.title}: ${picture.subtitle}`,
  });
  const surfaces = picture.surfaces.map((surface) => {
    const [from, to] = [at(surface.from), at(surface.to)];
    const line = s("line", {
      x1: from[0],
      y1: from[1],
      x2: to[0],
      y2: to[1],
      class: surface.solid ? "ground" : "plane",
    });
    return surface.solid
      ? s("g", {}, line, hatched(from, to, [surface.solid[0], -surface.solid[1]]))
      : s("g", {}, line);
  });
  svg.append(...surfaces);
  const place = (group: SVGElement, [x, y, angle]: PoseNumbers) => {
    const [px, py] = at([x, y]);
    group.setAttribute(
      "transform",
      `translate(${px.toFixed(2)} ${py.toFixed(2)}) scale(1 -1) rotate(${((angle * 180) / Math.PI).toFixed(4)})`,
    );
  };
  const prescribed = picture.prescribed.map((body) => {
    const group = body_shape(body, scale, "prescribed");
    place(group, body.pose);
    return s("g", {}, group);
  });
  svg.append(...prescribed);
  // x ↦ position + R(angle) x of the world, in the picture's own units.
  const [ox, oy] = at([0, 0]);
  const displace = (group: SVGElement, [x, y, angle]: PoseNumbers) => {
    const turn = ((-angle * 180) / Math.PI).toFixed(4);
    group.setAttribute(
      "transform",
      `translate(${(scale * x).toFixed(2)} ${(-scale * y).toFixed(2)}) rotate(${turn} ${ox.toFixed(2)} ${oy.toFixed(2)})`,
    );
  };
  const ghosts = picture.bodies.map((body) => body_shape(body, scale, "ghost"));
  const groups = picture.bodies.map((body) => body_shape(body, scale, "moving"));
  picture.bodies.forEach((body, i) => {
    place(ghosts[i], body.pose);
    place(groups[i], body.pose);
  });
  svg.append(...ghosts, ...groups);
  // Joints that move with a body hang in its group.
  for (const joint of picture.joints) {
    const [x, y] = at(joint.position);
    if (joint.on_world && joint.kind === "revolute") svg.append(support(x, y, joint.support_above));
    if (joint.kind === "revolute" && joint.body >= 0)
      groups[joint.body].append(
        s("circle", { cx: scale * joint.at[0], cy: scale * joint.at[1], r: 5.5, class: "joint" }),
      );
    else if (joint.kind === "prismatic")
      svg.insertBefore(
        s("line", {
          x1: x - 500 * joint.axis[0],
          y1: y + 500 * joint.axis[1],
          x2: x + 500 * joint.axis[0],
          y2: y - 500 * joint.axis[1],
          class: "guide",
        }),
        ghosts[0] ?? null,
      );
  }
  if (options.labels !== false)
    picture.bodies.forEach((body) => {
      const c = Math.cos(body.pose[2]);
      const n = Math.sin(body.pose[2]);
      const [x, y] = at([
        body.pose[0] + c * body.centre[0] - n * body.centre[1],
        body.pose[1] + n * body.centre[0] + c * body.centre[1],
      ]);
      svg.append(s("text", { x: x + 9, y: y - 9, class: "body-name" }, body.name));
    });
  const layer = s("g");
  svg.append(layer);
  return {
    element: svg,
    scale,
    at,
    pose(poses) {
      poses.forEach((p, i) => place(groups[i], p));
    },
    drive(moved) {
      const groups = [...prescribed, ...surfaces];
      moved.forEach((p, i) => displace(groups[i], p));
    },
    arrows(list) {
      layer.replaceChildren(
        ...list.map(({ from, along, kind, color }) => {
          const [x, y] = at(from);
          return arrow([x, y], [x + scale * along[0], y - scale * along[1]], {
            class: `arrow ${kind}`,
            style: color ? `--law:${color}` : undefined,
          });
        }),
      );
    },
  };
}
