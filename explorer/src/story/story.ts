/** What a story is: steps that drive the live pictures; its numbers come from the core's answers. */
import { number, percent, signed } from "../format";
import type { Box } from "../parts/box_picture";
import type { Impact, Result } from "../types";

export interface Step {
  title: string;
  text(seen: Impact): string[];
  picture: "mechanism" | "diagram" | "energy" | "box" | "hodograph" | "circle"; // the last three in space
  laws: string[];
  time?: number; // of the mechanism: 0 before, 1 to 2 during, 3 after
  moment?: number; // in space: the share of the way at which the cursor stands
  runs?: boolean; // in space: the cursor goes along the way
  value?: number; // of the story's number in this step; none: as the story begins
  play?: boolean; // with the story's number to be moved
}

/** The number of a contact that the last step hands over. */
export interface Knob {
  key: "restitution" | "friction";
  symbol: string;
  max: number;
}

export interface Story {
  key: string; // in the address
  title: string;
  example: string;
  number: number; // of its problems
  changes: [path: string, value: number][];
  knob: Knob;
  box?: Box; // of a picture "box"
  steps: Step[];
}

export const of = (seen: Impact, law: string): Result => seen.results.find((r) => r.law === law)!;

/** The change of energy in joules and as a share of what was there. */
export const change = ({ energy }: Result) =>
  energy
    ? `${signed(energy.change, 3)} J${energy.before ? ` (${percent(energy.change / energy.before)})` : ""}`
    : "no answer";

export const slip = (u: number) => `${number(Math.abs(u), 3)} m/s to the ${u < 0 ? "left" : "right"}`;
