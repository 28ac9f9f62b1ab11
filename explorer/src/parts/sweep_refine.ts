/** More points where a curve needs them: at its extremes, which even steps cut off, and at its jumps. */
import type { SweepRow } from "../types";

/** A stretch to be computed again, under one law. */
export interface Piece {
  law: string;
  from: number;
  to: number;
  steps: number;
}

const steps_at_extreme = 33;
const most_pieces = 16;
/** Boundaries are known to nine digits; on either side of one, this share of the range away, holds its outcome. */
const jump_share = 2e-9;

function by_law(rows: SweepRow[]): Map<string, SweepRow[]> {
  const groups = new Map<string, SweepRow[]>();
  for (const row of rows) {
    const law = String(row.law);
    if (!groups.has(law)) groups.set(law, []);
    groups.get(law)!.push(row);
  }
  return groups;
}

/** Around each highest and lowest place between two ends, from neighbour to neighbour. */
export function at_extremes(rows: SweepRow[], x: string, column: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [law, own] of by_law(rows)) {
    const points = own.filter((r) => typeof r[column] === "number");
    const y = points.map((r) => r[column] as number);
    for (let i = 1; i + 1 < y.length; i++) {
      const [before, after] = [y[i] - y[i - 1], y[i + 1] - y[i]];
      if (before * after >= 0) continue;
      const [from, to] = [points[i - 1][x] as number, points[i + 1][x] as number];
      pieces.push({ law, from, to, steps: steps_at_extreme });
    }
  }
  return pieces.length > most_pieces ? [] : pieces; // so many are noise, or a curve of its own kind
}

/** On both sides of each boundary: what jumps there is drawn upright. */
export const at_jumps = (found: SweepRow[], x: string, range: number): Piece[] =>
  found.map((row) => {
    const [at, apart] = [row[x] as number, jump_share * Math.abs(range)];
    return { law: String(row.law), from: at - apart, to: at + apart, steps: 2 };
  });

/** All rows in the order of x, law by law, each place once. */
export function merged(rows: SweepRow[], more: SweepRow[], x: string): SweepRow[] {
  return [...by_law([...rows, ...more]).values()].flatMap((own) => {
    const sorted = [...own].sort((a, b) => (a[x] as number) - (b[x] as number));
    return sorted.filter((row, i) => i === 0 || row[x] !== sorted[i - 1][x]);
  });
}
