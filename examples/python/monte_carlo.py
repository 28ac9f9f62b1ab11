# The end of a falling rod strikes a floor whose friction is uncertain: what comes out, by Stronge's law.
import carom
import numpy as np

rod = {"W": [[2.5, -1.5], [-1.5, 2.5]], "u": [0.6, -1.0], "contacts": [{"restitution": 0.8, "friction": 0.6}]}
drawn = carom.sweep(rod, {"contacts[0].friction": "normal:0.6:0.1"}, law="stronge", draws=20000, seed=1985,
                    columns=["contacts[0].mode", "contacts[0].u_after.n", "energy.change"])  # fmt: skip
modes, loss = drawn["contacts.contact 1.mode"], -np.sort(drawn["energy.change"])[::-1]
for mode in sorted(set(modes)):
    print(f"{mode:<24} {100 * np.mean(modes == mode):5.1f} %")
print(f"rebound {np.mean(drawn['contacts.contact 1.u_after.n']):.4f} m/s on average")
print(f"lost    {loss[1000]:.4f} to {loss[19000]:.4f} J in nine cases of ten")
