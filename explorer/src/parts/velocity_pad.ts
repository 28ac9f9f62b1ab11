/** The approach velocity to drag, and what each law makes of it. */
import { s } from "../dom";
import { number } from "../format";
import type { Impact, TN } from "../types";

const width = 300;
const height = 210;
const origin = { x: width / 2, y: 172 };
const reach = 126; // of the longest arrow, in units of the picture

function arrow(
  from: [number, number],
  to: [number, number],
  attributes: Record<string, unknown>,
): SVGElement {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < 1) return s("g");
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(9, length * 0.6);
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  return s(
    "g",
    attributes,
    s("line", { x1: from[0], y1: from[1], x2: bx, y2: by }),
    s("path", {
      d: `M${to[0]} ${to[1]}L${bx - uy * head * 0.42} ${by + ux * head * 0.42}L${bx + uy * head * 0.42} ${by - ux * head * 0.42}Z`,
      class: "head",
    }),
  );
}

export { arrow };

export interface VelocityPad {
  element: SVGSVGElement;
  show(seen: Impact, contact: number, color: (law: string) => string): void;
}

export function velocity_pad(changed: (u: TN) => void): VelocityPad {
  let scale = 1;
  let u: TN = { t: 0, n: 0 };
  let dragging = false;
  const layer = s("g");
  const handle = s("circle", {
    r: 9,
    class: "handle",
    tabindex: 0,
    role: "slider",
    id: "velocity-handle",
    "aria-label": "Approach velocity: drag, or arrow keys",
    "aria-valuetext": "",
  });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "pad", "aria-label": "Velocities at the contact" },
    s("line", { x1: 12, x2: width - 12, y1: origin.y, y2: origin.y, class: "ground" }),
    s("path", {
      d: Array.from({ length: 23 }, (_, i) => `M${20 + 12 * i} ${origin.y}l-7 8`).join(""),
      class: "hatch",
    }),
    s(
      "text",
      { x: width - 12, y: origin.y + 26, class: "tick", "text-anchor": "end" },
      s("tspan", { class: "math" }, "t"),
      " →",
    ),
    s("text", { x: origin.x + 7, y: 16, class: "tick" }, "↑ ", s("tspan", { class: "math" }, "n")),
    layer,
    handle,
  );

  const set = (t: number, n: number) =>
    changed({ t: Number(t.toPrecision(4)), n: Number(Math.min(n, 0).toPrecision(4)) });
  const from_pointer = (event: PointerEvent) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    set((origin.x - x) / scale, -(origin.y - y) / scale);
  };
  svg.addEventListener("pointerdown", (event) => {
    dragging = true;
    svg.setPointerCapture(event.pointerId);
    from_pointer(event);
    handle.focus();
    event.preventDefault();
  });
  svg.addEventListener("pointermove", (event) => {
    if (dragging) from_pointer(event);
  });
  const stop = () => {
    dragging = false;
  };
  svg.addEventListener("pointerup", stop);
  svg.addEventListener("pointercancel", stop);
  handle.addEventListener("keydown", (event) => {
    const step = (event.shiftKey ? 10 : 2) / scale;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    set(u.t + move[0], u.n + move[1]);
  });

  return {
    element: svg,
    show(seen, contact, color) {
      u = seen.shown.contacts[contact].u;
      const after = seen.results.flatMap((r) => {
        const v = r.contacts[contact]?.u_after;
        return v ? [{ law: r.law, v }] : [];
      });
      const fastest = Math.max(Math.hypot(u.t, u.n), ...after.map(({ v }) => Math.hypot(v.t, v.n)), 1e-12);
      if (!dragging) scale = reach / fastest;
      const tail: [number, number] = [origin.x - scale * u.t, origin.y + scale * u.n];
      layer.replaceChildren(
        ...after.map(({ law, v }) =>
          arrow([origin.x, origin.y], [origin.x + scale * v.t, origin.y - scale * v.n], {
            class: "after",
            style: `--law:${color(law)}`,
          }),
        ),
        arrow(tail, [origin.x, origin.y], { class: "before" }),
        s(
          "text",
          {
            x: Math.min(Math.max(tail[0], 92), width - 92),
            y: Math.max(14, tail[1] - 15),
            class: "tick",
            "text-anchor": "middle",
          },
          s("tspan", { class: "math" }, "u"),
          `⁻ = (${number(u.t, 3)}, ${number(u.n, 3)}) m/s`,
        ),
      );
      handle.setAttribute("cx", String(tail[0]));
      handle.setAttribute("cy", String(tail[1]));
      handle.setAttribute("aria-valuetext", `u_t ${number(u.t)} m/s, u_n ${number(u.n)} m/s`);
    },
  };
}
