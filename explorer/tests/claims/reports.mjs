// Pages that --html writes.
import assert from "node:assert/strict";
import { carom, close, open_file, same_as, table, test } from "../harness.mjs";

test("carom solve --html writes a page with its problems and results", async () => {
  const file = carom.page([
    "solve",
    carom.example_file("scenes/kane_double_pendulum"),
    "--law",
    "newton,stronge",
  ]);
  const page = await open_file(file);
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
  const page = await open_file(file);
  await page.waitForSelector("#chart[data-done] svg");
  assert.equal(await page.inputValue("#sweep-key"), "contacts.free end.friction");
});

test("carom simulate --html plays its motion, and computes another", async () => {
  const file = carom.page(["simulate", carom.example_file("motion/rolling_disc"), "--sample", "100ms"]);
  const page = await open_file(file);
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
  const page = await open_file(carom.page(["simulate", scene]));
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
  const page = await open_file(file);
  const papers = carom.json(["reproduce", "--format", "json"]);
  assert.equal(
    await page.locator("section.paper table tbody tr:not(.note-row)").count(),
    papers.flatMap((p) => p.items).length,
  );
  assert.equal(
    await page.locator(".badge.misprint, .badge.claim-fails").count(),
    papers.flatMap((p) => p.items).filter((i) => i.agreement === "misprint").length,
  );
  for (const kind of [".misprint", ".claim-fails"])
    assert.ok((await page.locator(`.paper-table .badge${kind}`).count()) > 0, kind);
  const [height, open] = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    document.querySelectorAll("details[open]").length,
  ]);
  assert.equal(open, 0);
  assert.ok(height < 10000, `${height} px`);
  for (const figure of ["hurmuzlu-marghitu", "cataldo-sampaio"])
    assert.ok((await page.locator(`#${figure} .panels svg`).count()) >= 5, figure);
});

/** A report opens from disk, asks nobody, and has something to say. */
async function opens(words, wanted) {
  const page = await open_file(carom.page(words));
  await page.waitForSelector(wanted);
  assert.deepEqual(page.asked_elsewhere, [], words.join(" "));
  await page.close();
}

test("every example opens as a report, by the command that is meant for it", async () => {
  const count = { solve: 0, sweep: 0, simulate: 0 };
  for (const { name, documents } of carom.examples()) {
    const file = carom.example_file(name);
    if ("vary" in documents[0]) {
      await opens(["sweep", file], "#chart[data-done] svg");
      count.sweep++;
    } else if ("simulation" in documents[0]) {
      await opens(["simulate", file, "--problem", "1"], "#events tbody tr:nth-child(2)");
      count.simulate++;
    } else {
      await opens(["solve", file], "#laws-table td.figure[data-value]");
      count.solve++;
    }
  }
  return Object.entries(count)
    .map(([kind, n]) => `${n} ${kind}`)
    .join(", ");
});

test("every paper opens as a report with its tables", async () => {
  for (const { paper } of carom.json(["reproduce", "--format", "json"]))
    await opens(["reproduce", paper], `#${paper} details summary`);
});

test("every paper says first what it claims, what of it holds, and what does not", async () => {
  const page = await open_file(carom.page(["reproduce"]));
  const papers = carom
    .json(["reproduce", "--format", "json"])
    .filter(({ paper }) => !paper.startsWith("spatial"));
  for (const { paper } of papers) {
    const said = await page.locator(`#${paper} .thesis dd`).allTextContents();
    assert.equal(said.length, 3, paper);
    assert.ok(
      said.every((text) => text.length > 40),
      paper,
    );
  }
});

test("a report of an impact without solution says so", async () => {
  // Two contacts that move each other so that restitution never ends.
  const file = carom.file(
    "none.json",
    JSON.stringify({
      law: "newton",
      W: [
        [1, 0, 0, 0],
        [0, 1, 0, -2],
        [0, 0, 1, 0],
        [0, -2, 0, 4],
      ],
      u: [0, -1, 0, 2],
      contacts: [
        { restitution: 0.5, friction: 0.2 },
        { restitution: 0.5, friction: 0.2 },
      ],
    }),
  );
  const page = await open_file(carom.page(["solve", file]));
  const [result] = carom.lines(carom.run(["solve", file, "--format", "jsonl"]));
  const shown = await page.locator("#laws-table tr[data-row=status] td.word").first().textContent();
  assert.ok(shown.startsWith(result.status.replaceAll("_", " ")), `${shown}, ${result.status}`);
  return shown;
});

test("problems that are refused are shown with the reason, beside the others", async () => {
  const text = [1.3, 0.5]
    .map((e) =>
      JSON.stringify({
        law: "poisson",
        W: [
          [1, 0],
          [0, 1],
        ],
        u: [0, -1],
        contacts: [{ restitution: e, friction: 0 }],
      }),
    )
    .join("\n");
  const file = carom.file("two.jsonl", text);
  const out = carom.file("two.html", "");
  assert.throws(() => carom.run(["solve", file, "--html", out]));
  const page = await open_file(out);
  assert.match(await page.locator(".refused").textContent(), /1\.3 is outside \[0, 1\]/);
  await page.locator("#number").selectOption("2");
  await page.waitForSelector("#laws-table td.figure[data-value]");
});
