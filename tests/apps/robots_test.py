#!/usr/bin/env python3
"""Robots from outside: the three known strikes, states by name and by number, import, and what is refused."""

import json
import math
import os
import pathlib
import shutil
import tempfile
import unittest

import program
from program import EXAMPLES, TestCase, carom

ROBOTS = EXAMPLES / "robots"
SEES_MJCF = "libmujoco" not in carom("show", ROBOTS / "box.xml").stderr
SEES_URDF = "liburdfdom" not in carom("show", ROBOTS / "arm.urdf", "--base", "fixed").stderr

# u after and p, row by row; energy change: theory and MuJoCo's M and J, to eight digits.
KNOWN = {
    "box_on_corner": {
        "newton": ([.59319528, .44629107, .6], [-.12590739, -.07704130, .29602725], -.152921681),
        "poisson": ([.59291381, .44586466, .59646076], [-.12564450, -.07684357, .29536936], -.153071143),
        "stronge": ([.59299828, .44599268, .59752310], [-.12572342, -.07690291, .29556683], -.153026508)},
    "arm_hits_table": {
        "newton": ([.31477827, .23797566, .25925955], [.03691858, -.23248303, 1.08569635], -.263252977),
        "poisson": ([.24679758, .22954171, .18233749], [.06510760, -.20898755, .96332086], -.276865894),
        "stronge": ([.26901054, .23200350, .20731462], [.05627388, -.21689307, 1.00283856], -.273269447)},
}
ARM_RATES = {"newton": [.242065, .143718, -1.817911], "poisson": [.263748, .239331, -1.689933],
             "stronge": [.256157, .208450, -1.731982]}


def rows(vector):
    return [*vector["t"], vector["n"]] if isinstance(vector["t"], list) else [vector["t"], vector["n"]]


def results(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


@unittest.skipUnless(SEES_MJCF, "this carom reads no MJCF")
class KnownStrikes(TestCase):
    def test_they_come_out_to_the_printed_digits(self):
        for name, laws in KNOWN.items():
            for result in results(carom("solve", ROBOTS / f"{name}.yaml")):
                with self.subTest(name, law=result["law"]):
                    u, p, change = laws[result["law"]]
                    contact = result["contacts"][0]
                    for expected, got in zip(u + p, rows(contact["u_after"]) + rows(contact["impulse"])):
                        self.assertAlmostEqual(expected, got, delta=6e-9)
                    self.assertAlmostEqual(result["energy"]["change"], change, delta=6e-10)
                    self.assertLess(result["residual"], 1e-12)

    def test_the_arm_tells_its_joints_rates_and_where_slip_would_hold(self):
        for result in results(carom("solve", ROBOTS / "arm_hits_table.yaml")):
            for expected, got in zip(ARM_RATES[result["law"]], result["velocity_after"]):
                self.assertAlmostEqual(expected, got, delta=6e-7)
            contact = result["contacts"][0]
            self.assertAlmostEqual(contact["friction"]["to_hold_stick"], .80053728, delta=6e-9)
            self.assertEqual(contact["frame"], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    def test_an_impulse_along_a_free_axis_is_minus_the_rotors(self):
        before = [.6, 1, .5]
        for result in results(carom("solve", ROBOTS / "arm_hits_table.yaml")):
            elbow = next(j for j in result["joints"] if j["name"] == "elbow")
            # The elbow's axis: y turned by the yaw of 0.3.
            along = -math.sin(.3) * elbow["moment"]["x"] + math.cos(.3) * elbow["moment"]["y"]
            self.assertAlmostEqual(along, -.02 * (result["velocity_after"][2] - before[2]), delta=1e-14)

    def test_joints_of_one_body_pass_on_the_same_impulse_each_about_its_axis(self):
        before = [.6, 1, .5]
        for result in results(carom("solve", ROBOTS / "arm_hits_table.yaml")):
            joints = {j["name"]: j for j in result["joints"]}
            self.assertEqual(list(joints), ["yaw", "shoulder", "elbow"])
            self.assertEqual(joints["yaw"]["impulse"], joints["shoulder"]["impulse"])
            self.assertAlmostEqual(joints["yaw"]["moment"]["z"], -.05 * (result["velocity_after"][0] - before[0]),
                                   delta=1e-14)

    def test_a_foot_needs_the_friction_that_just_holds_it(self):
        for result in results(carom("solve", ROBOTS / "humanoid_heel_strike.yaml")):
            self.assertEqual(result["required_friction"], result["contacts"][0]["friction"]["to_stick"])

    def test_a_planar_robot_gives_the_planar_numbers(self):
        planar = results(carom("solve", EXAMPLES / "scenes" / "kane_double_pendulum.yaml", "--law",
                               "newton,poisson,stronge,whittaker"))
        solid = results(carom("solve", ROBOTS / "kane_as_robot.yaml"))
        expected = {"newton": (.1879, -.0020), "poisson": (.0923, -.1192), "stronge": (.1001, -.1112),
                    "whittaker": (.1879, .4889)}
        for result in solid:
            n, change = expected[result["law"]]
            self.assertAlmostEqual(result["contacts"][0]["u_after"]["n"], n, delta=6e-5)
            self.assertAlmostEqual(result["energy"]["change"], change, delta=6e-5)
        self.assertTrue(planar)

    def test_every_example_is_as_expected(self):
        for path in sorted(ROBOTS.glob("*.yaml")):
            with self.subTest(path.name):
                run = carom("solve", path, "--format", "table")
                self.assert_status(run, 0)
                self.assertEqual(run.stdout, (ROBOTS / "expected" / f"{path.stem}.txt").read_text(encoding="utf-8"))


@unittest.skipUnless(SEES_MJCF, "this carom reads no MJCF")
class States(TestCase):
    def solved(self, scene):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "scene.json"
            path.write_text(json.dumps(scene), encoding="utf-8")
            run = carom("solve", path)
            self.assert_status(run, 0)
            return results(run)

    CONTACT = {"foot": {"between": ["front left foot", "world"], "at": [.2, .1, 0], "normal": [.1, .2, 1],
                        "restitution": .3, "friction": .4}}

    def test_names_and_numbers_say_the_same(self):
        q = [.1, -.2, .5, .8, .6, 0, 0] + [0] * 12
        v = [.3, .1, -1, .5, -.2, .7] + [0] * 12
        q[8], v[7] = .4, -.9
        # .8, .6: a turn about x by 2 atan(.6/.8); the rate of qvel is along the body's axes.
        c, s = .8 * .8 - .6 * .6, 2 * .8 * .6
        rate = [.5, c * -.2 - s * .7, s * -.2 + c * .7]
        named = {"trunk": {"position": q[:3], "rotation": [.8, .6, 0, 0], "velocity": v[:3], "rate": rate},
                 "front left hip": {"value": .4, "rate": -.9}}
        scene = {"robot": os.fspath(ROBOTS / "quadruped.xml"), "law": "stronge", "contacts": self.CONTACT}
        a = self.solved({**scene, "state": named})[0]
        b = self.solved({**scene, "state": {"qpos": q, "qvel": v}})[0]
        self.assertEqual(len(a["velocity_after"]), 18)
        for x, y in zip(a["velocity_after"], b["velocity_after"]):
            self.assertAlmostEqual(x, y, delta=1e-13)

    def test_an_imported_robot_needs_no_library_and_moves_alike(self):
        for name in ("quadruped", "closed_leg", "gripper", "humanoid", "ball_chain", "biped", "seven_axis_arm"):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                out = pathlib.Path(folder) / "plain.yaml"
                self.assert_status(carom("import", ROBOTS / f"{name}.xml", "-o", out), 0)
                shown = json.loads(carom("show", ROBOTS / f"{name}.xml", "--format", "json").stdout)[0]
                body = shown["bodies"][-1]["name"]
                contact = {"hit": {"between": [body, "world"], "at": [.1, .2, .1], "normal": [.2, .1, 1],
                                   "restitution": .5, "friction": .3}}
                joints = [j for j in shown["joints"] if j["kind"] == "slide" or j["kind"] == "hinge"]
                free = [j["body"] for j in shown["joints"] if j["kind"] == "free"]
                state = {f: {"velocity": [.2, .1, -1]} for f in free}
                if name not in ("closed_leg", "gripper"):
                    state.update({j["name"]: [j["value"][0] + .1, -.3] for j in joints})
                if name == "closed_leg":
                    state = {"rail": [0, -1]}
                if name == "gripper":
                    state = {"pitch": [.2, 1]}
                tail = f"law: newton\nstate: {json.dumps(state)}\ncontacts: {json.dumps(contact)}\n"
                out.write_text(out.read_text(encoding="utf-8") + tail, encoding="utf-8")
                a = carom("solve", out)
                b = carom("solve", stdin=json.dumps({"robot": os.fspath(ROBOTS / f"{name}.xml"), "law": "newton",
                                                     "state": state, "contacts": contact}) + "\n")
                self.assert_status(a, 0)
                self.assert_status(b, 0)
                plain, robot = results(a)[0], results(b)[0]
                self.assertEqual(plain["status"], robot["status"])
                for x, y in zip(plain["velocity_after"], robot["velocity_after"]):
                    self.assertAlmostEqual(x, y, delta=1e-10 * (1 + abs(y)))


@unittest.skipUnless(SEES_MJCF, "this carom reads no MJCF")
class Commands(TestCase):
    def test_show_tells_what_was_read(self):
        run = carom("show", ROBOTS / "quadruped.xml")
        self.assert_status(run, 0)
        for word in ("18 velocities", "front left knee", "trunk"):
            self.assertIn(word, run.stdout)

    def test_show_of_a_scene_tells_the_state(self):
        run = carom("show", ROBOTS / "arm_hits_table.yaml")
        self.assert_status(run, 0)
        for word in ("robot arm.xml", "elbow", "W", "3 velocities"):
            self.assertIn(word, run.stdout)
        self.assert_status(carom("check", ROBOTS / "arm_hits_table.yaml"), 0)

    def test_a_sweep_varies_friction_and_state(self):
        run = carom("sweep", ROBOTS / "arm_hits_table.yaml", "--vary", "contacts.hit.friction=0.1:0.9:3", "--vary",
                    "state.elbow[1]=0.5:1:2", "--columns", "contacts.hit.u_after.n,velocity_after[2],energy.change",
                    "--law", "stronge")
        self.assert_status(run, 0)
        self.assertEqual(sum(not line.startswith("#") for line in run.stdout.splitlines()), 7)
        self.assertNotIn("nan", run.stdout)

    def test_a_motion_is_refused_by_name(self):
        run = carom("simulate", ROBOTS / "arm_hits_table.yaml")
        self.assert_status(run, 2)
        self.assertIn("a scene in space cannot be simulated", run.stderr)

    @unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
    def test_a_picture_has_three_views(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "arm.svg"
            self.assert_status(carom("show", ROBOTS / "arm_hits_table.yaml", "--plot", out), 0)
            text = out.read_text(encoding="utf-8")
            for word in ("front", "side", "above"):
                self.assertIn(word, text)


@unittest.skipUnless(SEES_MJCF, "this carom reads no MJCF")
class Refusals(TestCase):
    def refused(self, text):
        run = carom("solve", "-", stdin=text)
        self.assert_status(run, 2)
        return run.stderr

    def scene(self, **changes):
        scene = {"robot": os.fspath(ROBOTS / "arm.xml"), "law": "newton", "state": {"yaw": .3},
                 "contacts": {"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], "restitution": .4,
                                      "friction": .3}}}
        scene.update(changes)
        return json.dumps(scene)

    def test_names_suggest_the_nearest(self):
        self.assertIn("state.shuolder: no joint or free body \"shuolder\"; did you mean shoulder?",
                      self.refused(self.scene(state={"shuolder": 1})))
        self.assertIn("did you mean fore?", self.refused(self.scene(points={"fora": {"a": [0, 0, 0]}})))

    def test_missing_files_and_wrong_numbers_are_named(self):
        self.assertIn("robot: ", self.refused(self.scene(robot="/nowhere/a.xml")))
        self.assertIn("state.qpos: expected 3 numbers", self.refused(self.scene(state={"qpos": [1, 2]})))
        self.assertIn("contacts.hit.restitution: 2 is outside [0, 1]", self.refused(self.scene(
            contacts={"hit": {"between": ["tip", "world"], "normal": [0, 0, 1], "restitution": 2, "friction": 0}})))

    def test_a_urdf_must_say_how_it_stands(self):
        if not SEES_URDF:
            self.skipTest("this carom reads no URDF")
        self.assertIn("base: free", self.refused(self.scene(robot=os.fspath(ROBOTS / "arm.urdf"))))


if __name__ == "__main__":
    program.main()
