// Pages in headless Chromium, with an ear for errors and for requests that leave the page.
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The first that is installed; the first of all draws no windows of its own, which takes less time. */
const program = ["chromium-headless-shell", "chromium", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

export class Browser {
  static async start() {
    if (!program) throw new Error("no browser: install chromium-headless-shell, or Google Chrome");
    const browser = new Browser();
    browser.chromium = await chromium.launch({ executablePath: program, args: flags });
    browser.errors = [];
    return browser;
  }

  /** A page that is ready; `before` runs in it before everything else, and with `clock` the test may stop its time. */
  async open(address, { width = 1280, height = 900, dark = false, before = undefined, clock = false } = {}) {
    const page = await this.chromium.newPage({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
    });
    const own = new URL(address);
    page.asked_elsewhere = [];
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (
        !["data:", "blob:"].includes(url.protocol) &&
        url.origin + url.pathname !== own.origin + own.pathname
      )
        page.asked_elsewhere.push(request.url());
    });
    if (before) await page.addInitScript(before);
    if (clock) await page.clock.install();
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined, null, {
      timeout: 30000,
    });
    return page;
  }

  /** The text of what a button saves. */
  async download(page, button, encoding = "utf8") {
    // A browser that is busy with many pages drops a download now and then; a person would click again.
    for (let attempt = 0; attempt < 4; attempt++) {
      const saved = page.waitForEvent("download", { timeout: 8000 }).catch(() => undefined);
      await page.locator(button).first().click();
      const file = await saved;
      if (file) return readFileSync(await file.path(), encoding);
    }
    throw new Error(`${button} saves nothing`);
  }

  /** Pages that nobody looks at any more still cost. */
  async close_pages() {
    await Promise.all(this.chromium.contexts().map((context) => context.close()));
  }

  async stop() {
    await this.chromium.close();
  }
}
