// The story: steps that drive the live pictures, with the core's numbers.
import assert from "node:assert/strict";
import { at_rest, browser, carom, close, home, link_of, test } from "../harness.mjs";

test("the story's steps show their own pictures, and its paradox is the command line's", async () => {
  const page = await browser.open(`${home}#/story`);
  const steps = page.locator(".story-steps section");
  const seen = [];
  for (let i = 0; i < (await steps.count()); i++) {
    await steps.nth(i).evaluate((e) => e.scrollIntoView({ block: "center" }));
    await page.waitForFunction(
      (i) => document.querySelectorAll(".story-steps section")[i].hasAttribute("data-now"),
      i,
    );
    const kinds = [".mechanism", ".diagram", ".energy-laws"];
    const shown = await page.evaluate(
      (kinds) => kinds.filter((k) => document.querySelector(`.story-picture ${k}`)),
      kinds,
    );
    assert.equal(shown.length, 1, `step ${i + 1}: ${shown}`);
    seen.push(shown[0]);
  }
  assert.equal(new Set(seen).size, 3);
  const newton = carom.solve_example("slip_reversal").find((r) => r.law === "newton");
  const text = await steps.nth(1).textContent();
  const joules = Number(/by \+([\d.]+) J/.exec(text)[1]);
  close(joules, newton.energy.change, 1e-3);
});

test("a link opens the story at its step, and its slider finds where the paradox ends", async () => {
  const first = await browser.open(`${home}#/story?v.step=7`);
  await first.waitForSelector('section[data-step="7"][data-now]');
  assert.match(await link_of(first), /v\.step=7/);
  assert.match(await first.locator("#verdict").textContent(), /newton.*creates energy/);
  await first.fill("#story-e", "0.5");
  await first.locator("#story-e").press("Enter");
  await at_rest(first);
  assert.match(await first.locator("#verdict").textContent(), /No law creates energy/);
});
