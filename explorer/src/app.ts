/** The page's one model: the state, the problem that it means, and the core's answer to it. */
import * as core from "./core";
import { examples, laws_of, problem_of, with_number } from "./problem";
import { edited, from_hash, type State, start_state, to_hash } from "./state";
import type { Example, Impact, JsonMap, Law, Motion, PageData, Result } from "./types";

/** Answers kept for parts that ask the same; more would only be there for the garbage collector to walk through. */
const kept_answers = 4;
/** How long a hand rests before what can wait follows it. */
const rest_ms = 150;
/** Where a first visit of a view without problem goes. */
const first_example = "slip_reversal";

export class App {
  readonly laws: Law[];
  readonly data: PageData | null;
  state: State;
  private listeners: ((before: State) => void)[] = [];
  private rest_listeners: (() => void)[] = [];
  private memory = new Map<string, Impact | core.Refused>();
  private base: { key: string; problem: JsonMap } | undefined;
  private known: { state: State; problem: JsonMap } | undefined;
  private moving = 0; // the timer that waits for the hand to rest
  private address = location.hash; // as it was when the page last read or wrote it

  constructor(data: PageData | null) {
    this.data = data;
    this.laws = core.laws();
    this.state = this.settled(from_hash(location.hash));
    addEventListener("hashchange", () => {
      if (location.hash !== to_hash(this.state)) this.go(from_hash(location.hash), false);
    });
  }

  /** A state that means something: a page made with data starts with them. */
  private settled(state: State): State {
    if (location.hash === "" && this.data && state.view === "gallery") {
      const view = {
        solve: "compare",
        sweep: "sweep",
        simulate: "motion",
        reproduce: "papers",
        explore: "mechanism",
      } as const;
      return { ...state, view: view[this.data.kind], example: this.data.documents ? "page" : "" };
    }
    const known = state.example === "page" ? this.data?.documents : this.example_of(state.example);
    if (!known)
      return { ...start_state(), view: state.view, example: this.data?.documents ? "page" : first_example };
    return state;
  }

  private example_of(name: string): Example | undefined {
    return examples.find((e) => e.name === name);
  }

  listen(listener: (before: State) => void): void {
    this.listeners.push(listener);
  }

  /** Called when the hand has rested a while after a change: the page's address is then that of the state. */
  when_rested(listener: () => void): void {
    this.rest_listeners.push(listener);
  }

  /** Goes to a state; `keep` leaves the way back in the browser's history. */
  go(state: State, keep = true): void {
    const before = this.state;
    if (keep && this.moving) history.replaceState(null, "", to_hash(before));
    this.state = this.settled(state);
    const hash = to_hash(this.state);
    if (keep && hash !== location.hash) history.pushState(null, "", hash);
    this.address = location.hash;
    this.tell(before);
  }

  /** Changes a part of the state without a step in the history: sliders, drags. */
  change(part: Partial<State>): void {
    const before = this.state;
    this.state = { ...this.state, ...part };
    this.tell(before);
  }

  private tell(before: State): void {
    window.clearTimeout(this.moving);
    if (!this.moving) document.documentElement.dataset.moving = "";
    this.moving = window.setTimeout(() => this.rest(), rest_ms);
    for (const listener of this.listeners) listener(before);
  }

  private rest(): void {
    this.moving = 0;
    this.write_address();
    for (const listener of this.rest_listeners) listener();
    delete document.documentElement.dataset.moving;
  }

  private write_address(): void {
    if (location.hash !== this.address) return; // on the way elsewhere
    history.replaceState(null, "", to_hash(this.state));
    this.address = location.hash;
  }

  option(key: string, otherwise: string): string {
    return this.state.options[key] ?? otherwise;
  }

  set_option(key: string, value: string): void {
    this.change({ options: { ...this.state.options, [key]: value } });
  }

  edit(path: string, value: number): void {
    this.change({ edits: edited(this.state.edits, path, value) });
  }

  /** Numbers that belong to contact space; a mechanism is reduced to W and u first. */
  edit_contact_space(values: [string, number][]): void {
    const given = "W" in this.document_problem();
    let edits = given || this.state.contact ? this.state.edits : this.reduced_edits();
    for (const [path, value] of values) edits = edited(edits, path, value);
    this.change({ contact: !given, edits });
  }

  /** What was changed of a mechanism, in terms of its contact space: contacts stay, the rest is in W and u. */
  private reduced_edits(): [string, number][] {
    const kept = this.state.edits.filter(([path]) => path.startsWith("contacts["));
    if (kept.length === this.state.edits.length) return kept;
    const { W, u } = core.contact_space(this.problem()) as { W: number[][]; u: number[] };
    const rows = W.flatMap((row, i) =>
      row.slice(i).map((x, j): [string, number] => [`W[${i}][${i + j}]`, x]),
    );
    return [...kept, ...rows, ...u.map((x, i): [string, number] => [`u[${i}]`, x])];
  }

  // --- what the state means ------------------------------------------------------------------------

  documents(): JsonMap[] {
    if (this.state.example === "page") return this.data?.documents ?? [];
    return this.example_of(this.state.example)?.documents ?? [];
  }

  document(): JsonMap {
    const all = this.documents();
    return all[Math.min(this.state.number, all.length) - 1] ?? {};
  }

  private document_problem(): JsonMap {
    return problem_of(this.document());
  }

  private contact_base(): JsonMap {
    const key = `${this.state.example} ${this.state.number}`;
    if (this.base?.key !== key) this.base = { key, problem: this.reduced(this.document_problem()) };
    return this.base.problem;
  }

  private reduced(problem: JsonMap): JsonMap {
    try {
      return core.contact_space(problem);
    } catch (error) {
      if (!(error instanceof core.Refused)) throw error;
      return problem; // it will be refused again, in words
    }
  }

  /** The problem with everything that was changed. */
  problem(): JsonMap {
    if (this.known?.state !== this.state) this.known = { state: this.state, problem: this.changed_problem() };
    return this.known.problem;
  }

  private changed_problem(): JsonMap {
    let problem = this.state.contact ? this.contact_base() : this.document_problem();
    for (const [path, value] of this.state.edits) {
      try {
        problem = with_number(problem, path, value);
      } catch {
        // A path of another problem, from an old link: nothing to change here.
      }
    }
    return problem;
  }

  /** What to call the problem where it has no name. */
  title(): string {
    if (this.state.example === "page") return this.data?.title ?? "";
    const name = this.state.example.replace(/.*\//, "").replaceAll("_", " ");
    return name.slice(0, 1).toUpperCase() + name.slice(1);
  }

  own_laws(): string[] {
    return laws_of(this.document());
  }

  private answer_to(problem: JsonMap, laws: string[]): Impact | core.Refused {
    const key = JSON.stringify([problem, laws]);
    const known = this.memory.get(key);
    if (known) return known;
    let answer: Impact | core.Refused;
    try {
      answer = core.impact(problem, laws);
    } catch (error) {
      if (!(error instanceof core.Refused)) throw error;
      answer = error;
    }
    if (this.memory.size >= kept_answers) this.memory.delete(this.memory.keys().next().value!);
    this.memory.set(key, answer);
    return answer;
  }

  /** The answers of the chosen laws; those that are not defined here are left out. */
  impact(): Impact | core.Refused {
    const stored = this.stored_results();
    const wished = this.chosen_laws();
    const answer = this.answer_to(this.problem(), wished.length > 0 ? wished : ["all"]);
    if (stored && !(answer instanceof core.Refused)) return { ...answer, results: stored };
    if (!(answer instanceof core.Refused) || wished.length === 0) return answer;
    const all = this.answer_to(this.problem(), ["all"]);
    if (all instanceof core.Refused) return answer;
    const keep = (law: string) => wished.includes(law);
    return {
      ...all,
      results: all.results.filter((r) => keep(r.law)),
      created: all.created.filter(keep),
      diagram: all.diagram && { ...all.diagram, paths: all.diagram.paths.filter((p) => keep(p.law)) },
    };
  }

  /** The results that the page was made with, as long as nothing is changed. */
  private stored_results(): Result[] | undefined {
    const { example, edits, laws, contact, number } = this.state;
    if (example !== "page" || edits.length + laws.length > 0 || contact) return undefined;
    const own = this.data?.results?.filter((r) => r.problem === number && r.contacts);
    return own && own.length > 0 ? own : undefined;
  }

  /** The motion that the page was made with, likewise, if the view wishes nothing else. */
  stored_motion(): Motion | undefined {
    const { example, edits, laws, contact, options } = this.state;
    const own = example === "page" && edits.length + laws.length === 0 && !contact;
    return own && !options.law && !options.duration ? this.data?.motion : undefined;
  }

  /** What every defined law says. */
  impact_by_all(): Impact | core.Refused {
    return this.answer_to(this.problem(), ["all"]);
  }

  chosen_laws(): string[] {
    return this.state.laws.length > 0 ? this.state.laws : this.own_laws();
  }

  law(name: string): Law {
    return this.laws.find((l) => l.name === name) ?? this.laws[0];
  }

  /** The contact that approaches, else the first. */
  colliding(seen: Impact): number {
    return Math.max(
      0,
      seen.shown.contacts.findIndex((c) => c.approach === "collides"),
    );
  }
}

/** What a view is: it draws itself into its place, and again when the state has changed. */
export interface View {
  update(): void;
  leave?(): void;
}
