/// The laws of §16 in files: their keys, their results as JSON.
#include "tests/io/scene_text.hpp"

#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/result/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace carom {
namespace {

using Json = nlohmann::json;

constexpr std::string_view eccentric = R"(law: all
W: [[2.5, -0.6], [-0.6, 1.2]]
u: [0.5, -1]
contacts: [{restitution: 0.6, friction: 0.4, tangential_restitution: 0.7, stiffness_ratio: 1.2}]
)";

Json result_of(std::string_view text, LawId law) {
  return Json::parse(to_json(resolve(good(text, FileFormat::yaml).problem, {law}).front(), 1));
}

TEST(FurtherLawsText, AllListsThemWhereTheirKeysAreGiven) {
  const auto count = [](std::string_view text, LawId law) {
    const std::vector<LawId> defined = defined_laws(good(text, FileFormat::yaml).problem);
    return std::count(defined.begin(), defined.end(), law);
  };
  for (const LawId law : {LawId::moreau, LawId::fremond, LawId::anitescu_potra,
                          LawId::chatterjee_ruina, LawId::compliant})
    EXPECT_EQ(count(eccentric, law), 1) << law_of(law).name;
  EXPECT_EQ(count(with(eccentric, ", stiffness_ratio: 1.2", ""), LawId::compliant), 0);
}

TEST(FurtherLawsText, CompliantShowsItsEvents) {
  const Json r = result_of(eccentric, LawId::compliant);
  EXPECT_EQ(r["law"], "compliant");
  EXPECT_EQ(r["status"], "solved");
  EXPECT_FALSE(r.contains("case"));
  std::vector<std::string> events;
  for (const Json& entry : r["path"]) events.push_back(entry["event"]);
  EXPECT_EQ(events.front(), "start");
  EXPECT_EQ(events.back(), "end");
  EXPECT_THAT(events, ::testing::Contains("compression_ends"));
  EXPECT_THAT(events, ::testing::Contains("slip_starts"));
  EXPECT_TRUE(r["contacts"][0]["work"].contains("normal_compression"));
  EXPECT_TRUE(r["path"][0]["phase"].is_string());
}

TEST(FurtherLawsText, ThePhasesAreEntriesAndAlgebraicLawsHaveNone) {
  EXPECT_EQ(result_of(eccentric, LawId::anitescu_potra)["path"].size(), 3U);
  for (const LawId law : {LawId::moreau, LawId::fremond, LawId::chatterjee_ruina}) {
    const Json r = result_of(eccentric, law);
    EXPECT_FALSE(r.contains("path")) << law_of(law).name;
    EXPECT_TRUE(r["contacts"][0]["work"].contains("normal")) << law_of(law).name;
    EXPECT_FALSE(r["contacts"][0]["work"].contains("normal_compression")) << law_of(law).name;
  }
}

}  // namespace
}  // namespace carom
