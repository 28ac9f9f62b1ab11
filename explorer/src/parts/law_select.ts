/** One law of several to choose. */
import { h } from "../dom";

export interface LawSelect {
  element: HTMLSelectElement;
  show(laws: string[], chosen: string): void;
}

export function law_select(id: string, label: string, changed: (law: string) => void): LawSelect {
  const element = h("select", { id, "aria-label": label });
  element.addEventListener("change", () => changed(element.value));
  let shown = "";
  return {
    element,
    show(laws, chosen) {
      if (laws.join() !== shown)
        element.replaceChildren(...laws.map((law) => h("option", { value: law }, law)));
      shown = laws.join();
      if (element.value !== chosen) element.value = chosen;
    },
  };
}
