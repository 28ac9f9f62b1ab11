/** Pictures and problems as files. */
import type { App } from "../app";
import { yaml } from "../core";
import { h } from "../dom";
import { to_hash } from "../state";

const kept = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "letter-spacing",
  "color",
  "visibility",
  "display",
];

/** A copy that looks the same outside of the page: every style is written into it. */
function standalone(picture: SVGSVGElement): SVGSVGElement {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const from = [picture, ...picture.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    const text = kept.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    for (const name of kept) to[i].removeAttribute(name); // may refer to the page: var(...)
    to[i].setAttribute("style", text);
    to[i].removeAttribute("class");
  });
  for (const sheet of copy.querySelectorAll("style")) sheet.remove(); // it is all in the elements now
  const box = picture.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  if (!copy.hasAttribute("viewBox")) copy.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  copy.setAttribute("width", String(Math.round(box.width)));
  copy.setAttribute("height", String(Math.round(box.height)));
  copy.style.background = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  return copy;
}

/** A picture that is made only to be taken away needs the page's styles for a moment. */
function with_styles<T>(picture: SVGSVGElement, use: (picture: SVGSVGElement) => T): T {
  if (picture.isConnected) return use(picture);
  const box = h("div", { class: "offstage", "aria-hidden": "true" }, picture);
  document.body.append(box);
  try {
    return use(picture);
  } finally {
    box.remove();
  }
}

function save(name: string, blob: Blob): void {
  const link = h("a", { download: name, href: URL.createObjectURL(blob) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const svg_text = (picture: SVGSVGElement) =>
  new XMLSerializer().serializeToString(with_styles(picture, standalone));

async function png(picture: SVGSVGElement): Promise<Blob> {
  const copy = with_styles(picture, standalone);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = copy.style.background || "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Not by toBlob, which waits until the browser is idle, seconds at worst.
  const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1]), (c) => c.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}

/** Buttons for one picture; it is looked up, or made, when it is wanted. */
export function picture_buttons(name: string, find: () => SVGSVGElement | null): HTMLElement {
  const button = (title: string, act: (picture: SVGSVGElement) => void) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => {
          const p = find();
          if (p) act(p);
        },
      },
      title,
    );
  return h(
    "span",
    { class: "export", "data-picture": name },
    button("SVG", (p) => save(`${name}.svg`, new Blob([svg_text(p)], { type: "image/svg+xml" }))),
    button("PNG", (p) => void png(p).then((blob) => save(`${name}.png`, blob))),
  );
}

/** The problem as YAML, and the link to what is seen. */
export function export_menu(app: App): HTMLElement {
  const said = h("span", { class: "said", role: "status" });
  const name = () => app.state.example.replace(/.*\//, "") || "problem";
  const problem = () => {
    const laws = app.chosen_laws();
    const own = app.problem();
    return { ...own, law: laws.length > 0 ? laws : "all" };
  };
  return h(
    "div",
    { class: "exports" },
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        id: "export-yaml",
        title: "The problem as a file that carom solve reads",
        onclick: () => save(`${name()}.yaml`, new Blob([yaml(problem())], { type: "application/yaml" })),
      },
      "YAML",
    ),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        title: "Copy a link to exactly this",
        onclick: async () => {
          try {
            await navigator.clipboard.writeText(new URL(to_hash(app.state), location.href).href);
            said.textContent = "copied";
          } catch {
            said.textContent = "the address bar has it";
          }
          setTimeout(() => {
            said.textContent = "";
          }, 2500);
        },
      },
      "Link",
    ),
    said,
  );
}
