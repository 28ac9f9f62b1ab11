/** A map of what the contact does over two parameters, computed in slices so that the page stays alive. */
import { mode_map as ask_map, Refused } from "../core";
import { h } from "../dom";
import { number, words } from "../format";
import { is_stated, with_number } from "../problem";
import type { Impact, JsonMap } from "../types";
import { type MapAxis, map_axes } from "./map_axes";
import { map_picture } from "./map_picture";
import { creates, mode_color } from "./mode_colors";
import { in_slices } from "./slices";
import { follower_of, follower_text, friction_keys } from "./static_friction";

const columns = 72;
const rows = 54;
const cell = 6; // of the canvas, pixels
/** A map takes longer than a frame: it waits until the hand rests, longer than from one of its turns to the next. */
const rest_ms = 250;
/** And when the hand moves on, the slice that is under way must fit into a frame with the drawing. */
const slice_ms = 6;

export interface MapRequest {
  problem(): JsonMap; // in contact space
  seen: Impact;
  contact: number;
  law: string;
  x: string;
  y: string;
}

const range_of = (request: MapRequest, axis: string) => map_axes[axis].range(request.seen, request.contact);

/** A text that differs wherever two requests need different maps: the map's own parameters do not count. */
function key_of(request: MapRequest): string {
  const { W, u, contacts } = request.seen.shown;
  const over_friction = [request.x, request.y].includes("mu");
  const materials = contacts.map((c, i) => {
    const copy = { ...c, u: null, approach: null };
    if (!over_friction || i !== request.contact) return copy;
    delete copy.static_friction; // it follows
    return { ...copy, follower: follower_of(c) };
  });
  let rest = { W, u, contacts: materials } as unknown as JsonMap;
  for (const axis of [request.x, request.y])
    rest = with_number(rest, map_axes[axis].path(request.contact), 0);
  const ranges = [range_of(request, request.x), range_of(request, request.y)];
  return JSON.stringify([rest, request.law, request.x, request.y, ranges]);
}

/** The sweep whose points are the map's cells, row by row from below. */
function map_document(request: MapRequest): JsonMap {
  const problem = request.problem();
  const variable = (axis: string, steps: number): [string, JsonMap] => {
    const [from, to] = range_of(request, axis);
    const path = map_axes[axis].path(request.contact);
    const keys = friction_keys(path, request.seen, (p) => is_stated(problem, p));
    return [path, { from, to, steps, ...keys }];
  };
  return { problem, vary: Object.fromEntries([variable(request.y, rows), variable(request.x, columns)]) };
}

export class ModeMap {
  private canvas = h("canvas", { width: cell * columns, height: cell * rows, class: "map", id: "map" });
  private cross = h("div", { class: "cross", "aria-hidden": "true" });
  private scale = { x0: h("span"), x1: h("span"), y0: h("span"), y1: h("span") };
  private legend = h("p", { class: "legend modes" });
  private pen = this.canvas.getContext("2d")!;
  private modes: string[] = []; // of the cells, row by row from below
  private key = "";
  private last: MapRequest | undefined;
  private waiting = 0;
  private halt = () => {};
  private remark = "";
  readonly element = h(
    "div",
    { class: "map-part" },
    h(
      "div",
      { class: "map-frame" },
      h("div", { class: "y-scale" }, this.scale.y1, this.scale.y0),
      h("div", { class: "map-box" }, this.canvas, this.cross),
    ),
    h("div", { class: "x-scale" }, this.scale.x0, this.scale.x1),
    this.legend,
  );

  constructor(private picked: (x: number, y: number) => void) {
    this.canvas.setAttribute("role", "img");
    this.canvas.tabIndex = 0;
    this.canvas.addEventListener("click", (event) => {
      const box = this.canvas.getBoundingClientRect();
      this.pick((event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height);
    });
    this.canvas.addEventListener("keydown", (event) => this.step(event));
  }

  /** Goes to a place of the map, in shares of its sides from the lower left. */
  private pick(x: number, y: number): void {
    if (!this.last) return;
    const at = (axis: string, share: number) => {
      const [low, high] = range_of(this.last!, axis);
      return Number((low + Math.min(1, Math.max(0, share)) * (high - low)).toPrecision(4));
    };
    this.picked(at(this.last.x, x), at(this.last.y, y));
  }

  private step(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const share = (side: string) => Number.parseFloat(side) / 100;
    const { left, top } = this.cross.style;
    this.pick(share(left) + move[0] / columns, 1 - share(top) + move[1] / rows);
  }

  private paint(index: number, mode: string): void {
    const x = cell * (index % columns);
    const y = cell * (rows - 1 - Math.floor(index / columns));
    this.modes[index] = mode;
    this.pen.fillStyle = mode_color(mode);
    this.pen.fillRect(x, y, cell, cell);
    if (!creates(mode)) return;
    this.pen.strokeStyle = "#b03020"; // hatched: the mode stays to be seen
    this.pen.lineWidth = 1.4;
    this.pen.beginPath();
    this.pen.moveTo(x, y + cell);
    this.pen.lineTo(x + cell, y);
    this.pen.stroke();
  }

  private describe(modes: Set<string>): void {
    const plain = [...new Set([...modes].map((m) => m.replace("+", "")))];
    this.legend.replaceChildren(
      ...plain.flatMap((m) => [h("i", { style: `background:${mode_color(m)}` }), ` ${words(m)}  `]),
      ...(this.remark ? [h("span", { class: "remark" }, this.remark)] : []),
      ...([...modes].some(creates) ? [h("i", { class: "hatched" }), " energy is created"] : []),
    );
  }

  private compute(request: MapRequest): void {
    const wish = { vary: [], laws: [request.law], contact: request.contact };
    const modes = new Set<string>();
    const over_friction = [request.x, request.y].includes("mu");
    this.remark = over_friction ? follower_text(request.seen.shown.contacts[request.contact]) : "";
    this.modes = [];
    let problem: JsonMap | undefined;
    this.halt = in_slices(
      {
        portion: (first, last) => {
          problem ??= map_document(request);
          const answer = ask_map(problem, { ...wish, first, last });
          answer.cells.forEach((index, i) => this.paint(first + i, answer.modes[index]));
          for (const mode of answer.modes) modes.add(mode);
          return rows * columns;
        },
        shown: (done, all) => {
          delete this.element.dataset.stale;
          this.describe(modes);
          if (done >= all) this.element.dataset.done = request.law;
        },
        failed: (error) => {
          if (!(error instanceof Refused)) throw error;
          this.legend.textContent = error.message;
        },
      },
      columns / 4,
      slice_ms,
    );
  }

  private place_cross(request: MapRequest): void {
    const share = (axis: MapAxis) => {
      const [low, high] = axis.range(request.seen, request.contact);
      return (axis.value(request.seen, request.contact) - low) / (high - low);
    };
    const [x, y] = [map_axes[request.x], map_axes[request.y]];
    this.cross.style.left = `${100 * share(x)}%`;
    this.cross.style.top = `${100 - 100 * share(y)}%`;
  }

  show(request: MapRequest): void {
    this.last = request;
    this.place_cross(request);
    const key = key_of(request);
    if (key === this.key && this.element.dataset.done !== undefined) return;
    this.stop();
    this.key = key;
    const [[x0, x1], [y0, y1]] = [range_of(request, request.x), range_of(request, request.y)];
    Object.entries({ x0, x1, y0, y1 }).forEach(([name, value]) => {
      this.scale[name as keyof typeof this.scale].textContent = number(value, 3);
    });
    const [x, y] = [map_axes[request.x].title, map_axes[request.y].title];
    this.canvas.setAttribute("aria-label", `Modes of ${request.law} over ${x} and ${y}; arrow keys move`);
    delete this.element.dataset.done;
    this.element.dataset.stale = "";
    this.waiting = window.setTimeout(() => this.compute(request), rest_ms);
  }

  /** As a picture of its own; none before it is complete. */
  picture(): SVGSVGElement | null {
    if (!this.last || this.modes.length < rows * columns) return null;
    const axis = (name: string) => ({ title: map_axes[name].title, range: range_of(this.last!, name) });
    return map_picture({
      title: `Modes of ${this.last.law}`,
      modes: this.modes,
      columns,
      x: axis(this.last.x),
      y: axis(this.last.y),
      at: [this.last.x, this.last.y].map((a) => map_axes[a].value(this.last!.seen, this.last!.contact)) as [
        number,
        number,
      ],
    });
  }

  stop(): void {
    window.clearTimeout(this.waiting);
    this.halt();
    this.key = "";
  }
}

export const mode_map = (picked: (x: number, y: number) => void) => new ModeMap(picked);
