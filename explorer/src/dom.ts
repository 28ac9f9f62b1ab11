/** Elements in one expression. */

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, unknown>;

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function")
      element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  return element;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** A text with subscripts: "u_t" becomes u with a low t, set in italics as mathematics is. */
export function symbol(text: string): HTMLElement {
  const [letter, low] = text.split("_");
  return h("span", { class: "math" }, letter, low ? h("sub", {}, low) : null);
}

/** A piece of HTML that the build made (MathML). */
export function made(html: string, name = "span"): HTMLElement {
  const element = document.createElement(name);
  element.innerHTML = html;
  return element;
}

function liken_attributes(old: Element, wanted: Element): void {
  const { attributes } = wanted;
  for (let i = 0; i < attributes.length; i++) {
    const { name, value } = attributes[i];
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.attributes.length === attributes.length) return;
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
}

/** Makes a node like another, changing only what differs: a frame then costs what has changed. */
function liken(old: ChildNode, wanted: ChildNode): void {
  if (old.nodeName !== wanted.nodeName) return old.replaceWith(wanted);
  if (old.nodeType === Node.TEXT_NODE) old.nodeValue = wanted.nodeValue;
  else liken_attributes(old as unknown as Element, wanted as unknown as Element);
  let a = old.firstChild;
  let b = wanted.firstChild;
  while (b) {
    const next: [ChildNode | null, ChildNode | null] = [a?.nextSibling ?? null, b.nextSibling];
    if (!a) old.appendChild(b);
    else if (!a.isEqualNode(b)) liken(a, b);
    [a, b] = next;
  }
  while (a) {
    const next = a.nextSibling;
    a.remove();
    a = next;
  }
}

/** Shows an element as the only one of a place; what listens to events is not for this. */
export function show_in(place: Element, wanted: Element): void {
  const old = place.firstElementChild;
  if (old && old.nodeName === wanted.nodeName) liken(old, wanted);
  else place.replaceChildren(wanted);
}
