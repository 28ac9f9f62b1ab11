/** Starts the core, then the page around its views. */
import "./style/fonts.css";
import "./style/page.css";
import "./style/parts.css";
import { App, type View } from "./app";
import { start_core } from "./core";
import { h, s } from "./dom";
import { problem_bar } from "./parts/problem_bar";
import type { State, ViewName } from "./state";
import { to_hash } from "./state";
import type { PageData } from "./types";
import { compare_view } from "./views/compare";
import { diagram_view } from "./views/diagram";
import { gallery_view } from "./views/gallery";
import { mechanism_view } from "./views/mechanism";
import { motion_view } from "./views/motion";
import { papers_view } from "./views/papers";
import { sweep_view } from "./views/sweep";

type Mount = (app: App, place: HTMLElement) => View;

const views: { name: ViewName; title: string; mount: Mount }[] = [
  { name: "gallery", title: "Gallery", mount: gallery_view },
  { name: "diagram", title: "Impact diagram", mount: diagram_view },
  { name: "mechanism", title: "Mechanism", mount: mechanism_view },
  { name: "compare", title: "Compare laws", mount: compare_view },
  { name: "sweep", title: "Sweep", mount: sweep_view },
  { name: "motion", title: "Motion", mount: motion_view },
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

function shell(app: App): void {
  const tabs = new Map<ViewName, HTMLAnchorElement>();
  const shown = views.filter((v) => v.name !== "papers" || app.data?.papers);
  for (const view of shown)
    tabs.set(view.name, h("a", { href: to_hash({ ...app.state, view: view.name }) }, view.title));
  const bar = h("div", { class: "problem-bar" });
  const place = h("main", { id: "view", tabindex: "-1" });
  const header = h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/gallery", "aria-label": "carom, gallery" }, "carom"),
    h("nav", { "aria-label": "Views" }, ...tabs.values()),
    theme_button(),
  );
  const version = app.data?.version ? ` ${app.data.version}` : "";
  const foot = h(
    "footer",
    {},
    `carom${version}. All numbers in SI units, computed in this page by the same C++ core as the command line.`,
  );
  document.getElementById("app")!.replaceChildren(
    h(
      "a",
      {
        class: "skip",
        href: "#view",
        onclick: (e: Event) => {
          e.preventDefault();
          place.focus();
        },
      },
      "To the content",
    ),
    header,
    bar,
    place,
    foot,
  );

  let current: View | undefined;
  const links = () => {
    for (const [name, tab] of tabs) {
      tab.href = to_hash({
        ...app.state,
        view: name,
        options: name === app.state.view ? app.state.options : {},
      });
      if (name === app.state.view) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  };
  const open = () => {
    current?.leave?.();
    place.replaceChildren();
    place.className = `view-${app.state.view}`;
    const view = views.find((v) => v.name === app.state.view)!;
    document.title = `${view.title} · carom`;
    problem_bar(app, bar);
    current = view.mount(app, place);
    links();
    current.update();
  };
  let frame = 0;
  app.listen((before: State) => {
    const other =
      before.view !== app.state.view ||
      before.example !== app.state.example ||
      before.number !== app.state.number ||
      before.contact !== app.state.contact;
    if (other) {
      cancelAnimationFrame(frame);
      frame = 0;
      if (before.view !== app.state.view) scrollTo(0, 0);
      open();
    } else if (!frame)
      frame = requestAnimationFrame(() => {
        frame = 0;
        const start = performance.now();
        current?.update();
        document.documentElement.dataset.frame = (performance.now() - start).toFixed(2);
        links();
      });
  });
  open();
}

async function begin(): Promise<void> {
  await start_core();
  shell(new App(page_data()));
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

begin().catch((error: unknown) => {
  document
    .getElementById("app")!
    .replaceChildren(h("p", { class: "refused", role: "alert" }, `The page cannot start: ${String(error)}`));
});
