#include <carom/io/problem/contact_key.hpp>
#include <carom/io/problem/reader.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

const char* const bad =
    R"({"law": "newton", "W": [[1, 0], [0, 1]], "u": [0, -1], "contacts": [{"restitution": 2, "friction": 0}]})";

/// As a dictionary has it: no lines.
TreeNode without_lines(TreeNode node) {
  node.line = 0;
  for (NodeKey& key : node.keys) key.line = 0;
  for (TreeNode& item : node.items) item = without_lines(std::move(item));
  return node;
}

TEST(ProblemReader, SaysWhatIsWrongWithoutAPlaceWhereThereIsNone) {
  const ProblemEntry entry = read_problem(without_lines(parse_json(bad)), {.source = ""});
  EXPECT_EQ(entry.error, "contacts[0].restitution: 2 is outside [0, 1]");
}

TEST(ProblemReader, NamesSourceLineAndNumber) {
  const TreeNode tree = parse_json(bad, 7);
  const ReadOptions options{.source = "rods.json", .first_number = 3};
  EXPECT_EQ(read_problem(tree, options).error,
            "rods.json:7: contacts[0].restitution: 2 is outside [0, 1]");
  EXPECT_EQ(read_problem(tree, options, Numbering::by_number).error,
            "rods.json:7: problem 3: contacts[0].restitution: 2 is outside [0, 1]");
}

TEST(ContactKey, TellsMaterialsFromRows) {
  EXPECT_EQ(contact_key("restitution"), ContactKey::material);
  EXPECT_EQ(contact_key("touching"), ContactKey::material);
  EXPECT_EQ(contact_key("tangent"), ContactKey::row);
  EXPECT_EQ(contact_key("normal"), ContactKey::row);
  EXPECT_EQ(contact_key("surface_velocity"), ContactKey::row);
  EXPECT_EQ(contact_key("name"), ContactKey::none);
  EXPECT_EQ(contact_key("W"), ContactKey::none);
}

TEST(ContactKey, KnowsWhichWrongKeysAreMeantForAContact) {
  for (const char* key : {"restituton", "Friction", "static_fricton", "nrmal", "surface_velocty",
                          "mu", "e", "tangent1", "frictions"})
    EXPECT_EQ(contact_key(key), ContactKey::mistaken) << key;
  // Those of a problem or a scene, near to them, or near to nothing.
  for (const char* key :
       {"law",        "laws",    "mass",     "mas",         "velocty",   "contact",
        "contcts",    "nme",     "J",        "M",           "bodies",    "joints",
        "points",     "springs", "surfaces", "pairs",       "materials", "gravity",
        "simulation", "units",   "state",    "coefficient", "x",         ""})
    EXPECT_EQ(contact_key(key), ContactKey::none) << key;
}

}  // namespace
}  // namespace carom
