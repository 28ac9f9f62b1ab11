// One screen: drag pad, diagram and verdict together; axes that stand still; the mechanism stays.
import assert from "node:assert/strict";
import { at_rest, browser, carom, close, home, link_of, same_as, table, test } from "../harness.mjs";

const parts = [".view-diagram .picture", "#verdict", ".pad"];

test("drag pad, diagram and verdict are seen together from 1280x720 and on a phone", async () => {
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1920, 1080],
    [390, 844],
  ])
    for (const example of ["slip_reversal", "scenes/kane_double_pendulum&n=4"]) {
      const page = await browser.open(`${home}#/diagram?ex=${example}`, { width, height });
      await at_rest(page);
      for (const part of parts) {
        const box = await page.locator(part).boundingBox();
        const where = `${part} of ${example} at ${width}x${height}`;
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${where} ends at ${box.y + box.height}`);
        assert.ok(box.width >= 150, `${where} is ${box.width} wide`);
      }
      await page.close();
    }
});

const ticks = (page) =>
  page.locator("#diagram > g:nth-of-type(-n+2)").evaluateAll((g) => g.map((e) => e.innerHTML));

test("axes stand still while a hand drags, and fit again when it lets go", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const before = await ticks(page);
  const pad = await page.locator(".pad").boundingBox();
  const origin = [pad.x + pad.width / 2, pad.y + (172 / 210) * pad.height];
  const handle = await page.locator("#velocity-handle").boundingBox();
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) {
    await page.mouse.move(x + (i / 15) * (origin[0] - x), y + (i / 15) * (origin[1] - y));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(await ticks(page), before, `frame ${i}`);
  }
  await page.waitForTimeout(400); // a hand that holds still holds
  assert.deepEqual(await ticks(page), before);
  await page.mouse.up();
  await at_rest(page);
  assert.notDeepEqual(await ticks(page), before);
  await page.mouse.down(); // and out again: they give way in few steps
  const seen = new Set();
  for (let i = 0; i <= 20; i++) {
    const share = 2 / 3 - i / 20;
    await page.mouse.move(x + share * (origin[0] - x), y + share * (origin[1] - y));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    seen.add(JSON.stringify(await ticks(page)));
  }
  assert.ok(seen.size <= 8, `${seen.size} different axes`);
  await page.mouse.up();
});

test("a mechanism whose velocity is dragged stays a mechanism, and its YAML says the same", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum&n=4`);
  for (const [field, value] of [
    ["#u_t", "-0.3"],
    ["#u_n", "-0.4"],
  ]) {
    await page.fill(field, value);
    await page.locator(field).press("Enter");
    await at_rest(page);
  }
  close(Number(await page.inputValue("#u_t")), -0.3, 1e-4);
  close(Number(await page.inputValue("#u_n")), -0.4, 1e-4);
  assert.ok(!(await link_of(page)).includes("contact=1"));
  const shown = await table(page);
  const yaml = await browser.download(page, "#export-yaml");
  assert.match(yaml, /^bodies:/m);
  same_as(carom.solve_text(yaml), shown, 1e-12);
  await page.locator("nav a", { hasText: "Mechanism" }).click();
  await page.waitForSelector(".view-mechanism svg.mechanism .body");
});

test("a mechanism that can move its contact along one line only is dragged along it", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/slider_crank`);
  const rate = (yaml) => Number(/rate: (-?[\d.]+)/.exec(yaml)[1]);
  await page.focus("#velocity-handle");
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowUp");
  const yaml = await browser.download(page, "#export-yaml");
  assert.match(yaml, /^bodies:/m);
  assert.notEqual(rate(yaml), -120);
  same_as(carom.solve_text(yaml), await table(page), 1e-12);
});

test("a changed W leaves the mechanism, and going back keeps what was changed of it", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum&n=4`);
  for (const [field, value] of [
    ["#u_t", "-0.3"],
    ["#e", "0.8"],
    ["#W_nn", "0.6"],
  ]) {
    await page.fill(field, value);
    await page.locator(field).press("Enter");
    await at_rest(page);
  }
  close(Number(await page.inputValue("#u_t")), -0.3, 1e-4);
  await page.locator("nav a", { hasText: "Mechanism" }).click();
  await page.locator("#back").click();
  await page.waitForSelector(".view-mechanism svg.mechanism .body");
  await page.locator("nav a", { hasText: "Impact diagram" }).click();
  await at_rest(page);
  close(Number(await page.inputValue("#u_t")), -0.3, 1e-4);
  close(Number(await page.inputValue("#e")), 0.8, 1e-4);
  assert.ok(Math.abs(Number(await page.inputValue("#W_nn")) - 0.6) > 0.1);
});

test("unknown examples, unknown laws and cut links are told in words", async () => {
  for (const [hash, words] of [
    ["diagram?ex=no_such", /no example “no_such”/],
    ["diagram?ex=slip_reversal&laws=foo,newton", /no law “foo”.*newton/],
    ["compare?ex=own&own=AAAA", /cannot be read/],
  ]) {
    const page = await browser.open(`${home}#/${hash}`);
    assert.match(await page.locator(".notice").textContent(), words);
    assert.ok((await page.locator("main h1").count()) > 0);
    await page.locator("#example").selectOption("falling_rod");
    await at_rest(page);
    assert.ok(!(await page.locator(".notice").isVisible()), hash);
    await page.close();
  }
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal&laws=foo,newton`);
  assert.deepEqual(Object.keys(await table(page)), ["newton"]);
});
