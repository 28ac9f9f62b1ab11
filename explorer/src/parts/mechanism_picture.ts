/** A mechanism drawn from the core's outlines; other poses move it. */
import { s } from "../dom";
import { show_in, svg } from "../sketch";
import type { Picture, PictureBody, PoseNumbers, XY } from "../types";
import { points } from "./axes";
import { arrow } from "./arrow";

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

/** From the world to the picture's own units. */
interface Frame {
  scale: number;
  height: number;
  at(x: XY): XY;
}

function frame_of(picture: Picture): Frame {
  const scale = width / (picture.high[0] - picture.low[0]);
  const height = (picture.high[1] - picture.low[1]) * scale;
  return {
    scale,
    height,
    at: ([x, y]) => [(x - picture.low[0]) * scale, height - (y - picture.low[1]) * scale],
  };
}

const degrees = (angle: number) => ((angle * 180) / Math.PI).toFixed(4);

function place(frame: Frame, group: SVGElement, [x, y, angle]: PoseNumbers): void {
  const [px, py] = frame.at([x, y]);
  const there = `translate(${px.toFixed(2)} ${py.toFixed(2)})`;
  group.setAttribute("transform", `${there} scale(1 -1) rotate(${degrees(angle)})`);
}

/** x ↦ position + R(angle) x of the world. */
function displace(frame: Frame, group: SVGElement, [x, y, angle]: PoseNumbers): void {
  const [ox, oy] = frame.at([0, 0]);
  const { scale } = frame;
  const there = `translate(${(scale * x).toFixed(2)} ${(-scale * y).toFixed(2)})`;
  group.setAttribute("transform", `${there} rotate(${degrees(-angle)} ${ox.toFixed(2)} ${oy.toFixed(2)})`);
}

function drawn_surface(frame: Frame, surface: Picture["surfaces"][number], names: boolean): SVGElement {
  const [from, to] = [frame.at(surface.from), frame.at(surface.to)];
  const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  const line = s("line", { ...ends, class: surface.solid ? "ground" : "plane" });
  if (!surface.solid) return s("g", {}, line);
  const solid: XY = [surface.solid[0], -surface.solid[1]];
  const middle = [(from[0] + to[0]) / 2 + 22 * solid[0], (from[1] + to[1]) / 2 + 22 * solid[1] + 5];
  const name = s(
    "text",
    { x: middle[0], y: middle[1], class: "body-name", "text-anchor": "middle" },
    surface.name ?? "",
  );
  return s("g", {}, line, hatched(from, to, solid), surface.name && names ? name : null);
}

/** Joints that move with a body hang in its group; the others lie below the bodies or stand by themselves. */
function add_joints(
  frame: Frame,
  picture: Picture,
  bodies: SVGElement[],
): { below: SVGElement[]; above: SVGElement[] } {
  const [below, above]: SVGElement[][] = [[], []];
  for (const joint of picture.joints) {
    const [x, y] = frame.at(joint.position);
    if (joint.on_world && joint.kind === "revolute") above.push(support(x, y, joint.support_above));
    if (joint.kind === "revolute" && joint.body >= 0)
      bodies[joint.body].append(
        s("circle", { cx: frame.scale * joint.at[0], cy: frame.scale * joint.at[1], r: 5.5, class: "joint" }),
      );
    else if (joint.kind === "prismatic") {
      const [dx, dy] = [500 * joint.axis[0], 500 * joint.axis[1]];
      below.push(s("line", { x1: x - dx, y1: y + dy, x2: x + dx, y2: y - dy, class: "guide" }));
    }
  }
  return { below, above };
}

/** The direction of a rod in the world, from its left to its right; none of other bodies. */
function rod_direction({ outline, strokes }: PictureBody, angle: number): XY | undefined {
  const [from, to] = strokes[0] ?? [];
  if (outline.length > 0 || !from || !to) return undefined;
  const along = Math.atan2(to[1] - from[1], to[0] - from[0]) + angle;
  const sign = Math.cos(along) < 0 ? -1 : 1;
  return [sign * Math.cos(along), sign * Math.sin(along)];
}

/** Puts a name beside a body: to the right of its centre, above a rod that falls and below one that rises. */
function place_name(frame: Frame, text: SVGElement, body: PictureBody, pose: PoseNumbers): void {
  const { centre } = body;
  const [c, n] = [Math.cos(pose[2]), Math.sin(pose[2])];
  const [x, y] = frame.at([pose[0] + c * centre[0] - n * centre[1], pose[1] + n * centre[0] + c * centre[1]]);
  const rod = rod_direction(body, pose[2]);
  const below = rod !== undefined && rod[1] > 0;
  text.setAttribute("x", (x + (rod ? 6 + 8 * Math.abs(rod[1]) : 9)).toFixed(1));
  text.setAttribute("y", (y + (below ? 18 : -9)).toFixed(1));
}

function body_name(frame: Frame, body: PictureBody): SVGElement {
  const text = s("text", { class: "body-name" }, body.name);
  place_name(frame, text, body, body.pose);
  return text;
}

export function mechanism_picture(
  picture: Picture,
  options: { labels?: boolean; surfaces?: boolean } = {},
): DrawnMechanism {
  const frame = frame_of(picture);
  const { scale, at } = frame;
  const drawn_body = (kind: string) => (body: PictureBody) => {
    const group = body_shape(body, scale, kind);
    place(frame, group, body.pose);
    return group;
  };
  const surfaces = picture.surfaces.map((surface) =>
    drawn_surface(frame, surface, options.surfaces ?? false),
  );
  const prescribed = picture.prescribed.map((body) => s("g", {}, drawn_body("prescribed")(body)));
  const groups = picture.bodies.map(drawn_body("moving"));
  const joints = add_joints(frame, picture, groups);
  const layer = s("g");
  const names = options.labels === false ? [] : picture.bodies.map((body) => body_name(frame, body));
  const driven = [...prescribed, ...surfaces];
  const element = s(
    "svg",
    {
      viewBox: `0 0 ${width} ${frame.height.toFixed(1)}`,
      class: "mechanism",
      role: "img",
      "aria-label": `${picture.title}: ${picture.subtitle}`,
    },
    ...surfaces,
    ...prescribed,
    ...joints.below,
    ...picture.bodies.map(drawn_body("ghost")),
    ...groups,
    ...joints.above,
    ...names,
    layer,
  );
  return {
    element,
    scale,
    at,
    pose: (poses) =>
      poses.forEach((p, i) => {
        place(frame, groups[i], p);
        if (names[i]) place_name(frame, names[i], picture.bodies[i], p);
      }),
    drive: (moved) => moved.forEach((p, i) => displace(frame, driven[i], p)),
    arrows(list) {
      const drawn = list.map(({ from, along, kind, color }) => {
        const [x, y] = at(from);
        return arrow([x, y], [x + scale * along[0], y - scale * along[1]], {
          class: `arrow ${kind}`,
          style: color ? `--law:${color}` : undefined,
        });
      });
      show_in(layer, svg("g", {}, ...drawn));
    },
  };
}
