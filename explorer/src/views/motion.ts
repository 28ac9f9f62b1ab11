/** A motion played: events, energy ledger, the way of every body. */
import type { App, View } from "../app";
import { Refused, simulate } from "../core";
import { h, made } from "../dom";
import { number, words } from "../format";
import { picture_buttons } from "../parts/export";
import { type DrawnMechanism, mechanism_picture } from "../parts/mechanism_picture";
import {
  event_rows,
  ledger_colors,
  ledger_names,
  ledger_plot,
  type Moment,
  moment_at,
  moments_of,
  poses_of,
  traces,
  with_room,
} from "../parts/motion_picture";
import { refusal } from "../parts/refusal";
import { is_scene } from "../problem";
import type { JsonMap, Motion } from "../types";
import formulas from "carom:formulas";

const samples = 480;

/** A duration as the scene has it: seconds, or a text with a unit. */
function seconds(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const match = /^([\d.eE+-]+) ?(ms|s|min)?$/.exec(String(value ?? ""));
  return match ? Number(match[1]) * { ms: 1e-3, s: 1, min: 60 }[match[2] ?? "s"]! : undefined;
}

export function motion_view(app: App, place: HTMLElement): View {
  const problem = app.problem();
  if (!is_scene(problem)) {
    place.append(
      h(
        "section",
        { class: "empty" },
        h("h1", {}, "Motion"),
        refusal(
          "A motion needs bodies; this problem is given by matrices. Choose one of the mechanisms or motions.",
        ),
      ),
    );
    return { update() {} };
  }
  const plan = (problem.simulation ?? {}) as JsonMap;
  const usual = seconds(plan.duration) ?? 2;
  const laws = () => (app.chosen_laws().length > 0 ? app.chosen_laws() : app.laws.map((l) => l.name));
  const picture = h("div", { class: "picture" });
  const message = h("div");
  const list = h("div", { class: "scroll event-list" });
  const ledger = h("div", { class: "chart", id: "ledger" });
  const ending = h("p", { class: "quiet-text", id: "ending" });
  const clock = h("output", { class: "phase", id: "clock" });
  const play = h("button", { type: "button", class: "button", id: "play" }, "Play");
  const scrub = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    value: 0,
    id: "scrub",
    "aria-label": "Time",
  });
  const law = h("select", { id: "motion-law", "aria-label": "Law" });
  const duration = h("input", {
    type: "number",
    step: "any",
    min: 0,
    id: "duration",
    "aria-label": "Duration in seconds",
    value: usual,
  });
  let motion: Motion | undefined;
  let moments: Moment[] = [];
  let drawn: DrawnMechanism | undefined;
  let time = 0;
  let playing = 0;
  let key = "";

  function show(): void {
    if (!motion || !drawn || moments.length === 0) return;
    const moment = moment_at(moments, time);
    drawn.pose(poses_of(moment.poses));
    drawn.drive(poses_of(moment.driven));
    scrub.value = String(time);
    scrub.style.setProperty("--share", String(time / (motion.end.t || 1)));
    const touching = moment.modes.filter((m) => m !== "open");
    clock.textContent = `t = ${number(moment.t, 4)} s${touching.length > 0 ? `, ${touching.join(", ")}` : ""}`;
  }

  function stop(): void {
    cancelAnimationFrame(playing);
    playing = 0;
    play.textContent = "Play";
  }

  function start(): void {
    if (!motion) return;
    const end = motion.end.t;
    if (time >= end) time = 0;
    play.textContent = "Pause";
    // Fast motions are slowed down and slow ones sped up: a run takes between 4 and 20 s.
    const speed = end / Math.min(20, Math.max(4, end));
    let last = performance.now();
    const step = (now: number) => {
      time = Math.min(end, time + ((now - last) / 1000) * speed);
      last = now;
      show();
      if (time < end) playing = requestAnimationFrame(step);
      else stop();
    };
    playing = requestAnimationFrame(step);
  }

  play.addEventListener("click", () => (playing ? stop() : start()));
  scrub.addEventListener("input", () => {
    stop();
    time = Number(scrub.value);
    show();
  });
  law.addEventListener("change", () => app.set_option("law", law.value));
  duration.addEventListener("change", () => {
    if (Number(duration.value) > 0) app.set_option("duration", duration.value);
  });
  place.append(
    h(
      "section",
      { class: "stage" },
      h(
        "div",
        { class: "stage-main" },
        h(
          "div",
          { class: "section-head" },
          h("h1", {}, String(problem.name ?? app.title())),
          picture_buttons("motion", () => picture.querySelector("svg")),
        ),
        message,
        picture,
        h("div", { class: "player" }, play, scrub, clock),
        ending,
      ),
      h(
        "div",
        { class: "stage-side" },
        h(
          "div",
          { class: "sweep-bar" },
          h("label", {}, h("span", {}, "law"), law),
          h("label", {}, h("span", {}, "for"), duration, h("span", {}, "s")),
        ),
        h("h2", {}, "Events"),
        list,
      ),
    ),
    h(
      "section",
      {},
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Where the energy is"),
        picture_buttons("ledger", () => ledger.querySelector("svg")),
      ),
      h("div", { class: "scroll" }, made(formulas.ledger)),
      ledger,
    ),
  );

  function compute(name: string, length: number): void {
    message.replaceChildren();
    try {
      motion =
        app.stored_motion() ??
        simulate(app.problem(), { law: name, duration: length, sample: length / samples });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      message.replaceChildren(refusal(error.message));
      return;
    }
    moments = moments_of(motion);
    const roomy = with_room(motion.picture, motion);
    drawn = mechanism_picture(roomy, { labels: roomy.bodies.length > 1 });
    drawn.element.insertBefore(traces(drawn, roomy, moments), drawn.element.querySelector(".body"));
    picture.replaceChildren(drawn.element);
    scrub.max = String(motion.end.t);
    scrub.step = String(motion.end.t / 1000 || 0.001);
    time = 0;
    const { end } = motion;
    ending.textContent = `${words(end.reason)}${end.message ? `: ${end.message}` : ""}. ${end.impacts} impacts, ${end.events} events; the ledger is met to ${number(end.ledger_error, 2)}.`;
    list.replaceChildren(
      event_rows(motion.events, (t) => {
        stop();
        time = t;
        show();
      }),
    );
    ledger.replaceChildren(
      ledger_plot(motion, Math.max(320, Math.min(1100, ledger.clientWidth || 800))),
      h(
        "p",
        { class: "legend" },
        ...ledger_names.flatMap((n, k) => [h("i", { style: `background:${ledger_colors[k]}` }), ` ${n}  `]),
      ),
    );
    show();
  }

  return {
    update() {
      const known = laws();
      const chosen = known.includes(app.option("law", ""))
        ? app.option("law", "")
        : known.includes("stronge")
          ? "stronge"
          : known[0];
      law.replaceChildren(...known.map((l) => h("option", { value: l, selected: l === chosen }, l)));
      const length = Number(app.option("duration", String(usual)));
      duration.value = String(length);
      const now = JSON.stringify([app.problem(), chosen, length]);
      if (now === key) return;
      key = now;
      stop();
      compute(chosen, length);
    },
    leave: stop,
  };
}
