/**
 * Parts of a view that follow a hand by turns: one is drawn in each frame, the one that has waited longest, until all
 * show the newest. A frame then has room for the rest of its work, and nothing lags by more than a few frames.
 */
export class Turns {
  private waiting: (() => void)[] = [];
  private frame = 0;

  constructor(private parts: (() => void)[]) {}

  /** All of them at once. */
  draw_all(): void {
    this.stop();
    for (const part of this.parts) part();
  }

  /** One now, the others in the frames that follow. */
  draw(): void {
    for (const part of this.parts) if (!this.waiting.includes(part)) this.waiting.push(part);
    cancelAnimationFrame(this.frame);
    this.go_on();
  }

  private go_on = (): void => {
    this.waiting.shift()?.();
    this.frame = this.waiting.length > 0 ? requestAnimationFrame(this.go_on) : 0;
  };

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.waiting = [];
  }
}
