/** What a hand does on the sheet, tool by tool. Places are in the sheet's units. */
import type { XY } from "../types";
import { body_under, type Chosen, in_world, on_sheet, point_under } from "./canvas";
import {
  type Drawing,
  hangs_by,
  hinge_of,
  is_place,
  new_name,
  place_of,
  put_together,
  type Shape,
} from "./drawing";

export type Tool = "move" | Shape | "hinge" | "contact" | "remove";

export const tools: [Tool, string, string][] = [
  ["move", "Move", "Drag a body; what hangs by a hinge turns about it. Drag a rod’s end to turn it."],
  ["rod", "Rod", "Drag from one end to the other."],
  ["box", "Box", "Drag from corner to corner."],
  ["disc", "Disc", "Drag from the centre outwards."],
  [
    "hinge",
    "Hinge",
    "Click a point to pin it to the world; drag from a point to another body’s to join the two.",
  ],
  [
    "contact",
    "Contact",
    "Click a body: it may hit the floor. Drag from body to body: they may hit each other.",
  ],
  ["remove", "Remove", "Click a body, a hinge or the line of a contact."],
];

/** A pull of the hand: where it began and what it holds. */
export interface Pull {
  tool: Tool;
  from: XY;
  body?: number;
  point?: string;
  offset?: XY; // from the pointer to the body's centre, m
}

const least_size = 0.03; // m
const angle_between = (a: XY, b: XY) => (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;

function new_body(drawing: Drawing, shape: Shape, at: XY): number {
  drawing.bodies.push({
    name: new_name(drawing, shape),
    shape,
    at: in_world(at),
    angle: 0,
    size: [least_size, least_size],
    mass: 1,
    velocity: [0, 0],
    rate: 0,
  });
  drawing.contacts.push({ first: drawing.bodies.length - 1, restitution: 0.5, friction: 0.3 });
  return drawing.bodies.length - 1;
}

export function begin(drawing: Drawing, tool: Tool, at: XY): Pull {
  if (tool === "rod" || tool === "box" || tool === "disc")
    return { tool, from: at, body: new_body(drawing, tool, at) };
  const point = tool === "move" || tool === "hinge" ? point_under(drawing, at) : undefined;
  const body = point?.body ?? body_under(drawing, at);
  if (body === undefined) return { tool, from: at };
  const [x, y] = in_world(at);
  const centre = drawing.bodies[body].at;
  return { tool, from: at, body, point: point?.point, offset: [centre[0] - x, centre[1] - y] };
}

function stretch(drawing: Drawing, pull: Pull, at: XY): void {
  const drawn = drawing.bodies[pull.body!];
  const [a, b] = [in_world(pull.from), in_world(at)];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if (drawn.shape === "disc") drawn.size = [Math.max(least_size, Math.hypot(dx, dy)), 0];
  else {
    drawn.at = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (drawn.shape === "rod") {
      drawn.size = [Math.max(least_size, Math.hypot(dx, dy)), 0];
      drawn.angle = angle_between(a, b);
    } else drawn.size = [Math.max(least_size, Math.abs(dx)), Math.max(least_size, Math.abs(dy))];
  }
}

/** A hanging body turns about its hinge; a free one goes along, or turns about its centre by an end. */
function move(drawing: Drawing, pull: Pull, at: XY): void {
  const drawn = drawing.bodies[pull.body!];
  const hinge = hinge_of(drawing, pull.body!);
  const now = in_world(at);
  if (hinge) {
    const pivot = is_place(hinge.first) ? hinge.first : place_of(drawing, hinge.first);
    drawn.angle += angle_between(pivot, now) - angle_between(pivot, in_world(pull.from));
    pull.from = at;
  } else if (drawn.shape === "rod" && (pull.point === "start" || pull.point === "end")) {
    const other = place_of(drawing, { body: pull.body!, point: pull.point === "end" ? "start" : "end" });
    drawn.angle = pull.point === "end" ? angle_between(other, now) : angle_between(now, other);
    drawn.size = [Math.max(least_size, Math.hypot(now[0] - other[0], now[1] - other[1])), 0];
    drawn.at = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
  } else drawn.at = [now[0] + pull.offset![0], now[1] + pull.offset![1]];
  drawn.angle = ((((drawn.angle + 180) % 360) + 360) % 360) - 180;
  put_together(drawing);
}

/** While the hand moves; gives the line that it pulls, if it pulls one. */
export function go_on(drawing: Drawing, pull: Pull, at: XY): [XY, XY] | undefined {
  if (pull.body === undefined) return undefined;
  if (pull.tool === "rod" || pull.tool === "box" || pull.tool === "disc") stretch(drawing, pull, at);
  else if (pull.tool === "move") move(drawing, pull, at);
  else if (pull.tool === "hinge" || pull.tool === "contact") return [pull.from, at];
  return undefined;
}

function hinge(drawing: Drawing, pull: Pull, at: XY): string {
  if (pull.body === undefined || !pull.point) return "A hinge begins at a point of a body.";
  const second = { body: pull.body, point: pull.point };
  if (hinge_of(drawing, pull.body)) return "This body hangs already: it can have one hinge of its own.";
  const first = point_under(drawing, at, pull.body);
  if (first && hangs_by(drawing, first.body, pull.body))
    return "That would close a loop; write loops as text.";
  drawing.hinges.push({ first: first ?? place_of(drawing, second), second });
  put_together(drawing);
  return "";
}

function contact(drawing: Drawing, pull: Pull, at: XY): string {
  if (pull.body === undefined) return "A contact begins on a body.";
  const other = body_under(drawing, at);
  const second = other === pull.body ? undefined : other;
  const known = drawing.contacts.some(
    (c) =>
      (c.first === pull.body && c.second === second) ||
      (second !== undefined && c.first === second && c.second === pull.body),
  );
  if (known) return "There is this contact already.";
  drawing.contacts.push({ first: pull.body, second, restitution: 0.5, friction: 0.3 });
  return "";
}

/** When the hand lets go; what there is to say, and what is chosen then. */
export function end(drawing: Drawing, pull: Pull, at: XY): { says: string; chosen: Chosen } {
  const says =
    pull.tool === "hinge"
      ? hinge(drawing, pull, at)
      : pull.tool === "contact"
        ? contact(drawing, pull, at)
        : "";
  if (pull.tool === "contact" && says === "")
    return { says, chosen: { contact: drawing.contacts.length - 1 } };
  return { says, chosen: { body: pull.body } };
}

/** The hinge under a pointer. */
export const hinge_under = (drawing: Drawing, at: XY) =>
  drawing.hinges.findIndex(({ second }) => {
    const [x, y] = on_sheet(place_of(drawing, second));
    return Math.hypot(x - at[0], y - at[1]) < 10;
  });
