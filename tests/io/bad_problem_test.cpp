// Every class of bad input has its message: file, line, key, expectation.

#include <gtest/gtest.h>

#include <string>

#include "tests/io/problem_text.hpp"

namespace carom {
namespace {

std::string with_contact(std::string_view contact) {
  return json_error(with(falling_rod, R"({"restitution": 1.0, "friction": 0.8})", contact));
}

std::string with_W(std::string_view W) {
  return json_error(with(falling_rod, "[[2.5, -1.5], [-1.5, 2.5]]", W));
}

std::string with_yaml(std::string_view old, std::string_view fresh) {
  return yaml_error(with(rod_on_belt, old, fresh));
}

TEST(BadProblem, EmptyTexts) {
  EXPECT_EQ(json_error(""), "p.json: empty; expected a problem");
  EXPECT_EQ(json_error(" \n\t"), "p.json: empty; expected a problem");
  EXPECT_EQ(yaml_error(""), "p.yaml: empty; expected a problem");
  EXPECT_EQ(yaml_error("# nothing\n# here\n"), "p.yaml: empty; expected a problem");
}

TEST(BadProblem, NoProblemAtAll) {
  EXPECT_EQ(json_error("3"), "p.json:1: expected a problem (a map), got 3");
  EXPECT_EQ(json_error("\nnull"), "p.json:2: expected a problem (a map), got null");
  EXPECT_EQ(json_error("[[]]"), "p.json:1: expected a problem (a map), got a list of 0");
  EXPECT_EQ(error_of("[" + std::string(falling_rod) + "]", FileFormat::jsonl),
            "p.jsonl:1: expected a problem (a map), got a list of 1");
  EXPECT_EQ(yaml_error("just words"),
            "p.yaml:1: expected a problem (a map), got the string \"just words\"");
}

TEST(BadProblem, UnknownKeys) {
  EXPECT_EQ(with_contact(R"({"restituton": 1})"),
            "p.json:1: contacts[0].restituton: unknown key; did you mean restitution?");
  EXPECT_EQ(with_contact(R"({"Friction": 1})"),
            "p.json:1: contacts[0].Friction: unknown key; did you mean friction?");
  EXPECT_EQ(with_contact(R"({"mu": 1})"),
            "p.json:1: contacts[0].mu: unknown key; did you mean friction?");
  EXPECT_EQ(json_error(R"({"colour": "red"})"),
            "p.json:1: colour: unknown key; known are name, law, contacts, simultaneous, format, "
            "path, required_friction, W, "
            "u, mass, velocity");
  EXPECT_EQ(with_yaml("velocity", "velocty"),
            "p.yaml:6: velocty: unknown key; did you mean velocity?");
  EXPECT_EQ(with_yaml("mass", "<<: {}\nmass"),
            "p.yaml:3: <<: unknown key; known are name, law, contacts, simultaneous, format, path, "
            "required_friction, W, u, "
            "mass, velocity");
  EXPECT_EQ(json_error("{\"\\u001b[31m\": 1}").substr(0, 30), "p.json:1: \\x1b[31m: unknown ke");
}

TEST(BadProblem, RepeatedKeys) {
  EXPECT_EQ(with_contact("{\"friction\": 1,\n\"friction\": 1}"),
            "p.json:2: contacts[0].friction: given twice, first on line 1");
  EXPECT_EQ(with_yaml("velocity:", "law: newton\nvelocity:"),
            "p.yaml:6: law: given twice, first on line 2");
}

TEST(BadProblem, WrongTypes) {
  EXPECT_EQ(with_contact(R"({"restitution": "0.5"})"),
            "p.json:1: contacts[0].restitution: expected a number, got the string \"0.5\"");
  EXPECT_EQ(with_contact(R"({"restitution": null})"),
            "p.json:1: contacts[0].restitution: expected a number, got null");
  EXPECT_EQ(with_contact(R"({"restitution": [1]})"),
            "p.json:1: contacts[0].restitution: expected a number, got a list of 1");
  EXPECT_EQ(with_contact(R"({"touching": 1})"),
            "p.json:1: contacts[0].touching: expected true or false, got 1");
  EXPECT_EQ(with_contact(R"({"name": 1.5})"),
            "p.json:1: contacts[0].name: expected a string, got 1.5");
  EXPECT_EQ(with_contact("true"), "p.json:1: contacts[0]: expected a map, got true");
  EXPECT_EQ(with_yaml("[0.5, -1]", "{x: 1}"),
            "p.yaml:6: velocity: expected a list of numbers, got a map");
  EXPECT_EQ(with_yaml("restitution: 0.5", "restitution:"),
            "p.yaml:10: contacts[0].restitution: expected a number, got null");
  EXPECT_EQ(with_yaml("restitution: 0.5", "restitution: 1_000"),
            "p.yaml:10: contacts[0].restitution: expected a number, got the string \"1_000\"");
  EXPECT_EQ(with_yaml("restitution: 0.5", "touching: yes"),
            "p.yaml:10: contacts[0].touching: expected true or false, got the string \"yes\"");
}

TEST(BadProblem, WrongShapes) {
  EXPECT_EQ(with_W("[[2.5, -1.5], [-1.5]]"),
            "p.json:1: W[1]: expected as many numbers as in the first row, 2, got 1");
  EXPECT_EQ(with_W("[2.5, -1.5]"), "p.json:1: W[0]: expected a row of numbers, got 2.5");
  EXPECT_EQ(with_W("[[2.5, \"x\"], [-1.5, 2.5]]"),
            "p.json:1: W[0][1]: expected a number, got the string \"x\"");
  EXPECT_EQ(with_W("[[1]]"), "p.json:1: W: is 1x1; want 2x2 for 1 contact");
  EXPECT_EQ(with_W("[]"), "p.json:1: W: is 0x0; want 2x2 for 1 contact");
  EXPECT_EQ(json_error(with(falling_rod, "[0.6, -1.0]", "[0.6]")),
            "p.json:1: u: has 1 entry; want 2");
  EXPECT_EQ(with_yaml("[0.1, 0]", "[0.1]"),
            "p.yaml:12: contacts[0].surface_velocity: expected two numbers [t, n], got 1");
  EXPECT_EQ(with_yaml("normal: [0, 1]", "normal: [0, 1, 2]"),
            "p.yaml:9: contacts[0].normal: has 3 entries; want 2");
}

TEST(BadProblem, SpatialContacts) {
  EXPECT_EQ(with_yaml("tangent: [1, 0]", "tangent: [[1, 0], [0, 1]]"),
            "p.yaml:12: contacts[0].surface_velocity: expected three numbers [t1, t2, n], got 2");
  EXPECT_EQ(with_yaml("tangent: [1, 0]", "tangent: [[1, 0], [0, 1], [1, 1]]"),
            "p.yaml:8: contacts[0].tangent: expected one row or two, got 3");
  EXPECT_EQ(with_yaml("[0.1, 0]", "[0.1, 0, 0]"),
            "p.yaml:12: contacts[0].surface_velocity: expected two numbers [t, n], got 3");
  EXPECT_EQ(with_contact(R"({"restitution": 0, "friction": 0, "tangents": 3})"),
            "p.json:1: contacts[0].tangents: 3 is none of 0, 1 and 2");
  EXPECT_EQ(json_error(R"({"law": "poisson", "W": [[1, 0], [0, 1]], "u": [0, -1], "contacts":
                           [{"tangents": 1, "restitution": 0, "friction": 0}, {"restitution": 0}]})"),
            "p.json:2: contacts[1]: tangents: missing; another contact gives it");
}

TEST(BadProblem, DynamicsInNoWayOrInTwo) {
  EXPECT_EQ(json_error(R"({"law": "all", "contacts": []})"),
            "p.json:1: no dynamics; give W and u, or mass and velocity");
  EXPECT_EQ(json_error(with(falling_rod, "\"u\"", "\"mass\": [[1]], \"u\"")),
            "p.json:1: mass: given together with W; give W and u, or mass and velocity");
  EXPECT_EQ(json_error(with(falling_rod, " \"u\": [0.6, -1.0],", "")),
            "p.json:1: u: missing; W is given without it");
  EXPECT_EQ(with_yaml("velocity: [0.5, -1]\n", ""),
            "p.yaml:1: velocity: missing; mass is given without it");
  EXPECT_EQ(with_yaml("law: poisson", "law: poisson\nbodies: []"),
            "p.yaml:4: mass: belongs to a body: bodies.NAME.mass");
  EXPECT_EQ(with_yaml("law: poisson", "law: poisson\nangle_deg: 3"),
            "p.yaml:3: angle_deg: belongs to scenes, which have bodies; without them give W and u, "
            "or mass and velocity");
}

TEST(BadProblem, KeysOfTheOtherWay) {
  EXPECT_EQ(with_contact(R"({"normal": [0, 1]})"),
            "p.json:1: contacts[0].normal: belongs to problems given by mass and velocity; here W "
            "and u are given");
  EXPECT_EQ(with_contact(R"({"surface_velocity": [0, 1]})"),
            "p.json:1: contacts[0].surface_velocity: belongs to problems given by mass and "
            "velocity; here W and u are given");
  EXPECT_EQ(
      with_contact(R"({"spin_row": [0, 1]})"),
      "p.json:1: contacts[0].spin_row: belongs to problems given by mass and velocity; here W "
      "and u are given");
  EXPECT_EQ(with_yaml("    normal: [0, 1]\n", ""),
            "p.yaml:8: contacts[0].normal: missing; give the row of J along the normal");
}

TEST(BadProblem, OtherWishes) {
  EXPECT_EQ(json_error(with(falling_rod, "\"name\"", "\"format\": 2, \"name\"")),
            "p.json:1: format: 2 is not known; this version reads format 1");
  EXPECT_EQ(
      json_error(with(falling_rod, "\"name\"", "\"simultaneous\": \"later\", \"name\"")),
      "p.json:1: simultaneous: expected refuse, together, sequential or springs, got \"later\"");
  EXPECT_EQ(json_error(with(falling_rod, "\"contacts\"", "\"contact\"")),
            "p.json:1: contact: unknown key; did you mean contacts?");
  EXPECT_EQ(yaml_error("law: all\nW: [[1]]\nu: [1]\n"),
            "p.yaml:1: contacts: missing; give a list of contacts");
  EXPECT_EQ(yaml_error("law: all\nW: [[1]]\nu: [1]\ncontacts: {}\n"),
            "p.yaml:4: contacts: expected a list of contacts, got a map");
}

TEST(BadProblem, NumbersThatAreNotFinite) {
  EXPECT_EQ(with_W("[[2.5, NaN], [-1.5, 2.5]]"),
            "p.json:1: W[0][1]: expected a finite number, got NaN");
  EXPECT_EQ(with_W("[[2.5, -Infinity], [-1.5, 2.5]]"),
            "p.json:1: W[0][1]: expected a finite number, got -Infinity");
  EXPECT_EQ(with_W("[[2.5, 1e999], [-1.5, 2.5]]"),
            "p.json:1: W[0][1]: 1e999 does not fit into a double");
  EXPECT_EQ(with_W("[[2.5, 1e-999], [-1.5, 2.5]]"),
            "p.json:1: W[0][1]: 1e-999 does not fit into a double");
  EXPECT_EQ(with_yaml("0.5, -1", "0.5, -.inf"),
            "p.yaml:6: velocity[1]: expected a finite number, got -inf");
  EXPECT_EQ(with_yaml("0.5, -1", "0.5, .nan"),
            "p.yaml:6: velocity[1]: expected a finite number, got nan");
  EXPECT_EQ(with_yaml("0.5, -1", "0.5, -1e999"),
            "p.yaml:6: velocity[1]: -1e999 does not fit into a double");
  EXPECT_EQ(with_yaml("0.5, -1", "0.5, -1e-999"),
            "p.yaml:6: velocity[1]: -1e-999 does not fit into a double");
}

TEST(BadProblem, ValuesThatMakeNoSenseAreFoundOnTheirLine) {
  EXPECT_EQ(with_yaml("restitution: 0.5", "restitution: 1.3"),
            "p.yaml:10: contacts[0].restitution: 1.3 is outside [0, 1]");
  EXPECT_EQ(with_yaml("friction: 0.25", "friction: 0.25\n    static_friction: 0.2"),
            "p.yaml:12: contacts[0].static_friction: 0.2 is below friction 0.25");
  EXPECT_EQ(with_yaml("- [0, 2]", "- [0, -2]"), "p.yaml:4: mass: not positive definite");
  EXPECT_EQ(
      with_yaml("    friction: 0.25\n", ""),
      "p.yaml:8: contacts[0].friction: missing; give the kinetic coefficient (write 0 to mean "
      "0)");
  EXPECT_EQ(with_W("[[2.5, -1.5], [-1.4, 2.5]]"),
            "p.json:1: W: not symmetric, W[0][1] = -1.5 but W[1][0] = -1.4");
}

}  // namespace
}  // namespace carom
