/** A square picture with two axes: ground, grid, ticks and titles; what is drawn in it comes from outside. */
import { number } from "../format";
import { type Sketch, svg } from "../sketch";
import type { XY } from "../types";
import { hundredth, linear, type Scale, ticks } from "./axes";

const size = 400;
const room = { left: 52, right: 10, top: 10, bottom: 44 };
const inner = {
  x: room.left,
  y: room.top,
  width: size - room.left - room.right,
  height: size - room.top - room.bottom,
};

export interface PanelLook {
  id: string;
  /** Said of the picture. */
  label: string;
  describedby?: string;
  x: XY;
  y: XY;
  x_title: string; // "tangential impulse p_t1 / N s": a letter with _ is set as mathematics
  y_title: string;
}

export interface Panel {
  X: Scale;
  Y: Scale;
  at(p: XY): XY;
}

/** From a place in the picture's own units to the axes. */
export function panel_values(look: Pick<PanelLook, "x" | "y">, [x, y]: XY): XY {
  return [
    linear([room.left, size - room.right], look.x)(x),
    linear([size - room.bottom, room.top], look.y)(y),
  ];
}

/** Where a pointer is, in the picture's own units. */
export function place_in(picture: SVGSVGElement, event: PointerEvent): XY {
  const box = picture.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * size, ((event.clientY - box.top) / box.height) * size];
}

function title(text: string, attributes: Record<string, string | number>): Sketch {
  const parts = text.split(/(\p{L}_\w+)/u).map((part) => {
    const [letter, low] = part.split("_");
    return low === undefined
      ? [svg("tspan", {}, part)]
      : [
          svg("tspan", { class: "math" }, letter),
          svg("tspan", { class: "math low", dy: 4 }, low),
          svg("tspan", { dy: -4 }, "\u200a"),
        ];
  });
  return svg("text", { class: "axis-title", "text-anchor": "middle", ...attributes }, ...parts.flat());
}

function grid(look: PanelLook, { X, Y }: Panel): Sketch[] {
  const kind = (x: number) => (x === 0 ? "zero" : "grid");
  const upright = ticks(look.x, 5).map((x) =>
    svg(
      "g",
      { transform: `translate(${hundredth(X(x))} ${size - room.bottom})` },
      svg("line", { y1: -inner.height, class: kind(x) }),
      svg("text", { y: 16, class: "tick", "text-anchor": "middle" }, number(x)),
    ),
  );
  const level = ticks(look.y, 5).map((y) =>
    svg(
      "g",
      { transform: `translate(${room.left} ${hundredth(Y(y))})` },
      svg("line", { x2: inner.width, class: kind(y) }),
      svg("text", { x: -6, y: 4, class: "tick", "text-anchor": "end" }, number(y)),
    ),
  );
  return [svg("g", {}, ...upright), svg("g", {}, ...level)];
}

export function panel_picture(look: PanelLook, draw: (panel: Panel) => Sketch[]): Sketch {
  const X = linear(look.x, [room.left, size - room.right]);
  const Y = linear(look.y, [size - room.bottom, room.top]);
  const panel: Panel = { X, Y, at: ([x, y]) => [hundredth(X(x)), hundredth(Y(y))] };
  const clip = `clip-${look.id}`;
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      class: "panel-picture",
      id: look.id,
      role: "img",
      "aria-label": look.label,
      "aria-describedby": look.describedby,
    },
    svg("defs", {}, svg("clipPath", { id: clip }, svg("rect", inner))),
    svg("rect", { ...inner, class: "panel" }),
    ...grid(look, panel),
    svg("g", { "clip-path": `url(#${clip})` }, ...draw(panel)),
    svg("rect", { ...inner, class: "panel-edge" }),
    title(look.x_title, { x: inner.x + inner.width / 2, y: size - 8 }),
    title(look.y_title, { transform: `translate(14 ${inner.y + inner.height / 2}) rotate(-90)` }),
  );
}
