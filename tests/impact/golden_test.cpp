// Golden results: 20,000 seeded problems, summed up block by block, as they were when the table was written.
// Units: impact/resolve, impact/one.
//
// CAROM_WRITE_GOLDEN=FILE writes the table anew; a changed number belongs into CHANGELOG with its reason.
#include "tests/random_problems.hpp"
#include "tests/source_folder.hpp"

#include <carom/impact/resolve.hpp>
#include <carom/impact/workspace.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace carom {
namespace {

constexpr std::array golden_laws{LawId::newton,          LawId::poisson,          LawId::stronge,
                                 LawId::whittaker,       LawId::conventional,     LawId::brach,
                                 LawId::cataldo_sampaio, LawId::moreau,           LawId::fremond,
                                 LawId::anitescu_potra,  LawId::chatterjee_ruina, LawId::compliant};
constexpr int blocks_per_law = 20;
constexpr int problems_per_block = 84;  // 12 laws, 20 blocks: 20,160 problems

/// What a block of problems comes to: how they end, and sums of ratios of order one.
struct Digest {
  std::map<std::string, int> counts{};  ///< statuses, modes and outcomes
  double impulse_t = 0;                 ///< Σ |p_t|/(|p_t| + p_n)
  double rebound = 0;                   ///< Σ u_n⁺/(|u_n⁻| + |u_n⁺|)
  double slip = 0;                      ///< Σ u_t⁺/(|u_t⁻| + |u_t⁺|)
  double work = 0;                      ///< Σ of contact work over the energy before
};

ImpactProblem stated(const testing::Problem& p, LawId law) {
  ImpactProblem problem{.contacts = {{.restitution = p.law.restitution,
                                      .friction = p.law.friction,
                                      .tangential_restitution = 0.25,
                                      .stiffness_ratio = 1.2}}};
  if (law == LawId::newton || law == LawId::poisson || law == LawId::stronge)
    problem.contacts[0].static_friction = p.law.static_friction;
  problem.dynamics = ContactSpace{Eigen::Matrix2d{{p.W.tt, p.W.tn}, {p.W.tn, p.W.nn}},
                                  Eigen::Vector2d(p.u.t, p.u.n)};
  return problem;
}

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

void take(const ImpactResult& r, Digest& digest) {
  ++digest.counts[to_string(r.status)];
  if (!has_answer(r.status)) return;
  const ContactResult& c = r.contacts[0];
  ++digest.counts[to_string(c.mode)];
  ++digest.counts[to_string(c.outcome)];
  digest.impulse_t += ratio(std::abs(c.impulse.t), std::abs(c.impulse.t) + c.impulse.n);
  digest.rebound += ratio(c.u_after.n, std::abs(c.u_before.n) + std::abs(c.u_after.n));
  digest.slip += ratio(c.u_after.t, std::abs(c.u_before.t) + std::abs(c.u_after.t));
  digest.work += ratio(r.energy.contact_work, r.energy.before.value_or(0));
}

Digest digest_of(LawId law, int block) {
  testing::Random random{1000 * static_cast<std::uint64_t>(law) +
                         static_cast<std::uint64_t>(block)};
  Workspace work;
  Digest digest;
  for (int i = 0; i < problems_per_block; ++i)
    take(resolve(stated(testing::generic_problem(random), law), law, work), digest);
  return digest;
}

std::string counts_of(const Digest& digest) {
  std::string text;
  for (const auto& [what, count] : digest.counts)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", what, count);
  return text;
}

std::string line_of(LawId law, int block, const Digest& d) {
  return fmt::format("{},{},{:.17g},{:.17g},{:.17g},{:.17g},{}", law_of(law).name, block,
                     d.impulse_t, d.rebound, d.slip, d.work, counts_of(d));
}

constexpr const char* golden_head = "law,block,impulse_t,rebound,slip,work,counts";

void write_golden(const char* path) {
  std::ofstream out(path);
  out << golden_head << "\n";
  for (const LawId law : golden_laws)
    for (int block = 0; block < blocks_per_law; ++block)
      out << line_of(law, block, digest_of(law, block)) << "\n";
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

/// Sums of 84 numbers of order one, each to a few roundings divided by det W/(W_tt W_nn) >= 0.06.
constexpr double golden_tolerance = 1e-11;

TEST(Golden, TwentyThousandSeededProblemsEndAsTheyDid) {
  if (const char* path = std::getenv("CAROM_WRITE_GOLDEN")) return write_golden(path);
  std::ifstream table(source_folder() / "tests" / "impact" / "golden_impacts.csv");
  std::string line;
  ASSERT_TRUE(std::getline(table, line));
  ASSERT_EQ(line, golden_head);
  int blocks = 0;
  while (std::getline(table, line)) {
    const std::vector<std::string> f = fields_of(line);
    ASSERT_EQ(f.size(), 7) << line;
    const auto law = find_law(f[0]);
    ASSERT_TRUE(law) << line;
    const Digest d = digest_of(*law, std::stoi(f[1]));
    SCOPED_TRACE(line);
    EXPECT_EQ(counts_of(d), f[6]);
    EXPECT_NEAR(d.impulse_t, std::stod(f[2]), golden_tolerance);
    EXPECT_NEAR(d.rebound, std::stod(f[3]), golden_tolerance);
    EXPECT_NEAR(d.slip, std::stod(f[4]), golden_tolerance);
    EXPECT_NEAR(d.work, std::stod(f[5]), golden_tolerance * problems_per_block);
    ++blocks;
  }
  EXPECT_EQ(blocks, blocks_per_law * static_cast<int>(golden_laws.size()));
}

}  // namespace
}  // namespace carom
