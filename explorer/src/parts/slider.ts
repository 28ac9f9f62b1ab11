/** A number to move: a slider and a field, with its symbol and its unit. */
import { h } from "../dom";
import { unit as shown_unit } from "../format";
import { drawn, symbol } from "../sketch";

export interface SliderOptions {
  id: string;
  symbol: string;
  title: string;
  unit?: string;
  min: number;
  max: number;
  step?: number;
  changed(value: number): void;
}

export interface Slider {
  element: HTMLElement;
  show(value: number, range?: { min: number; max: number }): void;
}

export function slider(options: SliderOptions): Slider {
  const step = options.step ?? (options.max - options.min) / 500;
  const range = h("input", {
    type: "range",
    min: options.min,
    max: options.max,
    step,
    id: `${options.id}-range`,
    "aria-label": options.title,
  });
  const field = h("input", {
    type: "number",
    step: "any",
    id: options.id,
    "aria-label": `${options.title}, number`,
  });
  let shown: { value: number; min: number; max: number } | undefined; // unless a hand has changed it since
  range.addEventListener("input", () => {
    shown = undefined;
    options.changed(Number(range.value));
  });
  field.addEventListener("change", () => {
    shown = undefined;
    if (field.value !== "" && Number.isFinite(Number(field.value))) options.changed(Number(field.value));
  });
  const element = h(
    "div",
    { class: "slider", title: options.title },
    h("label", { for: options.id }, drawn(symbol(options.symbol))),
    range,
    field,
    h("span", { class: "unit" }, options.unit ? shown_unit(options.unit) : ""),
  );
  return {
    element,
    show(value, wanted) {
      const { min, max } = wanted ?? options;
      // What stands there already need not be styled and laid out again.
      if (shown && shown.value === value && shown.min === min && shown.max === max) return;
      const low = Math.min(min, value);
      const high = Math.max(max, value);
      if (Number(range.min) !== low) range.min = String(low);
      if (Number(range.max) !== high) range.max = String(high);
      if (wanted) range.step = String((max - min) / 500 || "any");
      range.value = String(value);
      range.style.setProperty("--share", String((value - low) / (high - low || 1)));
      if (document.activeElement !== field) field.value = String(Number(value.toPrecision(5)));
      shown = { value, min, max };
    },
  };
}
