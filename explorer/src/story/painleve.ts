/** Painlevé's rod: an impact without approach. */
import { number } from "../format";
import { change, of, slip, type Step, type Story } from "./story";

const steps: Step[] = [
  {
    title: "A rod slides on the floor",
    picture: "mechanism",
    laws: ["stronge"],
    time: 0,
    value: 0.5,
    text(seen) {
      const [c] = seen.shown.contacts;
      return [
        `A rod leans at 45 degrees and does not turn; its lower end slips ${slip(c.u.t)} on the floor. It does not fall onto the floor: the normal velocity of the end is ${number(c.u.n)}.`,
        `With a friction of ${number(0.5)} nothing sudden happens. The floor pushes with a finite force, friction brakes, and the rod slides on.`,
      ];
    },
  },
  {
    title: "More friction, and no force will do",
    picture: "mechanism",
    laws: ["stronge"],
    time: 0,
    text(seen) {
      const [c] = seen.shown.contacts;
      return [
        `Now let friction be ${number(c.friction)}. Friction turns the rod, and it turns its lower end into the floor, faster than the normal force lifts it: pushing harder makes it worse. There is no finite force at all that keeps the end out of the floor. Paul Painlevé found this in 1895, and took it for a contradiction in Coulomb’s law.`,
        `The border is where lifting and turning cancel: here at a friction of 5/3.`,
      ];
    },
  },
  {
    title: "The way out is an impact",
    picture: "diagram",
    laws: ["stronge"],
    text(seen) {
      const [c] = of(seen, "stronge").contacts;
      return [
        "What no force can do an impulse can: it changes velocities at once. Follow the path in this picture, upwards the normal impulse, to the side friction’s. At first the normal impulse presses the end into the floor, although it did not approach: that is compression.",
        `Meanwhile friction takes the slip away. At the square slip has stopped; from there on the end sticks, the normal velocity grows, and the end is pushed out again. The whole impulse is ${number(c.impulse?.n, 3)} N s, and the end stops slipping: that is the jam of chalk on a blackboard.`,
      ];
    },
  },
  {
    title: "What the laws say",
    picture: "diagram",
    laws: ["newton", "poisson", "stronge"],
    text(seen) {
      return [
        `Newton’s rule compares the speed after with the speed of approach. There was none: its end leaves with 0, whatever the restitution, and energy changes by ${change(of(seen, "newton"))}.`,
        `Poisson compares impulses (${change(of(seen, "poisson"))}), Stronge works (${change(of(seen, "stronge"))}). Both know what to return, since both look inside the impact.`,
      ];
    },
  },
  {
    title: "Where the energy went",
    picture: "energy",
    laws: ["newton", "poisson", "stronge"],
    text() {
      return [
        "Nearly all is friction’s. Compression takes little, since it only begins because friction turns the rod.",
        "Poisson’s rule returns more than compression has taken, a thing that Stronge’s cannot do. The sum still is a loss.",
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
        "Move the friction. Below 5/3 the impact disappears: the rod slides on, and the picture is empty of paths. Above it the rod jams, the more suddenly the rougher the floor.",
      ];
    },
  },
];

export const painleve: Story = {
  key: "painleve",
  title: "Painlevé’s rod",
  example: "scenes/falling_rod",
  number: 4,
  changes: [],
  knob: { key: "friction", symbol: "μ", max: 4 },
  steps,
};
