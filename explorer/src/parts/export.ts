/** Pictures and problems as files. */
import type { App } from "../app";
import { yaml } from "../core";
import { h } from "../dom";
import { type About, frame_of } from "./picture_frame";

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
  for (const grip of copy.querySelectorAll("[data-grip]")) grip.remove(); // for hands only
  const box = picture.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  if (!copy.hasAttribute("viewBox")) copy.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  copy.setAttribute("width", String(Math.round(box.width)));
  copy.setAttribute("height", String(Math.round(box.height)));
  return copy;
}

/** The picture in its frame: it stands alone, with background, caption and legend. */
function complete(picture: SVGSVGElement, about: About): SVGSVGElement {
  const inner = with_styles(picture, standalone);
  const box = { width: Number(inner.getAttribute("width")), height: Number(inner.getAttribute("height")) };
  const stage = h("div", { class: "offstage", "aria-hidden": "true" });
  document.body.append(stage);
  try {
    const { frame, at } = frame_of(about, box, stage);
    const whole = standalone(frame);
    for (const [name, value] of Object.entries(at)) inner.setAttribute(name, String(value));
    whole.append(inner);
    return whole;
  } finally {
    stage.remove();
  }
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

const text_of = (picture: SVGSVGElement) => new XMLSerializer().serializeToString(picture);

async function png(picture: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text_of(picture))}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.width, height: 2 * image.height });
  const pen = canvas.getContext("2d")!;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  // Not by toBlob, which waits until the browser is idle, seconds at worst.
  const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1]), (c) => c.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}

/** One picture alone on a sheet of its size, handed to the browser's printing, which saves it as PDF. */
function print_picture(picture: SVGSVGElement, name: string): void {
  // A sheet that is higher by a little, or rounding puts nothing on a second one.
  const [width, height] = ["width", "height"].map(
    (side) => Math.ceil(Number(picture.getAttribute(side))) + 2,
  );
  const size = h("style", {}, `@media print { @page { size: ${width}px ${height}px; margin: 0; } }`);
  const sheet = h("div", { class: "sheet" }, picture);
  const title = document.title;
  document.head.append(size);
  document.body.append(sheet);
  document.documentElement.dataset.sheet = "";
  document.title = name; // the browser proposes it as the file's name
  addEventListener(
    "afterprint",
    () => {
      document.title = title;
      delete document.documentElement.dataset.sheet;
      sheet.remove();
      size.remove();
    },
    { once: true },
  );
  print();
}

/** Buttons for one picture; it is looked up, or made, when it is wanted, and so is what is said about it. */
export function picture_buttons(
  name: string,
  find: () => SVGSVGElement | null,
  about: () => About,
): HTMLElement {
  const button = (title: string, act: (picture: SVGSVGElement) => void, says?: string) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        title: says,
        onclick: () => {
          const p = find();
          if (p) act(complete(p, about()));
        },
      },
      title,
    );
  return h(
    "span",
    { class: "export", "data-picture": name },
    button("SVG", (p) => save(`${name}.svg`, new Blob([text_of(p)], { type: "image/svg+xml" }))),
    button("PNG", (p) => void png(p).then((blob) => save(`${name}.png`, blob))),
    button("PDF", (p) => print_picture(p, name), "Opens the browser's printing: choose “save as PDF”"),
  );
}

/** A page on somebody's disk has an address that nobody else can open. */
const from_disk = location.protocol === "file:";
const shared_from_disk =
  "Copied. This page is a file: the link opens on this computer. For others, send the file too, or put the part from # on behind the address of any hosted copy.";

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
        id: "link",
        title: "Copy a link to exactly this",
        onclick: async () => {
          try {
            await navigator.clipboard.writeText(await app.link());
            said.textContent = from_disk ? shared_from_disk : "copied";
          } catch {
            said.textContent = "the address bar has it";
          }
          setTimeout(
            () => {
              said.textContent = "";
            },
            from_disk ? 12_000 : 2500,
          );
        },
      },
      "Link",
    ),
    said,
  );
}
