/** The swerve: slip that turns while two bodies touch. */
import { number } from "../format";
import type { Impact, Vector3 } from "../types";
import { tangents_of } from "../types";
import { change, of, type Step, type Story } from "./story";

const degrees = ([x, y]: number[]) => (Math.atan2(y, x) * 180) / Math.PI;
const size = (x: number[]) => Math.hypot(...x);
const before = (seen: Impact) => tangents_of(seen.shown.contacts[0].u);
const after = (seen: Impact, law: string) => tangents_of(of(seen, law).contacts[0].u_after!);
const angle = (x: number[]) => `${number(degrees(x), 3)}°`;
const to_hold = (seen: Impact) => of(seen, "stronge").contacts[0].friction?.to_hold_stick ?? 0;

/** By how much slip turns under a law, deg. */
const turn = (seen: Impact, law: string) => {
  const all = degrees(after(seen, law)) - degrees(before(seen));
  return all - 360 * Math.round(all / 360);
};

/** How long the way of friction's impulse is, if it is measured along its bends. */
function length_of_way(seen: Impact): { way: number; chord: number } {
  const points = seen.swerve!.paths.find((p) => p.law === "stronge")!.points.map(({ p }) => p);
  const step = (a: Vector3, b: Vector3) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const way = points.slice(1).reduce((sum, p, i) => sum + step(points[i], p), 0);
  return { way, chord: size(points.at(-1)!.slice(0, 2)) };
}

const steps: Step[] = [
  {
    title: "A box falls on its corner",
    picture: "box",
    laws: ["stronge"],
    moment: 0,
    text(seen) {
      const [c] = seen.shown.contacts;
      return [
        "A box of two kilograms tumbles down and strikes the floor with one corner. In the plane, friction could only pull to the left or to the right. Here the floor offers a whole circle of directions.",
        `The corner comes down with ${number(Math.abs(c.u.n), 3)} m/s and slips with ${number(size(before(seen)), 3)} m/s, towards ${angle(before(seen))} from the x axis. Restitution is ${number(c.restitution)}, friction ${number(c.friction)}. Where does it slip afterwards?`,
      ];
    },
  },
  {
    title: "The usual answer: straight on",
    picture: "hodograph",
    laws: ["conventional"],
    text(seen) {
      return [
        "This plane is the floor seen from above, and each point is a slip velocity: how fast the corner slips, and where to. The black dot is the slip at first touch; at the cross it would be zero.",
        `Most programs let friction pull against the slip that they find at the beginning, and stop there. That takes the corner along the dashed line to ${number(size(after(seen, "conventional")), 3)} m/s towards ${angle(after(seen, "conventional"))}.`,
      ];
    },
  },
  {
    title: "But the push turns the box",
    picture: "hodograph",
    laws: ["stronge"],
    moment: 0.25,
    text() {
      return [
        "A corner is not the centre of the box. The floor’s push, straight upwards, sets the box turning, and a box that turns drags its corner sideways. So slip changes its direction although nothing but friction acts along the floor.",
        "Then friction changes too, for it always opposes the slip of this very moment. Slip turns, friction follows, slip turns on. This is the swerve. Blue is compression, orange restitution.",
      ];
    },
  },
  {
    title: "Follow it",
    picture: "hodograph",
    laws: ["stronge"],
    runs: true,
    text(seen) {
      const t = turn(seen, "stronge");
      return [
        `The normal impulse serves as the clock. From first touch to the end slip turns by ${number(Math.abs(t), 3)}° ${t < 0 ? "clockwise" : "counterclockwise"} and ends with ${number(size(after(seen, "stronge")), 3)} m/s towards ${angle(after(seen, "stronge"))}.`,
        "The two lines through the cross are the directions that slip can keep. Beside the solid one it turns towards it, beside the dotted one away from it: one attracts, the other repels. In the plane slip begins on such a line and stays on it, which is why nobody meets the swerve there.",
      ];
    },
  },
  {
    title: "Friction takes a bend",
    picture: "circle",
    laws: ["stronge"],
    runs: true,
    text(seen) {
      const { way, chord } = length_of_way(seen);
      return [
        "The same impact by its impulse: each point is what friction has given so far, and the dashed circle is the most it could have given with the normal impulse so far. The circle grows with the clock.",
        `Friction always gives all it may, ${number(way, 3)} N s along its way. But the way bends, and its ends are only ${number(chord, 3)} N s apart: the total lies inside the cone, though every piece of it lay on its edge. Whoever puts the total on the edge, or tests the total against the edge, is wrong.`,
      ];
    },
  },
  {
    title: "Where the laws end",
    picture: "hodograph",
    laws: ["newton", "poisson", "stronge", "whittaker", "conventional"],
    text(seen) {
      return [
        `Newton’s, Poisson’s and Stronge’s laws go the same way and stop at different places on it. Algebraic laws draw a straight line from before to after: conventional friction ends at ${angle(after(seen, "conventional"))}, Whittaker’s, which looks at the slip afterwards, at ${angle(after(seen, "whittaker"))}; the way itself leads to ${angle(after(seen, "stronge"))}.`,
        "For a robot’s foot or a thrown box this is the difference between standing and falling to the wrong side.",
      ];
    },
  },
  {
    title: "Where the energy went",
    picture: "energy",
    laws: ["newton", "poisson", "stronge"],
    text(seen) {
      return [
        `Compression takes, restitution gives back, friction takes all along its bend. Under Stronge’s law the energy changes by ${change(of(seen, "stronge"))}.`,
        "Poisson’s and Stronge’s laws can never create energy at one contact, in space as in the plane. Newton’s can: it asks for a velocity, whatever the way there costs.",
      ];
    },
  },
  {
    title: "Your turn",
    picture: "hodograph",
    laws: ["newton", "poisson", "stronge"],
    play: true,
    text(seen) {
      return [
        `Move the friction. With none the corner is dragged along a straight line. From ${number(to_hold(seen), 3)} on, a corner that has stopped stays stuck; below that it could stop only for an instant. Yet slip seldom meets the cross at all: it passes beside it and swerves round.`,
        "In the impact diagram you can drag the slip itself, move a cursor along the impact in all pictures at once, and turn the cone and the ellipsoid of energy in three dimensions.",
      ];
    },
  },
];

/** The box of examples/box_on_its_corner.yaml. */
export const swerve: Story = {
  key: "swerve",
  title: "The swerve",
  example: "box_on_its_corner",
  number: 1,
  changes: [],
  knob: { key: "friction", symbol: "μ", max: 1.5 },
  box: { size: [0.4, 0.3, 0.2], about_x: 30, about_y: 25 },
  steps,
};
