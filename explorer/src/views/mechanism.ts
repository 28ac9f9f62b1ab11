/** The mechanism before, during and after: scrub along the normal impulse. */
import type { App, View } from "../app";
import { film as ask_film, Refused } from "../core";
import { h } from "../dom";
import { signed } from "../format";
import { energy_bars } from "../parts/energy_bars";
import { picture_buttons } from "../parts/export";
import { arrows_of, moment_at, named, readings, strip } from "../parts/film";
import { type DrawnMechanism, mechanism_picture } from "../parts/mechanism_picture";
import { refusal } from "../parts/refusal";
import type { Film, Impact } from "../types";

// The timeline: approach 0..1, impact 1..2 (by the normal impulse), departure 2..3.
const whole = 3;
const play_seconds = 9;

export function mechanism_view(app: App, place: HTMLElement): View {
  const first = app.impact();
  if (first instanceof Refused || !first.picture) {
    place.append(
      h(
        "section",
        { class: "empty" },
        h("h1", {}, "Mechanism"),
        refusal(
          first instanceof Refused
            ? first.message
            : "This problem is given by matrices: there is nothing to draw but its impact diagram. Choose one of the mechanisms.",
        ),
      ),
    );
    return { update() {} };
  }
  let seen: Impact = first;
  let film: Film = { frames: [], approach: [], departure: [] };
  let drawn: DrawnMechanism | undefined;
  let time = Number(app.option("t", "0"));
  let playing = 0;
  const picture = h("div", { class: "picture" });
  const side = h("div", { class: "readings", "aria-live": "off" });
  const phase = h("output", { class: "phase", id: "phase" });
  const track = h("div", { class: "strip-box" });
  const energy = h("div");
  const law_select = h("select", { id: "film-law", "aria-label": "Law" });
  const scrub = h("input", {
    type: "range",
    min: 0,
    max: whole,
    step: 0.005,
    id: "scrub",
    "aria-label": "Time: approach, impact, departure",
  });
  const play = h("button", { type: "button", class: "button", id: "play" }, "Play");
  const law = () => {
    const laws = seen.results.filter((r) => r.contacts.every((c) => c.u_after)).map((r) => r.law);
    return laws.includes(app.option("law", ""))
      ? app.option("law", "")
      : (laws.find((l) => l === "stronge") ?? laws[0] ?? "");
  };

  function show(): void {
    if (!drawn || film.frames.length === 0) return;
    const moment = moment_at(film, time);
    drawn.pose(moment.poses);
    drawn.arrows(arrows_of(seen, film, moment, app.law(law()).color));
    const { frame } = moment;
    const what = {
      approach: "before the impact",
      departure: "after the impact",
      impact: frame.phase ?? "end of the impact",
    }[moment.part];
    phase.textContent = what;
    scrub.value = String(time);
    scrub.setAttribute("aria-valuetext", what);
    side.replaceChildren(
      ...seen.shown.contacts.map((c, i) => readings(c, i, frame)),
      h(
        "div",
        { class: "contact-reading" },
        h("h3", {}, "Energy so far"),
        h(
          "dl",
          {},
          named("normal", signed(frame.normal_work), "J"),
          named("friction", signed(frame.friction_work), "J"),
          ...(frame.drive !== 0 ? [named("from the surface", signed(frame.drive), "J")] : []),
        ),
      ),
    );
    track.replaceChildren(strip(film, app.colliding(seen), time));
  }

  function stop(): void {
    cancelAnimationFrame(playing);
    playing = 0;
    play.textContent = "Play";
  }

  function start(): void {
    if (time >= whole) time = 0;
    play.textContent = "Pause";
    let last = performance.now();
    const step = (now: number) => {
      time = Math.min(whole, time + ((now - last) / 1000) * (whole / play_seconds));
      last = now;
      show();
      if (time < whole) playing = requestAnimationFrame(step);
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
  scrub.addEventListener("change", () => app.set_option("t", String(time)));
  law_select.addEventListener("change", () => app.set_option("law", law_select.value));
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
          h("h1", {}, first.shown.name || app.title()),
          picture_buttons("mechanism", () => picture.querySelector("svg")),
        ),
        picture,
        h("div", { class: "player" }, play, scrub, phase),
        h(
          "div",
          { class: "ruler", "aria-hidden": "true" },
          h("span", {}, "approach"),
          h("span", {}, "impact, by the normal impulse"),
          h("span", {}, "departure"),
        ),
        track,
      ),
      h(
        "div",
        { class: "stage-side" },
        h("h2", {}, "Under ", law_select),
        side,
        h(
          "p",
          { class: "legend" },
          h("i", { class: "swatch velocity" }),
          " velocity ",
          h("i", { class: "swatch impulse" }),
          " impulse on the mechanism ",
          h("i", { class: "swatch slip" }),
          " contact velocity",
        ),
        h("h2", { class: "later" }, "Where the energy went"),
        energy,
      ),
    ),
  );

  return {
    update() {
      const now = app.impact();
      if (now instanceof Refused || !now.picture) return;
      seen = now;
      const chosen = law();
      law_select.replaceChildren(
        ...seen.results.map((r) => h("option", { value: r.law, selected: r.law === chosen }, r.law)),
      );
      drawn = mechanism_picture(seen.picture!);
      picture.replaceChildren(drawn.element);
      energy.replaceChildren(energy_bars(seen, (name) => app.law(name).color));
      film = chosen ? ask_film(app.problem(), chosen) : { frames: [], approach: [], departure: [] };
      show();
    },
    leave: stop,
  };
}
