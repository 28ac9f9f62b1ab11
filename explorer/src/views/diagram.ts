/** The impact diagram: drag the approach velocity, move the coefficients, watch every law find its end. */
import type { App, View } from "../app";
import { Refused } from "../core";
import { h, made } from "../dom";
import { diagram_picture, line_class } from "../parts/diagram_picture";
import { energy_bars } from "../parts/energy_bars";
import { picture_buttons } from "../parts/export";
import { law_table } from "../parts/law_table";
import { map_axes, mode_map } from "../parts/mode_map";
import { refusal } from "../parts/refusal";
import { type Slider, slider } from "../parts/slider";
import { velocity_pad } from "../parts/velocity_pad";
import { contact_path, in_contact_space } from "../problem";
import type { Impact } from "../types";
import formulas from "carom:formulas";

const legend_of: [string, string, string][] = [
  ["limiting friction", "limiting friction: slip goes on", formulas.friction],
  ["reversed friction", "reversed friction", ""],
  ["line of sticking", "line of sticking", formulas.stick],
  ["line of maximum compression", "maximum compression", formulas.compression],
  ["termination, Newton", "Newton ends", formulas.newton],
  ["termination, Poisson", "Poisson ends", formulas.poisson],
  ["static friction", "static friction", ""],
];

/** Only the lines that are drawn are explained. */
function legend(seen: Impact): HTMLElement {
  const kinds = new Set(seen.diagram?.lines.map((l) => l.kind));
  const entries = legend_of
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, text, formula]) => {
      const sample = made(
        `<svg viewBox="0 0 30 8" width="30" height="8" aria-hidden="true"><line x1="1" x2="29" y1="4" y2="4" class="routh ${line_class(kind)}"/></svg>`,
      );
      return h("li", {}, sample, h("span", {}, text), formula ? made(formula) : null);
    });
  const ellipse = seen.diagram && seen.diagram.energy_ellipse.length > 0;
  return h(
    "ul",
    { class: "routh-legend" },
    ...entries,
    ellipse
      ? h(
          "li",
          {},
          h("i", { class: "ellipse-sample" }),
          h("span", {}, "energy is lost inside"),
          made(formulas.work),
        )
      : null,
  );
}

interface Sliders {
  element: HTMLElement;
  show(seen: Impact, contact: number): void;
}

function sliders(app: App, contact: () => number, seen: () => Impact): Sliders {
  const coefficient = (key: string) => (value: number) => {
    const c = contact();
    const now = seen().shown.contacts[c];
    app.edit(contact_path(c, key), value);
    // The static coefficient is never below the kinetic one.
    const given = now.static_friction !== undefined && now.static_friction !== now.friction;
    if (key === "friction" && given && value > now.static_friction!)
      app.edit(contact_path(c, "static_friction"), value);
  };
  const entry = (path: (c: number) => string) => (value: number) =>
    app.edit_contact_space([[path(contact()), value]]);
  const all: Record<string, Slider> = {
    e: slider({
      id: "e",
      symbol: "e",
      title: "restitution",
      min: 0,
      max: 1,
      step: 0.005,
      changed: coefficient("restitution"),
    }),
    mu: slider({
      id: "mu",
      symbol: "μ",
      title: "friction, kinetic",
      min: 0,
      max: 1.5,
      step: 0.005,
      changed: coefficient("friction"),
    }),
    mu_s: slider({
      id: "mu_s",
      symbol: "μ_s",
      title: "friction, static",
      min: 0,
      max: 1.5,
      step: 0.005,
      changed: (x) =>
        coefficient("static_friction")(Math.max(x, seen().shown.contacts[contact()].friction ?? 0)),
    }),
    u_t: slider({
      id: "u_t",
      symbol: "u_t",
      title: "slip before",
      unit: "m/s",
      min: -2,
      max: 2,
      changed: entry((c) => `u[${2 * c}]`),
    }),
    u_n: slider({
      id: "u_n",
      symbol: "u_n",
      title: "approach before",
      unit: "m/s",
      min: -2,
      max: 0,
      changed: entry((c) => `u[${2 * c + 1}]`),
    }),
    W_tt: slider({
      id: "W_tt",
      symbol: "W_tt",
      title: "inverse inertia, tangential",
      unit: "1/kg",
      min: 0,
      max: 4,
      changed: entry((c) => `W[${2 * c}][${2 * c}]`),
    }),
    W_tn: slider({
      id: "W_tn",
      symbol: "W_tn",
      title: "inverse inertia, coupling",
      unit: "1/kg",
      min: -2,
      max: 2,
      changed: entry((c) => `W[${2 * c}][${2 * c + 1}]`),
    }),
    W_nn: slider({
      id: "W_nn",
      symbol: "W_nn",
      title: "inverse inertia, normal",
      unit: "1/kg",
      min: 0,
      max: 4,
      changed: entry((c) => `W[${2 * c + 1}][${2 * c + 1}]`),
    }),
  };
  const group = (title: string, ...names: string[]) =>
    h("fieldset", {}, h("legend", {}, title), ...names.map((n) => all[n].element));
  // Ranges are chosen once for a problem, so that a knob does not run away from the hand.
  let widest: { u: number; tt: number; nn: number } | undefined;
  return {
    element: h(
      "div",
      { class: "sliders" },
      group("Material", "e", "mu", "mu_s"),
      group("Approach", "u_t", "u_n"),
      group("What the contact feels", "W_tt", "W_tn", "W_nn"),
    ),
    show(now, c) {
      const { u, friction, restitution, static_friction } = now.shown.contacts[c];
      const W = now.shown.W;
      const [tt, tn, nn] = [W[2 * c][2 * c], W[2 * c][2 * c + 1], W[2 * c + 1][2 * c + 1]];
      widest ??= { u: 2 * Math.max(Math.abs(u.t), Math.abs(u.n), 1e-9), tt: 2.5 * tt, nn: 2.5 * nn };
      all.e.element.hidden = restitution === undefined;
      all.mu.element.hidden = friction === undefined;
      all.mu_s.element.hidden = friction === undefined;
      all.e.show(restitution ?? 0);
      all.mu.show(friction ?? 0);
      all.mu_s.show(static_friction ?? friction ?? 0);
      all.u_t.show(u.t, { min: -widest.u, max: widest.u });
      all.u_n.show(u.n, { min: -widest.u, max: 0 });
      all.W_tt.show(tt, { min: widest.tt / 50, max: widest.tt });
      all.W_nn.show(nn, { min: widest.nn / 50, max: widest.nn });
      const most = 0.98 * Math.sqrt(tt * nn);
      all.W_tn.show(tn, { min: -most, max: most });
    },
  };
}

function axis_select(app: App, key: string, otherwise: string, label: string): HTMLElement {
  const select = h(
    "select",
    { "aria-label": label, id: `map-${key}` },
    ...Object.entries(map_axes).map(([name, axis]) => h("option", { value: name }, axis.title)),
  );
  select.value = app.option(key, otherwise);
  select.addEventListener("change", () => app.set_option(key, select.value));
  return select;
}

export function diagram_view(app: App, place: HTMLElement): View {
  const first = app.impact();
  if (first instanceof Refused || !first.diagram) {
    place.append(
      h(
        "section",
        { class: "empty" },
        h("h1", {}, "Impact diagram"),
        refusal(
          first instanceof Refused
            ? first.message
            : "The diagram is the plane of one contact's impulse; this problem has several contacts, or one without tangent. Look at it as a mechanism or compare the laws.",
        ),
      ),
    );
    return { update() {} };
  }
  let seen: Impact = first;
  const contact = () => app.colliding(seen);
  const color = (law: string) => app.law(law).color;
  const picture = h("div", { class: "picture" });
  const lines = h("div");
  const numbers = h("div", { class: "scroll" });
  const energy = h("div");
  const message = h("div");
  const title = h("h1");
  const pad = velocity_pad((u) =>
    app.edit_contact_space([
      [`u[${2 * contact()}]`, u.t],
      [`u[${2 * contact() + 1}]`, u.n],
    ]),
  );
  const knobs = sliders(app, contact, () => seen);
  const law_select = h("select", { "aria-label": "Law of the map", id: "map-law" });
  law_select.addEventListener("change", () => app.set_option("law", law_select.value));
  const map = mode_map((x, y) => {
    const set = (axis: string, value: number): void => {
      const path = map_axes[axis].path(contact());
      if (path.startsWith("contacts")) app.edit(path, value);
      else app.edit_contact_space([[path, value]]);
    };
    set(app.option("x", "mu"), x);
    set(app.option("y", "e"), y);
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
          title,
          picture_buttons("impact-diagram", () => picture.querySelector("svg")),
        ),
        message,
        picture,
        lines,
      ),
      h("div", { class: "stage-side" }, h("h2", {}, "Drag the approach"), pad.element, knobs.element),
    ),
    h(
      "section",
      { class: "pair" },
      h("div", {}, h("h2", {}, "Where the energy went"), energy, h("h2", {}, "What the laws say"), numbers),
      h(
        "div",
        {},
        h("h2", {}, "Map of modes"),
        h(
          "p",
          { class: "map-axes" },
          law_select,
          " over ",
          axis_select(app, "x", "mu", "Horizontal axis"),
          " and ",
          axis_select(app, "y", "e", "Vertical axis"),
          "; click to go there",
        ),
        map.element,
      ),
    ),
  );

  function draw(now: Impact): void {
    seen = now;
    message.replaceChildren();
    title.textContent = now.shown.name || app.title();
    picture.replaceChildren(diagram_picture(now.diagram!, `Impact diagram: ${now.diagram!.subtitle}`));
    lines.replaceChildren(legend(now));
    knobs.show(now, contact());
    pad.show(now, contact(), color);
    energy.replaceChildren(energy_bars(now, color));
    numbers.replaceChildren(law_table(app, now, contact()));
    const laws = now.results.map((r) => r.law);
    const chosen = laws.includes(app.option("law", "")) ? app.option("law", "") : (laws[0] ?? "");
    law_select.replaceChildren(...laws.map((l) => h("option", { value: l, selected: l === chosen }, l)));
    const problem = app.problem();
    const reduced = "W" in problem ? problem : in_contact_space(problem, now);
    if (chosen)
      map.show({
        problem: reduced,
        seen: now,
        contact: contact(),
        law: chosen,
        x: app.option("x", "mu"),
        y: app.option("y", "e"),
      });
  }

  return {
    update() {
      const now = app.impact();
      if (now instanceof Refused) message.replaceChildren(refusal(now.message));
      else if (now.diagram) draw(now);
    },
    leave: () => map.stop(),
  };
}
