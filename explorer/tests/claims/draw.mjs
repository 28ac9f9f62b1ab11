// The drawing board: what is drawn is a scene that the program reads.
import assert from "node:assert/strict";
import { at_rest, browser, carom, home, test } from "../harness.mjs";

/** Drags on the sheet, in shares of its width and height. */
async function drag(page, from, to) {
  const box = await page.locator(".sheet-place").boundingBox();
  const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

const tool = (page, name) => page.getByRole("button", { name, exact: true }).click();
const text = (page) => page.locator(".draw-text").textContent();

test("bodies, a hinge and contacts are drawn, changed by their numbers, and become a scene that moves", async () => {
  const page = await browser.open(`${home}#/draw`);
  await page.click("#draw-clear");
  assert.match(await page.locator("#draw-says").textContent(), /Draw a rod/);
  await tool(page, "Rod");
  await drag(page, [0.2, 0.3], [0.4, 0.3]);
  await tool(page, "Box");
  await drag(page, [0.6, 0.4], [0.7, 0.5]);
  await tool(page, "Disc");
  await drag(page, [0.3, 0.6], [0.33, 0.6]);
  await tool(page, "Hinge");
  await drag(page, [0.2, 0.3], [0.2, 0.3]);
  await tool(page, "Contact");
  await drag(page, [0.3, 0.6], [0.3, 0.3]);
  await page.locator(".draw-fields input").first().fill("0.8");
  await page.locator(".draw-fields input").first().press("Enter");
  const yaml = await text(page);
  assert.match(yaml, /rod 1:.*rod: \{length: 0\.9\}/s);
  assert.match(yaml, /box 1:.*box: \{width: 0\.45/s);
  assert.match(yaml, /revolute: \[world\.anchor 1, rod 1\.start\]/);
  assert.match(yaml, /disc 1 on rod 1:.*restitution: 0\.8/s);
  const file = carom.file("drawn.yaml", yaml);
  const motion = carom.run(["simulate", file, "--format", "json"]);
  assert.match(motion, /"impact"/);
  await page.click("#draw-run");
  await page.waitForSelector(".view-motion svg");
  await at_rest(page);
  assert.equal(await page.locator(".refused").count(), 0);
});

test("a hanging rod is turned by the hand, a removed body takes its hinge and contacts along", async () => {
  const page = await browser.open(`${home}#/draw`);
  const angle = async () => Number(/rod 2:[^]*?angle_deg: (-?[\d.]+)/.exec(await text(page))[1]);
  const before = await angle();
  await tool(page, "Move");
  const sheet = await page.locator("#sheet").evaluate((e) => e.viewBox.baseVal.width);
  assert.equal(sheet, 900);
  await drag(page, [0.7, 0.464], [0.75, 0.6]); // about its hinge at [0.79, 0.39]
  assert.notEqual(await angle(), before);
  assert.match(await text(page), /anchor 1: \[1\.3, 1\.4\]/);
  await tool(page, "Remove");
  const box = await page.locator(".drawn-name", { hasText: "rod 1" }).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height + 8);
  const left = await text(page);
  assert.ok(!/rod 1:/.test(left), left);
  assert.match(left, /rod 2/);
  assert.match(await page.locator("#draw-says").textContent(), /Nothing can touch/);
  assert.ok(await page.locator("#draw-run").isDisabled());
});

test("what the program would refuse is said while it is drawn", async () => {
  const page = await browser.open(`${home}#/draw`);
  await tool(page, "Hinge");
  await drag(page, [0.02, 0.02], [0.1, 0.1]);
  assert.match(await page.locator("#draw-hint").textContent(), /begins at a point/);
  await page.click("#draw-edit");
  await page.waitForSelector(".view-editor .cm-content");
  await at_rest(page);
  assert.match(await page.locator("#text-says").textContent(), /No errors/);
});
