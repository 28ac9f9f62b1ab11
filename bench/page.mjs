// How long the page takes to start from disk, then the work of one frame while a hand drags: core, laws, drawing, styles,
// layout and painting. Prints the median, the 99th of a hundred, the longest, and how many are over 16 ms, which is the
// target; the same of frames that hold nothing but arithmetic, always the same: what is long there, the machine
// did; then the longest and how many with the memory that the browser collects between frames; and how many frames it
// skipped, 60 being due a second.
//
//   node page.mjs CAROM EXPLORER.html
import { browser, carom, complete, home } from "../explorer/tests/harness.mjs";

const blocks = 5; // of dragging, then of arithmetic, by turns: what disturbs the one disturbs the other
const steps = 60; // in a block
const target_ms = 16;
const plain_ms = 5; // of arithmetic in a frame, when nothing disturbs
const period_ms = 1000 / 60;

/** In the page: marks where each frame begins, with what it belongs to and the time in ms when it was due. */
function mark_frames() {
  globalThis.now_doing = "nothing";
  const mark = (due) => {
    performance.mark(`frame ${globalThis.now_doing} ${due}`);
    if (globalThis.now_doing !== "over") requestAnimationFrame(mark);
  };
  requestAnimationFrame(mark);
}

/** In the page: makes some_arithmetic(); gives how many calls take so many ms, by the quickest of many tries. */
function arithmetic_in(ms) {
  globalThis.some_arithmetic = () => {
    let sum = 0.5;
    for (let k = 0; k < 20000; k++) sum += 1 / (k + sum);
    return sum;
  };
  let least = Infinity;
  for (let i = 0; i < 1000; i++) {
    const from = performance.now();
    for (let k = 0; k < 10; k++) globalThis.some_arithmetic();
    least = Math.min(least, performance.now() - from);
  }
  return Math.round((10 * ms) / least);
}

/** In the page: some_arithmetic() so many times in each of some frames. */
function add([times, frames]) {
  return new Promise((done) => {
    let i = 0;
    const frame = () => {
      if (i++ === frames) return done();
      for (let k = 0; k < times; k++) globalThis.some_arithmetic();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** In the page: moves a slider through a part of its middle half, a step a frame. */
function slide([id, from, to, all]) {
  const range = document.querySelector(`#${id}-range`);
  const [low, high] = [Number(range.min), Number(range.max)];
  return new Promise((done) => {
    let i = from;
    const step = () => {
      if (i === to) return done();
      range.value = String(low + (high - low) * (0.25 + (0.5 * i++) / all));
      range.dispatchEvent(new Event("input"));
      requestAnimationFrame(() => setTimeout(step));
    };
    step();
  });
}

/** Where the mouse takes hold; asked before anything is measured, since asking is work for the page. */
async function hold(page) {
  const box = await page.locator("#velocity-handle, #slip-handle").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The mouse takes the approach velocity round, as a hand would, and back to where it was. */
async function swing(page, [x, y]) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 0; i <= steps; i++) {
    const turn = (2 * Math.PI * i) / steps;
    await page.mouse.move(x + 40 * Math.sin(turn), y + 20 * Math.sin(2 * turn));
  }
  await page.mouse.up();
}

/** Dragging and arithmetic by turns. */
async function by_turns(page, drag) {
  const doing = (what) => page.evaluate((now) => (globalThis.now_doing = now), what);
  const times = await page.evaluate(arithmetic_in, plain_ms);
  await page.evaluate(mark_frames);
  for (let block = 0; block < blocks; block++) {
    const place = await hold(page);
    await doing("drag");
    await drag(page, place, block);
    await doing("nothing");
    await complete(page);
    await doing("arithmetic");
    await page.evaluate(add, [times, steps]);
    await doing("nothing");
  }
  await doing("over");
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

/** Tasks in which the browser collects memory, between frames; the longest of them may delay the next one. */
const collects = (task) => /v8::internal|cppgc/.test(JSON.stringify(task.args));

/** A collection in the middle of other work: memory was short. */
const is_collection = (event) => event.name === "MinorGC" || event.name === "MajorGC";

/** The frames, each with what it belongs to, and what the page's thread did: tasks, and collections inside them. */
function taken_apart(events) {
  const marks = events.filter((e) => e.name.startsWith("frame ")).sort((a, b) => a.ts - b.ts);
  const own = events.filter((e) => e.pid === marks[0].pid && e.tid === marks[0].tid && e.dur > 0);
  const read = ({ name, ts }) => ({ doing: name.split(" ")[1], due: Number(name.split(" ")[2]), from: ts });
  const frames = marks.map(read).map((frame, i, all) => ({ ...frame, next: all[i + 1] }));
  return {
    frames: frames.filter(({ doing, next }) => next?.doing === doing),
    tasks: own.filter((e) => e.name === "ThreadControllerImpl::RunTask"),
    collections: own.filter(is_collection),
  };
}

/** The work of each frame in ms, least first, without what the browser collects meanwhile or with it. */
function works({ frames, tasks, collections }, doing, with_collection) {
  const counted = tasks.filter((task) => with_collection || !collects(task));
  const inside = (e) => counted.some((task) => task.ts <= e.ts && e.ts < task.ts + task.dur);
  const left_out = with_collection ? [] : collections.filter(inside);
  const sum = (some, from, to) => some.reduce((ms, event) => ms + share(event, from, to), 0);
  return frames
    .filter((frame) => frame.doing === doing)
    .map(({ from, next }) => sum(counted, from, next.from) - sum(left_out, from, next.from))
    .sort((a, b) => a - b);
}

/** How many frames of a drag never came: the next one is due two periods later. */
const skipped = ({ frames }) =>
  frames
    .filter(({ doing }) => doing === "drag")
    .reduce((count, { due, next }) => count + Math.round((next.due - due) / period_ms) - 1, 0);

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(share * times.length))].toFixed(1);
const over = (times) => String(times.filter((t) => t > target_ms).length);

/** [what, address, how it is dragged] */
const slider = (id) => (page, _, block) =>
  page.evaluate(slide, [id, block * steps, (block + 1) * steps, blocks * steps]);
const laws = "laws=newton,poisson,stronge,whittaker,conventional,brach";
const drags = [
  ["slip_reversal e", "slip_reversal", slider("e")],
  ["slip_reversal W_nn, 6 laws", `slip_reversal&${laws}`, slider("W_nn")],
  ["kane_double_pendulum mu", "scenes/kane_double_pendulum", slider("mu")],
  ["kane_double_pendulum u_t", "scenes/kane_double_pendulum", slider("u_t")],
  ["kane_double_pendulum, mouse", "scenes/kane_double_pendulum", swing],
  ["box_on_its_corner mu, in space", "box_on_its_corner", slider("mu")],
  ["box_on_its_corner, cursor", "box_on_its_corner", slider("cursor")],
];
const starts = [];
for (let i = 0; i < 5; i++) {
  const page = await browser.open(home);
  starts.push(Number(await page.evaluate(() => document.documentElement.dataset.ready)));
  await page.close();
}
console.log(`from opening the file to a page that answers, ms: ${starts.join(", ")}; target: 2000\n`);
console.log(`work of a frame while something is dragged, ms, ${blocks * steps} steps; target: ${target_ms}`);
console.log(`arithmetic: frames that hold ${plain_ms} ms of it and nothing else, by turns with the others\n`);
const title = (word, width) => word.padEnd(width);
console.log(`${title("", 66)}arithmetic                with collection`);
const heads = ["median", "99 %", "longest", "over 16", "   median", "longest", "over 16"];
const line = [title("  what", 29), ...heads, "   longest", "over 16", "   skipped"];
console.log(line.join("  "));
console.log(line.map((word) => word.replace(/\S.*/, (x) => "-".repeat(x.length))).join("  "));
for (const [what, hash, drag] of drags) {
  const page = await browser.open(`${home}#/diagram?ex=${hash}`);
  await complete(page);
  await page.waitForTimeout(1000);
  const events = await traced(page, () => by_turns(page, drag));
  const apart = taken_apart(events);
  const own = works(apart, "drag", false);
  const plain = works(apart, "arithmetic", false);
  const all = works(apart, "drag", true);
  const numbers = [at(own, 0.5), at(own, 0.99), at(own, 1), over(own)];
  numbers.push(at(plain, 0.5), at(plain, 1), over(plain), at(all, 1), over(all), String(skipped(apart)));
  console.log([title(`  ${what}`, 29), ...numbers.map((x, i) => x.padStart(line[i + 1].length))].join("  "));
  await page.close();
}
await browser.stop();
carom.clean();
