/** Whose work is in the page, and on which terms. */
import packed from "carom:licences";
import { unpacked_text } from "./base85";
import { h } from "./dom";

/** A button that opens the text, and the window it opens. */
export function licences_button(): HTMLElement {
  const text = h("pre", { tabindex: "0", "aria-label": "Licences" });
  const close = h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close"));
  const dialog = h("dialog", { class: "licences", "aria-label": "Licences" }, close, text);
  const open = h(
    "button",
    {
      class: "licences",
      type: "button",
      onclick: async () => {
        text.textContent ||= await unpacked_text(packed);
        dialog.showModal();
      },
    },
    "Licences",
  );
  return h("span", {}, open, dialog);
}
