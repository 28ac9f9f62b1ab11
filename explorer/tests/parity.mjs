// The same questions to the native and to the browser's build of the core.
//
//   node parity.mjs PAGE_NATIVE CAROM CORE.mjs
//
// Laws work on W and u by arithmetic and square roots: the same bits. A scene goes through sin and cos, which
// differ by their last digit between the two C libraries: 1e-12 of the largest number of its kind. In a motion
// these last digits grow from event to event, most where bounces come to rest: 1e-8; quotients of the last bounces,
// whose velocities are a millionth of the first ones', 1e-6. Which way a contact without friction slips that hardly
// slips at all is a matter of the last digit too.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [native, program, core_file] = process.argv.slice(2);
const same_bits = 0;
const scene_tolerance = 1e-12;
// Several contacts in space, springs and shared loads are found by iteration, to about the root of rounding.
const iterated_tolerance = 1e-6;
const in_space = (problem) => (problem.contacts ?? []).some?.((c) => Array.isArray(c.tangent?.[0])) ?? false;
const is_iterated = (problem) =>
  problem.simultaneous !== undefined || (in_space(problem) && problem.contacts.length > 1);
// Motions whose many impacts at once let the last digit decide what comes next.
const chaotic = /marbles|tower|clearance|falling_foot/;
const motion_tolerance = 1e-8;
const quotient_tolerance = 1e-6;

const create_core = (await import(pathToFileURL(core_file))).default;
const core = await create_core({ wasmBinary: readFileSync(core_file.replace(/\.mjs$/, ".wasm")) });

const examples = JSON.parse(execFileSync(program, ["example", "--json"], { maxBuffer: 1e8 }));

/** Numbers from a seed, the same every time. */
function* randoms(seed) {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Problems by W and u that meet every mode of one contact, and some of two. */
function random_problems(count) {
  const next = randoms(1985);
  const x = (low, high) => low + (high - low) * next.next().value;
  return Array.from({ length: count }, (_, i) => {
    const contacts = i % 5 === 0 ? 2 : 1;
    const size = 2 * contacts;
    const A = Array.from({ length: size }, () => Array.from({ length: size }, () => x(-1, 1)));
    const W = A.map((row) => A.map((other) => row.reduce((sum, a, k) => sum + a * other[k], 0)));
    W.forEach((row, j) => {
      row[j] += 0.05;
    });
    const u = Array.from({ length: size }, (_, j) => (j === 1 ? -x(0.1, 2) : j === 3 ? 0 : x(-1, 1)));
    const friction = x(0, 1);
    return {
      W,
      u,
      contacts: Array.from({ length: contacts }, () => ({
        restitution: x(0, 1),
        friction,
        static_friction: friction * (i % 3 ? 1 : 1.3),
      })),
    };
  });
}

const requests = [];
const ask = (what, tolerance, request) => requests.push({ what, tolerance, request });
ask("laws", same_bits, { call: "laws" });
for (const example of examples)
  example.documents.forEach((document, i) => {
    const what = `${example.name} ${i + 1}`;
    const inner = document.problem ?? document;
    const text = JSON.stringify(inner);
    const tolerance = is_iterated(inner)
      ? iterated_tolerance
      : "bodies" in inner || in_space(inner) // hypot differs in its last digit, as sine does
        ? scene_tolerance
        : same_bits;
    if ("vary" in document) {
      ask(`${what} sweep`, tolerance, { call: "sweep", problem: JSON.stringify(document) });
      if (!document.draws)
        ask(`${what} boundaries`, tolerance, { call: "boundaries", problem: JSON.stringify(document) });
    } else {
      ask(what, tolerance, { call: "impact", problem: text, laws: ["all"] });
      for (const law of [document.law].flat().filter((l) => l && l !== "all"))
        ask(`${what} film of ${law}`, tolerance, { call: "film", problem: text, law });
      if ("bodies" in inner && !chaotic.test(what))
        ask(`${what} motion`, motion_tolerance, {
          call: "simulate",
          problem: text,
          law: typeof document.law === "string" ? undefined : "stronge",
          duration: "0.3",
          sample: "10 ms",
        });
      if ("bodies" in inner) ask(`${what} picture`, tolerance, { call: "picture", problem: text });
      ask(`${what} yaml`, same_bits, { call: "yaml", problem: text });
      ask(`${what} numbers`, same_bits, { call: "numbers", problem: text });
      ask(`${what} contact space`, tolerance, { call: "contact_space", problem: text });
    }
  });
random_problems(400).forEach((problem, i) =>
  ask(`random ${i}`, same_bits, { call: "impact", problem: JSON.stringify(problem), laws: ["all"] }),
);
ask("refusal", same_bits, {
  call: "impact",
  problem:
    '{"law": "poisson", "W": [[1,0],[0,1]], "u": [0,-1], "contacts": [{"restitution": 1.3, "friction": 0}]}',
});

// A spinning disc that bounces between friction and flight.
const disc = {
  bodies: {
    ball: {
      disc: { radius: 0.1 },
      mass: 1,
      rate: 20,
      position: { centre: [0, 0.6] },
      velocity: { centre: [1, 0] },
    },
  },
  surfaces: { floor: { through: [0, 0] } },
  contacts: { bounce: { between: ["ball", "floor"], restitution: 0.8, friction: 0.3 } },
};
ask("a bouncing disc", motion_tolerance, {
  call: "simulate",
  problem: JSON.stringify(disc),
  law: "poisson",
  duration: "2",
  sample: "10 ms",
});

const lines = execFileSync(native, {
  input: requests.map((r) => `${JSON.stringify(r.request)}\n`).join(""),
  maxBuffer: 1e9,
})
  .toString()
  .split("\n");

/** Whether a value of a diagram's or picture's drawing is meant: made with sin and cos whatever the problem. */
const drawn = (path) => /\.(diagram|picture)\./.test(path);

/** Whether a value is a quotient of a bounce's velocities or impulses. */
const quotient = (path) => /\.events\.\d+\.impact\..*\.(effective|friction)\./.test(path);

const worst = {}; // by what is allowed
let compared = 0;
const failures = [];

/** The largest number beside `path`: what a small one is small against. */
function scale_of(value) {
  if (typeof value === "number") return Math.abs(value);
  if (value === null || typeof value !== "object") return 0;
  return Math.max(0, ...Object.values(value).map(scale_of));
}

const slips = (mode) => mode === "slip+" || mode === "slip-";

function compare(a, b, path, tolerance, scale, what) {
  if (typeof a === "number" && typeof b === "number") {
    compared++;
    if (Object.is(a, b) || (a === 0 && b === 0)) return;
    if (/(residual|ledger_error)$/.test(path) && a < 1e-9 && b < 1e-9) return; // rounding itself
    const difference = Math.abs(a - b) / Math.max(Math.abs(a), scale, 1e-300);
    const allowed = drawn(path)
      ? Math.max(tolerance, scene_tolerance)
      : quotient(path)
        ? quotient_tolerance
        : tolerance;
    worst[allowed] = Math.max(worst[allowed] ?? 0, difference);
    if (difference <= allowed) return;
    failures.push(`${what}${path}: native ${a}, browser ${b}`);
  } else if (a !== null && typeof a === "object" && b !== null && typeof b === "object") {
    const keys = Object.keys(a);
    if (keys.join() !== Object.keys(b).join()) return void failures.push(`${what}${path}: other keys`);
    const own = Math.max(
      scale,
      Array.isArray(a) ? scale_of(a) : scale_of(Object.values(a).filter((x) => typeof x === "number")),
    );
    for (const key of keys) compare(a[key], b[key], `${path}.${key}`, tolerance, own, what);
  } else if (a !== b && !(tolerance === motion_tolerance && slips(a) && slips(b)))
    failures.push(`${what}${path}: native ${JSON.stringify(a)}, browser ${JSON.stringify(b)}`);
}

requests.forEach(({ what, tolerance, request }, i) => {
  const answer = core.answer(JSON.stringify(request)).replaceAll("\n", " ");
  if (answer === lines[i]) return void compared++;
  compare(JSON.parse(lines[i]), JSON.parse(answer), "", tolerance, 0, what);
});

for (const failure of failures.slice(0, 20)) console.error(failure);
const shown = (allowed) => (worst[allowed] ?? 0).toExponential(1);
console.log(
  `${requests.length} requests, ${compared} numbers or whole answers compared, ${failures.length} differ; ` +
    `scenes to ${shown(scene_tolerance)}, motions to ${shown(motion_tolerance)}`,
);
process.exit(failures.length > 0 ? 1 : 0);
