#include <carom/impact/resolve.hpp>
#include <carom/report/table/energy.hpp>
#include <carom/report/table/layout.hpp>
#include <carom/report/table/summary.hpp>
#include <carom/report/table/table.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <random_problems.hpp>
#include <sstream>

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Wang and Mason's rod, whose tip slips and then sticks: Newton's law creates energy above e = 0.8.
ImpactProblem slipping_rod(double e, double mu) {
  return {.name = "rod",
          .contacts = {{.restitution = e, .friction = mu}},
          .dynamics = ContactSpace{Eigen::MatrixXd{{2.5, -1.5}, {-1.5, 2.5}},
                                   Eigen::VectorXd{{0.6, -1.0}}}};
}

/// A rod on a pivot: one degree of freedom, so W has rank one; above μ = tan 25° it locks.
ImpactProblem pendulum(double mu) {
  return {.contacts = {{.restitution = 0.5, .friction = mu}},
          .dynamics = GeneralizedSpace{.mass = Eigen::MatrixXd{{1.0 / 3}},
                                       .velocity = Eigen::VectorXd{{-1.0}},
                                       .rows = {{.tangent = Eigen::VectorXd{{0.9063}},
                                                 .normal = Eigen::VectorXd{{0.4226}}}}}};
}

std::string table_of(const ImpactProblem& problem, const std::vector<LawId>& laws,
                     TextStyle style) {
  return impact_table(problem.contacts, 1, resolve(problem, laws), style);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("μ_s — é"), 7);
  EXPECT_EQ(display_width("q\u0307"), 1);  // a combining dot
  EXPECT_EQ(display_width("漢字"), 4);
  EXPECT_EQ(display_width("\xff\xfe"), 2);  // what is no UTF-8 shows as one column a byte
}

TEST(TextTable, ColumnsStayAlignedWhateverTheLetters) {
  const TextTable table{{Align::left, Align::right},
                        {{{"μ"}, {"1"}}, {{"漢字"}, {"22"}}, {{"q\u0307"}, {"333"}}}};
  for (const std::string& line : lines_of(render(table, {})))
    EXPECT_EQ(display_width(line), 4 + 2 + 3) << line;
}

TEST(TextTable, LeavesNoSpacesAtTheEndOfALine) {
  const TextTable table{{Align::left, Align::left},
                        {{{"long text"}, {"x"}}, {{"a"}, {""}}, {{""}, {""}}}};
  EXPECT_EQ(render(table, {}), "long text  x\na\n\n");
}

TEST(Wrapped, KeepsEveryWordAndTheWidth) {
  const std::string text = "a bb ccc dddd averylongwordthatdoesnotfit e";
  for (int width = 8; width < 60; ++width) {
    std::string words;
    for (const std::string& line : lines_of(wrapped(text, width, 2, 1))) {
      const bool too_long = line.find("long") != std::string::npos;
      EXPECT_LE(display_width(line), too_long ? 100 : width);
      words += line.substr(line.find_first_not_of(' ')) + " ";
    }
    EXPECT_EQ(words, text + " ");
  }
}

TEST(ImpactTable, KeepsToTheWidthByMoreBlocks) {
  const ImpactProblem problem = slipping_rod(0.9, 0.7);
  const std::vector<LawId> laws = defined_laws(problem);
  for (const int width : {60, 80, 100, 200}) {
    const std::string table = table_of(problem, laws, {.width = width});
    for (const std::string& line : lines_of(table)) EXPECT_LE(display_width(line), width) << line;
    for (const LawId law : laws) EXPECT_THAT(table, HasSubstr(std::string(law_of(law).name)));
  }
}

TEST(ImpactTable, MarksWhoCreatesEnergyAndNobodyElse) {
  const std::string table = table_of(slipping_rod(0.9, 0.7), {LawId::newton, LawId::poisson}, {});
  EXPECT_THAT(table, HasSubstr("CREATED"));
  EXPECT_THAT(table, HasSubstr("newton: The contact CREATED 0.053125 J, 26.6 %"));
  EXPECT_THAT(table, Not(HasSubstr("poisson: The contact CREATED")));
  EXPECT_THAT(table_of(slipping_rod(0.7, 0.7), {LawId::newton}, {}), Not(HasSubstr("CREATED")));
}

/// The numbers of a row, one per law.
std::vector<double> numbers_of(const std::string& table, const std::string& label) {
  for (const std::string& line : lines_of(table)) {
    if (line.rfind(label + " ", 0) != 0) continue;
    std::istringstream rest(line.substr(line.find(" J ") + 3));
    return {std::istream_iterator<double>(rest), {}};
  }
  return {};
}

TEST(ImpactTable, TheStepsOfTheEnergyAddUpFromBeforeToAfter) {
  const std::string table =
      table_of(slipping_rod(0.9, 0.7), {LawId::newton, LawId::poisson, LawId::stronge}, {});
  for (const std::size_t law : {0U, 1U, 2U}) {
    double level = 0;
    for (const char* row : {"energy before", "+ compression", "+ restitution", "+ friction"})
      level += numbers_of(table, row).at(law);
    EXPECT_NEAR(level, numbers_of(table, "energy after").at(law), 2e-6);  // six digits are shown
  }
  EXPECT_LT(table.find("energy before"), table.find("+ compression"));
  EXPECT_LT(table.find("+ friction"), table.find("energy after"));
  EXPECT_THAT(table, Not(HasSubstr("work, ")));  // of a single contact they are the steps
  const std::string algebraic = table_of(slipping_rod(0.9, 0.7), {LawId::whittaker}, {});
  EXPECT_NEAR(numbers_of(algebraic, "energy before").at(0) +
                  numbers_of(algebraic, "+ normal").at(0) +
                  numbers_of(algebraic, "+ friction").at(0),
              numbers_of(algebraic, "energy after").at(0), 2e-6);
}

TEST(ImpactTable, SaysWhyThereIsNoSolutionAndShowsWhatIsKnown) {
  const std::string table = table_of(pendulum(0.5), {LawId::newton, LawId::poisson}, {});
  EXPECT_THAT(table, HasSubstr("no solution"));
  EXPECT_THAT(table, HasSubstr("—"));
  EXPECT_THAT(table, HasSubstr("newton: W is singular"));
  EXPECT_THAT(table, ::testing::ContainsRegex("u_n before +m/s +-0.4226 +-0.4226"));
}

TEST(ImpactTable, UsesColorOnlyWhereAsked) {
  EXPECT_THAT(table_of(slipping_rod(0.9, 0.7), {LawId::newton}, {}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(table_of(slipping_rod(0.9, 0.7), {LawId::newton}, {.color = true}),
              HasSubstr("\x1b[1;31mCREATED\x1b[0m"));
}

TEST(ImpactTable, ANameCannotSteerTheTerminal) {
  ImpactProblem problem = slipping_rod(0.9, 0.7);
  problem.name = "\x1b[2Jgone\a";
  problem.contacts[0].name = "\x1b]0;title\a";
  const std::string table = table_of(problem, {LawId::newton}, {});
  EXPECT_THAT(table, Not(HasSubstr("\x1b")));
  EXPECT_THAT(table, Not(HasSubstr("\a")));
  EXPECT_THAT(table, HasSubstr("gone"));
}

TEST(CreatesEnergy, IgnoresRounding) {
  // Without friction and with e = 1 nothing is lost: what remains of the work is rounding.
  testing::Random random{7};
  for (int i = 0; i < 2000; ++i) {
    const testing::Problem p = testing::generic_problem(random);
    const ImpactProblem problem{
        .contacts = {{.restitution = 1.0, .friction = 0.0}},
        .dynamics = ContactSpace{Eigen::MatrixXd{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                 Eigen::VectorXd{{p.u.t, p.u.n}}}};
    for (const ImpactResult& result : resolve(problem, defined_laws(problem)))
      EXPECT_FALSE(creates_energy(result)) << law_of(result.law).name;
  }
}

TEST(CreatesEnergy, DoesNotAccuseAMovingSurface) {
  ImpactProblem problem{
      .contacts = {{.restitution = 0.8, .friction = 0.3}},
      .dynamics = GeneralizedSpace{.mass = Eigen::MatrixXd{{0.2, 0.0}, {0.0, 0.2}},
                                   .velocity = Eigen::VectorXd{{0.0, 0.0}},
                                   .rows = {{.tangent = Eigen::VectorXd{{1.0, 0.0}},
                                             .normal = Eigen::VectorXd{{0.0, 1.0}},
                                             .surface_velocity = {0.5, 2.0}}}}};
  const ImpactResult result = resolve(problem, LawId::stronge);
  EXPECT_GT(result.energy.change, 0);
  EXPECT_FALSE(creates_energy(result));
  EXPECT_THAT(table_of(problem, {LawId::stronge}, {}), HasSubstr("from the surface"));
}

TEST(EnergyTable, HasALinePairForEachLaw) {
  const std::vector<ImpactResult> results =
      resolve(slipping_rod(0.9, 0.7), {LawId::newton, LawId::poisson});
  const auto lines = lines_of(energy_table({{{"e = 0.9"}, results}}, {"", "*"}, {}));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[1], "newton    +0.0531 J CREATED");
  EXPECT_EQ(lines[2], "          +26.6 %");
  EXPECT_EQ(lines[3], "poisson*  -0.0963 J");
}

TEST(Summary, NamesTheCreatorsAndStaysShort) {
  ResultSummary summary;
  const std::vector<ImpactResult> results =
      resolve(slipping_rod(0.9, 0.7), {LawId::newton, LawId::poisson});
  add_to(summary, 1, results);
  EXPECT_EQ(summary_text(summary, {}), "");  // a single problem has its table
  for (int number = 2; number <= 1000; ++number) add_to(summary, number, results);
  const std::string text = summary_text(summary, {});
  EXPECT_THAT(text, HasSubstr("1000 problems, 2000 results"));
  EXPECT_THAT(text, HasSubstr("problem 3 (newton)"));
  EXPECT_THAT(text, HasSubstr("992 problems more."));
  EXPECT_LT(text.size(), 400U);
}

TEST(ShortNumber, WritesZeroWithoutSign) {
  EXPECT_EQ(short_number(-0.0), "0");
  EXPECT_EQ(short_number(-0.13714285714), "-0.137143");
}

}  // namespace
}  // namespace carom
