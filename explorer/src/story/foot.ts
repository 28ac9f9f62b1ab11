/** A foot lands: the heel strike of a compass-gait walker. */
import { number, percent } from "../format";
import { change, of, slip, type Step, type Story } from "./story";

const steps: Step[] = [
  {
    title: "A walker puts its foot down",
    picture: "mechanism",
    laws: ["stronge"],
    time: 0,
    text(seen) {
      const [c] = seen.shown.contacts;
      return [
        "The simplest machine that walks: two legs, a hip, no motor. It goes down a gentle slope, and gravity pays for the steps. Here the leading foot touches the ground.",
        `The foot arrives with only ${number(Math.abs(c.u.n), 3)} m/s against the slope, but it slips ${slip(c.u.t)}: the whole body moves on above it.`,
      ];
    },
  },
  {
    title: "The step costs energy",
    picture: "energy",
    laws: ["stronge"],
    text(seen) {
      const { energy } = of(seen, "stronge");
      return [
        `The foot does not rebound, and with enough friction it does not slip either. All velocities change at once, and energy changes by ${change(of(seen, "stronge"))}.`,
        `${percent(-(energy?.change ?? 0) / (energy?.before ?? 1))} for one step: this is the price of walking with stiff legs, and the reason why walkers bend their ankles and push off before the other foot lands. Most of it is booked to friction, since the foot was slipping when it came.`,
      ];
    },
  },
  {
    title: "Inside the step",
    picture: "diagram",
    laws: ["stronge"],
    text(seen) {
      const [c] = of(seen, "stronge").contacts;
      return [
        "Upwards in this picture is the normal impulse, to the side friction’s. First the foot slips and the path follows the line of limiting friction; at the square slip stops, and the foot sticks to the end.",
        `The impulse is ${number(c.impulse?.n, 3)} N s across the slope and ${number(Math.abs(c.impulse?.t ?? 0), 3)} along it. Their ratio is the friction that the step needs: ${number(c.friction?.to_stick ?? undefined, 4)}.`,
      ];
    },
  },
  {
    title: "On ice",
    picture: "diagram",
    laws: ["stronge"],
    value: 0.2,
    text(seen) {
      const [c] = of(seen, "stronge").contacts;
      return [
        `With a friction of 0.2 the path never leaves the line: the foot is still slipping at the end, ${slip(c.u_after?.t ?? 0)}. A walker that counts on its foot has lost it.`,
      ];
    },
  },
  {
    title: "After the step",
    picture: "mechanism",
    laws: ["stronge"],
    time: 3,
    text() {
      return [
        "What the mechanism does with the impulse is seen here: the foot stands, the leg above it turns, the hip is thrown upwards and over the new foot, and the trailing leg swings free.",
        "The joints feel the step as well. Their impulses stand in the table of the view “Compare laws”, and decide what a knee must bear.",
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
        "Move the friction and find the least with which the foot stands. Does it matter which law you ask? Without a rebound, no: compression decides everything.",
      ];
    },
  },
];

export const foot: Story = {
  key: "foot",
  title: "A foot lands",
  example: "scenes/compass_gait_heel_strike",
  number: 1,
  changes: [],
  knob: { key: "friction", symbol: "μ", max: 1 },
  steps,
};
