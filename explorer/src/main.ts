/** Starts the core, then the page around its views. */
import "./style/fonts.css";
import "./style/page.css";
import "./style/views.css";
import "./style/stories.css";
import "./style/gallery.css";
import "./style/diagram.css";
import "./style/export.css";
import "./style/laws.css";
import "./style/swerve.css";
import "./style/draw.css";
import "./style/mechanism.css";
import "./style/curves.css";
import { App, type View } from "./app";
import { impact, Refused, start_core } from "./core";
import { h, s } from "./dom";
import { licences_button } from "./licences";
import { when_idle } from "./parts/idle";
import { type ProblemBar, problem_bar } from "./parts/problem_bar";
import { examples, problem_of, start_examples } from "./problem";
import type { State, ViewName } from "./state";
import { to_hash } from "./state";
import type { PageData } from "./types";
import { compare_view } from "./views/compare";
import { diagram_view } from "./views/diagram";
import { draw_view } from "./views/draw";
import { editor_view } from "./views/editor";
import { gallery_view } from "./views/gallery";
import { mechanism_view } from "./views/mechanism";
import { motion_view } from "./views/motion";
import { papers_view } from "./views/papers";
import { story_view } from "./views/story";
import { sweep_view } from "./views/sweep";

type Mount = (app: App, place: HTMLElement) => View;

const views: { name: ViewName; title: string; mount: Mount }[] = [
  { name: "gallery", title: "Gallery", mount: gallery_view },
  { name: "story", title: "Story", mount: story_view },
  { name: "diagram", title: "Impact diagram", mount: diagram_view },
  { name: "mechanism", title: "Mechanism", mount: mechanism_view },
  { name: "compare", title: "Compare laws", mount: compare_view },
  { name: "sweep", title: "Sweep", mount: sweep_view },
  { name: "motion", title: "Motion", mount: motion_view },
  { name: "editor", title: "Editor", mount: editor_view },
  { name: "draw", title: "Draw", mount: draw_view },
  { name: "papers", title: "Papers", mount: papers_view },
];

function page_data(): PageData | null {
  return JSON.parse(document.getElementById("carom-data")?.textContent ?? "null");
}

function set_theme(theme: string): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("carom-theme", theme);
  } catch {
    // A page from disk may not be allowed to remember; it works without.
  }
}

function theme_button(): HTMLElement {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let theme = dark ? "dark" : "light";
  try {
    theme = localStorage.getItem("carom-theme") ?? theme;
  } catch {
    // As above.
  }
  document.documentElement.dataset.theme = theme;
  return h(
    "button",
    {
      class: "icon",
      type: "button",
      "aria-label": "Light or dark",
      title: "Light or dark",
      onclick: () => set_theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
    },
    s(
      "svg",
      { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
      s("circle", { cx: 8, cy: 8, r: 6, fill: "none", stroke: "currentColor", "stroke-width": 1.4 }),
      s("path", { d: "M8 2a6 6 0 0 1 0 12z", fill: "currentColor" }),
    ),
  );
}

/** The parts around a view. */
interface Shell {
  tabs: Map<ViewName, HTMLAnchorElement>;
  bar: ProblemBar;
  notice: HTMLElement;
  place: HTMLElement;
}

/** How much of the page lies above the view: pictures take what is left of the window. */
function measure_head(head: HTMLElement[], place: HTMLElement): void {
  const measured = () =>
    document.documentElement.style.setProperty("--above", `${Math.ceil(place.offsetTop)}px`);
  const observer = new ResizeObserver(measured);
  for (const part of head) observer.observe(part);
}

function build_shell(app: App): Shell {
  const shown = views.filter((v) => v.name !== "papers" || app.data?.papers);
  const tabs = new Map(shown.map((view) => [view.name, h("a", { href: "#" }, view.title)]));
  const bar = problem_bar(app);
  const notice = h("p", { class: "notice", role: "alert", hidden: true });
  const place = h("main", { id: "view", tabindex: "-1" });
  const to_content = (event: Event) => {
    event.preventDefault();
    place.focus();
  };
  const version = app.data?.version ? ` ${app.data.version}` : "";
  document
    .getElementById("app")!
    .replaceChildren(
      h("a", { class: "skip", href: "#view", onclick: to_content }, "To the content"),
      h(
        "header",
        { class: "top" },
        h("a", { class: "brand", href: "#/gallery", "aria-label": "carom, gallery" }, "carom"),
        h("nav", { "aria-label": "Views" }, ...tabs.values()),
        theme_button(),
      ),
      bar.element,
      notice,
      place,
      h(
        "footer",
        {},
        `carom${version}. All numbers in SI units, computed in this page by the same C++ core as the command line. `,
        licences_button(),
      ),
    );
  measure_head([bar.element, notice], place);
  return { tabs, bar, notice, place };
}

/** The tabs lead to the same problem in other views. */
function set_links(app: App, tabs: Shell["tabs"]): void {
  for (const [name, tab] of tabs) {
    const own = name === app.state.view;
    tab.href = to_hash({ ...app.state, view: name, options: own ? app.state.options : {} });
    if (own) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

/** The diagram goes on when a mechanism is reduced to W and u: a hand may be dragging in it. */
const needs_new_view = (before: State, now: State) =>
  before.view !== now.view ||
  (now.view === "story" && before.options.story !== now.options.story) ||
  (changed_problem(before, now) && !["editor", "story", "draw"].includes(now.view));

const changed_problem = (before: State, now: State) =>
  before.example !== now.example ||
  before.own !== now.own ||
  before.number !== now.number ||
  (before.contact !== now.contact && now.view !== "diagram");

function run(app: App): void {
  const { tabs, bar, notice, place } = build_shell(app);
  const link = () => set_links(app, tabs);
  for (const tab of tabs.values()) tab.addEventListener("pointerenter", link);
  let current: View | undefined;
  let frame = 0;
  const open = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    current?.leave?.();
    place.replaceChildren();
    place.className = `view-${app.state.view}`;
    const view = views.find((v) => v.name === app.state.view)!;
    document.title = `${view.title} · carom`;
    bar.open();
    notice.textContent = app.complaints.join(" ");
    notice.hidden = app.complaints.length === 0;
    current = view.mount(app, place);
    link();
    current.update();
  };
  const redraw = () => {
    frame = 0;
    current?.update();
  };
  app.listen((before: State) => {
    if (before.view !== app.state.view) scrollTo(0, 0);
    if (needs_new_view(before, app.state) || app.complaints.join(" ") !== notice.textContent) open();
    else {
      if (app.state.view === "editor" && before.example !== app.state.example) bar.open();
      if (!frame) frame = requestAnimationFrame(redraw);
    }
  });
  app.when_rested(() => {
    link();
    current?.rested?.();
    bar.follow(); // asks every law
  });
  accept_files((text) => void app.open_text(text, "editor"));
  open();
}

/** A file that is dropped anywhere, or a text pasted outside of a field, is a problem to be read. */
function accept_files(read: (text: string) => void): void {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void file.text().then(read);
  });
  addEventListener("paste", (event) => {
    const { target } = event;
    if (target instanceof Element && target.closest("input, select, .cm-editor")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.includes(":")) read(text);
  });
}

/** Browsers compile code when it first runs. While nobody waits, every kind of impact is asked for once. */
function warm_up(): void {
  const waiting = examples.map((e) => problem_of(e.documents[0]));
  const next = () => {
    const problem = waiting.shift();
    if (!problem) return;
    try {
      impact(problem, ["all"]);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    when_idle(next);
  };
  when_idle(next);
}

async function begin(): Promise<void> {
  await Promise.all([start_core(), start_examples()]);
  const app = new App(page_data());
  await app.arrive();
  run(app);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  warm_up();
}

begin().catch((error: unknown) => {
  document
    .getElementById("app")!
    .replaceChildren(h("p", { class: "refused", role: "alert" }, `The page cannot start: ${String(error)}`));
});
