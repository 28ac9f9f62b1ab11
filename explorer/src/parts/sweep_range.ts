/** What a sweep varies, and what it may show. */
import { is_sweep } from "../problem";
import { type Impact, type JsonMap, type ProblemNumber, type TN, tangents_of } from "../types";

/** What a variable of a sweep is called and runs over. */
export interface Range {
  name: string;
  from: number;
  to: number;
  steps: number;
}

export const default_steps = 121;

/** The chosen variable of a sweep, from the view's options, else the file, else a guess. */
export function chosen_range(
  option: (key: string, otherwise: string) => string,
  given: Range[],
  numbers: ProblemNumber[],
  usual: string,
): Range {
  const name = option("key", given[given.length - 1]?.name ?? usual);
  const value = numbers.find((n) => n.path === name)?.value ?? 0;
  const base = given.find((r) => r.name === name) ?? range_for(name, value);
  const few = base.steps > 1 && base.steps < default_steps && base.to > base.from && given.length === 1;
  const at = (key: "from" | "to" | "steps", otherwise: number) => Number(option(key, String(otherwise)));
  return {
    name,
    from: at("from", base.from),
    to: at("to", base.to),
    steps: at("steps", few ? default_steps : base.steps),
  };
}

/** A first range for a number: around its value, within what its name allows. */
export function range_for(path: string, value: number): Range {
  if (/friction$/.test(path)) return { name: path, from: 0, to: 1.2, steps: default_steps };
  if (/restitution$|fraction$/.test(path)) return { name: path, from: 0, to: 1, steps: default_steps };
  const reach = Math.abs(value) || 1;
  if (/mass|length|radius|width|height|inertia|density/.test(path))
    return { name: path, from: value / 2, to: value * 2, steps: default_steps };
  return { name: path, from: value - reach, to: value + reach, steps: default_steps };
}

/** What lies along the tangents, by path and by name. */
const tangential_columns = (u: TN) =>
  tangents_of(u).length === 1
    ? [
        ["u_after.t", "u_t after"],
        ["impulse.t", "p_t"],
      ]
    : [0, 1].flatMap((i) => [
        [`u_after.t[${i}]`, `u_t${i + 1} after`],
        [`impulse.t[${i}]`, `p_t${i + 1}`],
      ]);

/** The quantities that a row may hold, by path and by name for people. */
export function quantities(seen: Impact): [string, string][] {
  const list: [string, string][] = [
    ["energy.change", "energy change"],
    ["energy.after", "energy after"],
    ["energy.contact_work", "contact work"],
  ];
  for (const c of seen.shown.contacts)
    for (const [path, text] of [
      ...tangential_columns(c.u),
      ["u_after.n", "u_n after"],
      ["impulse.n", "p_n"],
      ["effective.energetic", "e energetic"],
      ["work.friction", "work of friction"],
    ])
      list.push([`contacts.${c.name}.${path}`, seen.shown.contacts.length > 1 ? `${text}, ${c.name}` : text]);
  for (const b of seen.results[0]?.bodies ?? [])
    for (const [path, text] of [
      ["vx", "v_x"],
      ["vy", "v_y"],
      ["omega", "ω"],
    ])
      list.push([`bodies.${b.name}.after.${path}`, `${b.name} ${text}`]);
  return list;
}

/** The variables of a sweep's document, in its order. */
export function document_ranges(document: JsonMap): Range[] {
  return Object.entries((document.vary ?? {}) as Record<string, JsonMap>).map(([name, v]) => {
    const values = v.values as number[] | undefined;
    const spread = (v.uniform ?? v.normal) as number[] | undefined;
    if (values) return { name, from: values[0], to: values[values.length - 1], steps: values.length };
    if (spread) return { name, from: spread[0], to: spread[1], steps: 0 };
    return { name, from: Number(v.from), to: Number(v.to), steps: Number(v.steps) };
  });
}

/** A sweep's document with the chosen variable only, so that one line is looked along. */
export function problem_alone(document: JsonMap, range: Range, given: Range[]): JsonMap {
  if (!is_sweep(document)) return document;
  const vary = document.vary as JsonMap;
  const own = given.some((r) => r.name === range.name);
  const copy: JsonMap = { ...document, vary: own ? { [range.name]: vary[range.name] } : {} };
  delete copy.draws;
  delete copy.seed;
  return copy;
}
