/** The approach velocity to drag, and what each law makes of it. */
import { s } from "../dom";
import { number } from "../format";
import { type Sketch, show_in, svg } from "../sketch";
import type { Impact, TN } from "../types";
import { arrow } from "./arrow";
import { hundredth } from "./axes";

const width = 300;
const height = 210;
const origin = { x: width / 2, y: 172 };
const reach = 126; // of the longest arrow, in units of the picture
const [least_reach, most_reach] = [40, 150]; // as long as a hand moves

const ground = () => [
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
];

class VelocityPad {
  private scale = 1;
  private u: TN = { t: 0, n: 0 };
  private grip: DOMRect | undefined; // where the picture lies, while a hand drags in it
  private layer = s("g");
  private handle = s("circle", {
    r: 9,
    class: "handle",
    tabindex: 0,
    role: "slider",
    id: "velocity-handle",
    "aria-label": "Approach velocity: drag, or arrow keys",
    "aria-valuetext": "",
  });
  readonly element = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "pad", "aria-label": "Velocities at the contact" },
    ...ground(),
    this.layer,
    this.handle,
  );

  constructor(private changed: (u: TN) => void) {
    const pad = this.element;
    pad.addEventListener("pointerdown", (event) => {
      this.grip = pad.getBoundingClientRect();
      pad.setPointerCapture(event.pointerId);
      this.follow(event, this.grip);
      this.handle.focus();
      event.preventDefault();
    });
    pad.addEventListener("pointermove", (event) => {
      if (this.grip) this.follow(event, this.grip);
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      pad.addEventListener(end, () => {
        this.grip = undefined;
      });
    this.handle.addEventListener("keydown", (event) => this.step(event));
  }

  private set(t: number, n: number): void {
    this.changed({ t: Number(t.toPrecision(4)), n: Number(Math.min(n, 0).toPrecision(4)) });
  }

  private follow(event: PointerEvent, box: DOMRect): void {
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    this.set((origin.x - x) / this.scale, -(origin.y - y) / this.scale);
  }

  private step(event: KeyboardEvent): void {
    const step = (event.shiftKey ? 10 : 2) / this.scale;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    this.set(this.u.t + move[0], this.u.n + move[1]);
  }

  private approach(tail: [number, number]): Sketch[] {
    const place = { x: Math.min(Math.max(tail[0], 92), width - 92), y: Math.max(14, tail[1] - 15) };
    return [
      arrow(tail, [origin.x, origin.y], { class: "before" }),
      svg(
        "text",
        { ...place, class: "tick", "text-anchor": "middle" },
        svg("tspan", { class: "math" }, "u"),
        `⁻ = (${number(this.u.t, 3)}, ${number(this.u.n, 3)}) m/s`,
      ),
    ];
  }

  /** With `held` the scale stays, as long as every arrow has room. */
  show(
    seen: Impact,
    contact: number,
    { color, held }: { color: (law: string) => string; held: boolean },
  ): void {
    const u = seen.shown.contacts[contact].u;
    this.u = u;
    const after = seen.results.flatMap((r) => {
      const v = r.contacts[contact]?.u_after;
      return v ? [{ law: r.law, v }] : [];
    });
    const fastest = Math.max(Math.hypot(u.t, u.n), ...after.map(({ v }) => Math.hypot(v.t, v.n)), 1e-12);
    const fits = held && this.scale * fastest < most_reach && this.scale * fastest > least_reach;
    if (!this.grip && !fits) this.scale = reach / fastest;
    const tail = [origin.x - this.scale * u.t, origin.y + this.scale * u.n].map(hundredth) as [
      number,
      number,
    ];
    const arrows = svg(
      "g",
      {},
      ...after.map(({ law, v }) =>
        arrow([origin.x, origin.y], [origin.x + this.scale * v.t, origin.y - this.scale * v.n], {
          class: "after",
          style: `--law:${color(law)}`,
        }),
      ),
      ...this.approach(tail),
    );
    show_in(this.layer, arrows);
    this.handle.setAttribute("cx", String(tail[0]));
    this.handle.setAttribute("cy", String(tail[1]));
    this.handle.setAttribute("aria-valuetext", `u_t ${number(u.t)} m/s, u_n ${number(u.n)} m/s`);
  }
}

export const velocity_pad = (changed: (u: TN) => void) => new VelocityPad(changed);
