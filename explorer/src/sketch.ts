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
  attributes: string[]; // name, value, name, value, ...
  children: (Sketch | string)[];
  nodes: ChildNode[]; // of the children, once drawn
}

function sketch(tag: string, svg: boolean, attributes: Attributes, children: Child[]): Sketch {
  const kept: string[] = [];
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined && value !== null && value !== false)
      kept.push(name, value === true ? "" : String(value));
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
  for (let i = 0; i < wanted.attributes.length; i += 2)
    element.setAttribute(wanted.attributes[i], wanted.attributes[i + 1]);
  wanted.nodes = wanted.children.map(node_of);
  element.append(...wanted.nodes);
  return element;
}

function change_attributes(element: Element, old: string[], wanted: string[]): void {
  for (let i = 0; i < old.length; i += 2)
    if (old[i] !== wanted[i] && !wanted.some((name, k) => k % 2 === 0 && name === old[i]))
      element.removeAttribute(old[i]);
  for (let i = 0; i < wanted.length; i += 2)
    if (old[i] !== wanted[i] || old[i + 1] !== wanted[i + 1]) element.setAttribute(wanted[i], wanted[i + 1]);
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
  for (let i = common; i < old.nodes.length; i++) old.nodes[i].remove();
  for (let i = common; i < wanted.children.length; i++) {
    wanted.nodes.push(node_of(wanted.children[i]));
    element.append(wanted.nodes[i]);
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
