/** The axes of a swerve stand still while a hand drags, and fit again when it rests. */
import type { Swerve, XY } from "../types";

type Axes = Pick<Swerve, "u_t1" | "u_t2" | "p_t1" | "p_t2" | "p_t" | "p_n">;

/** Of the range, added on each side where a path has left a panel. */
const room_share = 0.2;

const axes_of = ({ u_t1, u_t2, p_t1, p_t2, p_t, p_n }: Swerve): Axes => ({
  u_t1,
  u_t2,
  p_t1,
  p_t2,
  p_t,
  p_n,
});

const holds = ([low, high]: XY, x: number) => x >= low && x <= high;

const wider = ([low, high]: XY): XY => {
  const room = room_share * (high - low);
  return [low - room, high + room];
};

function fits({ paths }: Swerve, axes: Axes): boolean {
  return paths.every(({ points }) =>
    points.every(
      ({ p, u }) =>
        holds(axes.u_t1, u[0]) &&
        holds(axes.u_t2, u[1]) &&
        holds(axes.p_t1, p[0]) &&
        holds(axes.p_t2, p[1]) &&
        Math.hypot(p[0], p[1]) <= axes.p_t &&
        p[2] <= axes.p_n,
    ),
  );
}

export class HeldSwerve {
  private axes: Axes | undefined;

  shown(swerve: Swerve, held: boolean): Swerve {
    if (!held || !this.axes) this.axes = axes_of(swerve);
    else if (!fits(swerve, this.axes)) {
      const { u_t1, u_t2, p_t1, p_t2, p_t, p_n } = swerve;
      this.axes = {
        u_t1: wider(u_t1),
        u_t2: wider(u_t2),
        p_t1: wider(p_t1),
        p_t2: wider(p_t2),
        p_t: (1 + room_share) * p_t,
        p_n: (1 + room_share) * p_n,
      };
    }
    return { ...swerve, ...this.axes };
  }
}
