// What every claim about the page uses: the browser, the command line, and how their numbers are compared.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Carom } from "./carom.mjs";
import { Browser } from "./page.mjs";

export const [program, page_file, ...options] = process.argv.slice(2);
export const carom = new Carom(program, page_file);
export const browser = await Browser.start();
export const home = pathToFileURL(page_file).href;
export const open_file = (file, look) => browser.open(pathToFileURL(file).href, look);

const tests = [];
export const test = (claim, run) => tests.push({ claim, run });
export const close = (a, b, tolerance = 1e-12) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

/** Waits until all has followed what was done: the parts that take turns, the bar, the address. */
export const at_rest = (page) =>
  page.evaluate(async () => {
    do await new Promise(requestAnimationFrame);
    while (document.querySelector(":root[data-moving], #view [aria-busy]"));
  });

/** Waits likewise, and for what is computed in slices. */
export async function complete(page) {
  await at_rest(page);
  const unfinished = ".map-part:not([data-done]), .view-sweep .scroll:not([data-done])";
  await page.waitForFunction((parts) => !document.querySelector(parts), unfinished, { timeout: 120000 });
  await at_rest(page);
}

/** The address that brings back what is shown. */
export async function link_of(page) {
  await at_rest(page);
  return page.evaluate(() => location.href);
}

/** The table of laws as numbers: law → row → value. */
export async function table(page) {
  await at_rest(page);
  return page.evaluate(() => {
    const element = document.querySelector("#laws-table");
    const laws = [...element.querySelectorAll("thead th[data-law]")].map((th) => th.dataset.law);
    const rows = [...element.querySelectorAll("tbody tr")].map((tr) => [
      tr.dataset.row,
      [...tr.querySelectorAll("td:not(.unit)")].map((td) =>
        td.dataset.value === undefined ? td.textContent : Number(td.dataset.value),
      ),
    ]);
    return Object.fromEntries(
      laws.map((law, i) => [law, Object.fromEntries(rows.map(([row, cells]) => [row, cells[i]]))]),
    );
  });
}

/** Compares the page's table with results of the command line. */
export function same_as(results, shown, tolerance) {
  assert.equal(Object.keys(shown).length, results.length);
  for (const result of results) {
    const row = shown[result.law];
    const contact = result.contacts[0];
    close(row.p_t, contact.impulse.t, tolerance);
    close(row.p_n, contact.impulse.n, tolerance);
    close(row.u_t, contact.u_after.t, tolerance);
    close(row.u_n, contact.u_after.n, tolerance);
    assert.equal(row.mode, contact.mode.replaceAll("_", " "));
  }
}

/** Of those whose claim holds the words, runs the numbers that next() gives; gives how many these are, and how many fail. */
export async function run_tests(words, next) {
  const chosen = tests.filter(({ claim }) => claim.includes(words));
  let count = 0;
  let failed = 0;
  for (let i = await next(); i < chosen.length; i = await next()) {
    const { claim, run } = chosen[i];
    count++;
    const errors_before = browser.errors.length;
    try {
      const remark = await run();
      assert.deepEqual(browser.errors.slice(errors_before), []);
      console.log(`ok    ${claim}${remark ? ` (${remark})` : ""}`);
    } catch (error) {
      failed++;
      const why = String(error.message ?? error).split("\n");
      console.log(`FAIL  ${claim}\n      ${why.slice(0, 12).join("\n      ")}`);
    }
    await browser.close_pages();
  }
  return { count, failed };
}
