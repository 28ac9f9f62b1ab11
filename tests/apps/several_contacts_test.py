#!/usr/bin/env python3
"""Several contacts, solved by the program: the same problem in the plane and in space."""

import json
import math
import unittest

import program
from program import TestCase, carom

# A mechanism of five coordinates; the first contact strikes, others touch or part. Slips that stop let it approach again.
STRIKES_TWICE = {
    "law": "poisson",
    "mass": [[8.021, -0.19, 1.395, -5.547, 2.938], [-0.19, 6.144, -0.508, -0.487, 2.386], [1.395, -0.508, 10.09, -2.58, -1.633], [-5.547, -0.487, -2.58, 7.222, -0.155], [2.938, 2.386, -1.633, -0.155, 4.65]],
    "velocity": [-0.14, -1.255, 0.595, -0.131, 1.014],
    "contacts": [
        {"tangent": [-0.505, -0.246, -1.674, -0.284, 0.387], "normal": [-0.181, -0.152, 0.422, -0.274, -0.884], "friction": 1.043, "restitution": 0.5},
        {"tangent": [-0.936, -0.014, -0.646, 0.714, 1.585], "normal": [0.934, 0.723, 0.918, -0.084, 0.474], "friction": 0.135, "restitution": 0.9, "touching": True},
        {"tangent": [-0.694, -0.147, 0.652, -0.869, 0.471], "normal": [-0.137, 0.85, 2.328, -1.011, -0.463], "friction": 1.146, "restitution": 1, "touching": True},
        {"tangent": [-0.762, -0.148, -1.015, 0.944, 0.162], "normal": [0.263, 1.067, -0.638, -1.326, 1.559], "friction": 0.394, "restitution": 0.066, "touching": True}
    ],
}


def embedded(problem, angles):
    """In space: a coordinate of its own across for each contact, tangents turned."""
    k, n = len(problem["contacts"]), len(problem["mass"])
    mass = [row + [0] * k for row in problem["mass"]]
    mass += [[0] * n + [2 + i if i == j else 0.3 for j in range(k)] for i in range(k)]
    contacts = []
    for i, (contact, angle) in enumerate(zip(problem["contacts"], angles)):
        along = contact["tangent"] + [0] * k
        across = [0] * n + [1 if j == i else 0 for j in range(k)]
        c, s = math.cos(angle), math.sin(angle)
        tangents = [[c * x + s * y for x, y in zip(along, across)], [c * y - s * x for x, y in zip(along, across)]]
        contacts.append(contact | {"tangent": tangents, "normal": contact["normal"] + [0] * k})
    return problem | {"mass": mass, "velocity": problem["velocity"] + [0] * k, "contacts": contacts}


class SecondCompression(TestCase):
    def test_plane_and_space_follow_it_alike(self):
        problems = [STRIKES_TWICE, embedded(STRIKES_TWICE, [0, 0.7, -1.9, 2.4])]
        run = carom("solve", "-", "--format", "jsonl", stdin="".join(json.dumps(p) + "\n" for p in problems))
        plane, space = [json.loads(line) for line in run.stdout.splitlines()]
        for result in (plane, space):
            self.assertEqual("solved", result["status"])
            events = [event["event"] for event in result["path"]]
            self.assertEqual(1, events.count("compression_starts"))
            self.assertEqual(2, events.count("compression_ends"))
            self.assertIn("a second time", result["note"])
        for a, b in zip(plane["velocity_after"], space["velocity_after"]):
            self.assertAlmostEqual(a, b, delta=1e-9)


if __name__ == "__main__":
    program.main()
