#!/usr/bin/env python3
"""Motions with many contacts from outside: they go on to the end, balance, and rest carries its weight."""

import json

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
