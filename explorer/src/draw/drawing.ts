/** What somebody has drawn: bodies in the plane, hinges, contacts; and the scene that it means. */
import type { Json, JsonMap, XY } from "../types";

export type Shape = "rod" | "box" | "disc";

export interface Drawn {
  name: string;
  shape: Shape;
  at: XY; // its centre, m
  angle: number; // deg
  size: XY; // rod: length, –; box: width, height; disc: radius, –; m
  mass: number; // kg
  velocity: XY; // of a free body's centre, m/s
  rate: number; // rad/s
}

/** A point of a body by its name in scenes. */
export interface PointOf {
  body: number;
  point: string;
}

/** A hinge between a point and another body's, or the world at a place. */
export interface Hinge {
  first: PointOf | XY; // the world's place
  second: PointOf;
}

/** Between two bodies as wholes; without a second, with the floor. */
export interface DrawnContact {
  first: number;
  second?: number;
  restitution: number;
  friction: number;
}

export interface Drawing {
  bodies: Drawn[];
  hinges: Hinge[];
  contacts: DrawnContact[];
}

const turned = ([x, y]: XY, degrees: number): XY => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [c * x - s * y, s * x + c * y];
};

export const is_place = (end: PointOf | XY): end is XY => Array.isArray(end);

/** The named points of a shape, from its centre. */
export function points_of({ shape, size: [a, b] }: Drawn): Record<string, XY> {
  if (shape === "disc") return { centre: [0, 0] };
  if (shape === "rod") return { start: [-a / 2, 0], centre: [0, 0], end: [a / 2, 0] };
  return {
    bottom_left: [-a / 2, -b / 2],
    bottom_right: [a / 2, -b / 2],
    top_right: [a / 2, b / 2],
    top_left: [-a / 2, b / 2],
    centre: [0, 0],
  };
}

/** Where a point of a body is in the world. */
export function place_of({ bodies }: Drawing, { body, point }: PointOf): XY {
  const drawn = bodies[body];
  const [x, y] = turned(points_of(drawn)[point], drawn.angle);
  return [drawn.at[0] + x, drawn.at[1] + y];
}

/** The hinge that a body hangs by. */
export const hinge_of = ({ hinges }: Drawing, body: number) =>
  hinges.find((hinge) => hinge.second.body === body);

/** Whether a body hangs, over however many others, by this one. */
export function hangs_by(drawing: Drawing, body: number, other: number): boolean {
  const hinge = hinge_of(drawing, body);
  if (!hinge || is_place(hinge.first)) return false;
  return hinge.first.body === other || hangs_by(drawing, hinge.first.body, other);
}

/** Puts every body where its hinge wants it, those that others hang by first. */
export function put_together(drawing: Drawing): void {
  const done = new Set<number>();
  const put = (body: number) => {
    if (done.has(body)) return;
    done.add(body);
    const hinge = hinge_of(drawing, body);
    if (!hinge) return;
    if (!is_place(hinge.first)) put(hinge.first.body);
    const wanted = is_place(hinge.first) ? hinge.first : place_of(drawing, hinge.first);
    const now = place_of(drawing, hinge.second);
    const { at } = drawing.bodies[body];
    drawing.bodies[body].at = [at[0] + wanted[0] - now[0], at[1] + wanted[1] - now[1]];
  };
  drawing.bodies.forEach((_, body) => put(body));
}

/** Takes a body away with all that holds it. */
export function take_away(drawing: Drawing, body: number): void {
  const uses = (end: PointOf | XY) => !is_place(end) && end.body === body;
  const after = (i: number) => (i > body ? i - 1 : i);
  const renamed = <T extends PointOf | XY>(end: T): T =>
    is_place(end) ? end : ({ ...end, body: after((end as PointOf).body) } as T);
  drawing.bodies.splice(body, 1);
  drawing.hinges = drawing.hinges
    .filter(({ first, second }) => !uses(first) && !uses(second))
    .map(({ first, second }) => ({ first: renamed(first), second: renamed(second) }));
  drawing.contacts = drawing.contacts
    .filter(({ first, second }) => first !== body && second !== body)
    .map((c) => ({
      ...c,
      first: after(c.first),
      second: c.second === undefined ? undefined : after(c.second),
    }));
}

/** A name that is not taken. */
export function new_name({ bodies }: Drawing, shape: Shape): string {
  const taken = new Set(bodies.map((b) => b.name));
  let i = 1;
  while (taken.has(`${shape} ${i}`)) i++;
  return `${shape} ${i}`;
}

// --- the scene -----------------------------------------------------------------------------------

/** As people write numbers; a drawing knows no more than a tenth of a millimetre. */
const rounded = (x: number) => Number(x.toFixed(4)) + 0;
const pair = (x: XY): Json => x.map(rounded);

function body_of(drawing: Drawing, index: number): JsonMap {
  const { shape, size, mass, angle, at, velocity, rate } = drawing.bodies[index];
  const [a, b] = size.map(rounded);
  const form: JsonMap =
    shape === "rod"
      ? { rod: { length: a } }
      : shape === "box"
        ? { box: { width: a, height: b } }
        : { disc: { radius: a } };
  const free: JsonMap = hinge_of(drawing, index) ? {} : { position: pair(at), velocity: pair(velocity) };
  return { ...form, mass: rounded(mass), angle_deg: rounded(angle), ...free, rate: rounded(rate) };
}

/** The scene as the program reads it. */
export function scene_of(drawing: Drawing): JsonMap {
  const { bodies, hinges, contacts } = drawing;
  const name = ({ body, point }: PointOf) => `${bodies[body].name}.${point}`;
  const points: JsonMap = {};
  const joints: JsonMap = {};
  hinges.forEach(({ first, second }, i) => {
    if (is_place(first)) points[`anchor ${i + 1}`] = pair(first);
    const from = is_place(first) ? `world.anchor ${i + 1}` : name(first);
    joints[`hinge ${i + 1}`] = { revolute: [from, name(second)] };
  });
  const floor = contacts.some((c) => c.second === undefined);
  return {
    name: "a drawn mechanism",
    law: "stronge",
    bodies: Object.fromEntries(bodies.map((b, i) => [b.name, body_of(drawing, i)])),
    ...(hinges.length > 0 ? { joints } : {}),
    ...(Object.keys(points).length > 0 ? { points } : {}),
    ...(floor ? { surfaces: { floor: {} } } : {}),
    contacts: Object.fromEntries(
      contacts.map(({ first, second, restitution, friction }) => {
        const other = second === undefined ? "floor" : bodies[second].name;
        const between = [bodies[first].name, other];
        return [
          between.join(" on "),
          { between, restitution: rounded(restitution), friction: rounded(friction) },
        ];
      }),
    ),
    simulation: { duration: 3, sample: 0.01 },
  };
}

/** What a first visitor finds: a rod that falls beside a pendulum. */
export const first_drawing = (): Drawing => ({
  bodies: [
    {
      name: "rod 1",
      shape: "rod",
      at: [-0.6, 0.9],
      angle: 35,
      size: [1, 0],
      mass: 1,
      velocity: [0.8, 0],
      rate: 0,
    },
    {
      name: "rod 2",
      shape: "rod",
      at: [0.9, 1.2],
      angle: -150,
      size: [1, 0],
      mass: 1,
      velocity: [0, 0],
      rate: 0,
    },
  ],
  hinges: [{ first: [1.3, 1.4], second: { body: 1, point: "start" } }],
  contacts: [
    { first: 0, restitution: 0.5, friction: 0.4 },
    { first: 0, second: 1, restitution: 0.5, friction: 0.3 },
  ],
});
