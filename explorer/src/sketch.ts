/**
 * What a part should look like, as plain values. A part that changes with every frame of a drag is sketched anew and
 * compared with the sketch before; only what differs touches the page. Elements made and thrown away in every frame
 * would have to be collected in the middle of some later one, which then takes twice its time. A part that never changes
 * may be sketched once; it must then keep its place among its neighbours.
 */

type Value = string | number | boolean | null | undefined;
type Attributes = Record<string, Value>;
type Child = Sketch | string | null | undefined | false;

export interface Sketch {
  tag: string;
  svg: boolean;
  attributes: Attributes;
  children: (Sketch | string)[];
  nodes: ChildNode[]; // of the children, once drawn
}

const is_shown = (child: Child) => (typeof child === "object" ? child !== null : typeof child === "string");
const no_nodes: ChildNode[] = [];

/** A frame makes hundreds of these: what is given is kept, and copied only where something has to be left out. */
function sketch(tag: string, svg: boolean, attributes: Attributes, given: Child[]): Sketch {
  const children = given.every(is_shown) ? given : given.filter(is_shown);
  return { tag, svg, attributes, children: children as (Sketch | string)[], nodes: no_nodes };
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

function set(element: Element, name: string, value: Value): void {
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A new element that looks like the sketch. */
export function drawn(wanted: Sketch): HTMLElement | SVGElement {
  const element = wanted.svg
    ? document.createElementNS("http://www.w3.org/2000/svg", wanted.tag as keyof SVGElementTagNameMap)
    : document.createElement(wanted.tag);
  for (const name in wanted.attributes) set(element, name, wanted.attributes[name]);
  wanted.nodes = wanted.children.map(node_of);
  element.append(...wanted.nodes);
  return element;
}

function change_attributes(element: Element, old: Attributes, wanted: Attributes): void {
  for (const name in old) if (!(name in wanted)) element.removeAttribute(name);
  for (const name in wanted) if (wanted[name] !== old[name]) set(element, name, wanted[name]);
}

/** The node of a child that was drawn as `old`, changed to look as wanted; another one where it is of another kind. */
function changed(node: ChildNode, old: Sketch | string, wanted: Sketch | string): ChildNode {
  if (old === wanted) return node;
  if (typeof old === "string" && typeof wanted === "string") {
    node.nodeValue = wanted;
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
  const nodes = old.nodes;
  const count = wanted.children.length;
  const common = Math.min(nodes.length, count);
  for (let i = 0; i < common; i++) nodes[i] = changed(nodes[i], old.children[i], wanted.children[i]);
  while (nodes.length > count) nodes.pop()!.remove();
  for (let i = common; i < count; i++) {
    nodes.push(node_of(wanted.children[i]));
    element.append(nodes[i]);
  }
  wanted.nodes = nodes;
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
