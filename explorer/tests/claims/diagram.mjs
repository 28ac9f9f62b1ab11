// The impact diagram: numbers, dragging, map, pictures.
import assert from "node:assert/strict";
import {
  at_rest,
  browser,
  carom,
  close,
  home,
  link_of,
  open_file,
  same_as,
  table,
  test,
} from "../harness.mjs";

test("the diagram's numbers are those of carom solve, to the last bit", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  same_as(carom.solve_example("slip_reversal"), await table(page), 0);
  assert.equal(await page.locator('.energy-row[data-law="newton"] .verdict').textContent(), "CREATED");
  assert.equal(await page.locator('.energy-row[data-law="stronge"] .verdict').textContent(), "");
});

test("dragging the velocity and typing a coefficient give what carom solve says of the exported YAML", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const box = await page.locator(".pad").boundingBox();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.5);
  await page.mouse.down();
  for (let i = 1; i <= 12; i++)
    await page.mouse.move(box.x + box.width * (0.7 - 0.03 * i), box.y + box.height * (0.5 - 0.02 * i));
  await page.mouse.up();
  await page.fill("#mu", "0.31");
  await page.locator("#mu").press("Enter");
  const yaml = await browser.download(page, "#export-yaml");
  const results = carom.solve_text(yaml);
  same_as(results, await table(page), 0);
  assert.ok(/friction: 0.31/.test(yaml), yaml);
  assert.ok(/^W:/m.test(yaml), yaml);
});

test("arrow keys move the velocity", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.focus("#velocity-handle");
  await page.keyboard.press("ArrowUp");
  const link = await link_of(page);
  assert.match(link, /contact=1/);
  assert.match(link, /set=u%5B1%5D|set=u\[1\]/);
});

test("a map of modes fills, and a click in it moves the point", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  const box = await page.locator("#map").boundingBox();
  await page.locator("#map").click({ position: { x: box.width / 2, y: box.height / 4 } });
  await at_rest(page);
  close(Number(await page.inputValue("#mu")), 0.6, 0.02);
  close(Number(await page.inputValue("#e")), 0.75, 0.02);
});

test("a mechanism is dragged on after it was reduced to W and u", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum&n=4`);
  const box = await page.locator(".pad").boundingBox();
  const at = (i) => [box.x + box.width * (0.7 - 0.02 * i), box.y + box.height * (0.5 - 0.02 * i)];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  const seen = new Set();
  for (let i = 1; i <= 10; i++) {
    await page.mouse.move(...at(i));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    seen.add(await page.inputValue("#u_t"));
  }
  await page.mouse.up();
  assert.ok(seen.size >= 9, `the hand lost it: ${[...seen]}`);
  await page.locator("#undo").click();
  const [first] = carom.solve_example("scenes/kane_double_pendulum").filter((r) => r.problem === 4);
  close((await table(page))[first.law].p_n, first.contacts[0].impulse.n, 1e-12);
});

test("friction that is moved above the static coefficient takes it along", async () => {
  const page = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum`);
  const most = Number(await page.inputValue("#mu_s"));
  for (const mu of [most - 0.05, most + 0.1, most + 0.2]) {
    await page.fill("#mu", String(mu));
    await page.locator("#mu").press("Enter");
  }
  const shown = await table(page);
  assert.equal(await page.locator(".stage .refused").count(), 0);
  close(Number(await page.inputValue("#mu_s")), most + 0.2, 1e-4);
  same_as(carom.solve_text(await browser.download(page, "#export-yaml")), shown, 1e-12);
});

test("a browser that does not tell when it is idle draws the same", async () => {
  const before = () => {
    delete window.requestIdleCallback;
  };
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`, { before });
  assert.equal(await page.evaluate(() => typeof requestIdleCallback), "undefined");
  await page.waitForTimeout(300);
  same_as(carom.solve_example("slip_reversal"), await table(page), 0);
});

test("contact space keeps every material key", async () => {
  const scene = carom.file(
    "keys.json",
    JSON.stringify({
      law: "cataldo_sampaio",
      gravity: 0,
      bodies: { ball: { disc: { radius: 0.1 }, mass: 1, position: [0, 0.1], velocity: [1, -1], rate: 2 } },
      surfaces: { floor: {} },
      contacts: {
        hit: {
          between: ["ball", "floor"],
          restitution: 0.5,
          friction: 0.3,
          tangential_restitution: 0.6,
          friction_recovery: 0.7,
        },
      },
    }),
  );
  const page = await open_file(carom.page(["solve", scene]));
  await page.evaluate(() => {
    location.hash = location.hash.replace(/^.*/, "#/diagram?ex=page");
  });
  await page.waitForSelector("#diagram");
  await page.fill("#u_t", "0.9");
  await page.locator("#u_t").press("Enter");
  const yaml = await browser.download(page, "#export-yaml");
  assert.match(yaml, /tangential_restitution: 0.6/);
  assert.match(yaml, /friction_recovery: 0.7/);
  same_as(carom.solve_text(yaml), await table(page), 0);
});

test("what cannot be is refused in words, and what was seen stays", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const before = await table(page);
  await page.fill("#e", "1.3");
  await page.locator("#e").press("Enter");
  await page.waitForSelector(".stage .refused");
  assert.match(await page.locator(".stage .refused").textContent(), /restitution.*1\.3 is outside \[0, 1\]/);
  assert.deepEqual(await table(page), before);
  await page.fill("#e", "0.9");
  await page.locator("#e").press("Enter");
  await page.waitForFunction(() => !document.querySelector(".stage .refused"));
});

test("what a drag has changed in place is what a new page draws", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.locator('.law[data-law="brach"]').click();
  for (const [field, value] of [
    ["#mu", "0.1"],
    ["#e", "0"],
    ["#u_t", "1"],
    ["#mu", "1.2"],
    ["#e", "0.8"],
  ]) {
    await page.fill(field, value);
    await page.locator(field).press("Enter");
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.locator('.law[data-law="poisson"]').click();
  const fresh = await browser.open(await link_of(page));
  for (const part of [".picture", ".energy", ".view-diagram .scroll", ".routh-legend"]) {
    const drawn = await page
      .locator(part)
      .first()
      .evaluate((e) => e.innerHTML);
    const same = (e, text) => {
      const [one, other] = [e.innerHTML, text].map((html) => {
        const box = document.createElement("div");
        box.innerHTML = html;
        return box;
      });
      return one.isEqualNode(other); // attributes in any order
    };
    assert.ok(await fresh.locator(part).first().evaluate(same, drawn), part);
  }
});

test("the map waits while a hand drags, and follows when it rests", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`, { clock: true });
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  // On a clock of the test's own: a browser that is late would rest between two frames, and the map begin.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  for (let i = 0; i < 60; i++) {
    await page.evaluate(
      (share) => {
        const range = document.querySelector("#W_nn-range");
        range.value = String(share * Number(range.max));
        range.dispatchEvent(new Event("input"));
      },
      0.5 + 0.05 * (i % 2),
    );
    await page.clock.runFor(16);
    const { done, stale } = await page.locator(".map-part").evaluate((map) => ({ ...map.dataset }));
    const had_its_turn = i > 30;
    if (had_its_turn) assert.deepEqual([done, stale], [undefined, ""], `frame ${i}`);
  }
  await page.clock.resume();
  await page.waitForSelector(".map-part[data-done]:not([data-stale])", { timeout: 60000 });
});
