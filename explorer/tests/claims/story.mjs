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
  await first.fill("#story-knob", "0.5");
  await first.locator("#story-knob").press("Enter");
  await at_rest(first);
  assert.match(await first.locator("#verdict").textContent(), /No law creates energy/);
});

test("every story's steps show a picture, and its last step hands over a number that acts", async () => {
  const page = await browser.open(`${home}#/story`);
  const stories = await page.locator(".story-list > *").allTextContents();
  assert.equal(stories.length, 4);
  for (const title of stories.slice(1)) {
    await page.locator(".story-list a", { hasText: title }).click();
    await page.waitForFunction((t) => document.querySelector(".story-steps h1").textContent === t, title);
    const steps = page.locator(".story-steps section");
    for (let i = 0; i < (await steps.count()); i++) {
      await steps.nth(i).evaluate((e) => e.scrollIntoView({ block: "center" }));
      await page.waitForFunction(
        (i) => document.querySelectorAll(".story-steps section")[i].hasAttribute("data-now"),
        i,
      );
      assert.equal(await page.locator(".story-picture > *").count(), 1, `${title}, step ${i + 1}`);
    }
    const before = await page.locator("#verdict").textContent();
    await page.fill("#story-knob", "0.1");
    await page.locator("#story-knob").press("Enter");
    await at_rest(page);
    assert.notEqual(await page.locator("#verdict").textContent(), before, title);
  }
});

test("the walker's step loses what the command line says, and needs the friction that it says", async () => {
  const page = await browser.open(`${home}#/story?v.story=foot`);
  const [stronge] = carom
    .solve_example("scenes/compass_gait_heel_strike")
    .filter((r) => r.problem === 1 && r.law === "stronge");
  const text = await page.locator(".story-steps").textContent();
  close(
    Number(/friction that the step needs: ([\d.]+)\./.exec(text)[1]),
    stronge.contacts[0].friction.to_stick,
    1e-3,
  );
  close(Number(/changes by .([\d.]+) J/.exec(text)[1]), -stronge.energy.change, 1e-2);
});
