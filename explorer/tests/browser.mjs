// Drives the page in headless Chromium and compares what it says with the command line.
//
//   node browser.mjs CAROM EXPLORER.html [--pictures FOLDER]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Carom } from "./carom.mjs";
import { Browser } from "./page.mjs";
import { take_pictures } from "./pictures.mjs";

const [program, page_file, option, folder] = process.argv.slice(2);
const carom = new Carom(program, page_file);
const browser = await Browser.start();
const home = pathToFileURL(page_file).href;

const largest_page = 3e6; // bytes
const longest_start = 2000; // ms, from disk
const longest_frame = 16; // ms

const tests = [];
const test = (claim, run) => tests.push({ claim, run });
const close = (a, b, tolerance = 1e-12) =>
  assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

/** The table of laws as numbers: law → row → value. */
const table = (page) =>
  page.evaluate(() => {
    const element = document.querySelector("#laws-table");
    const laws = [...element.querySelectorAll("thead th[data-law]")].map((th) => th.dataset.law);
    const rows = [...element.querySelectorAll("tbody tr")].map((tr) => [
      tr.dataset.row,
      [...tr.querySelectorAll("td:not(.unit)")].map((td) =>
        td.dataset.value === undefined ? td.textContent : Number(td.dataset.value),
      ),
    ]);
    return Object.fromEntries(
      laws.map((law, i) => [law, Object.fromEntries(rows.map(([row, cells]) => [row, cells[i]]))]),
    );
  });

/** Compares the page's table with results of the command line. */
function same_as(results, shown, tolerance) {
  assert.equal(Object.keys(shown).length, results.length);
  for (const result of results) {
    const row = shown[result.law];
    const contact = result.contacts[0];
    close(row.p_t, contact.impulse.t, tolerance);
    close(row.p_n, contact.impulse.n, tolerance);
    close(row.u_t, contact.u_after.t, tolerance);
    close(row.u_n, contact.u_after.n, tolerance);
    assert.equal(row.mode, contact.mode.replaceAll("_", " "));
  }
}

test("the page is small, starts at once and asks nobody", async () => {
  assert.ok(statSync(page_file).size < largest_page);
  const page = await browser.open(home);
  const ready = Number(await page.evaluate(() => document.documentElement.dataset.ready));
  assert.ok(ready < longest_start, `${ready} ms`);
  assert.deepEqual(page.asked_elsewhere, []);
  return `${Math.round(statSync(page_file).size / 1000)} kB, ready after ${ready} ms`;
});

test("the gallery shows every example, and a card opens it", async () => {
  const page = await browser.open(home);
  assert.equal(await page.locator(".card").count(), carom.json(["example", "--json"]).length);
  await page.locator('.card[data-example="slip_reversal"]').click();
  await page.waitForSelector("#diagram");
  assert.match(page.url(), /#\/diagram\?ex=slip_reversal/);
});

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
  await page.waitForTimeout(100);
  const frame = Number(await page.evaluate(() => document.documentElement.dataset.frame));
  const yaml = await browser.download(page, "#export-yaml");
  const results = carom.solve_text(yaml);
  same_as(results, await table(page), 0);
  assert.ok(/friction: 0.31/.test(yaml), yaml);
  assert.ok(/^W:/m.test(yaml), yaml);
  return `last frame ${frame} ms`;
});

test("a frame of a drag takes less than 16 ms", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  const times = await page.evaluate(async () => {
    const range = document.querySelector("#e-range");
    const times = [];
    for (let i = 0; i < 30; i++) {
      range.value = String(0.3 + 0.01 * i);
      range.dispatchEvent(new Event("input"));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      times.push(Number(document.documentElement.dataset.frame));
    }
    return times.sort((a, b) => a - b);
  });
  assert.ok(times[15] < longest_frame, `median ${times[15]} ms`);
  return `median ${times[15].toFixed(1)} ms, slowest ${times[29].toFixed(1)} ms`;
});

test("arrow keys move the velocity", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.focus("#velocity-handle");
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(300);
  assert.match(page.url(), /contact=1/);
  assert.match(page.url(), /set=u%5B1%5D|set=u\[1\]/);
});

test("a link brings everything back", async () => {
  const hash = "#/diagram?ex=falling_rod&n=2&laws=newton,stronge&set=contacts[0].restitution%3D0.35&v.x=ut";
  const first = await browser.open(home + hash);
  const second = await browser.open(first.url());
  assert.deepEqual(await table(first), await table(second));
  assert.deepEqual(Object.keys(await table(second)), ["newton", "stronge"]);
  assert.equal(await second.inputValue("#e"), "0.35");
});

test("a map of modes fills, and a click in it moves the point", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  const box = await page.locator("#map").boundingBox();
  await page.locator("#map").click({ position: { x: box.width / 2, y: box.height / 4 } });
  await page.waitForTimeout(100);
  close(Number(await page.inputValue("#mu")), 0.6, 0.02);
  close(Number(await page.inputValue("#e")), 0.75, 0.02);
});

test("pictures leave as SVG that stands alone and as PNG", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  const svg = await browser.download(page, ".export button:nth-child(1)");
  assert.match(svg, /^<svg[^>]+xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.ok(!/var\(--/.test(svg) && svg.length > 5000);
  const png = await browser.download(page, ".export button:nth-child(2)", "latin1");
  assert.equal(png.slice(1, 4), "PNG");
});

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
  return `${wanted.length} boundaries`;
});

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
  assert.equal(await page.locator("#ledger svg").count(), 1);
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

test("every view of every example opens without an error", async () => {
  const page = await browser.open(home);
  let count = 0;
  for (const example of carom.json(["example", "--json"]))
    for (const view of ["diagram", "mechanism", "compare", "sweep", "motion"]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${view}?ex=${example.name}`);
      await page.waitForFunction((name) => document.querySelector("main").className === `view-${name}`, view);
      await page.waitForSelector("main h1");
      count++;
    }
  return `${count} pages`;
});

test("nothing is cut off on a narrow screen, in light and dark", async () => {
  for (const view of [
    "gallery",
    "diagram?ex=slip_reversal",
    "mechanism?ex=scenes/slider_crank",
    "compare?ex=falling_rod",
    "sweep?ex=slip_reversal",
    "motion?ex=scenes/falling_rod",
  ])
    for (const dark of [false, true]) {
      const page = await browser.open(`${home}#/${view}`, { width: 360, height: 720, dark });
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(widths[0] <= widths[1], `${view}: ${widths[0]} px wide`);
      await page.close();
    }
});

test("carom solve --html writes a page with its problems and results", async () => {
  const file = carom.page([
    "solve",
    carom.example_file("scenes/kane_double_pendulum"),
    "--law",
    "newton,stronge",
  ]);
  const page = await browser.open(pathToFileURL(file).href);
  const results = carom
    .solve_example("scenes/kane_double_pendulum", ["--law", "newton,stronge"])
    .filter((r) => r.problem === 1);
  same_as(results, await table(page), 0);
  assert.equal(await page.locator("#number option").count(), 7);
});

test("carom sweep --html draws its rows", async () => {
  const file = carom.page([
    "sweep",
    carom.example_file("slip_reversal"),
    "--vary",
    "contacts.free end.friction=0:1:21",
    "--columns",
    "energy.change",
  ]);
  const page = await browser.open(pathToFileURL(file).href);
  await page.waitForSelector("#chart[data-done] svg");
  assert.equal(await page.inputValue("#sweep-key"), "contacts.free end.friction");
});

test("carom simulate --html plays its motion, and computes another", async () => {
  const file = carom.page(["simulate", carom.example_file("motion/rolling_disc"), "--sample", "100ms"]);
  const page = await browser.open(pathToFileURL(file).href);
  await page.waitForSelector("#events tbody tr");
  assert.match(page.url(), /page-\d+\.html/);
  assert.match(await page.locator("#ending").textContent(), /^finished/);
  const before = await page.locator(".body.moving").first().getAttribute("transform");
  await page.locator("#play").click();
  await page.waitForFunction(() => Number(document.querySelector("#scrub").value) > 0.1);
  await page.locator("#play").click();
  assert.notEqual(await page.locator(".body.moving").first().getAttribute("transform"), before);
  await page.fill("#duration", "0.25");
  await page.locator("#duration").press("Enter");
  await page.waitForFunction(() => document.querySelector("#scrub").max === "0.25");
});

test("a prescribed surface moves, and a short one is drawn from end to end", async () => {
  const scene = carom.file(
    "lift.json",
    JSON.stringify({
      bodies: { ball: { disc: { radius: 0.1 }, mass: 1, position: [0, 1], velocity: [0, -1] } },
      surfaces: { lift: { from: [-1, 0], to: [1, 0], velocity: [0, 0.5] } },
      contacts: { hit: { between: ["ball", "lift"], restitution: 0.5, friction: 0 } },
      simulation: { duration: 1, sample: 0.01 },
    }),
  );
  const page = await browser.open(pathToFileURL(carom.page(["simulate", scene])).href);
  await page.waitForSelector("#events tbody tr");
  const line = () => page.locator(".mechanism .ground").boundingBox();
  const [start, ball] = [await line(), await page.locator(".body.moving .solid").boundingBox()];
  close(start.width / ball.width, 10, 0.05);
  await page.locator("#scrub").fill("1");
  const end = await line();
  close((start.y - end.y) / start.width, 0.25, 0.02);
});

test("carom reproduce --html shows every figure of the papers", async () => {
  const file = carom.page(["reproduce"]);
  const page = await browser.open(pathToFileURL(file).href);
  const papers = carom.json(["reproduce", "--format", "json"]);
  assert.equal(
    await page.locator("section.paper table tbody tr:not(.note-row)").count(),
    papers.flatMap((p) => p.items).length,
  );
  assert.equal(
    await page.locator(".badge.misprint").count(),
    papers.flatMap((p) => p.items).filter((i) => i.agreement === "misprint").length,
  );
  for (const figure of ["hurmuzlu-marghitu", "cataldo-sampaio"])
    assert.ok((await page.locator(`#${figure} .panels svg`).count()) >= 5, figure);
});

test("carom explore serves one page on loopback, and nothing else", async () => {
  const server = spawn(program, ["explore", carom.example_file("slip_reversal"), "--no-browser"], {
    env: carom.environment,
  });
  try {
    const address = await new Promise((done) =>
      server.stdout.once("data", (text) => done(String(text).trim())),
    );
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await browser.open(address);
    assert.equal(await page.locator("#example option:checked").textContent(), "slip_reversal.yaml");
    for (const path of ["etc/passwd", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "src/main.ts"])
      assert.equal((await fetch(address + path)).status, 404, path);
    assert.equal((await fetch(address, { method: "POST" })).status, 405);
    assert.equal(await carom.status_for_host(address, "evil.example"), 403);
  } finally {
    server.kill("SIGINT");
  }
  assert.equal(await new Promise((done) => server.once("exit", (code) => done(code))), 0);
});

let failed = 0;
for (const { claim, run } of tests) {
  const errors_before = browser.errors.length;
  try {
    const remark = await run();
    assert.deepEqual(browser.errors.slice(errors_before), []);
    console.log(`ok    ${claim}${remark ? ` (${remark})` : ""}`);
  } catch (error) {
    failed++;
    console.log(
      `FAIL  ${claim}\n      ${String(error.message ?? error)
        .split("\n")
        .slice(0, 12)
        .join("\n      ")}`,
    );
  }
}
if (option === "--pictures") await take_pictures(browser, carom, home, folder);
await browser.stop();
carom.clean();
console.log(`${tests.length} claims about the page, ${failed} fail`);
process.exit(failed > 0 ? 1 : 0);
