// Objections of the rooms below find their place in a file, whatever names the user gave.
#include <carom/impact/objection.hpp>
#include <carom/io/problem_file.hpp>

#include <gtest/gtest.h>

#include <string>

namespace carom {
namespace {

/// The message about a scene whose contact has that name and is not allowed to be as it is.
std::string message_about(const std::string& contact, const std::string& keys) {
  const std::string text =
      "law: newton\n"
      "bodies: {rod: {disc: {radius: 0.1}, mass: 1, position: [0, 0.1], velocity: [0, -1]}}\n"
      "surfaces: {floor: {through: [0, 0]}}\n"
      "contacts:\n"
      "  \"" +
      contact + "\": {between: [rod, floor], " + keys + "}\n";
  const auto entries = read_problems(text, FileFormat::yaml, {.source = "a.yaml"});
  return entries.at(0).error;
}

TEST(Objection, SaysPathAndMistakeInASentence) {
  EXPECT_STREQ(Objection(path_to_contact(2, "friction"), "missing").what(),
               "contacts[2].friction: missing");
  EXPECT_STREQ(Objection(path_to_contact("tip"), "is apart").what(), "contact 'tip': is apart");
  EXPECT_STREQ(Objection({"contacts", "tip", "friction"}, "missing").what(),
               "contact 'tip': friction: missing");
  EXPECT_STREQ(Objection(path_to_joint("knee"), "is open").what(), "joint 'knee': is open");
  EXPECT_STREQ(Objection({"W", std::size_t{0}, std::size_t{1}}, "is NaN").what(),
               "W[0][1]: is NaN");
}

TEST(Objection, FindsPathAndLineOfAContactWithAnyName) {
  for (const char* name : {"tip", "left': tip", "a: b"}) {
    const std::string range = "restitution: 1.5, friction: 0";
    EXPECT_EQ(message_about(name, range),
              std::string("a.yaml:5: contacts.") + name + ".restitution: 1.5 is outside [0, 1]");
    const std::string missing = "restitution: 0.5";
    EXPECT_EQ(message_about(name, missing),
              std::string("a.yaml:5: contacts.") + name +
                  ".friction: missing; give the kinetic coefficient (write 0 to mean 0)");
  }
}

TEST(Objection, FindsTheMatrixEntryAndItsLine) {
  const auto error = [](const std::string& text) {
    return read_problems(text, FileFormat::yaml, {.source = "a.yaml"}).at(0).error;
  };
  const std::string contact = "law: newton\ncontacts: [{restitution: 0.5, friction: 0.1}]\n";
  EXPECT_EQ(error(contact + "W: [[1, 0],\n    [0.5, 1]]\nu: [0, -1]\n"),
            "a.yaml:3: W: not symmetric, W[0][1] = 0 but W[1][0] = 0.5");
  EXPECT_EQ(error(contact + "W: [[1, 0], [0, 1]]\nu: [0, -1, 2]\n"),
            "a.yaml:4: u: has 3 entries; want 2");
  EXPECT_EQ(error(contact + "W: [[1, 2], [2, 1]]\nu: [0, -1]\n"),
            "a.yaml:3: W: not positive semidefinite: [[1, 2], [2, 1]]");
}

TEST(Objection, TellsAContactFromTheWaysOfAnother) {
  const std::string text =
      "law: newton\n"
      "bodies:\n"
      "  box: {box: {width: 1, height: 1}, mass: 1, angle: 0.1,\n"
      "        position: {bottom_left: [0, 0]}, velocity: [0, -1]}\n"
      "  ball: {disc: {radius: 0.1}, mass: 1, position: [3, 0.1]}\n"
      "surfaces: {floor: {through: [0, 0]}}\n"
      "contacts:\n"
      "  a: {between: [box, floor], restitution: 0.5, friction: 0}\n"
      "  \"a: b\": {between: [ball, floor], restitution: 1.5, friction: 0}\n";
  EXPECT_EQ(read_problems(text, FileFormat::yaml, {.source = "a.yaml"}).at(0).error,
            "a.yaml:9: contacts.a: b.restitution: 1.5 is outside [0, 1]");
}

}  // namespace
}  // namespace carom
