// What holds of the whole page: size, start, gallery, links, every example, every width.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { browser, carom, home, page_file, table, test } from "../harness.mjs";

const largest_page = 2.5e6; // bytes

test("the page is small and asks nobody", async () => {
  assert.ok(statSync(page_file).size < largest_page);
  const page = await browser.open(home);
  const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
  assert.deepEqual(page.asked_elsewhere, []);
  return `${Math.round(statSync(page_file).size / 1000)} kB, ready after ${ready} ms`;
});

test("the page tells whose work is in it", async () => {
  const page = await browser.open(home);
  await page.getByRole("button", { name: "Licences" }).click();
  const text = await page.locator("dialog.licences pre").innerText();
  for (const words of ["Eigen", "d3-scale", "The Inter Project Authors", "Apache License\n"])
    assert.ok(text.includes(words));
  await page.getByRole("button", { name: "Close" }).click();
  assert.ok(!(await page.locator("dialog.licences").isVisible()));
});

test("the gallery shows every example, and a card opens it", async () => {
  const page = await browser.open(home);
  assert.equal(await page.locator(".card").count(), carom.examples().length);
  await page.locator('.card[data-example="slip_reversal"]').click();
  await page.waitForSelector("#diagram");
  assert.match(page.url(), /#\/diagram\?ex=slip_reversal/);
});

test("every view of every example opens without an error", async () => {
  const page = await browser.open(home);
  let count = 0;
  for (const example of carom.examples())
    for (const view of ["diagram", "mechanism", "compare", "sweep", "motion"]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${view}?ex=${example.name}`);
      await page.waitForFunction((name) => document.querySelector("main").className === `view-${name}`, view);
      await page.waitForSelector("main h1");
      count++;
    }
  return `${count} pages`;
});
