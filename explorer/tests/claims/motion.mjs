// Motions: events, ledger, playing.
import assert from "node:assert/strict";
import { browser, carom, close, home, test } from "../harness.mjs";

test("a motion plays, its ledger is met, and an event leads to its time", async () => {
  const page = await browser.open(`${home}#/motion?ex=scenes/falling_rod&v.duration=1`);
  await page.waitForSelector("#events tbody tr");
  assert.match(await page.locator("#ending").textContent(), /^finished.* the ledger is met to/);
  const kinds = await page.locator("#events tbody tr td:nth-child(2)").allTextContents();
  assert.equal(kinds[0], "start");
  assert.ok(kinds.includes("impact"), kinds.join());
  const event = page.locator("#events button").nth(2);
  const time = Number(await event.getAttribute("data-value"));
  await event.click();
  close(Number(await page.inputValue("#scrub")), time, 2e-3);
  await page.locator("#play").click();
  await page.waitForFunction((t) => Number(document.querySelector("#scrub").value) > t + 0.02, time);
  await page.locator("#play").click();
  assert.equal(await page.locator("#ledger > svg").count(), 1);
  return `${kinds.length} events`;
});

test("the ball between barriers moves as carom simulate says", async () => {
  for (const problem of [1, 5, 9]) {
    const page = await browser.open(`${home}#/motion?ex=motion/ball_between_barriers&n=${problem}`);
    await page.waitForSelector("#events tbody tr");
    assert.equal(await page.locator("#number option").count(), 9);
    assert.equal(await page.inputValue("#motion-law"), "cataldo_sampaio");
    assert.equal(await page.inputValue("#duration"), "5");
    const run = carom.json([
      "simulate",
      carom.example_file("motion/ball_between_barriers"),
      "--problem",
      String(problem),
      "--format",
      "json",
    ]);
    const times = await page
      .locator("#events button")
      .evaluateAll((buttons) => buttons.map((b) => Number(b.dataset.value)));
    assert.equal(times.length, run.events.length);
    run.events.forEach((e, i) => close(times[i], e.t, 1e-8));
    await page.close();
  }
});
