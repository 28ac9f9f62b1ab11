// For everybody: keyboard, contrast, narrow and wide screens.
import assert from "node:assert/strict";
import { browser, carom, complete, home, open_file, test } from "../harness.mjs";

const views = [
  "gallery",
  "diagram?ex=slip_reversal",
  "mechanism?ex=scenes/slider_crank",
  "compare?ex=falling_rod",
  "compare?ex=scenes/box_on_two_corners",
  "sweep?ex=slip_reversal",
  "motion?ex=scenes/falling_rod",
  "motion?ex=scenes/no_such_scene",
];

const width_of = (page) => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);

test("nothing is cut off on a narrow screen, in light and dark", async () => {
  for (const view of views)
    for (const dark of [false, true]) {
      const page = await browser.open(`${home}#/${view}`, { width: 360, height: 720, dark });
      const [wide, room] = await width_of(page);
      assert.ok(wide <= room, `${view}: ${wide} px wide`);
      await page.close();
    }
  const papers = await open_file(carom.page(["reproduce"]), { width: 360, height: 720 });
  const [wide, room] = await width_of(papers);
  assert.ok(wide <= room, `papers: ${wide} px wide`);
});

test("a wide screen is used without stretching the text", async () => {
  for (const view of views) {
    const page = await browser.open(`${home}#/${view}`, { width: 2560, height: 1300 });
    const [wide, room] = await width_of(page);
    assert.ok(wide <= room, view);
    const box = await page.locator("main").boundingBox();
    assert.ok(box.width > 1000 && box.width < 1500, `${view}: ${box.width} px`);
    await page.close();
  }
});

/** WCAG 2: the ratio of two colours' relative luminances, for every text that is seen, over its background. */
const faint_texts = (page, least) =>
  page.evaluate((least) => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const rgba = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top, below) => [0, 1, 2].map((i) => top[3] * top[i] + (1 - top[3]) * below[i]).concat(1);
    const backdrop = (element) => {
      const layers = [];
      for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
      return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
    };
    const luminance = (color) => {
      const [r, g, b] = color.slice(0, 3).map((x) => {
        const c = x / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = new Map();
    for (const element of document.querySelectorAll("body *")) {
      const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
      const style = getComputedStyle(element);
      if (!own || element.matches(":disabled, option, optgroup, [aria-hidden] *, title, script, style"))
        continue;
      if (style.visibility === "hidden" || element.getClientRects().length === 0) continue;
      const below = backdrop(element);
      const ink = over(rgba(element.closest("svg") ? style.fill : style.color), below);
      const [low, high] = [luminance(ink), luminance(below)].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      if (ratio < least) found.set(`${element.tagName}.${element.getAttribute("class")}`, ratio.toFixed(2));
    }
    return [...found].map(([what, ratio]) => `${what} ${ratio}`);
  }, least);

test("every text has a contrast of 4.5 or more, in light and dark", async () => {
  for (const dark of [false, true]) {
    for (const view of views) {
      const page = await browser.open(`${home}#/${view}`, { dark });
      await complete(page);
      assert.deepEqual(await faint_texts(page, 4.5), [], `${view}, ${dark ? "dark" : "light"}`);
      await page.close();
    }
    const page = await open_file(carom.page(["reproduce", "cataldo-sampaio"]), { dark });
    assert.deepEqual(await faint_texts(page, 4.5), [], `papers, ${dark ? "dark" : "light"}`);
  }
});

test("everything is reached by Tab, with a visible focus and a name", async () => {
  for (const view of views.slice(1)) {
    const page = await browser.open(`${home}#/${view}`);
    await complete(page);
    const reachable = await page.evaluate(() => {
      const inner = "a[href], button, select, input, [tabindex='0']";
      return [...document.querySelectorAll(inner)].filter(
        (e) => !e.disabled && e.tabIndex >= 0 && e.getClientRects().length > 0,
      ).length;
    });
    const seen = new Set();
    for (let i = 0; i < reachable + 2; i++) {
      await page.keyboard.press("Tab");
      const now = await page.evaluate(() => {
        const e = document.activeElement;
        if (e === document.body) return null;
        e.dataset.tabbed ??= String(document.querySelectorAll("[data-tabbed]").length);
        const style = getComputedStyle(e);
        const name =
          e.getAttribute("aria-label") ?? e.textContent.trim() ?? e.labels?.[0]?.textContent ?? e.title;
        const ring = e.closest("svg")
          ? [style.stroke, style.strokeWidth]
          : [style.outlineStyle, style.outlineWidth];
        const outline = ring[0] !== "none" && Number.parseFloat(ring[1]) >= (e.closest("svg") ? 4 : 2);
        return { key: e.dataset.tabbed, what: e.outerHTML.slice(0, 90), name, outline };
      });
      if (!now) continue;
      assert.ok(now.outline, `${view}: no focus to be seen on ${now.what}`);
      assert.ok(now.name, `${view}: no name on ${now.what}`);
      seen.add(now.key);
    }
    assert.ok(seen.size >= reachable, `${view}: ${seen.size} of ${reachable} reached`);
    await page.close();
  }
});

test("views, laws, sliders and playing work by keys alone, and the focus stays", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const law = page.locator('.law[data-law="whittaker"]');
  await law.focus();
  await page.keyboard.press("Space");
  assert.equal(await law.getAttribute("aria-pressed"), "true");
  assert.ok(await law.evaluate((e) => e === document.activeElement), "the focus is lost");
  await page.waitForSelector('#laws-table th[data-law="whittaker"]');
  await page.locator("#e-range").focus();
  const before = Number(await page.inputValue("#e"));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((e) => Number(document.querySelector("#e").value) < e, before);
  await page.locator("#map").focus();
  const mu = await page.inputValue("#mu");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((mu) => document.querySelector("#mu").value !== mu, mu);
  await page.locator("nav a", { hasText: "Motion" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("main.view-motion");
  await page.locator("#example").selectOption("motion/rolling_disc");
  await page.locator("#play").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("#scrub").value) > 0.05);
  await page.keyboard.press("Space");
  assert.equal(await page.locator("#play").textContent(), "Play");
});
