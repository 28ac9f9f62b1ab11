/**
 * Parts of a view that follow a hand by turns: one is drawn at a time, the one that has waited longest, until all show
 * the newest. Each text that changes costs its frame, and nobody reads numbers that change faster than this.
 */
const pace_ms = 50;

export class Turns {
  private waiting: (() => void)[] = [];
  private timer = 0;

  /** The parts, and the place they are in: it is busy as long as one of them is old. */
  constructor(
    private place: Element,
    private parts: (() => void)[],
  ) {}

  /** All of them at once. */
  draw_all(): void {
    this.stop();
    for (const part of this.parts) part();
  }

  /** One soon, the others after it; none in the frame in which a hand begins to move, which has enough to do. */
  draw(): void {
    for (const part of this.parts) if (!this.waiting.includes(part)) this.waiting.push(part);
    if (this.timer) return;
    this.place.setAttribute("aria-busy", "true");
    this.wait();
  }

  private wait(): void {
    this.timer = window.setTimeout(() => this.turn(), pace_ms);
  }

  private turn(): void {
    this.timer = 0;
    this.waiting.shift()?.();
    if (this.waiting.length > 0) this.wait();
    else this.place.removeAttribute("aria-busy");
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
    this.place.removeAttribute("aria-busy");
  }
}
