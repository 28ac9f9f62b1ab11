/** The drawing on its sheet: bodies, points, hinges and contacts; and what lies under a pointer. */
import { hundredth } from "../parts/axes";
import { type Sketch, svg } from "../sketch";
import type { XY } from "../types";
import { type Drawing, type Drawn, is_place, place_of, type PointOf, points_of } from "./drawing";

export const sheet = { width: 900, height: 560, left: -2.25, bottom: -0.3, scale: 200 };
/** How near a pointer must come to a point, in the sheet's units. */
const reach = 14;

export const on_sheet = ([x, y]: XY): XY => [
  hundredth((x - sheet.left) * sheet.scale),
  hundredth(sheet.height - (y - sheet.bottom) * sheet.scale),
];

export const in_world = ([x, y]: XY): XY => [
  x / sheet.scale + sheet.left,
  (sheet.height - y) / sheet.scale + sheet.bottom,
];

export interface Chosen {
  body?: number;
  contact?: number;
}

/** The point of a body under the pointer, the nearest. */
export function point_under(drawing: Drawing, at: XY, but?: number): PointOf | undefined {
  let found: PointOf | undefined;
  let nearest = reach;
  drawing.bodies.forEach((drawn, body) => {
    if (body === but) return;
    for (const point of Object.keys(points_of(drawn))) {
      const [x, y] = on_sheet(place_of(drawing, { body, point }));
      const distance = Math.hypot(x - at[0], y - at[1]);
      if (distance < nearest) [found, nearest] = [{ body, point }, distance];
    }
  });
  return found;
}

/** The body under the pointer; the last one drawn lies on top. */
export function body_under({ bodies }: Drawing, at: XY): number | undefined {
  const [px, py] = in_world(at);
  const slack = reach / sheet.scale;
  for (let i = bodies.length - 1; i >= 0; i--) {
    const { at: centre, angle, shape, size } = bodies[i];
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [dx, dy] = [px - centre[0], py - centre[1]];
    const [x, y] = [c * dx + s * dy, -s * dx + c * dy];
    if (shape === "disc" && Math.hypot(x, y) <= size[0] + slack / 2) return i;
    const high = shape === "rod" ? slack : size[1] / 2;
    if (shape !== "disc" && Math.abs(x) <= size[0] / 2 + slack / 2 && Math.abs(y) <= high) return i;
  }
  return undefined;
}

function shape_of({ at, angle, shape, size: [a, b] }: Drawn, look: string): Sketch {
  const [x, y] = on_sheet(at);
  const place = `translate(${x} ${y}) rotate(${hundredth(-angle)})`;
  const [w, h] = [a * sheet.scale, (shape === "rod" ? 0.05 : b) * sheet.scale];
  if (shape === "disc")
    return svg(
      "g",
      { transform: place, class: look },
      svg("circle", { r: hundredth(w) }),
      svg("line", { x2: hundredth(w) }),
    );
  const round = shape === "rod" ? h / 2 : 2;
  return svg(
    "g",
    { transform: place, class: look },
    svg("rect", { x: -w / 2, y: -h / 2, width: hundredth(w), height: hundredth(h), rx: round }),
  );
}

function velocity_of({ at, velocity: [vx, vy] }: Drawn): Sketch {
  const [x1, y1] = on_sheet(at);
  const [x2, y2] = on_sheet([at[0] + 0.25 * vx, at[1] + 0.25 * vy]);
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 2) return svg("g");
  const [ex, ey] = [(x2 - x1) / long, (y2 - y1) / long];
  const head = `M${x2} ${y2}l${hundredth(-10 * ex - 5 * ey)} ${hundredth(-10 * ey + 5 * ex)}l${hundredth(10 * ey)} ${hundredth(-10 * ex)}z`;
  return svg("g", { class: "drawn-velocity" }, svg("line", { x1, y1, x2, y2 }), svg("path", { d: head }));
}

function contact_line(drawing: Drawing, index: number, chosen: boolean): Sketch {
  const { first, second } = drawing.contacts[index];
  const [x1, y1] = on_sheet(drawing.bodies[first].at);
  const [x2, y2] = second === undefined ? [x1, on_sheet([0, 0])[1]] : on_sheet(drawing.bodies[second].at);
  const look = chosen ? "drawn-contact chosen" : "drawn-contact";
  return svg("line", { x1, y1, x2, y2, class: look, "data-contact": index });
}

/** The whole sheet; `line` is what the hand pulls right now. */
export function sheet_picture(drawing: Drawing, chosen: Chosen, line?: [XY, XY]): Sketch {
  const [, ground] = on_sheet([0, 0]);
  const points = drawing.bodies.flatMap((drawn, body) =>
    Object.keys(points_of(drawn)).map((point) => {
      const [cx, cy] = on_sheet(place_of(drawing, { body, point }));
      return svg(
        "circle",
        { cx, cy, r: 3.5, class: "drawn-point" },
        svg("title", {}, `${drawn.name}.${point}`),
      );
    }),
  );
  const hinges = drawing.hinges.map(({ first, second }) => {
    const [cx, cy] = on_sheet(place_of(drawing, second));
    const stand = is_place(first)
      ? [svg("path", { d: `M${cx} ${cy}l-9 16h18z`, class: "drawn-support" })]
      : [];
    return svg("g", {}, ...stand, svg("circle", { cx, cy, r: 6, class: "drawn-hinge" }));
  });
  const names = drawing.bodies.map(({ name, at }) => {
    const [x, y] = on_sheet(at);
    return svg("text", { x, y: y - 14, class: "drawn-name", "text-anchor": "middle" }, name);
  });
  const pulled = line
    ? [svg("line", { x1: line[0][0], y1: line[0][1], x2: line[1][0], y2: line[1][1], class: "drawn-pull" })]
    : [];
  return svg(
    "svg",
    {
      viewBox: `0 0 ${sheet.width} ${sheet.height}`,
      class: "sheet-picture",
      id: "sheet",
      role: "img",
      "aria-label": `A sheet with ${drawing.bodies.length} bodies, ${drawing.hinges.length} hinges and ${drawing.contacts.length} contacts`,
    },
    svg("rect", {
      x: 0,
      y: ground,
      width: sheet.width,
      height: sheet.height - ground,
      class: "drawn-ground",
    }),
    svg("line", { x1: 0, x2: sheet.width, y1: ground, y2: ground, class: "ground" }),
    svg("g", {}, ...drawing.contacts.map((_, i) => contact_line(drawing, i, chosen.contact === i))),
    svg(
      "g",
      {},
      ...drawing.bodies.map((b, i) => shape_of(b, `drawn-body${chosen.body === i ? " chosen" : ""}`)),
    ),
    svg("g", {}, ...drawing.bodies.map(velocity_of)),
    svg("g", {}, ...hinges),
    svg("g", {}, ...points),
    svg("g", {}, ...names),
    svg("g", {}, ...pulled),
  );
}
