/** What the core objects to, in its own words. */
import { h } from "../dom";

export const refusal = (message: string): HTMLElement => h("p", { class: "refused", role: "alert" }, message);
