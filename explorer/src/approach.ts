/**
 * The approach velocity of a mechanism's contact, set by the velocities that its file states.
 *
 * The contact velocity is affine in them, u = u₀ + A q: each column of A is the difference of two answers of the
 * core. Among all q that give the wished u, those nearest to the present ones are taken: q + Aᵀ (A Aᵀ)⁺ Δu. Where
 * the mechanism lets the contact move along one direction only, the nearest u on it is reached.
 */
import { contact_space, numbers, Refused } from "./core";
import { with_number } from "./problem";
import type { JsonMap, TN } from "./types";

/** The stated velocities that may be changed, and what a unit of each adds to u. */
export interface Approach {
  paths: string[];
  columns: TN[];
  base: TN; // u with all of them at zero
}

const is_velocity = /^bodies\.[^.]+\.(velocity|rate)\b|^joints\.[^.]+\.(rate|speed)$/;
const units = ["m/s", "rad/s"];
/** Directions whose share of A Aᵀ is below this are none: rounding of differences, relative to the largest. */
const least_share = 1e-12;

function velocity_at(problem: JsonMap, contact: number): TN {
  const u = contact_space(problem).u as number[];
  return { t: u[2 * contact], n: u[2 * contact + 1] };
}

/** The velocity, or undefined where the core refuses the change. */
function tried(problem: JsonMap, contact: number, path: string, value: number): TN | undefined {
  try {
    return velocity_at(with_number(problem, path, value), contact);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** How the contact's velocity follows from the stated ones; undefined where none of them moves it. */
export function approach_of(problem: JsonMap, contact: number): Approach | undefined {
  const stated = numbers(problem).filter((n) => is_velocity.test(n.path) && units.includes(n.unit));
  const base = velocity_at(problem, contact);
  const approach: Approach = { paths: [], columns: [], base };
  for (const { path, value } of stated) {
    const moved = tried(problem, contact, path, value + 1);
    if (!moved) continue;
    const column = { t: moved.t - base.t, n: moved.n - base.n };
    approach.paths.push(path);
    approach.columns.push(column);
    approach.base = {
      t: approach.base.t - column.t * value,
      n: approach.base.n - column.n * value,
    };
  }
  const moves = approach.columns.some((c) => Math.hypot(c.t, c.n) > 1e-9);
  return moves ? approach : undefined;
}

/** (A Aᵀ)⁺ d for the symmetric matrix [[tt, tn], [tn, nn]], by its eigenvectors. */
function solved([tt, tn, nn]: [number, number, number], d: TN): TN {
  const angle = Math.atan2(2 * tn, tt - nn) / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const middle = (tt + nn) / 2;
  const half = Math.hypot((tt - nn) / 2, tn);
  const along = (c * d.t + s * d.n) / (middle + half);
  const is_plane = middle - half > least_share * (middle + half);
  const across = is_plane ? (c * d.n - s * d.t) / (middle - half) : 0;
  return { t: c * along - s * across, n: s * along + c * across };
}

/** The stated velocities that give the contact the velocity u. */
export function velocities_for(approach: Approach, now: number[], u: TN): [string, number][] {
  const { paths, columns, base } = approach;
  const sum = (f: (c: TN, i: number) => number) => columns.reduce((all, c, i) => all + f(c, i), 0);
  const present = {
    t: base.t + sum((c, i) => c.t * now[i]),
    n: base.n + sum((c, i) => c.n * now[i]),
  };
  const squares: [number, number, number] = [
    sum((c) => c.t * c.t),
    sum((c) => c.t * c.n),
    sum((c) => c.n * c.n),
  ];
  const y = solved(squares, { t: u.t - present.t, n: u.n - present.n });
  return paths.map((path, i) => [
    path,
    Number((now[i] + columns[i].t * y.t + columns[i].n * y.n).toPrecision(8)),
  ]);
}
