/** The page's one model: the state, the problem that it means, and the core's answer to it. */
import { type Approach, approach_of, velocities_for } from "./approach";
import * as core from "./core";
import { read_own } from "./own";
import { packed, unpacked } from "./packed";
import {
  examples,
  is_scene,
  laws_of,
  of_contact_space,
  of_material,
  problem_of,
  with_edits,
} from "./problem";
import { edited, from_hash, type State, start_state, to_hash } from "./state";
import type { Example, Impact, JsonMap, Law, Motion, PageData, Result, TN } from "./types";

export type { View } from "./view";

/** Answers kept for parts that ask the same; more would only be there for the garbage collector to walk through. */
const kept_answers = 4;
/** How long a hand rests before what can wait follows it. */
const rest_ms = 150;
const first_example = "slip_reversal"; // where a first visit of a view without problem goes

export class App {
  readonly laws: Law[];
  readonly data: PageData | null;
  state: State;
  private listeners: ((before: State) => void)[] = [];
  private rest_listeners: (() => void)[] = [];
  private memory = new Map<string, Impact | core.Refused>();
  /** What is wrong with the address that led here, in words. */
  complaints: string[] = [];
  private base: { key: string; problem: JsonMap } | undefined;
  private approach: { key: string; approach: Approach | undefined } | undefined;
  private own = new Map<string, { text: string; documents: JsonMap[] }>(); // by the packed text
  /** A text in the editor that is no problem yet. */
  draft: string | undefined;
  private pressed = false;
  private known: { state: State; problem: JsonMap } | undefined;
  private moving = 0; // the timer that waits for the hand to rest
  private address = location.hash; // as it was when the page last read or wrote it

  constructor(data: PageData | null) {
    this.data = data;
    this.laws = core.laws();
    this.state = this.settled(start_state());
    addEventListener("hashchange", () => {
      if (location.hash !== to_hash(this.state)) void this.arrive();
    });
    addEventListener("pointerdown", () => {
      this.pressed = true;
    });
    for (const end of ["pointerup", "pointercancel", "blur"])
      addEventListener(end, () => {
        this.pressed = false;
      });
  }

  /** Goes where the address says; what a link carries is unpacked first. */
  async arrive(): Promise<void> {
    const wished = from_hash(location.hash);
    this.complaints = [];
    if (wished.own && !this.own.has(wished.own)) await this.unpack(wished.own);
    this.go(wished, false, true);
  }

  private async unpack(own: string): Promise<void> {
    try {
      const text = await unpacked(own);
      this.own.set(own, { text, documents: read_own(text).documents });
    } catch {
      this.complaints.push("The problem in this link cannot be read: the link may have been cut.");
    }
  }

  /** Shows a text's problems in a view. */
  async open_text(text: string, view: State["view"]): Promise<void> {
    const own = await packed(text);
    this.own.set(own, { text, documents: read_own(text).documents });
    this.draft = undefined;
    this.go({ ...start_state(), view, example: "own", own });
  }

  /** Takes a text over while it is written: the other views show it, the editor stays as it is. */
  async follow_text(text: string, documents: JsonMap[]): Promise<void> {
    const own = await packed(text);
    this.own.set(own, { text, documents });
    const number = Math.min(this.state.number, documents.length);
    this.change({ example: "own", own, number, contact: false, edits: [], laws: [] });
  }

  /** The problem as a text: as somebody wrote it, else as the core writes it. */
  text(): string {
    const { example, own, edits, contact } = this.state;
    const written = example === "own" && edits.length === 0 && !contact;
    return (written ? this.own.get(own)?.text : undefined) ?? core.yaml(this.changed_document());
  }

  private changed_document(): JsonMap {
    return this.state.edits.length > 0 || this.state.contact ? this.problem() : this.document();
  }

  /** The address of what is seen; it carries the problem itself where no other page would know it. */
  async link(): Promise<string> {
    let state = this.state;
    if (state.example === "page" && this.data?.documents) {
      const own = await packed(JSON.stringify(this.data.documents));
      state = { ...state, example: "own", own };
    }
    return new URL(to_hash(state), location.href).href;
  }

  /** Whether a hand is changing something right now. */
  is_moving(): boolean {
    return this.moving !== 0;
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
    if (!this.known_documents(state)) {
      const laws = this.known_laws(state.laws);
      const example = this.data?.documents ? "page" : first_example;
      if (state.example && !["own", "page"].includes(state.example))
        this.complaints.push(
          `There is no example “${state.example}”: this is another one. Choose in the list.`,
        );
      if (state.example === "page")
        this.complaints.push("This link belongs to a report, and its problem is not in this page.");
      const options = state.example === "" ? state.options : {};
      return { ...start_state(), view: state.view, example, laws, options };
    }
    return { ...state, laws: this.known_laws(state.laws) };
  }

  private known_documents(state: State): JsonMap[] | undefined {
    if (state.example === "page") return this.data?.documents;
    if (state.example !== "own") return this.example_of(state.example)?.documents;
    const own = this.own.get(state.own)?.documents;
    return own && own.length > 0 ? own : undefined;
  }

  private known_laws(wished: string[]): string[] {
    const known = this.laws.map((l) => l.name);
    const unknown = wished.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      this.complaints.push(
        `There is no law ${unknown.map((name) => `“${name}”`).join(", ")}. Known are ${known.join(", ")}.`,
      );
    return wished.filter((name) => known.includes(name));
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
  go(state: State, keep = true, arrived = false): void {
    const before = this.state;
    if (!arrived) this.complaints = [];
    if (keep && this.moving) history.replaceState(null, "", to_hash(before));
    this.state = this.settled(state);
    if (before.example !== this.state.example) this.draft = undefined;
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
    if (this.pressed) {
      this.moving = window.setTimeout(() => this.rest(), rest_ms);
      return;
    }
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

  private edit_all(values: [string, number][], contact: boolean): void {
    let { edits } = this.state;
    for (const [path, value] of values) edits = edited(edits, path, value);
    this.change({ contact, edits });
  }

  /** Numbers that belong to contact space; a mechanism is reduced to W and u for them, until they are undone. */
  edit_contact_space(values: [string, number][]): void {
    this.edit_all(values, !("W" in this.document_problem()));
  }

  /** Another approach velocity: of a mechanism by the velocities of its bodies, as long as these move the contact. */
  edit_approach(contact: number, u: TN): void {
    const now = this.state.contact ? undefined : this.stated_approach(contact);
    if (now) this.edit_all(velocities_for(now.approach, now.values, u), false);
    else
      this.edit_contact_space([
        [`u[${2 * contact}]`, u.t],
        [`u[${2 * contact + 1}]`, u.n],
      ]);
  }

  private stated_approach(contact: number): { approach: Approach; values: number[] } | undefined {
    if (!is_scene(this.document_problem())) return undefined;
    const { example, own, number, edits } = this.state;
    const known = this.approach?.approach;
    const moved = (path: string) => of_material.test(path) || (known?.paths.includes(path) ?? false);
    const key = JSON.stringify([example, own, number, contact, edits.filter(([path]) => !moved(path))]);
    if (this.approach?.key !== key) this.approach = { key, approach: approach_of(this.problem(), contact) };
    const { approach } = this.approach;
    if (!approach) return undefined;
    const all = new Map(core.numbers(this.problem()).map((n) => [n.path, n.value]));
    return { approach, values: approach.paths.map((path) => all.get(path) ?? 0) };
  }

  /** Back from contact space: what was changed of the mechanism itself stays. */
  leave_contact_space(): void {
    const edits = this.state.edits.filter(([path]) => !of_contact_space.test(path));
    this.go({ ...this.state, contact: false, edits });
  }

  // --- what the state means ------------------------------------------------------------------------

  documents(): JsonMap[] {
    return this.known_documents(this.state) ?? [];
  }

  document(): JsonMap {
    const all = this.documents();
    return all[Math.min(this.state.number, all.length) - 1] ?? {};
  }

  private document_problem(): JsonMap {
    return problem_of(this.document());
  }

  /** The problem by W and u, with what was changed of the mechanism. */
  private contact_base(): JsonMap {
    const { example, own, number, edits } = this.state;
    const earlier = edits.filter(([path]) => !of_contact_space.test(path) && !of_material.test(path));
    const key = JSON.stringify([example, own, number, earlier]);
    if (this.base?.key !== key)
      this.base = { key, problem: this.reduced(with_edits(this.document_problem(), earlier)) };
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
    const { contact, edits } = this.state;
    if (!contact) return with_edits(this.document_problem(), edits);
    const late = edits.filter(([path]) => of_contact_space.test(path) || of_material.test(path));
    return with_edits(this.contact_base(), late);
  }

  /** What to call the problem where it has no name. */
  title(): string {
    if (this.state.example === "page") return this.data?.title ?? "";
    if (this.state.example === "own") return "Own problem";
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
    const first = seen.shown.contacts.findIndex((c) => c.approach === "collides");
    return Math.max(0, first);
  }
}
