/** Problems as JSON: finding, changing and naming their numbers. No physics. */
import packed from "carom:examples";
import { unpacked_text } from "./base85";
import type { Example, Json, JsonMap } from "./types";

export const examples: Example[] = [];

/** Unpacks the examples; before it there are none. */
export async function start_examples(): Promise<void> {
  examples.push(...(JSON.parse(await unpacked_text(packed)) as Example[]));
}

export const is_sweep = (document: JsonMap) => "vary" in document || "problem" in document;
export const is_scene = (problem: JsonMap) => "bodies" in problem;

/** A contact that states two tangents. */
export const is_in_space = (contact: JsonMap) =>
  contact.tangents === 2 || Array.isArray((contact.tangent as Json[] | undefined)?.[0]);

/** The problem inside a sweep's document, or the one of the file that it names. */
function inner_problem(document: JsonMap): JsonMap {
  const inner = document.problem;
  if (typeof inner !== "string") return inner as JsonMap;
  const name = inner.replace(/^(\.\.?\/)*/, "").replace(/\.\w+$/, "");
  const file = examples.find((e) => e.name === name || e.name === `scenes/${name}`);
  return file?.documents[Number(document.number ?? 1) - 1] ?? {};
}

/** A value in the middle of what a variable takes. */
function middle_of(variable: JsonMap): number {
  const list = (variable.values ?? variable.uniform) as number[] | undefined;
  if (list) return variable.uniform ? (list[0] + list[1]) / 2 : list[Math.floor(list.length / 2)];
  if (variable.normal) return (variable.normal as number[])[0];
  const steps = Number(variable.steps);
  const step = (Number(variable.to) - Number(variable.from)) / Math.max(1, steps - 1);
  return Number(variable.from) + step * Math.floor(steps / 3);
}

/** The problem of a document: itself, or one point of a sweep. */
export function problem_of(document: JsonMap): JsonMap {
  if (!is_sweep(document)) return document;
  let problem = inner_problem(document);
  for (const [name, variable] of Object.entries((document.vary ?? {}) as Record<string, JsonMap>)) {
    const keys = (variable.keys ?? { [name]: {} }) as Record<string, JsonMap>;
    for (const [path, key] of Object.entries(keys))
      problem = with_number(
        problem,
        path,
        Number(key?.factor ?? 1) * middle_of(variable) + Number(key?.offset ?? 0),
      );
  }
  return problem;
}

export function laws_of(document: JsonMap): string[] {
  const law = document.law ?? problem_of(document).law;
  if (typeof law === "string") return law === "all" ? [] : [law];
  return Array.isArray(law) ? law.map(String) : [];
}

// --- paths ---------------------------------------------------------------------------------------

/** "contacts.free end.u[0]" → ["contacts", "free end", "u", 0] */
function steps_of(path: string): (string | number)[] {
  return path.split(".").flatMap((part) => {
    const [name, ...indices] = part.split("[");
    const numbers = indices.map((i) => Number.parseInt(i, 10));
    return name === "" ? numbers : [name, ...numbers];
  });
}

/** The child that a step means: of a map by name or place, of a list by index or by its `name`. */
function child_key(node: Json, step: string | number): string | number {
  if (Array.isArray(node)) {
    if (typeof step === "number") return step;
    return node.findIndex((x) => x !== null && typeof x === "object" && (x as JsonMap).name === step);
  }
  if (typeof step === "number") return Object.keys(node as JsonMap)[step];
  return step;
}

/** Whether the problem itself says what is there. */
export function is_stated(root: JsonMap, path: string): boolean {
  let node: Json | undefined = root;
  for (const step of steps_of(path)) {
    if (node === null || typeof node !== "object") return false;
    node = (node as JsonMap)[child_key(node, step)];
  }
  return node !== undefined;
}

/** "32 deg" in ["40 mph", "32 deg"]: a plain number there would be a component. */
const is_direction = (parent: Json, old: Json) =>
  Array.isArray(parent) && typeof old === "string" && /\d\s*(deg|rad|rev)$/.test(old);

/** A copy with another value at the end of the steps; what does not lie on the way is shared. */
function replaced(node: Json, [step, ...rest]: (string | number)[], value: number): Json {
  if (node === null || typeof node !== "object") throw new Error("no such place");
  const key = child_key(node, step);
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as JsonMap;
  if (rest.length > 0) copy[key] = replaced(copy[key], rest, value);
  else copy[key] = is_direction(node, copy[key]) ? `${value} rad` : value;
  return copy;
}

/** A copy with another number there; an entry beside the diagonal of W takes its twin along. */
export function with_number(root: JsonMap, path: string, value: number): JsonMap {
  const steps = steps_of(path);
  const copy = replaced(root, steps, value) as JsonMap;
  if (steps.length === 3 && (steps[0] === "W" || steps[0] === "mass") && steps[1] !== steps[2])
    return replaced(copy, [steps[0], steps[2], steps[1]], value) as JsonMap;
  return copy;
}

/** The path of a contact's coefficient. */
export const contact_path = (contact: number, key: string) => `contacts[${contact}].${key}`;

/** The problem with numbers changed, by path. */
export function with_edits(problem: JsonMap, edits: [string, number][]): JsonMap {
  let changed = problem;
  for (const [path, value] of edits) {
    try {
      changed = with_number(changed, path, value);
    } catch {
      // A path of another problem, from an old link: nothing to change here.
    }
  }
  return changed;
}

/** Numbers that a problem has in contact space only. */
export const of_contact_space = /^(W|u)\[/;
export const of_material = /^contacts\[/;
