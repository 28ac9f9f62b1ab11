// The figures of the papers, and the machine that compares them: a wrong figure must be noticed.
#include <algorithm>
#include <carom/impact/delassus.hpp>
#include <carom/io/embedded.hpp>
#include <carom/papers/reproduction.hpp>
#include <carom/papers/reproduction_random.hpp>
#include <carom/papers/zabuga.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carom {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// --- the papers ---------------------------------------------------------------------------------

/// What a paper's table comes to; the sum of the first four is the number of its figures.
struct PaperCounts {
  std::string paper;
  int agree, last_digit, misprints, not_printed;
  int from_scenes;  ///< computed from scenes as well: all impacts but random ones, of bodies that are a scene
};

class EveryPaper : public ::testing::TestWithParam<PaperCounts> {};

/// Every item of all its figures is there, as expected; a misprint has its reason and erratum.
TEST_P(EveryPaper, ComesOutAsExpected) {
  const PaperCounts& expected = GetParam();
  const Reproduction paper = reproduce(expected.paper);
  EXPECT_TRUE(paper.ok);
  PaperCounts found{expected.paper, 0, 0, 0, 0, 0};
  for (const ReproducedItem& item : paper.items) {
    EXPECT_TRUE(item.as_expected) << item.group << ": " << item.item << ": printed " << item.printed
                                  << ", computed " << item.computed;
    EXPECT_LE(item.scene_difference.value_or(0), routes_agree) << item.group << ": " << item.item;
    found.from_scenes += item.scene_difference.has_value();
    found.agree += item.agreement == Agreement::yes;
    found.last_digit += item.agreement == Agreement::last_digit;
    found.misprints += item.agreement == Agreement::misprint;
    found.not_printed += item.agreement == Agreement::not_printed;
    if (item.agreement != Agreement::misprint && item.agreement != Agreement::last_digit) continue;
    EXPECT_FALSE(item.note.empty()) << item.item;
    EXPECT_TRUE(item.erratum.starts_with("E-")) << item.item;
  }
  EXPECT_EQ(found.agree, expected.agree);
  EXPECT_EQ(found.last_digit, expected.last_digit);
  EXPECT_EQ(found.misprints, expected.misprints);
  EXPECT_EQ(found.not_printed, expected.not_printed);
  EXPECT_EQ(found.from_scenes, expected.from_scenes);
}

INSTANTIATE_TEST_SUITE_P(Reproduction, EveryPaper,
                         ::testing::Values(PaperCounts{"cataldo-sampaio", 9, 0, 2, 29, 0},
                                           PaperCounts{"hurmuzlu-marghitu", 27, 0, 11, 36, 4},
                                           PaperCounts{"shen-townsend", 95, 2, 6, 1, 100},
                                           PaperCounts{"spatial", 41, 0, 0, 0, 0},
                                           PaperCounts{"wang-mason", 30, 1, 2, 6, 34},
                                           PaperCounts{"zabuga", 1, 0, 3, 0, 0}),
                         [](const ::testing::TestParamInfo<PaperCounts>& paper) {
                           std::string name = paper.param.paper;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

TEST(Reproduction, SaysHowManyFiguresCameFromScenesToo) {
  EXPECT_THAT(to_table(reproduce("wang-mason"), {}),
              HasSubstr("34 of them from the scenes, too: the same"));
  EXPECT_EQ(routes_summary(reproduce("zabuga")), "");
}

TEST(Reproduction, KnowsItsPapersAndNamesThemToOneWhoAsksForAnother) {
  EXPECT_THAT(reproducible_papers(), ::testing::IsSupersetOf({"hurmuzlu-marghitu", "shen-townsend",
                                                              "wang-mason", "zabuga"}));
  try {
    reproduce("newton-1687");
    FAIL() << "no such paper";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("newton-1687"));
    EXPECT_THAT(error.what(), HasSubstr("wang-mason"));
  }
}

// --- a changed figure is noticed ----------------------------------------------------------------

Json data_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == name) return Json::parse(file.text);
  throw std::invalid_argument("no such file");
}

/// One figure that looks at nothing but a number: [1.25] printed as `printed`.
Reproduction one_item(const Json& item_keys) {
  Json item = {{"item", "a number"}, {"list", {1.25}}};
  item.update(item_keys);
  const Json file = {{"paper", "test"},
                     {"title", "a test"},
                     {"reference", "ours"},
                     {"groups", {{{"group", "all"}, {"items", Json::array({item})}}}}};
  return reproduce_text(file.dump());
}

Agreement agreement(const std::string& printed, const std::string& expect = "yes") {
  return one_item({{"printed", printed}, {"expect", expect}}).items.at(0).agreement;
}

TEST(Reproduction, FailsWhenASceneComesToSomethingElse) {
  Json file = data_of("data/papers/wang-mason.json");
  file["problems"]["case 3"]["scene"]["problem"] = 2;
  const Reproduction paper = reproduce_text(file.dump());
  EXPECT_FALSE(paper.ok);
  EXPECT_THAT(to_table(paper, {}), HasSubstr("the scene gives"));
  EXPECT_THAT(routes_summary(paper), HasSubstr("NOT the same"));
}

TEST(Reproduction, FailsWhenAnyPrintedNumberIsChangedByTwoUnitsOfItsLastDigit) {
  Json file = data_of("data/papers/shen-townsend.json");
  int changed = 0;
  for (Json& group : file["groups"]) {
    for (Json& item : group["items"]) {
      Json& printed = item["printed"];
      const bool number = printed.is_string() && Json::accept(printed.get<std::string>());
      if (!number || item["expect"] == "misprint") continue;
      const auto original = printed.get<std::string>();
      std::string corrupt = original;
      corrupt.back() = static_cast<char>('0' + (corrupt.back() - '0' + 2) % 10);
      printed = corrupt;
      Json alone = file;  // only this item: the whole file is another test's matter
      alone["groups"] = Json::array({group});
      alone["groups"][0]["items"] = Json::array({item});
      EXPECT_FALSE(reproduce_text(alone.dump()).ok) << group["group"] << item["item"] << corrupt;
      printed = original;
      changed += 1;
    }
  }
  EXPECT_GT(changed, 50);
}

TEST(Reproduction, FailsWhenOneItemOfTheFileIsWrong) {
  Json file = data_of("data/papers/zabuga.json");
  EXPECT_TRUE(reproduce_text(file.dump()).ok);
  file["groups"][0]["items"][0]["printed"] = "1999/2000";
  EXPECT_FALSE(reproduce_text(file.dump()).ok);
}

TEST(Reproduction, FailsWhenAMisprintSuddenlyAgrees) {
  const Reproduction reproduction = one_item({{"printed", "1.25"}, {"expect", "misprint"}});
  EXPECT_FALSE(reproduction.ok);
  EXPECT_EQ(reproduction.items.at(0).agreement, Agreement::yes);
  EXPECT_THAT(to_table(reproduction, {}), HasSubstr("unexpected"));
}

TEST(Reproduction, TakesTheToleranceFromThePrintedDigits) {
  EXPECT_EQ(agreement("1.25"), Agreement::yes);
  EXPECT_EQ(agreement("1.3"), Agreement::yes);  // half a unit
  EXPECT_EQ(agreement("1.2"), Agreement::yes);
  EXPECT_EQ(agreement("1"), Agreement::yes);
  EXPECT_EQ(agreement("1.249"), Agreement::last_digit);  // one unit
  EXPECT_EQ(agreement("1.259", "last digit"), Agreement::no);
  EXPECT_EQ(agreement("-1.25"), Agreement::no);
  EXPECT_EQ(agreement("1.6", "misprint"), Agreement::misprint);
}

TEST(Reproduction, IsStrictWhereThePaperIsExact) {
  EXPECT_TRUE(one_item({{"printed", "1.25"}, {"expect", "yes"}, {"exact", true}}).ok);
  EXPECT_FALSE(one_item({{"printed", "1.3"}, {"expect", "yes"}, {"exact", true}}).ok);
}

TEST(Reproduction, HoldsUsToTheRecordWhereThePaperPrintsNothing) {
  const Reproduction right = one_item({{"recorded", "1.25"}, {"expect", "not printed"}});
  EXPECT_TRUE(right.ok);
  EXPECT_EQ(right.items.at(0).printed, "-");
  EXPECT_FALSE(one_item({{"recorded", "1.26"}, {"expect", "not printed"}}).ok);
}

TEST(Reproduction, CountsWhatCannotBeComputedAsAFailureEvenOfAMisprint) {
  for (const char* expect : {"yes", "misprint", "perhaps"}) {
    const Reproduction broken =
        one_item({{"printed", "1.25"}, {"expect", expect}, {"list", {{{"valeu", "/W"}}}}});
    EXPECT_FALSE(broken.ok);
    EXPECT_EQ(broken.items.at(0).computed, "error");
    EXPECT_FALSE(broken.items.at(0).note.empty());
  }
  EXPECT_THROW(reproduce_text("{"), std::invalid_argument);
  EXPECT_THROW(reproduce_text("{}"), std::invalid_argument);
}

// --- what is shown ------------------------------------------------------------------------------

TEST(Reproduction, ShowsMisprintsWithReasonAndSumsUp) {
  const Reproduction paper = reproduce("wang-mason");
  const std::string table = to_table(paper, {});
  EXPECT_THAT(table, ContainsRegex("0.4 \\+ 0.0625 e +0.4 \\+ 0.625 e +misprint"));
  EXPECT_THAT(table, HasSubstr("E-WM2: A misplaced decimal point"));
  EXPECT_THAT(table, HasSubstr("(8 + 3 e)/(8 + 5 e)"));
  EXPECT_EQ(summary(paper),
            "39 items: 30 agree, 1 last digit, 2 misprints confirmed, 6 not printed, 0 unexpected");
  EXPECT_EQ(table.find('\x1b'), std::string::npos);
}

TEST(Reproduction, JsonHoldsWhatTheTableShows) {
  const Reproduction paper = reproduce("zabuga");
  const Json document = Json::parse(to_json(paper));
  EXPECT_EQ(document.at("paper"), "zabuga");
  EXPECT_EQ(document.at("ok"), true);
  ASSERT_EQ(document.at("items").size(), paper.items.size());
  EXPECT_EQ(document.at("items").at(1).at("agreement"), "misprint");
  EXPECT_EQ(document.at("items").at(1).at("erratum"), "E-Z1");
}

// --- Zabuga's formulas --------------------------------------------------------------------------

/// docs/errata.md, E-Z2: the paper's rule would accept a pull, I_N = −2.
TEST(Zabuga, SticksWhereTheContactJams) {
  const ZabugaImpulse jam =
      zabuga_impulse({.a = 2.5, .a_tilde = 2.5, .b = 1.5, .v_N0 = 1, .v_T0 = -1, .mu = 2});
  EXPECT_EQ(jam.which, ZabugaCase::stops);
  EXPECT_NEAR(jam.I_N, 1, 1e-15);  // two roundings
  EXPECT_NEAR(jam.I_T, -1, 1e-15);
}

/// docs/errata.md, E-Z3, on the falling rod of Wang and Mason, case 1, with e = 0.
TEST(Zabuga, SlipsAgainstBInADirectImpact) {
  for (const double b : {-1.5, 1.5}) {
    const ZabugaImpulse impulse =
        zabuga_impulse({.a = 2.5, .a_tilde = 2.5, .b = b, .v_N0 = 1, .v_T0 = 0, .mu = 0.5});
    EXPECT_EQ(impulse.which, ZabugaCase::reverses);
    EXPECT_NEAR(impulse.I_N, 4.0 / 7, 1e-15);
    EXPECT_NEAR(impulse.I_T, b > 0 ? -2.0 / 7 : 2.0 / 7, 1e-15);
  }
}

TEST(Zabuga, HasTheCoefficientsOfTheDelassusMatrix) {
  const ZabugaBodies k{
      .m_1 = 1, .m_2 = 2, .G_1 = 0.1, .G_2 = 0.5, .x_1 = 0.3, .y_1 = 0.4, .x_2 = 0.2, .y_2 = -0.7};
  const Eigen::VectorXd masses{{k.m_1, k.m_1, k.G_1, k.m_2, k.m_2, k.G_2}};
  const Eigen::MatrixXd J{{1, 0, k.y_1, -1, 0, -k.y_2}, {0, 1, -k.x_1, 0, -1, k.x_2}};  // (1.2)
  const Eigen::MatrixXd W = delassus(masses.asDiagonal().toDenseMatrix(), J);
  const ZabugaCollision collision = zabuga_collision(k);
  EXPECT_NEAR(collision.a_tilde, W(0, 0), 1e-14);  // a handful of roundings
  EXPECT_NEAR(collision.b, -W(0, 1), 1e-14);
  EXPECT_NEAR(collision.a, W(1, 1), 1e-14);
}

// --- random problems ----------------------------------------------------------------------------

/// The same problems on every machine: the tally is a number to rely on.
TEST(RandomComparison, FindsZabugasPrintedSignRightInFewProblems) {
  const Tally tally = compare_on_random_problems(
      {.family = RandomFamily::zabuga_printed, .count = 2000, .seed = 1});
  EXPECT_EQ(tally.same, 23);
  EXPECT_EQ(tally.of, 2000);
}

}  // namespace
}  // namespace carom
