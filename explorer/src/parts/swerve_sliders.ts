/** The numbers of one contact in space to move. */
import type { App } from "../app";
import { h } from "../dom";
import { contact_path, is_stated } from "../problem";
import { type Impact, tangents_of } from "../types";
import { slider, type SliderOptions } from "./slider";

export interface SwerveSliders {
  element: HTMLElement;
  show(seen: Impact): void;
}

const plain = { min: 0, max: 1.5, step: 0.005 };
const fast = { unit: "m/s", min: -2, max: 2 };
const kinds: Record<string, Omit<SliderOptions, "id" | "changed">> = {
  e: { ...plain, symbol: "e", title: "restitution", max: 1 },
  mu: { ...plain, symbol: "μ", title: "friction, kinetic" },
  u_t1: { ...fast, symbol: "u_t1", title: "slip before, first tangent" },
  u_t2: { ...fast, symbol: "u_t2", title: "slip before, second tangent" },
  u_n: { ...fast, symbol: "u_n", title: "approach before", max: 0 },
};

/** What moving a slider does, by the slider's name. */
function changes(app: App, seen: () => Impact): Record<string, (value: number) => void> {
  const velocity = (row: number) => (value: number) => app.edit_contact_space([[`u[${row}]`, value]]);
  return {
    e: (x) => app.edit(contact_path(0, "restitution"), x),
    mu: (x) => {
      const { friction, static_friction } = seen().shown.contacts[0];
      const path = contact_path(0, "static_friction");
      const own = static_friction !== friction || is_stated(app.problem(), path);
      app.edit(contact_path(0, "friction"), x);
      if (static_friction !== undefined && own && x > static_friction) app.edit(path, x);
    },
    u_t1: velocity(0),
    u_t2: velocity(1),
    u_n: velocity(2),
  };
}

export function swerve_sliders(app: App, seen: () => Impact): SwerveSliders {
  const acts = changes(app, seen);
  const all = Object.fromEntries(
    Object.entries(kinds).map(([id, kind]) => [id, slider({ ...kind, id, changed: acts[id] })]),
  );
  const part = (title: string, ...ids: string[]) =>
    h("fieldset", {}, h("legend", {}, title), ...ids.map((id) => all[id].element));
  let widest = 0;
  return {
    element: h(
      "div",
      { class: "swerve-knobs" },
      part("material", "e", "mu"),
      part("approach", "u_t1", "u_t2", "u_n"),
    ),
    show(now) {
      const { restitution, friction, u } = now.shown.contacts[0];
      const [t1, t2] = tangents_of(u);
      widest ||= 2 * Math.max(Math.hypot(t1, t2), Math.abs(u.n), 1e-9);
      const range = { min: -widest, max: widest };
      if (restitution !== undefined) all.e.show(restitution);
      all.e.element.hidden = restitution === undefined;
      all.mu.show(friction ?? 0);
      all.u_t1.show(t1, range);
      all.u_t2.show(t2, range);
      all.u_n.show(u.n, { min: -widest, max: 0 });
    },
  };
}
