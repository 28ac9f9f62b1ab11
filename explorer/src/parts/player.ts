/** Play, pause and scrub along a time. */
import { h } from "../dom";

export interface Player {
  element: HTMLElement;
  /** Where the time stands. */
  time(): number;
  /** Goes there and stops. */
  go(time: number): void;
  /** Another length, in the time's own units, and how long playing it takes. */
  length(end: number, seconds: number): void;
  /** What stands beside the slider. */
  say(text: string): void;
  stop(): void;
}

export interface PlayerOptions {
  label: string;
  id: string; // of the words beside the slider
  /** Draws the time. */
  show(time: number): void;
  /** The hand has left the slider, or paused. */
  settled?(time: number): void;
}

const positions = 1200; // of the slider

function controls(options: PlayerOptions) {
  return {
    said: h("output", { class: "phase", id: options.id }),
    play: h("button", { type: "button", class: "button", id: "play" }, "Play"),
    scrub: h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: "any",
      value: 0,
      id: "scrub",
      "aria-label": options.label,
    }),
  };
}

export function player(options: PlayerOptions): Player {
  const { said, play, scrub } = controls(options);
  let [time, end, seconds, playing] = [0, 1, 1, 0];

  function move(to: number): void {
    time = to;
    scrub.value = String(time);
    scrub.style.setProperty("--share", String(time / (end || 1)));
    options.show(time);
  }

  function stop(): void {
    cancelAnimationFrame(playing);
    playing = 0;
    play.textContent = "Play";
  }

  function start(): void {
    if (time >= end) time = 0;
    play.textContent = "Pause";
    let last = performance.now();
    const step = (now: number) => {
      move(Math.min(end, time + (Math.max(0, now - last) / 1000) * (end / seconds)));
      last = now;
      if (time < end) playing = requestAnimationFrame(step);
      else stop();
    };
    playing = requestAnimationFrame(step);
  }

  play.addEventListener("click", () => {
    if (!playing) return start();
    stop();
    options.settled?.(time);
  });
  scrub.addEventListener("input", () => {
    stop();
    move(Number(scrub.value));
  });
  scrub.addEventListener("change", () => options.settled?.(time));
  return {
    element: h("div", { class: "player" }, play, scrub, said),
    time: () => time,
    go(to) {
      stop();
      move(Math.min(end, Math.max(0, to)));
    },
    length(to, wanted) {
      [end, seconds] = [to, wanted];
      scrub.max = String(to);
      scrub.step = String(to / positions || "any");
    },
    say(text) {
      said.textContent = text;
      scrub.setAttribute("aria-valuetext", text);
    },
    stop,
  };
}
