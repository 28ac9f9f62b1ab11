// Tables as LaTeX: what LaTeX would read otherwise is escaped, quantities and numbers are mathematics.

#include <algorithm>
#include <carom/impact/resolve.hpp>
#include <carom/report/table/latex.hpp>
#include <carom/report/table/table.hpp>
#include <gtest/gtest.h>
#include <string>

namespace carom {
namespace {

TEST(Latex, EscapesWhatLatexWouldReadAsItsOwn) {
  EXPECT_EQ(latex_text("50 % of a_b_c & #1 {x}"), "$50$ \\% of a\\_b\\_c \\& \\#1 \\{x\\}");
  EXPECT_EQ(latex_text("C:\\~"), "C:\\textbackslash{}\\textasciitilde{}");
}

TEST(Latex, SetsQuantitiesAndNumbersAsMathematics) {
  EXPECT_EQ(latex_text("impulse p_t"), "impulse $p_{t}$");
  EXPECT_EQ(latex_text("ratio p_t/p_n"), "ratio $p_{t}$/$p_{n}$");
  EXPECT_EQ(latex_text("lower ω_x"), "lower $\\omega_{x}$");
  EXPECT_EQ(latex_text("μ_s,"), "$\\mu_{s}$,");
  EXPECT_EQ(latex_text("-1.5e-09"), "$-1.5 \\cdot 10^{-9}$");
  EXPECT_EQ(latex_text("-0.25"), "$-0.25$");
  EXPECT_EQ(latex_text("kg m^2"), "kg m\\textsuperscript{2}");
  EXPECT_EQ(latex_text("energy"), "energy");
}

TEST(Latex, GivesEveryRowOfATableAllItsColumns) {
  const TextTable table{{Align::left}, {{{"law"}, {"newton"}}, {{"u_n"}, {"1"}}, {{"short"}}}};
  const std::string text = latex_tabular(table);
  EXPECT_NE(text.find("\\begin{tabular}{lr}"), std::string::npos);
  EXPECT_NE(text.find("  law & newton \\\\\n  \\midrule\n"), std::string::npos);
  EXPECT_NE(text.find("  short &  \\\\\n  \\bottomrule\n"), std::string::npos);
}

TEST(Latex, ShowsTheSameRowsAsTheTerminal) {
  const ImpactProblem problem{
      .contacts = {{.name = "tip {left} & 100 %", .restitution = 0.9, .friction = 0.7}},
      .dynamics = ContactSpace{.W = Eigen::MatrixXd{{2.5, -1.5}, {-1.5, 2.5}},
                               .u = Eigen::VectorXd{{0.6, -1.0}}}};
  const auto results = resolve(problem, {LawId::newton, LawId::poisson});
  const std::string text = impact_table(problem.contacts, 1, results, {.markup = Markup::latex});
  EXPECT_NE(text.find("tip \\{left\\} \\& $100$ \\%"), std::string::npos);
  EXPECT_NE(text.find("$u_{n}$ after & m/s & $0.9$ & $0.576$ \\\\"), std::string::npos);
  EXPECT_NE(text.find("The contact CREATED $0.053125$ J"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

}  // namespace
}  // namespace carom
