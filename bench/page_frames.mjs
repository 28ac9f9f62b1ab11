// How long the work of one frame takes while a hand drags: core, laws, drawing and layout. Prints the median, the 99th of
// a hundred and the longest; target: below 16 ms.
//
//   node page_frames.mjs CAROM EXPLORER.html
import { browser, carom, home } from "../explorer/tests/harness.mjs";

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

const drags = [
  ["slip_reversal", "e"],
  ["slip_reversal&laws=newton,poisson,stronge,whittaker,conventional,brach", "W_nn"],
  ["scenes/kane_double_pendulum", "mu"],
  ["scenes/kane_double_pendulum", "u_t"],
];
console.log(`work of a frame while a number is dragged, ms, of ${steps} frames; target: 16\n`);
console.log("  what                         median  99 %  longest");
console.log("  ---------------------------  ------  ----  -------");
for (const [hash, id] of drags) {
  const page = await browser.open(`${home}#/diagram?ex=${hash}`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  const times = await drag(page, id);
  const at = (share) => times[Math.min(steps - 1, Math.floor(share * steps))].toFixed(1);
  const what = `${hash.replace(/&.*|.*\//, "")} ${id}`;
  console.log(`  ${what.padEnd(27)}  ${at(0.5).padStart(6)}  ${at(0.99).padStart(4)}  ${at(1).padStart(7)}`);
  await page.close();
}
await browser.stop();
carom.clean();
