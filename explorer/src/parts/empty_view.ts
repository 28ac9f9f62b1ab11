/** A view that has nothing to show here, and says why. */
import type { View } from "../app";
import { h } from "../dom";
import { refusal } from "./refusal";

export function empty_view(place: HTMLElement, title: string, why: string): View {
  place.append(h("section", { class: "empty" }, h("h1", {}, title), refusal(why)));
  return { update() {} };
}
