/** The numbers of one contact to move: material, approach, and what the contact feels. */
import type { App } from "../app";
import { h } from "../dom";
import { contact_path, is_stated } from "../problem";
import type { Impact } from "../types";
import { type Slider, slider, type SliderOptions } from "./slider";

export interface ContactSliders {
  element: HTMLElement;
  show(seen: Impact, contact: number): void;
}

type Plain = Omit<SliderOptions, "id" | "changed">;

const material: Record<string, Plain> = {
  e: { symbol: "e", title: "restitution", min: 0, max: 1, step: 0.005 },
  mu: { symbol: "μ", title: "friction, kinetic", min: 0, max: 1.5, step: 0.005 },
  mu_s: { symbol: "μ_s", title: "friction, static", min: 0, max: 1.5, step: 0.005 },
};
const approach: Record<string, Plain> = {
  u_t: { symbol: "u_t", title: "slip before", unit: "m/s", min: -2, max: 2 },
  u_n: { symbol: "u_n", title: "approach before", unit: "m/s", min: -2, max: 0 },
};
const inertia: Record<string, Plain> = {
  W_tt: { symbol: "W_tt", title: "inverse inertia, tangential", unit: "1/kg", min: 0, max: 4 },
  W_tn: { symbol: "W_tn", title: "inverse inertia, coupling", unit: "1/kg", min: -2, max: 2 },
  W_nn: { symbol: "W_nn", title: "inverse inertia, normal", unit: "1/kg", min: 0, max: 4 },
};

/** The static coefficient is never below the kinetic one; where it is not stated, it follows by itself. */
function set_friction(app: App, seen: Impact, contact: number, x: number): void {
  const { friction, static_friction } = seen.shown.contacts[contact];
  const path = contact_path(contact, "static_friction");
  const own = static_friction !== friction || is_stated(app.problem(), path);
  app.edit(contact_path(contact, "friction"), x);
  if (static_friction !== undefined && own && x > static_friction) app.edit(path, x);
}

/** What moving a slider does, by the slider's name. */
function changes(
  app: App,
  contact: () => number,
  seen: () => Impact,
): Record<string, (value: number) => void> {
  const now = () => seen().shown.contacts[contact()];
  const set = (key: string, value: number) => app.edit(contact_path(contact(), key), value);
  const entry = (path: (row: number) => string) => (value: number) =>
    app.edit_contact_space([[path(2 * contact()), value]]);
  return {
    e: (x) => set("restitution", x),
    mu: (x) => set_friction(app, seen(), contact(), x),
    mu_s: (x) => set("static_friction", Math.max(x, now().friction ?? 0)),
    u_t: (t) => app.edit_approach(contact(), { t, n: now().u.n }),
    u_n: (n) => app.edit_approach(contact(), { t: now().u.t, n }),
    W_tt: entry((row) => `W[${row}][${row}]`),
    W_tn: entry((row) => `W[${row}][${row + 1}]`),
    W_nn: entry((row) => `W[${row + 1}][${row + 1}]`),
  };
}

export function contact_sliders(app: App, contact: () => number, seen: () => Impact): ContactSliders {
  const changed = changes(app, contact, seen);
  const all: Record<string, Slider> = {};
  const group = (title: string, plain: Record<string, Plain>) => {
    for (const [id, options] of Object.entries(plain))
      all[id] = slider({ ...options, id, changed: changed[id] });
    return h("fieldset", {}, h("legend", {}, title), ...Object.keys(plain).map((id) => all[id].element));
  };
  const element = h(
    "div",
    { class: "sliders" },
    group("Material", material),
    group("Approach", approach),
    group("What the contact feels", inertia),
  );
  // Ranges are chosen once for a problem, so that a knob does not run away from the hand.
  let widest: { u: number; tt: number; nn: number } | undefined;
  return {
    element,
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
