// How long the work of one frame takes while a hand drags: core, laws, drawing, styles, layout and painting. Prints the
// median, the 99th of a hundred, the longest, and how many are over 16 ms, which is the target; then the longest and how
// many with the memory that the browser clears up between frames.
//
//   node page_frames.mjs CAROM EXPLORER.html
import { browser, carom, home } from "../explorer/tests/harness.mjs";

const steps = 300;
const target_ms = 16;

/** In the page: marks where each frame begins, until told to stop. */
function mark_frames() {
  let i = 0;
  const mark = () => {
    performance.mark(`frame ${i++}`);
    if (!globalThis.marked_enough) requestAnimationFrame(mark);
  };
  requestAnimationFrame(mark);
}

/** In the page: moves a slider through its middle half, a step a frame. */
function slide([id, steps]) {
  const range = document.querySelector(`#${id}-range`);
  const [low, high] = [Number(range.min), Number(range.max)];
  return new Promise((done) => {
    let i = 0;
    const step = () => {
      if (i === steps) return done();
      range.value = String(low + (high - low) * (0.25 + (0.5 * i++) / steps));
      range.dispatchEvent(new Event("input"));
      requestAnimationFrame(() => setTimeout(step));
    };
    step();
  });
}

/** The mouse takes the approach velocity round, as a hand would. */
async function swing(page) {
  const box = await page.locator("#velocity-handle").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i < steps; i++) {
    const turn = (6 * Math.PI * i) / steps;
    await page.mouse.move(x + 40 * Math.sin(turn), y + 20 * Math.sin(2 * turn));
  }
  await page.mouse.up();
}

/** What the browser noted while an action ran. */
async function traced(page, action) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  const done = new Promise((over) => session.once("Tracing.tracingComplete", over));
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ["toplevel", "blink.user_timing"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await page.evaluate(mark_frames);
  await action();
  await page.evaluate(() => (globalThis.marked_enough = true));
  await session.send("Tracing.end");
  await done;
  return events;
}

/** The part of a task that lies between two times, in ms of the processor: other programs do not count. */
function share(task, from, to) {
  const inside = Math.min(to, task.ts + task.dur) - Math.max(from, task.ts);
  return ((Math.max(0, inside) / task.dur) * (task.tdur ?? task.dur)) / 1000;
}

/** Tasks in which the browser collects memory, between frames; the longest of them may delay the next one. */
const collects = (task) => /v8::internal|cppgc/.test(JSON.stringify(task.args));

/** The work of each frame in ms, least first: what the page's thread did in the wanted tasks. */
function works(events, wanted) {
  const marks = events.filter((e) => e.name.startsWith("frame ")).sort((a, b) => a.ts - b.ts);
  const own = (e) => e.pid === marks[0].pid && e.tid === marks[0].tid && e.dur > 0;
  const tasks = events.filter((e) => e.name === "ThreadControllerImpl::RunTask" && own(e) && wanted(e));
  return marks
    .slice(1)
    .map(({ ts }, i) => tasks.reduce((sum, task) => sum + share(task, marks[i].ts, ts), 0))
    .sort((a, b) => a - b);
}

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
const over = (times) => String(times.filter((t) => t > target_ms).length);

/** [what, address, how it is dragged] */
const slider = (id) => (page) => page.evaluate(slide, [id, steps]);
const laws = "laws=newton,poisson,stronge,whittaker,conventional,brach";
const drags = [
  ["slip_reversal e", "slip_reversal", slider("e")],
  ["slip_reversal W_nn, 6 laws", `slip_reversal&${laws}`, slider("W_nn")],
  ["kane_double_pendulum mu", "scenes/kane_double_pendulum", slider("mu")],
  ["kane_double_pendulum u_t", "scenes/kane_double_pendulum", slider("u_t")],
  ["kane_double_pendulum, mouse", "scenes/kane_double_pendulum", swing],
];
console.log(`work of a frame while something is dragged, ms, ${steps} steps; target: ${target_ms}\n`);
console.log("                                                                      with collection");
console.log("  what                         median  99 %  longest  over 16         longest  over 16");
console.log("  ---------------------------  ------  ----  -------  -------         -------  -------");
for (const [what, hash, drag] of drags) {
  const page = await browser.open(`${home}#/diagram?ex=${hash}`);
  await page.waitForSelector(".map-part[data-done]", { timeout: 60000 });
  await page.waitForTimeout(1000);
  const events = await traced(page, () => drag(page));
  const own = works(events, (task) => !collects(task));
  const all = works(events, () => true);
  const columns = [
    what.padEnd(27),
    at(own, 0.5).padStart(6),
    at(own, 0.99).padStart(4),
    at(own, 1).padStart(7),
    over(own).padStart(7),
    at(all, 1).padStart(14),
    over(all).padStart(7),
  ];
  console.log(`  ${columns.join("  ")}`);
  await page.close();
}
await browser.stop();
carom.clean();
