/** A mechanism drawn by hand: bodies, hinges, contacts; it becomes a scene that every view and the program read. */
import type { App, View } from "../app";
import { Refused, simulate, yaml } from "../core";
import { type Chosen, sheet, sheet_picture } from "../draw/canvas";
import { type Drawing, first_drawing, hinge_of, put_together, scene_of, take_away } from "../draw/drawing";
import { begin, end, go_on, hinge_under, type Pull, type Tool, tools } from "../draw/hand";
import { h } from "../dom";
import { show_in } from "../sketch";
import type { State } from "../state";
import type { XY } from "../types";

/** What was drawn lasts as long as the page. */
let drawing: Drawing = first_drawing();

interface Field {
  label: string;
  unit: string;
  value: number;
  set(value: number): void;
  least?: number;
  most?: number;
}

class DrawView implements View {
  private tool: Tool = "move";
  private chosen: Chosen = {};
  private pull: Pull | undefined;
  private buttons = new Map(
    tools.map(([tool, title, says]) => [
      tool,
      h("button", { type: "button", class: "tool", title: says, onclick: () => this.take(tool) }, title),
    ]),
  );
  private hint = h("p", { class: "quiet-text", id: "draw-hint", role: "status" });
  private place = h("div", { class: "sheet-place" });
  private fields = h("div", { class: "draw-fields" });
  private text = h("pre", { class: "draw-text", tabindex: 0, "aria-label": "The scene as text" });
  private refusal = h("p", { class: "draw-refusal", id: "draw-says", role: "status" });

  constructor(
    private app: App,
    place: HTMLElement,
  ) {
    const act = (title: string, id: string, run: () => void, look = "button other") =>
      h("button", { type: "button", class: look, id, onclick: run }, title);
    place.append(
      h(
        "section",
        { class: "draw" },
        h("h1", {}, "Draw a mechanism"),
        h(
          "div",
          { class: "draw-bar" },
          h("div", { class: "tools", role: "group", "aria-label": "Tools" }, ...this.buttons.values()),
          h(
            "div",
            { class: "lead-on" },
            act("Run it", "draw-run", () => this.open("motion"), "button"),
            act("Edit as text", "draw-edit", () => this.open("editor")),
            act("Empty sheet", "draw-clear", () => this.clear()),
          ),
        ),
        this.hint,
        h(
          "div",
          { class: "draw-stage" },
          this.place,
          h("div", { class: "draw-side" }, this.fields, this.text),
        ),
        this.refusal,
      ),
    );
    this.listen();
    this.take("move");
  }

  private take(tool: Tool): void {
    this.tool = tool;
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === tool));
    this.hint.textContent = tools.find(([name]) => name === tool)![2];
  }

  private clear(): void {
    drawing = { bodies: [], hinges: [], contacts: [] };
    this.chosen = {};
    this.take("rod");
    this.draw();
  }

  private open(view: State["view"]): void {
    void this.app.open_text(yaml(scene_of(drawing)), view);
  }

  private listen(): void {
    const where = (event: PointerEvent): XY => {
      const box = this.place.getBoundingClientRect();
      return [
        ((event.clientX - box.left) / box.width) * sheet.width,
        ((event.clientY - box.top) / box.height) * sheet.height,
      ];
    };
    this.place.addEventListener("pointerdown", (event) => {
      this.place.setPointerCapture(event.pointerId);
      event.preventDefault();
      const at = where(event);
      if (this.tool === "remove") return this.remove(at, event.target as Element);
      this.pull = begin(drawing, this.tool, at);
      this.chosen = { body: this.pull.body };
      this.draw();
    });
    this.place.addEventListener("pointermove", (event) => {
      if (!this.pull) return;
      this.draw(go_on(drawing, this.pull, where(event)));
    });
    this.place.addEventListener("pointerup", (event) => {
      if (!this.pull) return;
      const { says, chosen } = end(drawing, this.pull, where(event));
      this.pull = undefined;
      this.chosen = chosen;
      if (says) this.hint.textContent = says;
      this.draw();
    });
  }

  private remove(at: XY, target: Element): void {
    const hinge = hinge_under(drawing, at);
    const contact = target.getAttribute("data-contact");
    const pull = begin(drawing, "contact", at);
    if (hinge >= 0) drawing.hinges.splice(hinge, 1);
    else if (pull.body !== undefined) take_away(drawing, pull.body);
    else if (contact !== null) drawing.contacts.splice(Number(contact), 1);
    this.chosen = {};
    this.draw();
  }

  private fields_of(): Field[] {
    const { body, contact } = this.chosen;
    if (contact !== undefined && drawing.contacts[contact]) {
      const c = drawing.contacts[contact];
      return [
        {
          label: "restitution",
          unit: "",
          value: c.restitution,
          set: (x) => (c.restitution = x),
          least: 0,
          most: 1,
        },
        { label: "friction", unit: "", value: c.friction, set: (x) => (c.friction = x), least: 0 },
      ];
    }
    const drawn = body === undefined ? undefined : drawing.bodies[body];
    if (!drawn) return [];
    const part = (label: string, unit: string, pair: XY, i: 0 | 1, least?: number): Field => ({
      label,
      unit,
      value: pair[i],
      set: (x) => (pair[i] = x),
      least,
    });
    const sizes = { rod: ["length"], box: ["width", "height"], disc: ["radius"] }[drawn.shape];
    return [
      { label: "mass", unit: "kg", value: drawn.mass, set: (x) => (drawn.mass = x), least: 1e-3 },
      ...sizes.map((name, i) => part(name, "m", drawn.size, i as 0 | 1, 1e-3)),
      { label: "angle", unit: "°", value: drawn.angle, set: (x) => (drawn.angle = x) },
      ...(hinge_of(drawing, body!)
        ? []
        : [part("v_x", "m/s", drawn.velocity, 0), part("v_y", "m/s", drawn.velocity, 1)]),
      { label: "rate", unit: "rad/s", value: drawn.rate, set: (x) => (drawn.rate = x) },
    ];
  }

  private draw_fields(): void {
    const { body, contact } = this.chosen;
    const name =
      contact !== undefined ? "contact" : body !== undefined ? drawing.bodies[body]?.name : undefined;
    const rows = this.fields_of().map(({ label, unit, value, set, least, most }) => {
      const input = h("input", {
        type: "number",
        step: "any",
        min: least,
        max: most,
        value: Number(value.toFixed(4)),
      });
      input.addEventListener("change", () => {
        const wished = Number(input.value);
        if (input.value === "" || !Number.isFinite(wished)) return;
        set(Math.min(most ?? Infinity, Math.max(least ?? -Infinity, wished)));
        put_together(drawing);
        this.draw();
      });
      return h("label", {}, h("span", {}, label), input, h("span", { class: "unit" }, unit));
    });
    this.fields.replaceChildren(
      h("h2", {}, name ?? "Choose a body or a contact"),
      ...rows,
      ...this.contact_links(),
    );
  }

  /** The contacts of the chosen body, to be chosen. */
  private contact_links(): HTMLElement[] {
    const { body } = this.chosen;
    if (body === undefined) return [];
    return drawing.contacts.flatMap(({ first, second }, i) => {
      if (first !== body && second !== body) return [];
      const other = second === undefined ? "the floor" : drawing.bodies[first === body ? second : first].name;
      const choose = () => {
        this.chosen = { contact: i };
        this.draw();
      };
      return [h("button", { type: "button", class: "quiet", onclick: choose }, `contact with ${other}`)];
    });
  }

  /** Whether the program would take it. */
  private judge(): string {
    if (drawing.bodies.length === 0) return "Draw a rod, a box or a disc.";
    if (drawing.contacts.length === 0) return "Nothing can touch: add a contact.";
    try {
      simulate(scene_of(drawing), { law: "stronge", duration: "1e-9", sample: "1e-9" });
      return "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.message;
    }
  }

  private draw(line?: [XY, XY]): void {
    show_in(this.place, sheet_picture(drawing, this.chosen, line));
    if (this.pull) return; // the rest follows when the hand lets go
    this.draw_fields();
    const wrong = this.judge();
    this.refusal.textContent = wrong;
    const run = document.getElementById("draw-run");
    if (run instanceof HTMLButtonElement) run.disabled = wrong !== "";
    this.text.textContent = drawing.bodies.length > 0 ? yaml(scene_of(drawing)) : "";
  }

  update(): void {
    this.draw();
  }
}

export const draw_view = (app: App, place: HTMLElement): View => new DrawView(app, place);
