// Curves that tell the truth between their points: peaks, jumps, maps, printed pictures.
import assert from "node:assert/strict";
import { browser, complete, home, test } from "../harness.mjs";

/** The points of the lines of a plot, in its pixels. */
const lines_of = (page, place) =>
  page
    .locator(`${place} g[aria-label="line"] path`)
    .evaluateAll((all) =>
      all.map((path) =>
        [...path.getAttribute("d").matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map((m) => [+m[1], +m[2]]),
      ),
    );

test("a jump of a sweep is drawn upright", async () => {
  const page = await browser.open(`${home}#/sweep?ex=scenes/kane_double_pendulum&n=4&laws=conventional`);
  await complete(page);
  const [line] = await lines_of(page, "#chart");
  const [, largest] = line
    .slice(1)
    .map(([x, y], i) => [Math.abs(x - line[i][0]), Math.abs(y - line[i][1])])
    .reduce((a, b) => (b[1] > a[1] ? b : a));
  const steep = line
    .slice(1)
    .filter(([x, y], i) => Math.abs(y - line[i][1]) > 0.5 * largest && Math.abs(x - line[i][0]) > 0.1);
  assert.ok(largest > 100);
  assert.deepEqual(steep, []);
});

test("the peak of a coarse sweep is as high as that of a fine one", async () => {
  const top = async (steps) => {
    const page = await browser.open(
      `${home}#/sweep?ex=scenes/kane_double_pendulum&n=4&laws=newton&v.key=contacts.free end.friction&v.from=0&v.to=0.5&v.steps=${steps}`,
    );
    await complete(page);
    const [line] = await lines_of(page, "#chart");
    const y = line.map((p) => p[1]);
    await page.close();
    return (Math.max(...y) - y[0]) / (y.at(-1) - y[0]); // the deepest loss, in shares of the ends' difference
  };
  const [coarse, fine] = [await top(12), await top(1200)];
  assert.ok(Math.abs(coarse - fine) < 1e-4 * Math.abs(fine), `${coarse}, ${fine}`);
});

test("impacts jump in the ledger, and losses have a scale of their own", async () => {
  const page = await browser.open(`${home}#/motion?ex=motion/ball_between_barriers&n=7`);
  await page.waitForSelector("#ledger svg svg");
  assert.equal(await page.locator("#ledger > svg > svg").count(), 2);
  for (const line of await lines_of(page, "#ledger")) {
    const slopes = line
      .slice(1)
      .filter(([x, y], i) => Math.abs(y - line[i][1]) > 1 && Math.abs(x - line[i][0]) > 1e-6);
    assert.deepEqual(slopes, []);
  }
});

test("in a map over friction the static coefficient follows, and nothing is refused", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum&n=4`);
  await complete(page);
  const legend = await page.locator(".legend.modes").textContent();
  assert.ok(!legend.includes("refused"), legend);
  assert.match(legend, /μ_s = 1\.02 μ/);
});

test("a picture is printed alone, with laws, legend and parameters", async () => {
  const before = () => {
    window.print = () => {
      window.printed = document.querySelector(".sheet")?.textContent ?? "";
    };
  };
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`, { before });
  await page.locator('.export[data-picture="impact-diagram"] button', { hasText: "PDF" }).click();
  const text = await page.evaluate(() => window.printed);
  for (const words of ["newton: creates energy", "stronge", "friction 0.5", "W = [["])
    assert.ok(text.includes(words), words);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  assert.equal(pdf.toString("latin1", 0, 4), "%PDF");
  assert.equal((pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length, 1);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator(".sheet").count(), 0);
});

test("lines look the same in the page and in the command line's pictures", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const colors = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".picture .routh")].map((line) => [
        line.querySelector("title").textContent,
        getComputedStyle(line).stroke,
      ]),
    ),
  );
  assert.equal(colors["line of sticking"], "rgb(51, 51, 51)");
  assert.equal(colors["limiting friction"], "rgb(140, 109, 70)");
  assert.equal(colors["termination, Newton"], "rgb(213, 94, 0)");
});
