// Curves and boundaries over a parameter.
import assert from "node:assert/strict";
import { browser, carom, close, home, open_file, test } from "../harness.mjs";

test("a sweep's boundaries are those of carom sweep", async () => {
  const page = await browser.open(`${home}#/sweep?ex=sweeps/three_link_chain&v.steps=31`);
  await page.waitForSelector(".scroll[data-done]", { timeout: 120000 });
  const shown = await page
    .locator("#boundaries td.figure")
    .evaluateAll((cells) => cells.map((c) => Number(c.dataset.value)));
  const wanted = carom.boundaries("sweeps/three_link_chain").map((row) => row.phi_1);
  for (const x of wanted)
    assert.ok(
      shown.some((y) => Math.abs(x - y) < 1e-8),
      `no boundary at ${x}`,
    );
  for (const y of shown)
    assert.ok(
      wanted.some((x) => Math.abs(x - y) < 1e-8),
      `a boundary too many, at ${y}`,
    );
  assert.match(await page.locator("#boundaries th").first().textContent(), /^phi_1 \/ rad$/);
  assert.match(await page.locator("#chart").textContent(), /phi_1 \/ rad/);
  return `${wanted.length} boundaries`;
});

test("a number with a unit is varied around its value in SI", async () => {
  const scene = carom.file(
    "rod.json",
    JSON.stringify({
      law: "stronge",
      bodies: { rod: { rod: { length: "60 cm" }, mass: "2 lb", angle_deg: 30, velocity: [0, -1] } },
      surfaces: { floor: { through: "rod.start" } },
      contacts: { hit: { between: ["rod.start", "floor"], restitution: 0.5, friction: 0.3 } },
    }),
  );
  const page = await open_file(carom.page(["solve", scene]));
  await page.evaluate(() => {
    location.hash = "#/sweep?ex=page&v.key=bodies.rod.rod.length";
  });
  await page.waitForSelector("#chart[data-done] svg");
  close(Number(await page.inputValue("#sweep-from")), 0.3);
  close(Number(await page.inputValue("#sweep-to")), 1.2);
  assert.match(await page.locator("#chart svg").textContent(), /bodies\.rod\.rod\.length \/ m/);
});
