/** The start page: every example with its picture. */
import type { App, View } from "../app";
import { impact, picture, Refused, sharing, simulate } from "../core";
import { h, made } from "../dom";
import { diagram_picture } from "../parts/diagram_picture";
import { foot_picture } from "../parts/loads_picture";
import { mechanism_picture } from "../parts/mechanism_picture";
import { hodograph } from "../parts/swerve_picture";
import { examples, is_in_space, is_scene, is_sweep, laws_of, problem_of } from "../problem";
import { drawn } from "../sketch";
import { start_state, to_hash, type ViewName } from "../state";
import type { Example, JsonMap } from "../types";
import { stories, story_link } from "./story";
import formulas from "carom:formulas";

const sections: { title: string; about: string; folder: string }[] = [
  {
    title: "Mechanisms",
    about: "Bodies, joints and contacts: what the whole machine does.",
    folder: "scenes",
  },
  { title: "Motions", about: "From event to event: flight, impacts, sliding, rest.", folder: "motion" },
  { title: "Problems by matrices", about: "One contact or several, by W and u or by M and J.", folder: "" },
  { title: "Sweeps", about: "One impact over ranges of its numbers.", folder: "sweeps" },
];

const title_of = (example: Example) => {
  const name = example.name.replace(/.*\//, "").replaceAll("_", " ");
  return name[0].toUpperCase() + name.slice(1);
};

/** Which view suits it best. */
function view_for(example: Example): ViewName {
  const document = example.documents[0];
  if (is_sweep(document)) return "sweep";
  if ("simulation" in document) return "motion";
  if (is_scene(document)) return "mechanism";
  const contacts = document.contacts as JsonMap[] | undefined;
  return contacts?.length === 1 || contacts?.every(is_in_space) ? "diagram" : "compare";
}

function thumbnail(example: Example): Element {
  const document = example.documents[0];
  try {
    if (view_for(example) === "motion") {
      const start = simulate(document, {
        law: laws_of(document)[0] ?? "stronge",
        duration: "1e-9",
        sample: "1e-9",
      });
      return mechanism_picture(start.picture, { labels: false }).element;
    }
    const problem = problem_of(document);
    if (is_scene(problem)) return mechanism_picture(picture(problem), { labels: false }).element;
    const laws = laws_of(document);
    const seen = impact(problem, laws.length > 0 ? laws : ["all"]);
    if (seen.diagram) return drawn(diagram_picture(seen.diagram, example.about));
    if (seen.swerve) return drawn(hodograph(seen.swerve, undefined));
    const shared = sharing(problem, seen.results[0].law);
    if (shared && shared.places.length > 0)
      return drawn(
        foot_picture(
          shared,
          shared.rule,
          seen.shown.contacts.map((c) => c.name),
        ),
      );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return h("div", { class: "no-picture", "aria-hidden": "true" }, "W, u");
}

function card(example: Example): HTMLElement {
  const href = to_hash({ ...start_state(), view: view_for(example), example: example.name });
  const picture = h("div", { class: "thumb", "aria-hidden": "true" });
  const link = h(
    "a",
    { class: "card", href, "data-example": example.name },
    picture,
    h("h3", {}, title_of(example)),
    h("p", {}, example.about),
  );
  // Pictures come when they are about to be seen.
  const watcher = new IntersectionObserver(
    (seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      watcher.disconnect();
      setTimeout(() => {
        const small = thumbnail(example);
        small.removeAttribute("id");
        picture.replaceChildren(small);
      });
    },
    { rootMargin: "200px" },
  );
  watcher.observe(link);
  return link;
}

export function gallery_view(app: App, place: HTMLElement): View {
  place.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Look inside an impact"),
      h(
        "p",
        { class: "lead" },
        "Two bodies meet, and in no time at all the contact slides, sticks, turns round, compresses and lets go. Pick an impact; drag it; see what each law of collision makes of it, and which of them create energy out of nothing.",
      ),
      h(
        "p",
        { class: "lead-on" },
        ...stories.map((story, i) =>
          h("a", { class: i === 0 ? "button" : "button other", href: story_link(story) }, story.title),
        ),
        h(
          "a",
          { class: "button other", href: "#/editor?ex=slip_reversal" },
          "Write or open your own problem",
        ),
        h("a", { class: "button other", href: "#/draw" }, "Draw a mechanism"),
      ),
      made(formulas.delassus, "p"),
      app.data?.documents
        ? h(
            "p",
            {},
            h(
              "a",
              { class: "button", href: to_hash({ ...start_state(), view: "compare", example: "page" }) },
              `Open ${app.data.title}`,
            ),
          )
        : null,
    ),
  );
  for (const section of sections) {
    const own = examples.filter((e) => (e.name.includes("/") ? e.name.split("/")[0] : "") === section.folder);
    if (own.length === 0) continue;
    place.append(
      h(
        "section",
        {},
        h("div", { class: "section-head" }, h("h2", {}, section.title), h("p", {}, section.about)),
        h("div", { class: "cards" }, ...own.map(card)),
      ),
    );
  }
  return { update() {} };
}
