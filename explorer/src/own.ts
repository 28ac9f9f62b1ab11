/** Problems that somebody brings along: YAML, JSON or JSON lines, and where in the text an error is. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from "yaml";
import { impact, Refused, simulate, sweep } from "./core";
import { is_scene, is_sweep, laws_of, problem_of } from "./problem";
import type { JsonMap } from "./types";

export interface TextError {
  line: number; // from 1
  message: string;
}

/** A problem and the lines that it came from. */
interface Part {
  document: JsonMap;
  text: string; // JSON, every key and every value on a line of its own
  lines: number[]; // of the given text, for each line of the JSON
}

export interface OwnText {
  documents: JsonMap[];
  errors: TextError[];
}

/** Writes a node as JSON whose lines are known: the core names the line of what it objects to. */
class LinedJson {
  private out: string[] = [];
  readonly lines: number[] = [];

  constructor(
    private document: Document.Parsed,
    private counter: LineCounter,
  ) {}

  private push(text: string, node: unknown): void {
    const offset = (node as Node | null)?.range?.[0];
    const line = offset === undefined ? (this.lines.at(-1) ?? 1) : this.counter.linePos(offset).line;
    this.out.push(text);
    this.lines.push(line);
  }

  private map(node: Node & { items: { key: unknown; value: unknown }[] }): void {
    this.push("{", node);
    node.items.forEach(({ key, value }, i) => {
      this.push(`${i > 0 ? "," : ""}${JSON.stringify(String(isScalar(key) ? key.value : key))}:`, key);
      this.write(value);
    });
    this.push("}", null);
  }

  write(node: unknown): void {
    if (isAlias(node)) this.write(node.resolve(this.document));
    else if (isMap(node)) this.map(node as never);
    else if (isSeq(node)) {
      this.push("[", node);
      node.items.forEach((item, i) => {
        if (i > 0) this.push(",", item);
        this.write(item);
      });
      this.push("]", null);
    } else this.push(JSON.stringify(isScalar(node) ? node.value : null) ?? "null", node);
  }

  text = () => this.out.join("\n");
}

function part_of(node: unknown, document: Document.Parsed, counter: LineCounter): Part {
  const json = new LinedJson(document, counter);
  json.write(node);
  return { document: JSON.parse(json.text()) as JsonMap, text: json.text(), lines: json.lines };
}

/** JSON lines are YAML only one by one: each gets a document of its own. */
const separated = (text: string) =>
  /^\s*\{.*\}\s*\n\s*\{/.test(text) ? text.replace(/\}[ \t]*\n(?=\s*\{)/g, "}\n--- ") : text;

function parts_of(text: string): { parts: Part[]; errors: TextError[] } {
  const counter = new LineCounter();
  const documents = [parseAllDocuments(separated(text), { lineCounter: counter, merge: true })].flat();
  const errors = documents.flatMap((d) =>
    (d.errors ?? []).map((e) => ({
      line: e.linePos?.[0].line ?? 1,
      message: e.message.split(/ at line |\n/)[0],
    })),
  );
  if (errors.length > 0) return { parts: [], errors };
  const parts: Part[] = [];
  for (const document of documents as Document.Parsed[]) {
    const root = document.contents as unknown;
    const nodes: unknown[] = isSeq(root) ? root.items : root === null ? [] : [root];
    for (const node of nodes) {
      const target = isAlias(node) ? node.resolve(document) : node;
      if (isMap(target)) parts.push(part_of(target, document, counter));
      else
        errors.push({
          line: counter.linePos((node as Node).range?.[0] ?? 0).line || 1,
          message: "a problem is a map of keys, such as `W:` or `bodies:`",
        });
    }
  }
  if (parts.length + errors.length === 0)
    errors.push({ line: 1, message: "there is no problem in this text" });
  return { parts, errors };
}

/** A motion may begin where nothing touches yet; it need not be computed to be read. */
function moves({ document, text }: Part): boolean {
  if (!is_scene(document)) return false;
  try {
    simulate(text, { law: laws_of(document)[0] ?? "stronge", duration: "1e-9", sample: "1e-9" });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** What the core objects to, at the line of the text. */
function objection(part: Part): TextError[] {
  const { document, text, lines } = part;
  try {
    if (is_sweep(document)) {
      if (typeof document.problem === "string") impact(problem_of(document), ["all"]);
      else sweep(text, { vary: [], laws: [], first: 0, last: 1 });
    } else impact(text, []);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (moves(part)) return [];
    return [{ line: lines[error.line - 1] ?? lines[0] ?? 1, message: error.message }];
  }
  return [];
}

/** Reads a text; what is wrong with it is said with its line. */
export function read_own(text: string): OwnText {
  const { parts, errors } = parts_of(text);
  return { documents: parts.map((p) => p.document), errors: [...errors, ...parts.flatMap(objection)] };
}
