// Where the energy went: the waterfall of every law, and what pictures that leave the page say.
import assert from "node:assert/strict";
import { browser, carom, close, complete, home, test } from "../harness.mjs";

/** The rows of every law: step → joules as shown, and how wide its pieces are drawn. */
const waterfalls = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".energy-row")].map((law) => [
        law.dataset.law,
        {
          says: law.querySelector(".ledger-sum").textContent,
          rows: [...law.querySelectorAll(".waterfall li")].map((li) => ({
            step: li.dataset.step,
            joules: Number(li.dataset.value),
            text: li.querySelector(".figure").textContent,
            pieces: [...li.querySelectorAll(".track i")].map((i) => {
              const { left, right } = i.getBoundingClientRect();
              return { kind: i.className, left, right, color: getComputedStyle(i).backgroundColor };
            }),
          })),
        },
      ]),
    ),
  );

const row_of = (law, step) => law.rows.find((r) => r.step === step);
const width_of = ({ left, right }) => right - left;

test("Kane's pendulum under newton shows that the normal impulse gives what friction takes", async () => {
  for (const width of [1280, 390]) {
    const page = await browser.open(`${home}#/compare?ex=scenes/kane_double_pendulum&n=4`, { width });
    await complete(page);
    const { newton } = await waterfalls(page);
    assert.equal(newton.says, "normal +0.1213 J, friction −0.1232 J");
    const own = carom
      .solve_example("scenes/kane_double_pendulum", ["--law", "newton"])
      .find((r) => r.problem === 4).contacts[0].work;
    const steps = { compression: own.normal_compression, restitution: own.normal_restitution };
    for (const [step, joules] of Object.entries({ ...steps, friction: own.friction })) {
      const { joules: shown, pieces } = row_of(newton, step);
      assert.equal(shown, joules, step);
      assert.ok(width_of(pieces[0]) > 10, `${step} is ${width_of(pieces[0])} px wide`);
    }
    // The restitution lifts the energy above what was there, and friction brings it back.
    const [before] = row_of(newton, "before").pieces;
    const [up] = row_of(newton, "restitution").pieces;
    const [down] = row_of(newton, "friction").pieces;
    assert.ok(up.right > before.right + 10 && Math.abs(down.right - up.right) < 1);
    await page.close();
  }
});

test("where energy is created, friction's loss is seen and what was created is red", async () => {
  for (const dark of [false, true]) {
    const page = await browser.open(`${home}#/diagram?ex=slip_reversal`, { dark });
    await complete(page);
    const { newton, poisson } = await waterfalls(page);
    const friction = row_of(newton, "friction");
    assert.ok(friction.joules < 0 && width_of(friction.pieces[0]) > 5);
    const [kept, created] = row_of(newton, "after").pieces;
    assert.equal(created.kind, "created");
    const red = created.color.match(/\d+/g).map(Number);
    assert.ok(red[0] > 1.5 * Math.max(red[1], red[2]), created.color);
    assert.ok(width_of(created) > 10 && Math.abs(created.left - kept.right) < 1);
    assert.ok(Math.abs(kept.right - row_of(newton, "before").pieces[0].right) < 1);
    assert.deepEqual(
      poisson.rows.flatMap((r) => r.pieces).filter((p) => p.kind === "created"),
      [],
    );
    await page.close();
  }
});

test("the steps of every law add up from before to after, with moments, surfaces and several contacts", async () => {
  const kinds = new Set();
  for (const example of ["moving_wall", "superball&n=3", "box_on_two_corners", "slip_reversal"]) {
    const page = await browser.open(`${home}#/compare?ex=${example}`);
    await complete(page);
    for (const [law, { rows }] of Object.entries(await waterfalls(page))) {
      for (const { step } of rows) kinds.add(step);
      const sum = rows.slice(0, -1).reduce((level, r) => level + r.joules, 0);
      assert.deepEqual([rows[0].step, rows.at(-1).step], ["before", "after"]);
      close(sum, rows.at(-1).joules, 1e-12);
      assert.ok(rows.length > 3, law);
    }
    await page.close();
  }
  for (const step of ["surface", "compression", "restitution", "normal", "friction", "moment"])
    assert.ok(kinds.has(step), step);
});

/** The texts of an SVG, its ground, and what leaves it, seen where the page's fonts and styles are not. */
async function look_at(page, text) {
  const elsewhere = await browser.chromium.newPage();
  await elsewhere.setContent(text);
  const found = await elsewhere.evaluate(() => {
    const svg = document.querySelector("svg");
    const whole = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll("text")];
    const inside = ({ left, right, top, bottom }) =>
      left >= whole.left - 1 &&
      right <= whole.right + 1 &&
      top >= whole.top - 1 &&
      bottom <= whole.bottom + 1;
    const ground = svg.querySelector("rect");
    return {
      says: texts.map((t) => t.textContent),
      cut: texts.filter((t) => !inside(t.getBoundingClientRect())).map((t) => t.textContent),
      ground: getComputedStyle(ground).fill,
      covers: ground.width.baseVal.value === whole.width && ground.height.baseVal.value === whole.height,
    };
  });
  await elsewhere.close();
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  return { ...found, paper };
}

test("an exported diagram has the laws' names, a legend, the parameters and a background", async () => {
  for (const look of [{}, { dark: true }]) {
    const page = await browser.open(`${home}#/diagram?ex=slip_reversal`, look);
    await complete(page);
    for (const name of ["impact-diagram", "energy", "velocities"]) {
      const svg = await browser.download(page, `.export[data-picture="${name}"] button:nth-child(1)`);
      const { says, cut, ground, covers, paper } = await look_at(page, svg);
      assert.deepEqual(cut, [], name);
      assert.equal(ground, paper);
      assert.ok(covers, name);
      const all = says.join("\n");
      for (const law of ["newton", "poisson", "stronge"]) assert.ok(all.includes(law), `${name}: ${law}`);
      assert.match(all, /restitution 0\.9, friction 0\.5/);
      assert.match(all, /Kane's double pendulum/);
    }
    const svg = await browser.download(page, '.export[data-picture="impact-diagram"] button:nth-child(1)');
    const { says } = await look_at(page, svg);
    for (const entry of ["newton: creates energy", "line of sticking", "inside the ellipse energy is lost"])
      assert.ok(says.includes(entry), entry);
    await page.close();
  }
});
