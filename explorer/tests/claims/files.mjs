// What leaves the page: pictures, problems, links.
import assert from "node:assert/strict";
import {
  at_rest,
  browser,
  carom,
  close,
  complete,
  home,
  link_of,
  open_file,
  same_as,
  table,
  test,
} from "../harness.mjs";

const with_pictures = {
  "diagram?ex=slip_reversal": ["impact-diagram", "velocities", "energy", "map-of-modes"],
  "mechanism?ex=scenes/slider_crank": ["mechanism", "contact-velocities", "energy"],
  "compare?ex=falling_rod": ["energy"],
  "sweep?ex=slip_reversal": ["sweep"],
  "motion?ex=motion/bouncing_ball": ["motion", "ledger"],
  "diagram?ex=box_on_its_corner": [
    "hodograph",
    "impulse-growth",
    "friction-circle",
    "projection-1",
    "projection-2",
    "energy",
  ],
  "diagram?ex=flat_foot_landing": ["loads", "sharing"],
};

async function check_picture(page, name) {
  const buttons = `.export[data-picture="${name}"]`;
  const svg = await browser.download(page, `${buttons} button:nth-child(1)`);
  assert.match(svg, /^<svg[^>]+xmlns="http:\/\/www.w3.org\/2000\/svg"/, name);
  assert.ok(!/var\(--|\sNaN|undefined/.test(svg), `${name} does not stand alone`);
  // Read again by itself it draws something of its size.
  const drawn = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    return [image.width, image.height];
  }, svg);
  assert.ok(drawn[0] > 100 && drawn[1] > 50, `${name}: ${drawn}`);
  const png = Buffer.from(await browser.download(page, `${buttons} button:nth-child(2)`, "latin1"), "latin1");
  assert.equal(png.toString("latin1", 1, 4), "PNG", name);
  assert.deepEqual(
    [png.readUInt32BE(16), png.readUInt32BE(20)],
    drawn.map((x) => 2 * x),
    name,
  );
}

test("every picture leaves as SVG that stands alone and as PNG", async () => {
  let count = 0;
  for (const [view, names] of Object.entries(with_pictures)) {
    const page = await browser.open(`${home}#/${view}`);
    await complete(page);
    const offered = await page.locator(".export").evaluateAll((all) => all.map((e) => e.dataset.picture));
    assert.deepEqual(offered, names, view);
    for (const name of names) await check_picture(page, name);
    count += names.length;
    await page.close();
  }
  const page = await open_file(carom.page(["reproduce", "cataldo-sampaio"]));
  const offered = await page.locator(".export").evaluateAll((all) => all.map((e) => e.dataset.picture));
  assert.equal(offered.length, 6);
  await check_picture(page, offered[0]);
  return `${count + 1} pictures`;
});

/** A scene with units, several contacts and a key of every kind. */
const several = {
  name: "box, half on the floor",
  law: ["poisson", "stronge"],
  bodies: {
    box: {
      box: { width: "40 cm", height: "200 mm" },
      mass: "2 lb",
      position: [0, 0.1],
      velocity: [0.3, 0],
      rate: -1,
    },
  },
  surfaces: { floor: {} },
  contacts: {
    left: { between: ["box.bottom_left", "floor"], restitution: 0.4, friction: 0.2, static_friction: 0.3 },
    right: { between: ["box.bottom_right", "floor"], restitution: 0.6, friction: 0.5 },
  },
};

/** Goes to an address of the page, and returns when it is drawn: what is clicked before may be replaced meanwhile. */
const go_to = async (hash) => {
  const noticed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  location.hash = hash;
  await noticed;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
};

test("the YAML of every example gives carom solve's numbers, bit by bit by W and u", async () => {
  const page = await browser.open(home);
  let count = 0;
  for (const example of carom.examples()) {
    if (/^(sweeps|motion)\//.test(example.name)) continue;
    for (let n = 1; n <= Math.min(3, example.documents.length); n++) {
      await page.evaluate(go_to, `#/compare?ex=${example.name}&n=${n}`);
      await page.waitForSelector("#laws-table, .refused");
      const yaml = await browser.download(page, "#export-yaml");
      const own = carom.solve_example(example.name).filter((r) => r.problem === n);
      const again = carom.solve_text(yaml);
      assert.deepEqual(
        again.map((r) => ({ ...r, problem: n })),
        own,
        `${example.name} ${n}`,
      );
      count++;
    }
  }
  return `${count} problems`;
});

test("the YAML of a scene with units and several contacts is solved to the same numbers", async () => {
  const file = carom.file("several.json", JSON.stringify(several));
  const page = await open_file(carom.page(["solve", file]));
  const yaml = await browser.download(page, "#export-yaml");
  assert.match(yaml, /40 cm/);
  const [a, b] = [carom.lines(carom.run(["solve", file, "--format", "jsonl"])), carom.solve_text(yaml)];
  assert.deepEqual(b, a);
});

test("a link brings everything back in a browser that has never seen the page", async () => {
  const first = await browser.open(`${home}#/diagram?ex=scenes/kane_double_pendulum&n=2`);
  for (const [field, value] of [
    ["#e", "0.35"],
    ["#mu", "0.45"],
    ["#u_t", "-0.3"],
    ["#W_nn", "0.6"],
  ]) {
    await first.fill(field, value);
    await first.locator(field).press("Enter");
    await at_rest(first);
  }
  await first.locator('.law[data-law="newton"]').click();
  await first.locator("#map-x").selectOption("ut");
  const second = await browser.open(await link_of(first));
  assert.deepEqual(await table(second), await table(first));
  for (const field of ["#e", "#mu", "#mu_s", "#u_t", "#u_n", "#W_tt", "#W_tn", "#W_nn", "#map-x"])
    assert.equal(await second.inputValue(field), await first.inputValue(field), field);
  same_as(carom.solve_text(await browser.download(second, "#export-yaml")), await table(second), 0);
});

test("a link keeps the time, the law and the duration of a motion", async () => {
  const first = await browser.open(`${home}#/motion?ex=motion/bouncing_ball`);
  await first.fill("#duration", "0.9");
  await first.locator("#duration").press("Enter");
  await first.waitForFunction(() => document.querySelector("#scrub").max === "0.9");
  await first.locator("#events button").nth(1).click();
  const second = await browser.open(await link_of(first));
  for (const id of ["#duration", "#motion-law"])
    assert.equal(await second.inputValue(id), await first.inputValue(id), id);
  close(Number(await second.inputValue("#scrub")), Number(await first.inputValue("#scrub")), 1e-3);
  assert.equal(await second.locator("#clock").textContent(), await first.locator("#clock").textContent());
});
