/** A motion played. */
import type { App, View } from "../app";
import { h } from "../dom";
import { refusal } from "../parts/refusal";

export function motion_view(app: App, place: HTMLElement): View {
  void app;
  place.append(h("section", { class: "empty" }, h("h1", {}, "Motion"), refusal("no simulation yet")));
  return { update() {} };
}
