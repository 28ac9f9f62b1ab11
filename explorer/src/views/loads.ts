/** Several contacts in space: what each carries, and what follows where rigid bodies leave that open. */
import type { App, View } from "../app";
import { Refused, sharing as ask_sharing } from "../core";
import { h, s } from "../dom";
import { number } from "../format";
import { about_impact, line_mark, plain_mark } from "../parts/about_impact";
import { picture_buttons } from "../parts/export";
import { law_table } from "../parts/law_table";
import {
  coordinate,
  foot_picture,
  load_of,
  outcome_of,
  sharing_picture,
  spread,
  telling_outcome,
  unit_of,
  way_at,
} from "../parts/loads_picture";
import type { Sample } from "../parts/picture_frame";
import { refusal } from "../parts/refusal";
import { slider } from "../parts/slider";
import { spoken, verdict } from "../parts/verdict";
import { drawn, show_in, symbol } from "../sketch";
import { type Impact, type LoadSharing, type SharedLoads, tangents_of } from "../types";

/** Outcomes closer together than this share of the largest are the same. */
const same_share = 1e-7;

/** Several contacts, all in space. */
export const shares_loads = ({ shown }: Impact) =>
  shown.contacts.length > 1 && shown.contacts.every(({ u }) => tangents_of(u).length === 2);

const listed = (names: string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

class LoadsView implements View {
  private title = h("h1");
  private message = h("div");
  private says = h("p", { class: "lead-says", id: "loads-say" });
  private foot = h("div", { class: "picture" });
  private family = h("div", { class: "picture" });
  private family_part: HTMLElement;
  private verdict = h("div", { class: "verdict-box" });
  private spoken = h("p", { class: "spoken", id: "diagram-says" });
  private outcomes = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Outcomes" });
  private tables = h("section");
  private chosen = h("select", { "aria-label": "Outcome to draw", id: "outcome" });
  private sharing: LoadSharing | null = null;
  private asked: Impact | undefined;
  private cursor = slider({
    id: "load",
    symbol: "λ",
    title: "share of the load on the first diagonal",
    min: 0,
    max: 1,
    step: 0.001,
    changed: (x) => this.app.set_option("load", String(x)),
  });

  constructor(
    private app: App,
    private seen: Impact,
    place: HTMLElement,
  ) {
    this.chosen.addEventListener("change", () => this.app.set_option("outcome", this.chosen.value));
    this.family_part = h(
      "div",
      {},
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "What depends on it"),
        this.buttons("sharing", this.family),
      ),
      this.family,
    );
    place.append(
      h(
        "section",
        { class: "loads-stage" },
        h("div", { class: "loads-title" }, this.title, this.message),
        h(
          "div",
          {},
          h(
            "div",
            { class: "section-head" },
            h("h2", {}, "Who carries what"),
            this.buttons("loads", this.foot),
          ),
          this.foot,
        ),
        this.family_part,
        h(
          "div",
          { class: "loads-side" },
          this.verdict,
          this.spoken,
          this.cursor.element,
          this.says,
          this.choice(),
          this.outcomes,
        ),
      ),
      this.tables,
    );
  }

  private choice = () => h("label", { class: "choose" }, h("span", {}, "Draw"), this.chosen);

  private buttons(name: string, place: HTMLElement): HTMLElement {
    return picture_buttons(
      name,
      () => place.querySelector("svg"),
      () => about_impact(this.app, this.seen, this.legend()),
    );
  }

  private legend(): Sample[] {
    const disc = (look: string) => plain_mark(s("circle", { cx: 12, cy: 6, r: 5.5, class: look }));
    return [
      { text: "load", mark: disc("load first") },
      { text: "by the rule of equal compliance", mark: disc("load-rule") },
      { text: "friction’s impulse", mark: line_mark({ class: "load-friction" }) },
    ];
  }

  private names = () => this.seen.shown.contacts.map((c) => c.name);

  private law = () => this.seen.results[0]?.law ?? "";

  /** The contacts of the first group, in words. */
  private diagonal(sharing: LoadSharing): string {
    return listed(sharing.groups[0].map((i) => this.names()[i]));
  }

  /** What is drawn: as wished, else what depends most on the sharing. */
  private outcome(sharing: LoadSharing): number {
    const wished = Number(this.app.option("outcome", ""));
    const known = this.app.option("outcome", "") !== "" && wished < outcome_of(sharing.rule).length;
    return known ? wished : telling_outcome(sharing);
  }

  private now(sharing: LoadSharing): SharedLoads {
    const wished = this.app.option("load", "");
    return wished === "" ? sharing.rule : way_at(sharing, Number(wished) || 0);
  }

  private sentence(sharing: LoadSharing): string {
    if (sharing.ways.length === 0)
      return this.names().length > 3
        ? "Nothing is open here: the stiffness of the contacts says who carries what."
        : "Nothing is open here: so few contacts cannot share their loads in different ways.";
    const largest = Math.max(...outcome_of(sharing.rule).map(Math.abs), 1e-12);
    const moves = spread(sharing).map(({ least, most }) => most - least > same_share * largest);
    const name = (i: number) => (sharing.rule.velocity ? coordinate(sharing, i) : `u ${i + 1}`);
    const open = moves.flatMap((is, i) => (is ? [name(i)] : []));
    const fixed = moves.flatMap((is, i) => (is ? [] : [name(i)]));
    const first = `Load can move between ${this.diagonal(sharing)} and ${listed(sharing.groups[1].map((i) => this.names()[i]))}: rigid bodies do not say how much.`;
    if (open.length === 0) return `${first} The motion afterwards is the same however they share.`;
    const keeps = fixed.length > 0 ? ` The same in every case: ${listed(fixed)}.` : "";
    return `${first} It decides ${listed(open)}.${keeps} The dot is the rule of equal compliance, which carom answers with; crosses spare one contact.`;
  }

  private outcome_table(sharing: LoadSharing, now: SharedLoads): HTMLElement {
    const spans = spread(sharing);
    const name = (i: number) => (sharing.rule.velocity ? coordinate(sharing, i) : `u ${i + 1}`);
    const head = ["", "rule", "cursor", "least", "most"];
    return h(
      "table",
      { class: "laws-table", id: "outcomes-table" },
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        {},
        ...outcome_of(sharing.rule).map((x, i) =>
          h(
            "tr",
            { "data-row": name(i) },
            h(
              "th",
              { scope: "row" },
              drawn(symbol(name(i))),
              " ",
              h("span", { class: "unit" }, unit_of(sharing, i)),
            ),
            ...[x, outcome_of(now)[i], spans[i].least, spans[i].most].map((value) =>
              h("td", { class: "figure", "data-value": value }, number(value, 4)),
            ),
          ),
        ),
      ),
    );
  }

  private fill_choice(sharing: LoadSharing): void {
    const count = outcome_of(sharing.rule).length;
    if (this.chosen.options.length !== count) {
      const name = (i: number) => (sharing.rule.velocity ? coordinate(sharing, i) : `u ${i + 1}`);
      this.chosen.replaceChildren(
        ...Array.from({ length: count }, (_, i) => h("option", { value: i }, `${name(i)} after`)),
      );
    }
    this.chosen.value = String(this.outcome(sharing));
  }

  private draw_sharing(): void {
    const { sharing } = this;
    if (!sharing) {
      this.says.textContent = "The law has no answer here.";
      this.foot.replaceChildren();
      this.family_part.hidden = true;
      return;
    }
    const now = this.now(sharing);
    const open = sharing.ways.length > 0;
    this.says.textContent = this.sentence(sharing);
    if (sharing.places.length > 0) show_in(this.foot, foot_picture(sharing, now, this.names()));
    else this.foot.replaceChildren(this.load_list(sharing, now));
    this.family_part.hidden = !open;
    this.cursor.element.hidden = !open;
    this.fill_choice(sharing);
    if (open) {
      const ends = { min: sharing.ways[0].load, max: sharing.ways.at(-1)!.load };
      this.cursor.show(now.load, ends);
      show_in(this.family, sharing_picture(sharing, now, this.outcome(sharing), this.diagonal(sharing)));
    }
    this.outcomes.replaceChildren(this.outcome_table(sharing, now));
  }

  /** Where nobody knows where the contacts are. */
  private load_list(sharing: LoadSharing, now: SharedLoads): HTMLElement {
    return h(
      "ul",
      {},
      ...this.names().map((name, i) => h("li", {}, `${name}: ${number(load_of(sharing, now, i), 4)} N s`)),
    );
  }

  update(): void {
    const now = this.app.impact();
    if (now instanceof Refused) return this.message.replaceChildren(refusal(now.message));
    this.seen = now;
    if (this.message.firstChild) this.message.replaceChildren();
    this.title.textContent = now.shown.name || this.app.title();
    if (this.asked !== now) {
      this.sharing = ask_sharing(this.app.problem(), this.law());
      this.asked = now;
      show_in(this.verdict, verdict(now));
      this.spoken.textContent = spoken(now, 0);
      this.tables.replaceChildren(
        h("h2", {}, "What the laws say, contact by contact"),
        ...now.shown.contacts.map((c, i) =>
          h(
            "div",
            {},
            h("h3", {}, c.name),
            h(
              "div",
              { class: "scroll", tabindex: 0, role: "region", "aria-label": c.name },
              drawn(law_table(this.app, now, i)),
            ),
          ),
        ),
      );
    }
    this.draw_sharing();
  }
}

export const loads_view = (app: App, first: Impact, place: HTMLElement): View =>
  new LoadsView(app, first, place);
