#!/usr/bin/env python3
"""Motions with many contacts from outside: they go on to the end, balance, and rest carries its weight."""

import json
import math

import motion_scenes as scenes
import program
from program import TestCase, carom


class Motions(TestCase):
    def motion_of(self, scene):
        path = self.file("scene.json", json.dumps(scene))
        out = self.folder / "motion.json"
        run = carom("simulate", path, "-o", out)
        self.assert_status(run, 0)
        motion = json.loads(out.read_text(encoding="utf-8"))
        self.assertEqual(motion["end"]["reason"], "finished")
        self.assertLess(motion["end"]["ledger_error"], 1e-9)
        self.assert_cones(scene, motion)
        return motion

    def assert_cones(self, scene, motion):
        """Every force at a closed contact pushes, and friction stays in its cone."""
        friction = max(c["friction"] for c in scene["contacts"].values())
        for sample in motion["samples"]:
            for contact in sample["contacts"]:
                force = contact["force"]
                self.assertGreaterEqual(force["n"], -1e-6)
                self.assertLessEqual(abs(force["t"]), friction * force["n"] * (1 + 1e-6) + 1e-6)

    def floor_force(self, motion):
        names = motion["scene"]["contacts"]
        return sum(contact["force"]["n"] for name, contact in zip(names, motion["samples"][-1]["contacts"])
                   if "floor" in name or name in ("l", "m", "r"))

    def test_a_symmetric_v_lies_flat(self):
        for friction in (0.1, 0.5, 1.0):
            motion = self.motion_of(scenes.vee(friction))
            self.assertAlmostEqual(self.floor_force(motion), 9.81, places=8)

    def test_a_slider_crank_with_clearance_turns_to_the_end(self):
        for seed in (0, 1, 2, 3):
            scene = scenes.slider_crank() if seed == 0 else scenes.slider_crank_variant(seed)
            self.motion_of(scene)

    def test_plastic_discs_come_to_rest_on_their_weight(self):
        for count, seed in ((3, 1), (5, 1), (6, 2)):
            motion = self.motion_of(scenes.discs(count, 0, 0, seed, duration=6))
            self.assertAlmostEqual(self.floor_force(motion), 9.81 * count, places=6)

    def test_a_pile_of_boxes_rests_on_its_weight(self):
        motion = self.motion_of(scenes.boxes(3, 0, 0.3, 1))
        self.assertAlmostEqual(self.floor_force(motion), 9.81 * 3, places=6)

    def test_a_chain_falls_to_the_floor(self):
        self.motion_of(scenes.chain(5, 0.3, 0.4, 2))

    def test_a_hinge_carries_what_a_swinging_rod_pulls_with(self):
        """Uniform rod, turned by a from the vertical: m g cos a + m w^2 L/2 along it, m g sin(a)/4 across."""
        mass, length, g = 2, 1.5, 9.81
        rod = {"law": "stronge",
               "bodies": {"rod": {"rod": {"length": length, "pointing": "down"}, "mass": mass,
                                  "angle_deg": 50, "rate": 0.7}},
               "joints": {"hinge": {"revolute": ["world", "rod.start"]}},
               "surfaces": {"floor": {"through": [0, -3]}},
               "contacts": {"tip": {"between": ["rod.end", "floor"], "restitution": 0, "friction": 0}},
               "simulation": {"duration": 1, "sample": 0.1}}
        for sample in self.motion_of(rod)["samples"]:
            hinge = sample["joints"][0]
            angle, rate = hinge["value"], hinge["rate"]
            self.assertAlmostEqual(rate, sample["bodies"][0]["omega"], places=12)
            along = mass * (g * math.cos(angle) + rate**2 * length / 2)
            across = mass * g * math.sin(angle) / 4
            self.assertAlmostEqual(hinge["force"]["y"], along * math.cos(angle) + across * math.sin(angle), places=8)
            self.assertAlmostEqual(hinge["force"]["x"], -along * math.sin(angle) + across * math.cos(angle), places=8)
            self.assertAlmostEqual(hinge["moment"], 0, places=8)

    def test_a_joint_passes_on_what_changes_the_momentum_of_what_it_carries(self):
        motion = self.motion_of(scenes.chain(4, 0.3, 0.4, 2))
        event = next(e for e in motion["events"] if e["event"] == "impact")
        last, joints = event["bodies"][-1], event["joints"]
        self.assertEqual(len(joints), 3)
        self.assertNotEqual(joints[-1]["impulse"]["y"], 0)
        self.assertEqual(joints[-1]["body"], last["name"])

    def test_corners_that_arrive_within_the_contact_time_are_one_collision(self):
        """A box that lands almost flat: with a contact time it rebounds as if it were flat, with e v."""
        speeds = {}
        for time in (0, 1e-5):
            box = {"law": "stronge",
                   "bodies": {"box": {"box": {"width": 0.4, "height": 0.2}, "mass": 1, "angle": 1e-6,
                                      "position": [0, 0.2], "velocity": [0, -1]}},
                   "surfaces": {"floor": {}},
                   "contacts": {"land": {"between": ["box", "floor"], "restitution": 0.5, "friction": 0.2}},
                   "simulation": {"duration": 0.12, "sample": 0.01, "contact_time": time}}
            event = next(e for e in self.motion_of(box)["events"] if e["event"] == "impact")
            speeds[time] = (event["bodies"][0]["vy"], event["bodies"][0]["omega"])
        v = math.sqrt(1 + 2 * 9.81 * 0.1)
        self.assertAlmostEqual(speeds[1e-5][0], 0.5 * v, places=5)
        self.assertAlmostEqual(speeds[1e-5][1], 0, places=5)
        self.assertGreater(abs(speeds[0][1]), 1)

    def test_a_crate_that_slides_flat_into_a_wall_rebounds_with_e_v(self):
        crate = {
            "law": "stronge", "simultaneous": "together",
            "bodies": {"crate": {"box": {"width": 1, "height": 0.8}, "mass": 1, "position": [0, 0.4],
                                 "velocity": [2, 0]}},
            "surfaces": {"floor": {}, "wall": {"through": [0.5, 0], "angle_deg": 90}},
            "contacts": {
                "left": {"between": ["crate.bottom_left", "floor"], "restitution": 0.2, "friction": 0.2},
                "right": {"between": ["crate.bottom_right", "floor"], "restitution": 0.2, "friction": 0.2},
                "low": {"between": ["crate.bottom_right", "wall"], "restitution": 0.4, "friction": 0.3},
                "high": {"between": ["crate.top_right", "wall"], "restitution": 0.4, "friction": 0.3}}}
        run = carom("solve", self.file("crate.json", json.dumps(crate)), "--format", "json")
        self.assert_status(run, 0)
        result = json.loads(run.stdout)[0]
        self.assertEqual(result["status"], "solved")
        self.assertAlmostEqual(result["bodies"][0]["after"]["vx"], -0.8, places=8)
        for contact in result["contacts"][:2]:
            self.assertAlmostEqual(contact["impulse"]["n"], 0, places=7)


if __name__ == "__main__":
    program.main()
