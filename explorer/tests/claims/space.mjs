// One contact in space, and several that share their loads.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import {
  at_rest,
  browser,
  carom,
  close,
  home,
  link_of,
  open_file,
  page_file,
  table,
  test,
} from "../harness.mjs";

const corner = `${home}#/diagram?ex=box_on_its_corner`;
const pictures = ["#hodograph", "#growth", "#friction-circle", "#projection-1", "#projection-2"];

test("a contact in space shows the command line's numbers, law by law", async () => {
  const page = await browser.open(corner);
  const shown = await table(page);
  const results = carom.solve_example("box_on_its_corner");
  assert.equal(Object.keys(shown).length, results.length);
  for (const { law, contacts } of results) {
    const [c] = contacts;
    close(shown[law].p_t1, c.impulse.t[0]);
    close(shown[law].p_t2, c.impulse.t[1]);
    close(shown[law].p_n, c.impulse.n);
    close(shown[law].u_t1, c.u_after.t[0]);
    close(shown[law].u_t2, c.u_after.t[1]);
    assert.equal(shown[law].mode, c.mode.replaceAll("_", " "));
  }
  const said = await page.locator("#diagram-says").textContent();
  assert.match(said, /stronge: .*p_t −?[\d.]+ and −?[\d.]+, p_n [\d.]+ N s/);
});

const dots = (page) =>
  page.evaluate(
    (ids) =>
      ids.map((id) => {
        const dot = document.querySelector(`${id} .cursor-dot`);
        return [dot.getAttribute("cx"), dot.getAttribute("cy")].join(" ");
      }),
    pictures,
  );

test("one cursor along p_n moves in every picture, is told in words, and is in the link", async () => {
  const page = await browser.open(corner);
  await at_rest(page);
  const before = await dots(page);
  assert.match(await page.locator("#cursor-says").textContent(), /restitution: slip/); // compression has just ended
  await page.fill("#cursor", "0.8");
  await page.locator("#cursor").press("Enter");
  await at_rest(page);
  const after = await dots(page);
  before.forEach((dot, i) => assert.notEqual(after[i], dot, pictures[i]));
  assert.match(
    await page.locator("#cursor-says").textContent(),
    /Normal impulse 0\.8 N s, compression: slip/,
  );
  assert.match(await link_of(page), /v\.p=0\.8/);
  const box = await page.locator("#growth").boundingBox();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  await page.mouse.up();
  await at_rest(page);
  assert.notDeepEqual(await dots(page), after);
});

test("the slip before an impact in space is dragged, on axes that stand still", async () => {
  const page = await browser.open(corner);
  await at_rest(page);
  const ticks = () =>
    page.locator("#hodograph > g:nth-of-type(-n+2)").evaluateAll((g) => g.map((e) => e.innerHTML));
  const before = await ticks();
  const u_t1 = Number(await page.inputValue("#u_t1"));
  const handle = await page.locator("#slip-handle").boundingBox();
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) {
    await page.mouse.move(x - 6 * i, y + 3 * i);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.deepEqual(await ticks(), before, `frame ${i}`);
  }
  await page.mouse.up();
  await at_rest(page);
  assert.ok(Number(await page.inputValue("#u_t1")) < u_t1 - 0.1);
  const yaml = await browser.download(page, "#export-yaml");
  const shown = await table(page);
  for (const { law, contacts } of carom.solve_text(yaml)) close(shown[law].u_t1, contacts[0].u_after.t[0]);
});

test("three dimensions are a file of their own, asked for only where they are shown", async () => {
  const plane = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await at_rest(plane);
  assert.deepEqual(plane.asked_elsewhere, []);
  const page = await browser.open(corner);
  await page.locator(".space-box").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => !/Loading|^$/.test(document.querySelector(".space-says").textContent));
  assert.equal(page.asked_elsewhere.length, 1);
  assert.match(page.asked_elsewhere[0], /\/explorer-3d\.js$/);
});

test("without that file the page says so, and its two projections show the same", async () => {
  const alone = join(carom.folder, "alone.html");
  copyFileSync(page_file, alone);
  const errors = browser.errors.length;
  const page = await open_file(alone);
  await page.evaluate(() => {
    location.hash = "#/diagram?ex=box_on_its_corner";
  });
  await page.locator(".space-box").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /not beside/.test(document.querySelector(".space-says").textContent));
  assert.equal(await page.locator(".swerve-more .panel-picture .ellipse").count(), 2);
  browser.errors.length = errors; // the browser's own word on the missing file
});

const cells = (page, row) =>
  page
    .locator(`#outcomes-table tr[data-row="${row}"] td.figure`)
    .evaluateAll((all) => all.map((e) => Number(e.dataset.value)));

test("a foot shows what its corners share, what that decides, and the rule that carom answers by", async () => {
  const page = await browser.open(`${home}#/diagram?ex=flat_foot_landing`);
  await at_rest(page);
  const [{ velocity_after, alternatives }] = carom.solve_example("flat_foot_landing");
  const [rule, , least, most] = await cells(page, "ω_z");
  close(rule, velocity_after[5], 1e-9);
  assert.equal(alternatives.length, 2);
  assert.ok(least < rule - 0.1 && most > rule + 0.1, `${least} ${rule} ${most}`);
  const [fixed, , low, high] = await cells(page, "v_z");
  assert.ok(high - low < 1e-7 * Math.abs(fixed));
  assert.match(
    await page.locator("#loads-say").textContent(),
    /It decides .*ω_z.*The same in every case: v_z/,
  );
  const dot = await page.locator("#sharing .rule-dot").getAttribute("cx");
  await page.fill("#load", "0.2");
  await page.locator("#load").press("Enter");
  await at_rest(page);
  const [, now] = await cells(page, "ω_z");
  assert.ok(now > rule && now < most);
  assert.equal(await page.locator("#sharing .rule-dot").getAttribute("cx"), dot);
  assert.notEqual(await page.locator("#sharing .cursor-dot").getAttribute("cx"), dot);
});

test("where stiffness decides or two corners land, nothing is open, and the page says why", async () => {
  for (const [example, why] of [
    ["table_on_four_legs", /stiffness of the contacts/],
    ["block_on_an_edge", /so few contacts/],
  ]) {
    const page = await browser.open(`${home}#/diagram?ex=${example}`);
    await at_rest(page);
    assert.match(await page.locator("#loads-say").textContent(), why, example);
    assert.ok(!(await page.locator("#sharing").isVisible()), example);
    assert.ok(await page.locator("#foot").isVisible(), example);
  }
});

test("hodograph, cursor and verdict are seen together from 1280x720, hodograph and verdict on a phone", async () => {
  for (const [width, height, parts] of [
    [1280, 720, ["#hodograph", "#growth", "#verdict", "#cursor"]],
    [1366, 768, ["#hodograph", "#growth", "#verdict", "#cursor"]],
    [1920, 1080, ["#hodograph", "#growth", "#verdict", "#cursor"]],
    [390, 844, ["#hodograph", "#verdict"]],
  ]) {
    const page = await browser.open(corner, { width, height });
    await at_rest(page);
    for (const part of parts) {
      const box = await page.locator(part).boundingBox();
      const where = `${part} at ${width}x${height}`;
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${where} ends at ${box.y + box.height}`);
      assert.ok(box.x >= 0 && box.x + box.width <= width, `${where} is beside the window`);
    }
    await page.close();
  }
});

test("the swerve is told in steps, with the command line's angles", async () => {
  const page = await browser.open(`${home}#/story?v.story=swerve&v.step=4`);
  await page.waitForSelector('section[data-step="4"][data-now]');
  const [stronge] = carom.solve_example("box_on_its_corner").filter((r) => r.law === "stronge");
  const degrees = ([x, y]) => (Math.atan2(y, x) * 180) / Math.PI;
  const [c] = stronge.contacts;
  const turned = degrees(c.u_after.t) - degrees(c.u_before.t);
  const text = await page.locator('section[data-step="4"]').textContent();
  close(Number(/slip turns by ([\d.]+)°/.exec(text)[1]), Math.abs(turned), 2e-2);
  assert.match(text, turned < 0 ? / clockwise/ : /counterclockwise/);
  const kinds = [".box-picture", "#hodograph", "#hodograph", "#hodograph", "#friction-circle", "#hodograph"];
  for (const [i, kind] of kinds.entries()) {
    await page
      .locator(`section[data-step="${i + 1}"]`)
      .evaluate((e) => e.scrollIntoView({ block: "center" }));
    await page.waitForSelector(`section[data-step="${i + 1}"][data-now]`);
    assert.equal(await page.locator(`.story-picture ${kind}`).count(), 1, `step ${i + 1}`);
  }
});
