/** What the page shows, kept in its address: a link brings all of it back. */

export type ViewName =
  | "gallery"
  | "diagram"
  | "mechanism"
  | "compare"
  | "sweep"
  | "motion"
  | "papers"
  | "story"
  | "editor"
  | "draw";

export interface State {
  view: ViewName;
  example: string; // of the gallery; "page": what the page was made with; "own": what somebody brought along
  own: string; // its text, packed
  number: number; // of its problems, from 1
  laws: string[]; // none: the problem's own
  contact: boolean; // the problem reduced to W and u
  edits: [string, number][]; // numbers changed, by path
  options: Record<string, string>; // of the view
}

const views: ViewName[] = [
  "gallery",
  "story",
  "editor",
  "draw",
  "diagram",
  "mechanism",
  "compare",
  "sweep",
  "motion",
  "papers",
];

export const start_state = (): State => ({
  view: "gallery",
  example: "",
  own: "",
  number: 1,
  laws: [],
  contact: false,
  edits: [],
  options: {},
});

export function to_hash(state: State): string {
  const query = new URLSearchParams();
  if (state.example) query.set("ex", state.example);
  if (state.own && state.example === "own") query.set("own", state.own);
  if (state.number !== 1) query.set("n", String(state.number));
  if (state.laws.length > 0) query.set("laws", state.laws.join(","));
  if (state.contact) query.set("contact", "1");
  for (const [path, value] of state.edits) query.append("set", `${path}=${value}`);
  for (const [key, value] of Object.entries(state.options)) query.set(`v.${key}`, value);
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%5B", "[").replaceAll("%5D", "]");
  return `#/${state.view}${text ? `?${text}` : ""}`;
}

export function from_hash(hash: string): State {
  const state = start_state();
  const [name, text = ""] = hash.replace(/^#\/?/, "").split("?");
  if (views.includes(name as ViewName)) state.view = name as ViewName;
  for (const [key, value] of new URLSearchParams(text)) {
    if (key === "ex") state.example = value;
    else if (key === "own") state.own = value;
    else if (key === "n") state.number = Math.max(1, Number.parseInt(value, 10) || 1);
    else if (key === "laws") state.laws = value.split(",").filter(Boolean);
    else if (key === "contact") state.contact = value === "1";
    else if (key === "set") {
      const at = value.lastIndexOf("=");
      const x = Number(value.slice(at + 1));
      if (at > 0 && Number.isFinite(x)) state.edits.push([value.slice(0, at), x]);
    } else if (key.startsWith("v.")) state.options[key.slice(2)] = value;
  }
  return state;
}

/** The edits with another number at a path; the last word counts. */
export function edited(edits: [string, number][], path: string, value: number): [string, number][] {
  return [...edits.filter(([p]) => p !== path), [path, value]];
}
