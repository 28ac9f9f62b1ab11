// How long the page takes to start from disk, then the work of one frame while a hand drags: core, laws, drawing, styles,
// layout and painting. Prints the median, the 99th of a hundred, the longest, and how many are over 16 ms, which is the
// target; then the longest and how many with the memory that the browser collects between frames; and how many frames it
// skipped, 60 being due a second.
//
//   node page.mjs CAROM EXPLORER.html
import { browser, carom, complete, home } from "../explorer/tests/harness.mjs";

const steps = 300;
const target_ms = 16;
const period_ms = 1000 / 60;

/** In the page: marks where each frame begins, with the time in ms when it was due, until told to stop. */
function mark_frames() {
  const mark = (due) => {
    performance.mark(`frame ${due}`);
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

/** Where the mouse takes hold; asked before anything is measured, since asking is work for the page. */
async function hold(page) {
  const box = await page.locator("#velocity-handle").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The mouse takes the approach velocity round, as a hand would. */
async function swing(page, [x, y]) {
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
  const traceConfig = {
    includedCategories: ["toplevel", "blink.user_timing", "v8"],
  };
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig,
  });
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

/** A collection in the middle of other work: memory was short. */
const is_collection = (event) => event.name === "MinorGC" || event.name === "MajorGC";

/** Where frames begin, and what the page's thread did: tasks, and collections inside them. */
function taken_apart(events) {
  const marks = events.filter((e) => e.name.startsWith("frame ")).sort((a, b) => a.ts - b.ts);
  const own = events.filter((e) => e.pid === marks[0].pid && e.tid === marks[0].tid && e.dur > 0);
  return {
    starts: marks.map(({ ts }) => ts),
    due: marks.map(({ name }) => Number(name.slice("frame ".length))),
    tasks: own.filter((e) => e.name === "ThreadControllerImpl::RunTask"),
    collections: own.filter(is_collection),
  };
}

/** The work of each frame in ms, least first, without what the browser collects meanwhile or with it. */
function works({ starts, tasks, collections }, with_collection) {
  const counted = tasks.filter((task) => with_collection || !collects(task));
  const inside = (e) => counted.some((task) => task.ts <= e.ts && e.ts < task.ts + task.dur);
  const left_out = with_collection ? [] : collections.filter(inside);
  const sum = (some, from, to) => some.reduce((ms, event) => ms + share(event, from, to), 0);
  return starts
    .slice(1)
    .map((to, i) => sum(counted, starts[i], to) - sum(left_out, starts[i], to))
    .sort((a, b) => a - b);
}

/** How many frames never came: the next one is due two periods later. */
const skipped = ({ due }) =>
  due.slice(1).reduce((count, time, i) => count + Math.round((time - due[i]) / period_ms) - 1, 0);

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
const starts = [];
for (let i = 0; i < 5; i++) {
  const page = await browser.open(home);
  starts.push(Number(await page.evaluate(() => document.documentElement.dataset.ready)));
  await page.close();
}
console.log(`from opening the file to a page that answers, ms: ${starts.join(", ")}; target: 2000\n`);
console.log(`work of a frame while something is dragged, ms, ${steps} steps; target: ${target_ms}\n`);
console.log("                                                                   with collection");
console.log(
  "  what                         median  99 %  longest  over 16      longest  over 16      skipped",
);
console.log(
  "  ---------------------------  ------  ----  -------  -------      -------  -------      -------",
);
for (const [what, hash, drag] of drags) {
  const page = await browser.open(`${home}#/diagram?ex=${hash}`);
  await complete(page);
  await page.waitForTimeout(1000);
  const place = await hold(page);
  const events = await traced(page, () => drag(page, place));
  const frames = taken_apart(events);
  const own = works(frames, false);
  const all = works(frames, true);
  const columns = [
    what.padEnd(27),
    at(own, 0.5).padStart(6),
    at(own, 0.99).padStart(4),
    at(own, 1).padStart(7),
    over(own).padStart(7),
    at(all, 1).padStart(11),
    over(all).padStart(7),
    String(skipped(frames)).padStart(11),
  ];
  console.log(`  ${columns.join("  ")}`);
  await page.close();
}
await browser.stop();
carom.clean();
