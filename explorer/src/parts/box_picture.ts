/** A box on its corner above the floor, seen from above and aside: where its corner slips, and what pushes it. */
import { type Sketch, svg } from "../sketch";
import type { SwervePoint, Vector3, XY } from "../types";
import { hundredth } from "./axes";

/** A box by its edges, turned about x first and then about y. */
export interface Box {
  size: Vector3; // m
  about_x: number; // deg
  about_y: number; // deg
}

const size = 560;
const azimuth = (-118 * Math.PI) / 180;
const elevation = (22 * Math.PI) / 180;
/** How long an arrow is, m of the picture per m/s and per N s. */
const per_speed = 0.12;
const per_impulse = 0.09;

const radians = (x: number) => (x * Math.PI) / 180;

function turned([x, y, z]: Vector3, { about_x, about_y }: Box): Vector3 {
  const [cx, sx] = [Math.cos(radians(about_x)), Math.sin(radians(about_x))];
  const [cy, sy] = [Math.cos(radians(about_y)), Math.sin(radians(about_y))];
  const [y1, z1] = [cx * y - sx * z, sx * y + cx * z];
  return [cy * x + sy * z1, y1, -sy * x + cy * z1];
}

/** Its eight corners from the centre, and which of them is the lowest. */
export function corners_of(box: Box): { corners: Vector3[]; lowest: number } {
  const corners = Array.from({ length: 8 }, (_, i) =>
    turned(box.size.map((s, k) => ((i >> k) & 1 ? s / 2 : -s / 2)) as Vector3, box),
  );
  const heights = corners.map(([, , z]) => z);
  return { corners, lowest: heights.indexOf(Math.min(...heights)) };
}

/** On the picture, and how near it is to the eye. */
function seen([x, y, z]: Vector3, scale: number, origin: XY): { at: XY; near: number } {
  const right = Math.cos(azimuth) * y - Math.sin(azimuth) * x;
  const away = Math.cos(azimuth) * x + Math.sin(azimuth) * y;
  const up = z * Math.cos(elevation) - away * Math.sin(elevation);
  return {
    at: [hundredth(origin[0] + scale * right), hundredth(origin[1] - scale * up)],
    near: away * Math.cos(elevation) + z * Math.sin(elevation),
  };
}

function arrow([x1, y1]: XY, [x2, y2]: XY, look: string, title: string): Sketch {
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 3) return svg("g");
  const [ex, ey] = [(x2 - x1) / long, (y2 - y1) / long];
  const foot: XY = [x2 - 11 * ex, y2 - 11 * ey];
  const head = [
    [x2, y2],
    [foot[0] - 5 * ey, foot[1] + 5 * ex],
    [foot[0] + 5 * ey, foot[1] - 5 * ex],
  ].map((p) => p.map(hundredth).join(","));
  return svg(
    "g",
    { class: `box-arrow ${look}` },
    svg("line", { x1, y1, x2: hundredth(foot[0]), y2: hundredth(foot[1]) }),
    svg("polygon", { points: head.join(" ") }),
    svg("title", {}, title),
  );
}

/** The box at a moment of its impact, its corner at the origin of the floor. */
export function box_picture(box: Box, now: SwervePoint): Sketch {
  const { corners, lowest } = corners_of(box);
  const [cx, cy, cz] = corners[lowest];
  const scale = size / 1.05;
  const origin: XY = [size * 0.5, size * 0.74];
  const look = (p: Vector3) => seen(p, scale, origin);
  const placed = corners.map(([x, y, z]) => look([x - cx, y - cy, z - cz]));
  const farthest = placed.map((p) => p.near).reduce((far, near, i, all) => (near < all[far] ? i : far), 0);
  const edges = placed.flatMap((from, i) =>
    [1, 2, 4]
      .filter((bit) => !(i & bit))
      .map((bit) => {
        const hidden = i === farthest || (i | bit) === farthest;
        const [[x1, y1], [x2, y2]] = [from.at, placed[i | bit].at];
        return svg("line", { x1, y1, x2, y2, class: hidden ? "box-edge hidden-edge" : "box-edge" });
      }),
  );
  const reach = [-0.4, -0.2, 0, 0.2, 0.4];
  const floor = reach.flatMap((k) =>
    [
      [look([k, -0.4, 0]), look([k, 0.4, 0])],
      [look([-0.4, k, 0]), look([0.4, k, 0])],
    ].map(([a, b]) =>
      svg("line", { x1: a.at[0], y1: a.at[1], x2: b.at[0], y2: b.at[1], class: "box-floor" }),
    ),
  );
  const [u1, u2, un] = now.u.map((x) => x * per_speed);
  const [p1, p2, pn] = now.p.map((x) => x * per_impulse);
  const zero = look([0, 0, 0]).at;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      class: "box-picture",
      role: "img",
      "aria-label": "A box on its corner, with the velocity and the slip of the corner and the impulse on it",
    },
    svg("g", {}, ...floor),
    svg("g", {}, ...edges),
    arrow(zero, look([u1, u2, 0]).at, "slip", "slip"),
    arrow(zero, look([u1, u2, un]).at, "velocity", "velocity of the corner"),
    arrow(zero, look([p1, p2, pn]).at, "impulse", "impulse on the box"),
    svg("circle", { cx: zero[0], cy: zero[1], r: 4, class: "load-centre" }),
    ...[
      ["slip", "slip along the floor"],
      ["velocity", "velocity of the corner"],
      ["impulse", "impulse so far"],
    ].map(([kind, text], i) =>
      svg(
        "g",
        { class: `box-arrow ${kind}`, transform: `translate(16 ${22 + 22 * i})` },
        svg("line", { x1: 0, y1: -5, x2: 26, y2: -5 }),
        svg("text", { x: 34, y: 0, class: "load-text" }, text),
      ),
    ),
  );
}
