/** Axes that stand still while a hand drags, and fit again when it rests. */
import type { Diagram, XY } from "../types";

/** Beyond this share of the panel's border an end counts as cut off there. */
const border_share = 1e-6;
/** Of the range, added where a path has left the panel. */
const room_share = 0.3;

const holds = ([low, high]: XY, x: number) => x >= low && x <= high;

/** Both ranges, and where the new one is beyond the old one some room more, so that the next step is not the next frame. */
function wider(old: XY, now: XY): XY {
  const room = room_share * (Math.max(old[1], now[1]) - Math.min(old[0], now[0]));
  return [now[0] < old[0] ? now[0] - room : old[0], now[1] > old[1] ? now[1] + room : old[1]];
}

/** Whether a line ends here only because the panel does. */
function is_cut([t, n]: XY, diagram: Diagram): boolean {
  const near = (x: number, [low, high]: XY) =>
    Math.min(Math.abs(x - low), Math.abs(x - high)) <= border_share * (high - low);
  return near(t, diagram.t) || near(n, diagram.n);
}

/** A line that the old panel cut off goes on to beyond the new one. */
function longer(line: Diagram["lines"][number], diagram: Diagram, far: number): Diagram["lines"][number] {
  const { from, to } = line;
  const [dt, dn] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dt, dn) || 1;
  const beyond = (end: XY, sign: number): XY =>
    is_cut(end, diagram) ? [end[0] + (sign * far * dt) / length, end[1] + (sign * far * dn) / length] : end;
  return { ...line, from: beyond(from, -1), to: beyond(to, 1) };
}

export class HeldAxes {
  private t: XY | undefined;
  private n: XY | undefined;

  /** The diagram on the axes of the last one where these are held; wider ones where a path would leave them. */
  shown(diagram: Diagram, held: boolean): Diagram {
    if (!held || !this.t || !this.n) {
      [this.t, this.n] = [diagram.t, diagram.n];
      return diagram;
    }
    const ends = diagram.paths.flatMap((path) => path.events.map((e) => e.p));
    if (!ends.every(([t, n]) => holds(this.t!, t) && holds(this.n!, n))) {
      this.t = wider(this.t, diagram.t);
      this.n = wider(this.n, diagram.n);
    }
    const far = Math.hypot(this.t[1] - this.t[0], this.n[1] - this.n[0]);
    const lines = diagram.lines.map((line) => longer(line, diagram, far));
    return { ...diagram, t: this.t, n: this.n, lines };
  }
}
