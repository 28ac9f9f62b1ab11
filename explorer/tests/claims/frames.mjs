// How long the work of one frame takes while a hand drags: core, laws, drawing and layout.
import assert from "node:assert/strict";
import { browser, home, test } from "../harness.mjs";

const longest_frame = 16; // ms
const steps = 300;

/** Moves a slider through its middle half, frame by frame; the work of each frame in ms, sorted: the processor time
 * of everything that the page's thread did (script, styles, layout, painting), so that other programs do not count. */
async function drag(page, id) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find((m) => m.name === "TaskDuration").value;
  };
  const step = ([id, share]) => {
    const range = document.querySelector(`#${id}-range`);
    const [low, high] = [Number(range.min), Number(range.max)];
    range.value = String(low + (high - low) * share);
    range.dispatchEvent(new Event("input"));
    return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  };
  const times = [];
  for (let i = 0; i < steps; i++) {
    const before = await work();
    await page.evaluate(step, [id, 0.25 + (0.5 * i) / steps]);
    times.push((await work()) - before);
  }
  return times.sort((a, b) => a - b);
}

test("a frame of a drag takes less than 16 ms", async () => {
  const figures = [];
  for (const [hash, id] of [
    ["slip_reversal", "e"],
    ["slip_reversal&laws=newton,poisson,stronge,whittaker,conventional,brach", "W_nn"],
    ["scenes/kane_double_pendulum", "mu"],
    ["scenes/kane_double_pendulum", "u_t"],
  ]) {
    const page = await browser.open(`${home}#/diagram?ex=${hash}`);
    await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
    const times = await drag(page, id);
    const at = (share) => times[Math.min(steps - 1, Math.floor(share * steps))];
    assert.ok(at(0.5) < longest_frame, `${hash} ${id}: median ${at(0.5)} ms`);
    figures.push(
      `${hash.replace(/&.*|.*\//, "")} ${id}: ${[0.5, 0.99, 1].map((q) => at(q).toFixed(1)).join(" / ")}`,
    );
    await page.close();
  }
  return `median / 99 % / longest in ms of ${steps}: ${figures.join("; ")}`;
});

test("the map waits while a hand drags, and follows when it rests", async () => {
  const page = await browser.open(`${home}#/diagram?ex=slip_reversal`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  const stale = await page.evaluate(async () => {
    const range = document.querySelector("#W_nn-range");
    for (let i = 0; i < 20; i++) {
      range.value = String(Number(range.value) * 1.01);
      range.dispatchEvent(new Event("input"));
      await new Promise((done) => requestAnimationFrame(done));
      if (document.querySelector(".map-part[data-done]")) return false;
    }
    return document.querySelector(".map-part[data-stale]") !== null;
  });
  assert.ok(stale);
  await page.waitForSelector(".map-part[data-done]:not([data-stale])", { timeout: 60000 });
});
