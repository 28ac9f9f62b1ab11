// A mechanism in slow motion, and the laws side by side.
import assert from "node:assert/strict";
import { browser, carom, close, home, same_as, table, test } from "../harness.mjs";

test("the mechanism ends with the impulses of carom solve, scrubbed and played", async () => {
  const page = await browser.open(`${home}#/mechanism?ex=scenes/kane_double_pendulum&n=4&v.law=poisson`);
  const result = carom
    .solve_example("scenes/kane_double_pendulum")
    .find((r) => r.problem === 4 && r.law === "poisson");
  await page.locator("#scrub").fill("2");
  const reading = (await page.locator(".contact-reading dd").allTextContents()).map((t) =>
    Number.parseFloat(t.replace("\u2212", "-")),
  );
  const contact = result.contacts[0];
  close(reading[0], contact.impulse.t, 1e-4);
  close(reading[1], contact.impulse.n, 1e-4);
  close(reading[3], contact.u_after.n, 1e-4);
  await page.locator("#scrub").fill("0");
  await page.locator("#play").click();
  await page.waitForFunction(() => Number(document.querySelector("#scrub").value) > 0.2);
  await page.locator("#play").click();
});

test("compare says who creates energy, with the scene's numbers to 1e-12", async () => {
  const page = await browser.open(`${home}#/compare?ex=scenes/kane_double_pendulum&n=4`);
  const results = carom.solve_example("scenes/kane_double_pendulum").filter((r) => r.problem === 4);
  same_as(results, await table(page), 1e-12);
  const created = await page
    .locator(".energy-row.is-created")
    .evaluateAll((rows) => rows.map((r) => r.dataset.law));
  assert.deepEqual(
    created,
    results.filter((r) => r.energy.contact_work > 1e-9).map((r) => r.law),
  );
});
