/** Scales and ticks of a plain SVG picture. */

/** From numbers to the picture's units. */
export type Scale = (x: number) => number;

export function linear(from: [number, number], to: [number, number]): Scale {
  const slope = (to[1] - to[0]) / (from[1] - from[0] || 1);
  return (x) => to[0] + slope * (x - from[0]);
}

/** As fine as a picture need be. */
export const hundredth = (x: number) => Math.round(100 * x) / 100;

/** Round numbers in the range, about `count` of them. */
export function ticks([min, max]: [number, number], count: number): number[] {
  const raw = (max - min) / count;
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10);
  const first = Math.ceil(min / step);
  const last = Math.floor(max / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export const points = (line: [number, number][]) =>
  line.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
