/** One moment of an impact in space, by the normal impulse: between two points of its path. */
import { number, signed } from "../format";
import type { Swerve, SwervePath, SwervePoint, Vector3 } from "../types";

/** The path law that goes farthest: the others end on its way. */
export function longest(swerve: Swerve): SwervePath | undefined {
  const end = (path: SwervePath) => path.points.at(-1)!.p[2];
  return swerve.paths
    .filter((path) => path.follows_path)
    .reduce<SwervePath | undefined>((far, path) => (far && end(far) >= end(path) ? far : path), undefined);
}

const mixed = (a: Vector3, b: Vector3, share: number): Vector3 =>
  a.map((x, i) => x + share * (b[i] - x)) as Vector3;

/** The moment with this normal impulse. */
export function moment_of({ points }: SwervePath, p_n: number): SwervePoint {
  const next = points.findIndex((point) => point.p[2] > p_n);
  if (next < 0) return points.at(-1)!;
  if (next === 0) return points[0];
  const [a, b] = [points[next - 1], points[next]];
  const share = (p_n - a.p[2]) / (b.p[2] - a.p[2]);
  return {
    ...a,
    event: "between",
    p: mixed(a.p, b.p, share),
    u: mixed(a.u, b.u, share),
    work: a.work + share * (b.work - a.work),
  };
}

/** Where compression ends; where a first look is worth most. */
export const usual_moment = (path: SwervePath) =>
  (path.points.find((point) => point.event === "compression_ends") ?? path.points.at(-1)!).p[2];

const degrees = ([x, y]: number[]) => (Math.atan2(y, x) * 180) / Math.PI;

/** The moment in words. */
export function moment_text({ p, u, phase, sticks, work }: SwervePoint): string {
  const slip = Math.hypot(u[0], u[1]);
  const moves =
    sticks || slip < 1e-9
      ? "the contact sticks"
      : `slip ${number(slip, 3)} m/s towards ${number(degrees(u), 3)}°`;
  const friction = Math.hypot(p[0], p[1]);
  const pulls = friction > 0 ? `, friction’s so far ${number(friction, 3)} N s` : "";
  return `Normal impulse ${number(p[2], 3)} N s, ${phase}: ${moves}, normal velocity ${signed(u[2], 3)} m/s${pulls}; work so far ${signed(work, 3)} J.`;
}
