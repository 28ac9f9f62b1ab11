/** Kane's paradox: a law of restitution that creates energy. */
import { number, words } from "../format";
import { contact_path } from "../problem";
import { change, of, slip, type Step, type Story } from "./story";

const steps: Step[] = [
  {
    title: "A double pendulum strikes the floor",
    picture: "mechanism",
    laws: ["newton"],
    time: 0,
    text(seen) {
      const [c] = seen.shown.contacts;
      return [
        "Two rods hang from a pivot. The lower one swings down and its free end hits a rough floor. Thomas Kane and David Levinson set this problem in a textbook of 1985; it has kept people busy since.",
        `The end arrives with ${number(Math.abs(c.u.n), 3)} m/s downwards and slips ${slip(c.u.t)}. Restitution is ${number(c.restitution)}, friction ${number(c.friction)}. How fast does it leave?`,
      ];
    },
  },
  {
    title: "Newton’s answer",
    picture: "mechanism",
    laws: ["newton"],
    time: 3,
    text(seen) {
      const [c] = of(seen, "newton").contacts;
      return [
        `Newton’s law of restitution is a rule for velocities: the end leaves with e times the speed of its arrival. With friction as large as Coulomb allows this gives an impulse of ${number(c.impulse?.n, 3)} N s, and the end leaves with ${number(c.u_after?.n, 3)} m/s. Every equation is satisfied.`,
        `Now add up the energy: it changes by ${change(of(seen, "newton"))}. A passive floor has given the pendulum energy out of nothing.`,
      ];
    },
  },
  {
    title: "Look inside: the impulse grows",
    picture: "diagram",
    laws: ["newton"],
    text(seen) {
      const [c] = of(seen, "newton").contacts;
      return [
        "An impact takes no time, but it has a course: the normal impulse grows from zero to its final value. Upwards in this picture is the normal impulse, to the side is friction’s.",
        `While the end slips, friction pulls with μ times the normal impulse: the path follows the line of limiting friction. At the square, slip has stopped, because in this linkage a push upwards also drives the end sideways. Then: ${words(c.mode ?? "")}. If friction cannot hold the end, slip starts in the other direction, friction turns round, and the path bends.`,
      ];
    },
  },
  {
    title: "The ellipse of no loss",
    picture: "diagram",
    laws: ["newton"],
    text() {
      return [
        "Each point of this plane is a possible impulse, and each impulse does work. Inside the green ellipse the pendulum has lost energy, outside it has gained some.",
        "After the bend the normal velocity rises more slowly, so that Newton’s rule has to wait long for its final velocity. The path leaves the ellipse before it gets there. The rule asks for a velocity and never looks at the way.",
      ];
    },
  },
  {
    title: "Two other answers",
    picture: "diagram",
    laws: ["newton", "poisson", "stronge"],
    text(seen) {
      return [
        `Poisson compares impulses: restitution gives back e times the normal impulse of compression. Here the energy changes by ${change(of(seen, "poisson"))}.`,
        `Stronge compares works: restitution gives back e² of the work that compression has taken. Here: ${change(of(seen, "stronge"))}. The end of each path is a dot; both lie inside the ellipse.`,
      ];
    },
  },
  {
    title: "Where the energy went",
    picture: "energy",
    laws: ["newton", "poisson", "stronge"],
    text() {
      return [
        "Compression takes energy from the pendulum, restitution gives some of it back, friction takes its part all along. Under Newton’s rule restitution gives back more than compression has taken: the red piece comes from nowhere.",
        "Stronge’s coefficient cannot do this for any e up to 1: it is defined by these very works.",
      ];
    },
  },
  {
    title: "Your turn",
    picture: "diagram",
    laws: ["newton", "poisson", "stronge"],
    play: true,
    text() {
      return [
        "Move the restitution. How bouncy must the floor be before Newton’s law creates energy? What do the three laws say at e = 1?",
        "In the impact diagram you can drag the approach velocity as well. Without slip reversal (drag the arrow to the other side) all three laws agree, and the paradox is gone.",
      ];
    },
  },
];

/** With a bouncier floor and one coefficient of friction. */
export const kane: Story = {
  key: "kane",
  title: "Kane’s paradox",
  example: "scenes/kane_double_pendulum",
  number: 4,
  changes: [
    [contact_path(0, "restitution"), 0.9],
    [contact_path(0, "static_friction"), 0.5],
  ],
  knob: { key: "restitution", symbol: "e", max: 1 },
  steps,
};
