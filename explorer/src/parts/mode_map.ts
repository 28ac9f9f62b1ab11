/** A map of what the contact does over two parameters, computed in slices so that the page stays alive. */
import { mode_map as ask_map, Refused } from "../core";
import { h } from "../dom";
import { number, words } from "../format";
import { contact_path, number_at } from "../problem";
import type { Impact, JsonMap } from "../types";
import { creates, mode_color } from "./mode_colors";
import { in_slices } from "./slices";

const columns = 72;
const rows = 54;
const cell = 6; // of the canvas, pixels

export interface MapAxis {
  title: string;
  path(contact: number): string;
  range(seen: Impact, contact: number): [number, number];
}

const speed = (seen: Impact, contact: number) =>
  1.5 * Math.max(Math.abs(seen.shown.contacts[contact].u.t), Math.abs(seen.shown.contacts[contact].u.n)) || 1;

/** What a map may run over. */
export const map_axes: Record<string, MapAxis> = {
  mu: { title: "μ", path: (c) => contact_path(c, "friction"), range: () => [0, 1.2] },
  e: { title: "e", path: (c) => contact_path(c, "restitution"), range: () => [0, 1] },
  ut: { title: "u_t / (m/s)", path: (c) => `u[${2 * c}]`, range: (s, c) => [-speed(s, c), speed(s, c)] },
  un: {
    title: "u_n / (m/s)",
    path: (c) => `u[${2 * c + 1}]`,
    range: (s, c) => [-speed(s, c), -speed(s, c) / 50],
  },
  wtn: {
    title: "W_tn / kg⁻¹",
    path: (c) => `W[${2 * c}][${2 * c + 1}]`,
    range: (s, c) => {
      const W = s.shown.W;
      const most = 0.98 * Math.sqrt(W[2 * c][2 * c] * W[2 * c + 1][2 * c + 1]);
      return [-most, most];
    },
  },
};

export interface MapRequest {
  problem: JsonMap; // in contact space
  seen: Impact;
  contact: number;
  law: string;
  x: string;
  y: string;
}

export interface ModeMapPart {
  element: HTMLElement;
  show(request: MapRequest): void;
  stop(): void;
}

export function mode_map(picked: (x: number, y: number) => void): ModeMapPart {
  const canvas = h("canvas", {
    width: cell * columns,
    height: cell * rows,
    class: "map",
    id: "map",
    role: "img",
    tabindex: 0,
  });
  const cross = h("div", { class: "cross", "aria-hidden": "true" });
  const x_low = h("span");
  const x_high = h("span");
  const y_low = h("span");
  const y_high = h("span");
  const legend = h("p", { class: "legend modes" });
  const element = h(
    "div",
    { class: "map-part" },
    h(
      "div",
      { class: "map-frame" },
      h("div", { class: "y-scale" }, y_high, y_low),
      h("div", { class: "map-box" }, canvas, cross),
    ),
    h("div", { class: "x-scale" }, x_low, x_high),
    legend,
  );
  let stop = () => {};
  let key = "";
  let last: MapRequest | undefined;
  const pen = canvas.getContext("2d")!;

  /** Goes to a place of the map, in shares of its sides from the lower left. */
  function pick(request: MapRequest, x: number, y: number): void {
    const at = (axis: string, share: number) => {
      const [low, high] = map_axes[axis].range(request.seen, request.contact);
      return Number((low + Math.min(1, Math.max(0, share)) * (high - low)).toPrecision(4));
    };
    picked(at(request.x, x), at(request.y, y));
  }

  canvas.addEventListener("click", (event) => {
    const box = canvas.getBoundingClientRect();
    if (last) pick(last, (event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height);
  });
  canvas.addEventListener("keydown", (event) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (!move || !last) return;
    event.preventDefault();
    const share = (side: string) => Number.parseFloat(side) / 100;
    pick(last, share(cross.style.left) + move[0] / columns, 1 - share(cross.style.top) + move[1] / rows);
  });

  function paint(index: number, mode: string): void {
    const x = cell * (index % columns);
    const y = cell * (rows - 1 - Math.floor(index / columns));
    pen.fillStyle = mode_color(mode);
    pen.fillRect(x, y, cell, cell);
    if (!creates(mode)) return;
    pen.strokeStyle = "#b03020"; // hatched: the mode stays to be seen
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(x, y + cell);
    pen.lineTo(x + cell, y);
    pen.stroke();
  }

  function describe(modes: Set<string>): void {
    const plain = [...new Set([...modes].map((m) => m.replace("+", "")))];
    legend.replaceChildren(
      ...plain.flatMap((m) => [h("i", { style: `background:${mode_color(m)}` }), ` ${words(m)}  `]),
      ...([...modes].some(creates) ? [h("i", { class: "hatched" }), " energy is created"] : []),
    );
  }

  function compute(request: MapRequest): void {
    const [x, y] = [map_axes[request.x], map_axes[request.y]];
    const range = (axis: MapAxis, n: number) => {
      const [low, high] = axis.range(request.seen, request.contact);
      return `${axis.path(request.contact)}=${low}:${high}:${n}`;
    };
    const wish = { vary: [range(y, rows), range(x, columns)], laws: [request.law], contact: request.contact };
    const modes = new Set<string>();
    delete element.dataset.done;
    stop();
    stop = in_slices(
      {
        portion(first, last) {
          const answer = ask_map(request.problem, { ...wish, first, last });
          answer.cells.forEach((index, i) => paint(first + i, answer.modes[index]));
          for (const mode of answer.modes) modes.add(mode);
          return rows * columns;
        },
        shown(done, all) {
          describe(modes);
          if (done >= all) element.dataset.done = request.law;
        },
        failed(error) {
          if (!(error instanceof Refused)) throw error;
          legend.textContent = error.message;
        },
      },
      columns,
    );
  }

  function show(request: MapRequest): void {
    last = request;
    const [x, y] = [map_axes[request.x], map_axes[request.y]];
    const [x0, x1] = x.range(request.seen, request.contact);
    const [y0, y1] = y.range(request.seen, request.contact);
    const value = (axis: MapAxis) => number_at(request.problem, axis.path(request.contact)) ?? 0;
    cross.style.left = `${(100 * (value(x) - x0)) / (x1 - x0)}%`;
    cross.style.top = `${100 - (100 * (value(y) - y0)) / (y1 - y0)}%`;
    x_low.textContent = number(x0, 3);
    x_high.textContent = number(x1, 3);
    y_low.textContent = number(y0, 3);
    y_high.textContent = number(y1, 3);
    canvas.setAttribute("aria-label", `Modes of ${request.law} over ${x.title} and ${y.title}`);
    // The two parameters of the map do not change the map.
    let rest = request.problem;
    for (const axis of [x, y]) rest = blanked(rest, axis.path(request.contact));
    const now = JSON.stringify([rest, request.law, request.x, request.y, x0, x1, y0, y1]);
    if (now !== key) compute(request);
    key = now;
  }

  return {
    element,
    show,
    stop: () => {
      stop();
      key = "";
    },
  };
}

/** A copy in which the numbers at a path do not tell two problems apart. */
function blanked(problem: JsonMap, path: string): JsonMap {
  const copy = structuredClone(problem);
  const match = /^(\w+)\[(\d+)\](?:\[(\d+)\]|\.(\w+))?$/.exec(path);
  if (!match) return copy;
  const list = copy[match[1]] as unknown as Record<string, Record<string, number>>[];
  const [i, j] = [Number(match[2]), match[3] ?? match[4]];
  if (j === undefined) (list as unknown as number[])[i] = 0;
  else {
    (list[i] as unknown as Record<string, number>)[j] = 0;
    if (match[3]) (list[Number(j)] as unknown as Record<number, number>)[i] = 0;
  }
  return copy;
}
