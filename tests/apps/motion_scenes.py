"""Scenes in which many contacts act at once, made from a seed: what long motions are tried with."""

import math
import random

GRAVITY = 9.81


def pairs(names):
    return [(a, b) for i, a in enumerate(names) for b in names[i + 1:]]


def scene(name, bodies, contacts, duration, surfaces=None, joints=None, law="stronge"):
    parts = {"name": name, "law": law, "bodies": bodies, "surfaces": surfaces or {"floor": {}},
             "contacts": contacts, "simulation": {"duration": duration, "sample": duration / 100}}
    if joints:
        parts["joints"] = joints
    return parts


def discs(count, restitution, friction, seed, duration=3.0):
    """Discs in rows of three fall into a box with walls at +-0.53 m."""
    draw = random.Random(seed)
    bodies = {}
    for i in range(count):
        bodies[f"d{i}"] = {
            "disc": {"radius": 0.1}, "mass": 1,
            "position": [-0.3 + 0.3 * (i % 3) + draw.uniform(-0.02, 0.02), 0.15 + 0.25 * (i // 3)],
            "velocity": [draw.uniform(-0.5, 0.5), 0]}
    surfaces = {"floor": {}, "left": {"through": [-0.53, 0], "angle_deg": -90},
                "right": {"through": [0.53, 0], "angle_deg": 90}}
    material = {"restitution": restitution, "friction": friction}
    contacts = {}
    for a in bodies:
        for s in surfaces:
            contacts[f"{a} {s}"] = {"between": [a, s], **material}
    for a, b in pairs(list(bodies)):
        contacts[f"{a} {b}"] = {"between": [a, b], **material}
    return scene(f"{count} discs, e {restitution}, mu {friction}, seed {seed}", bodies, contacts,
                 duration, surfaces)


def boxes(count, restitution, friction, seed, duration=2.0):
    """Boxes that are dropped one onto the other, a little beside and a little turned."""
    draw = random.Random(seed)
    bodies = {}
    for i in range(count):
        bodies[f"b{i}"] = {
            "box": {"width": 0.4, "height": 0.2}, "mass": 1,
            "position": [draw.uniform(-0.04, 0.04), 0.13 + 0.25 * i], "angle": draw.uniform(-0.05, 0.05)}
    material = {"restitution": restitution, "friction": friction}
    contacts = {f"{a} floor": {"between": [a, "floor"], **material} for a in bodies}
    for a, b in pairs(list(bodies)):
        contacts[f"{a} {b}"] = {"between": [b, a], **material}
    return scene(f"{count} boxes, e {restitution}, mu {friction}, seed {seed}", bodies, contacts, duration)


def chain(links, restitution, friction, seed, duration=2.0):
    """A zigzag chain of rods whose joints and ends may touch the floor."""
    draw = random.Random(seed)
    length, names = 0.3, [f"l{i}" for i in range(links)]
    bodies, joints = {}, {}
    for i, name in enumerate(names):
        angle = (25 if i % 2 == 0 else -25) + draw.uniform(-5, 5)
        bodies[name] = {"rod": {"length": length}, "mass": 0.3, "angle_deg": angle}
    bodies["l0"]["position"] = {"start": [0, 0.5]}
    for a, b in zip(names, names[1:]):
        joints[f"{a} {b}"] = {"revolute": [f"{a}.end", f"{b}.start"]}
    material = {"restitution": restitution, "friction": friction}
    contacts = {"start": {"between": ["l0.start", "floor"], **material}}
    for name in names:
        contacts[f"{name} end"] = {"between": [f"{name}.end", "floor"], **material}
    return scene(f"chain of {links}, e {restitution}, mu {friction}, seed {seed}", bodies, contacts,
                 duration, joints=joints)


def vee(friction, angle=10.0, duration=2.0, restitution=0.3):
    """Two rods, joined, spread and lie flat."""
    bodies = {"a": {"rod": {"length": 0.5}, "mass": 0.5, "angle_deg": -angle, "position": {"start": [0, 0.3]}},
              "b": {"rod": {"length": 0.5}, "mass": 0.5, "angle_deg": angle}}
    joints = {"j": {"revolute": ["a.end", "b.start"]}}
    material = {"restitution": restitution, "friction": friction}
    contacts = {"l": {"between": ["a.start", "floor"], **material},
                "m": {"between": ["a.end", "floor"], **material},
                "r": {"between": ["b.end", "floor"], **material}}
    return scene(f"V, mu {friction}, angle {angle}", bodies, contacts, duration, joints=joints)


def slider_crank(restitution=0.4, friction=0.01, clearance=0.001, rate=150.0, duration=0.2):
    """The slider-crank with clearance of Flores, Leine and Glocker (2010), with a free crank."""
    ratio = -0.153 / 0.306 * rate
    bodies = {
        "crank": {"rod": {"length": 0.153}, "mass": 0.038, "inertia": 7.4e-5, "angle": 0},
        "rod": {"rod": {"length": 0.306}, "mass": 0.038, "inertia": 5.9e-4, "angle": 0},
        "slider": {"box": {"width": 0.1, "height": 0.05}, "mass": 0.076, "inertia": 2.7e-6, "angle": 0}}
    joints = {"main": {"revolute": ["world", "crank.start"], "rate": rate},
              "pin": {"revolute": ["crank.end", "rod.start"], "rate": ratio - rate},
              "wrist": {"revolute": ["rod.end", "slider.centre"], "rate": -0.01 - ratio}}
    half = 0.025 + clearance
    surfaces = {"low": {"through": [0, -half], "angle_deg": 0}, "high": {"through": [0, half], "angle_deg": 180}}
    material = {"restitution": restitution, "friction": friction}
    contacts = {}
    for corner, side in (("bottom_left", "low"), ("bottom_right", "low"), ("top_left", "high"), ("top_right", "high")):
        contacts[corner] = {"between": [f"slider.{corner}", side], **material}
    return scene(f"slider-crank, e {restitution}, mu {friction}, clearance {clearance}", bodies, contacts,
                 duration, surfaces, joints)


def slider_crank_variant(seed):
    draw = random.Random(seed)
    return slider_crank(draw.uniform(0, 0.9), draw.uniform(0, 0.3), draw.uniform(0.0005, 0.002),
                        draw.uniform(80, 180))


def foot(speed=3.0, restitution=0.3, friction=0.2, law="stronge"):
    """A foot on a free ankle lands almost flat, sliding."""
    return {
        "law": law,
        "bodies": {"foot": {"box": {"width": 0.25, "height": 0.05}, "mass": 0.5, "angle": 1e-3,
                            "position": [0, 0.05], "velocity": [speed, -1]},
                   "leg": {"rod": {"length": 1}, "mass": 40, "angle_deg": 80}},
        "joints": {"ankle": {"revolute": ["foot.centre", "leg.start"], "rate": 0}},
        "surfaces": {"floor": {}},
        "contacts": {"heel": {"between": ["foot.bottom_left", "floor"], "restitution": restitution,
                              "friction": friction},
                     "toe": {"between": ["foot.bottom_right", "floor"], "restitution": restitution,
                             "friction": friction}},
        "simulation": {"duration": 0.03, "sample": 1e-3}}


def belt():
    """A long flat box on a belt, held by a spring."""
    return {
        "law": "stronge",
        "bodies": {"box": {"box": {"width": 2, "height": 0.02}, "mass": 1, "position": [0, 0.01]}},
        "surfaces": {"belt": {"velocity": [0.2, 0]}},
        "springs": {"spring": {"between": ["box.centre", "world.post"], "stiffness": 30, "length": 1}},
        "points": {"post": [-1.0, 0.01]},
        "contacts": {"left": {"between": ["box.bottom_left", "belt"], "restitution": 0, "friction": 0.3,
                              "static_friction": 0.5},
                     "right": {"between": ["box.bottom_right", "belt"], "restitution": 0, "friction": 0.3,
                               "static_friction": 0.5}},
        "simulation": {"duration": 6, "sample": 0.02}}
