/**
 * What a part should look like, as plain values. A part that changes with every frame of a drag is sketched anew and
 * compared with the sketch before; only what differs touches the page. Elements made and thrown away in every frame
 * would have to be collected in the middle of some later one, which then takes twice its time.
 */

type Value = string | number | boolean | null | undefined;
type Attributes = Record<string, Value>;
type Child = Sketch | string | number | null | undefined | false;

export interface Sketch {
  tag: string;
  svg: boolean;
  attributes: Map<string, string>;
  children: (Sketch | string)[];
  nodes: ChildNode[]; // of the children, once drawn
}

function sketch(tag: string, svg: boolean, attributes: Attributes, children: Child[]): Sketch {
  const kept = new Map<string, string>();
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && value !== null && value !== false)
      kept.set(name, value === true ? "" : String(value));
  }
  const shown: (Sketch | string)[] = [];
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      shown.push(typeof child === "object" ? child : String(child));
  return { tag, svg, attributes: kept, children: shown, nodes: [] };
}

export const html = (tag: keyof HTMLElementTagNameMap, attributes: Attributes = {}, ...children: Child[]) =>
  sketch(tag, false, attributes, children);
export const svg = (tag: keyof SVGElementTagNameMap, attributes: Attributes = {}, ...children: Child[]) =>
  sketch(tag, true, attributes, children);

/** A text with subscripts: "u_t" becomes u with a low t, set in italics as mathematics is. */
export function symbol(text: string): Sketch {
  const [letter, low] = text.split("_");
  return html("span", { class: "math" }, letter, low ? html("sub", {}, low) : null);
}

const node_of = (child: Sketch | string): ChildNode =>
  typeof child === "string" ? document.createTextNode(child) : drawn(child);

/** A new element that looks like the sketch. */
export function drawn(wanted: Sketch): HTMLElement | SVGElement {
  const element = wanted.svg
    ? document.createElementNS("http://www.w3.org/2000/svg", wanted.tag as keyof SVGElementTagNameMap)
    : document.createElement(wanted.tag);
  for (const [name, value] of wanted.attributes) element.setAttribute(name, value);
  wanted.nodes = wanted.children.map(node_of);
  element.append(...wanted.nodes);
  return element;
}

function change_attributes(element: Element, old: Map<string, string>, wanted: Map<string, string>): void {
  for (const [name, value] of wanted) if (old.get(name) !== value) element.setAttribute(name, value);
  for (const name of old.keys()) if (!wanted.has(name)) element.removeAttribute(name);
}

/** The node of a child that was drawn as `old`, changed to look as wanted; another one where it is of another kind. */
function changed(node: ChildNode, old: Sketch | string, wanted: Sketch | string): ChildNode {
  if (typeof old === "string" && typeof wanted === "string") {
    if (old !== wanted) node.nodeValue = wanted;
    return node;
  }
  if (typeof old !== "string" && typeof wanted !== "string" && old.tag === wanted.tag) {
    change(node as unknown as Element, old, wanted);
    return node;
  }
  const other = node_of(wanted);
  node.replaceWith(other);
  return other;
}

function change(element: Element, old: Sketch, wanted: Sketch): void {
  change_attributes(element, old.attributes, wanted.attributes);
  const common = Math.min(old.children.length, wanted.children.length);
  for (let i = 0; i < common; i++)
    wanted.nodes.push(changed(old.nodes[i], old.children[i], wanted.children[i]));
  for (const node of old.nodes.slice(common)) node.remove();
  for (const child of wanted.children.slice(common)) {
    const node = node_of(child);
    wanted.nodes.push(node);
    element.append(node);
  }
}

const shown = new WeakMap<Element, { element: Element; sketch: Sketch }>();

/** Shows a sketch as the only content of a place. */
export function show_in(place: Element, wanted: Sketch): void {
  const old = shown.get(place);
  if (old && old.sketch.tag === wanted.tag && old.element.parentNode === place) {
    change(old.element, old.sketch, wanted);
    old.sketch = wanted;
    return;
  }
  const element = drawn(wanted);
  place.replaceChildren(element);
  shown.set(place, { element, sketch: wanted });
}
