# Kane & Levinson's double pendulum strikes the floor: what four laws make of its energy.
import carom

for r in carom.solve(mass=[[16, 5.908846518073248], [5.908846518073248, 4]], velocity=[-0.1, -0.2],
                     tangent=[1.8793852415718169, 1.7320508075688774], normal=[0.6840402866513374, 1.0],
                     restitution=0.7, friction=0.5, static_friction=0.51,
                     law=["newton", "poisson", "stronge", "whittaker"]):  # fmt: skip
    print(f"{r.law:<9}  u_n {r.u_before[1]:.4f} -> {r.u_after[1]:.4f} m/s   energy {r.energy.change:+.4f} J")
