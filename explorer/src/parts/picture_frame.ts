/** What a picture needs away from the page: background, title, caption with the parameters, legend. */
import { s } from "../dom";

/** An entry of a legend; the mark is drawn in a box of 24 by 12. */
export interface Sample {
  text: string;
  mark: SVGElement;
}

export interface About {
  title: string;
  caption: string[];
  legend: Sample[];
}

const margin = 16;
const gap = 22;

/** The text in lines of at most this width; it must be in the page, to be measured. */
function wrapped(line: SVGTextElement, room: number): string[] {
  const lines: string[] = [];
  let now = "";
  for (const word of (line.textContent ?? "").split(" ")) {
    line.textContent = now ? `${now} ${word}` : word;
    if (now && line.getComputedTextLength() > room) {
      lines.push(now);
      now = word;
    } else now = line.textContent;
  }
  return [...lines, now];
}

/** Texts one below the other from y on; gives where they end. */
function set_texts(frame: SVGSVGElement, texts: string[], look: string, room: number, y: number): number {
  const high = look === "frame-title" ? 22 : 17;
  for (const text of texts) {
    const ruler = s("text", { class: look }, text);
    frame.append(ruler);
    const lines = wrapped(ruler, room);
    ruler.remove();
    for (const line of lines) frame.append(s("text", { class: look, x: margin, y: (y += high) }, line));
  }
  return y;
}

/** Entries beside each other as long as there is room; gives where they end. */
function set_legend(frame: SVGSVGElement, legend: Sample[], room: number, top: number): number {
  let [x, y] = [margin, top];
  for (const { text, mark } of legend) {
    const words = s("text", { class: "frame-text", x: 30, y: 10 }, text);
    const entry = s("g", {}, mark, words);
    frame.append(entry);
    const wide = 30 + words.getComputedTextLength();
    if (x > margin && x + wide > margin + room) [x, y] = [margin, y + 20];
    entry.setAttribute("transform", `translate(${x} ${y})`);
    x += wide + gap;
  }
  return legend.length > 0 ? y + 20 : y;
}

/**
 * A picture with all that stands around it in the page, laid out. `box` is the picture's size, and `where` a place in
 * the page, for its styles.
 */
export function frame_of(
  about: About,
  box: { width: number; height: number },
  where: Element,
): { frame: SVGSVGElement; at: { x: number; y: number } } {
  const width = Math.max(box.width, 440) + 2 * margin;
  const room = width - 2 * margin;
  const ground = s("rect", { class: "frame-ground", x: 0, y: 0, width });
  const frame = s("svg", { class: "frame" }, ground);
  where.append(frame);
  let y = set_texts(frame, about.title ? [about.title] : [], "frame-title", room, 8);
  y = set_texts(frame, about.caption, "frame-text", room, y + 2) + 10;
  const at = { x: margin, y };
  const height = set_legend(frame, about.legend, room, y + box.height + 12) + margin;
  ground.setAttribute("height", String(height));
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height }))
    frame.setAttribute(name, String(value));
  return { frame, at };
}
