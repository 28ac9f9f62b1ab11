# A compass walker's leading foot meets the slope: M and J from point masses, as a robotics library gives them.
import carom
import numpy as np

leg, mass, hip = 1.0, 5.0, 10.0  # m, kg at the middle of each leg, kg at the hip
angle, rate = np.array([-0.2525, 0.1475]), np.array([-2.0, 1.0])  # trailing, leading; rad and rad/s
slope = -0.0525


def rows(k, distance):
    """Velocity of the point so far down leg k: 2 rows over (hip's vx, vy, rates of both legs)."""
    J = np.zeros((2, 4))
    J[:, :2] = np.eye(2)
    J[:, 2 + k] = distance * np.array([np.cos(angle[k]), np.sin(angle[k])])
    return J


M = np.diag([hip, hip, 0, 0])
for k in (0, 1):
    M += mass * rows(k, leg / 2).T @ rows(k, leg / 2)
trailing_foot = rows(0, leg)
velocity = np.concatenate([-trailing_foot[:, 2] * rate[0], rate])  # the trailing foot is at rest

foot, t, n = rows(1, leg), [np.cos(slope), np.sin(slope)], [-np.sin(slope), np.cos(slope)]
for friction in (0.5, 0.4):
    r = carom.solve(mass=M, velocity=velocity, tangent=t @ foot, normal=n @ foot,
                    restitution=0, friction=friction, law="stronge")  # fmt: skip
    print(f"friction {friction}: the foot {r.contacts[0].outcome}")
    print(f"  impulse   {r.p[0]:.6f} along, {r.p[1]:.6f} N s across the slope")
    print(f"  rates     {r.velocity_after[2]:.6f} trailing, {r.velocity_after[3]:.6f} rad/s leading")
    print(f"  energy    {r.energy.before:.5f} -> {r.energy.after:.5f} J")
