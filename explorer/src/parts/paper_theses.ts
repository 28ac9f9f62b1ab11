/** What each paper sets out to say, what of it holds, and what does not, in a sentence each (docs/errata.md has the details). */

export interface Thesis {
  claims: string;
  holds: string;
  fails: string;
}

export const theses: Record<string, Thesis> = {
  "wang-mason": {
    claims:
      "Routh’s graph in the plane of impulses resolves every impact of a rigid body with friction. Newton’s restitution can create energy, Poisson’s cannot; and a rod that only slides along a floor may be struck all the same.",
    holds: "All of it. The four cases of the falling rod come out, also where Newton’s law gains.",
    fails:
      "A digit is lost in one formula; and that a smaller restitution always loses more is not so, though the proof can do without.",
  },
  "shen-townsend": {
    claims:
      "Followed through the impact, Kane and Levinson’s double pendulum loses energy under Poisson’s restitution where algebraic laws make it gain; static and kinetic friction may differ.",
    holds: "Four tables out of four, but for a last digit here and there.",
    fails:
      "Keller’s method, said to fail here, gives the same rows with the kinetic coefficient. The balls of Example 2 have a radius of 4, not a diameter, and one sign is wrong.",
  },
  "hurmuzlu-marghitu": {
    claims:
      "A chain that strikes the floor while its other end rests is an impact with two contacts. Five methods are compared: they agree without friction at the strike, or as long as its slip keeps its sign; the kinetic definition never gains energy.",
    holds: "The curves of the chain, in all regions but one, and that it loses under the kinetic definition.",
    fails:
      "The agreement needs other contacts at rest. A larger restitution loses less, not more. With several frictional contacts the kinetic definition can gain: a block does, by 7 per cent.",
  },
  "cataldo-sampaio": {
    claims:
      "One law of two phases, with restitution along the normal, along the tangent and in rotation, contains those of Newton, of Glocker and Pfeiffer, and of Wang and Mason as special cases.",
    holds: "The special cases where slip does not reverse inside a phase, and the ball between two barriers.",
    fails:
      "Where slip reverses it is another law than Wang and Mason’s. The caption of Fig. 7 repeats the parameters of Fig. 6.",
  },
  zabuga: {
    claims:
      "Perfectly inelastic impacts with friction have closed formulas; Routh’s hypothesis gives there what Kane, Levinson and Whittaker’s gives.",
    holds: "The formulas once a sign is mended; the agreement for the paper’s own two-stage model.",
    fails:
      "As printed, friction speeds slip up. The algebraic law that bears those names sticks where Routh’s path reverses.",
  },
};
