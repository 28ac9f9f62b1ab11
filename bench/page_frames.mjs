// How long the work of one frame takes while a hand drags: core, laws, drawing and layout. Prints the median, the 99th of
// a hundred, the longest, and how many are over 16 ms, which is the target.
//
//   node page_frames.mjs CAROM EXPLORER.html
import { browser, carom, home } from "../explorer/tests/harness.mjs";

const steps = 300;

/** In the page: moves a slider through its middle half, a step a frame, and marks where each frame begins. */
function move([id, steps]) {
  const range = document.querySelector(`#${id}-range`);
  const [low, high] = [Number(range.min), Number(range.max)];
  return new Promise((done) => {
    let i = 0;
    const step = () => {
      performance.mark(`frame ${i}`);
      if (i === steps) return done();
      range.value = String(low + (high - low) * (0.25 + (0.5 * i++) / steps));
      range.dispatchEvent(new Event("input"));
      requestAnimationFrame(() => setTimeout(step));
    };
    step();
  });
}

/** What the browser noted while an action ran. */
async function traced(session, action) {
  const events = [];
  const done = new Promise((over) => session.once("Tracing.tracingComplete", over));
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["toplevel", "blink.user_timing"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await action();
  await session.send("Tracing.end");
  await done;
  return events;
}

/** The part of a task that lies between two times, in ms of the processor: other programs do not count. */
function share(task, from, to) {
  const inside = Math.min(to, task.ts + task.dur) - Math.max(from, task.ts);
  return ((Math.max(0, inside) / task.dur) * (task.tdur ?? task.dur)) / 1000;
}

/** The work of each frame in ms: everything that the page's thread did, script, styles, layout, painting. */
function works(events) {
  const marks = events.filter((e) => e.name.startsWith("frame ")).sort((a, b) => a.ts - b.ts);
  const own = (e) => e.pid === marks[0].pid && e.tid === marks[0].tid && e.dur > 0;
  const tasks = events.filter((e) => e.name === "ThreadControllerImpl::RunTask" && own(e));
  return marks
    .slice(1)
    .map(({ ts }, i) => tasks.reduce((sum, task) => sum + share(task, marks[i].ts, ts), 0))
    .sort((a, b) => a - b);
}

const drags = [
  ["slip_reversal", "e"],
  ["slip_reversal&laws=newton,poisson,stronge,whittaker,conventional,brach", "W_nn"],
  ["scenes/kane_double_pendulum", "mu"],
  ["scenes/kane_double_pendulum", "u_t"],
];
console.log(`work of a frame while a number is dragged, ms, of ${steps} frames; target: 16\n`);
console.log("  what                         median  99 %  longest  over 16");
console.log("  ---------------------------  ------  ----  -------  -------");
for (const [hash, id] of drags) {
  const page = await browser.open(`${home}#/diagram?ex=${hash}`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  await page.waitForTimeout(1000);
  const session = await page.context().newCDPSession(page);
  const times = works(await traced(session, () => page.evaluate(move, [id, steps])));
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
  const what = `${hash.replace(/&.*|.*\//, "")} ${id}`.padEnd(27);
  const over = String(times.filter((t) => t > 16).length).padStart(7);
  console.log(`  ${what}  ${at(0.5).padStart(6)}  ${at(0.99).padStart(4)}  ${at(1).padStart(7)}  ${over}`);
  await page.close();
}
await browser.stop();
carom.clean();
