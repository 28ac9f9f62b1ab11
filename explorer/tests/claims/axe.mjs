// Accessibility, by axe: no serious fault in any view.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { at_rest, browser, carom, home, open_file, test } from "../harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const views = [
  "gallery",
  "story",
  "story?v.story=swerve&v.step=5",
  "diagram?ex=slip_reversal",
  "diagram?ex=box_on_its_corner",
  "diagram?ex=flat_foot_landing",
  "mechanism?ex=scenes/slider_crank",
  "compare?ex=falling_rod",
  "sweep?ex=slip_reversal",
  "motion?ex=motion/bouncing_ball",
  "editor?ex=slip_reversal",
  "draw",
];

async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)} (${v.nodes.length})`);
}

test("axe finds no serious fault in any view, in light and dark", async () => {
  for (const dark of [false, true])
    for (const view of views) {
      const page = await browser.open(`${home}#/${view}`, { dark });
      await at_rest(page);
      assert.deepEqual(await faults(page), [], `${view}, ${dark ? "dark" : "light"}`);
      await page.close();
    }
  const papers = await open_file(carom.page(["reproduce", "cataldo-sampaio"]));
  assert.deepEqual(await faults(papers), [], "papers");
});

test("the diagram's verdict is there as text, for those who hear it as well", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await at_rest(page);
  const id = await page.locator("#diagram").getAttribute("aria-describedby");
  const said = await page.locator(`#${id}`).textContent();
  assert.match(said, /newton.*creates energy/);
  assert.match(said, /stronge: .*p_n [\d.]+ N s/);
});
