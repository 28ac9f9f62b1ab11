// A problem reduced to W and u is the same impact to everybody who reads it.

#include <carom/impact/resolve.hpp>
#include <carom/io/embedded.hpp>
#include <carom/io/problem_file.hpp>
#include <carom/io/result/contact_space_json.hpp>
#include <carom/multibody/scene.hpp>

#include <gtest/gtest.h>

namespace carom {
namespace {

ProblemEntry read_again(const Problem& problem, const Contacts& contact,
                        const std::string& law = "all") {
  return read_problems(contact_space_json(problem, contact), FileFormat::json,
                       {.laws = std::vector{law}})
      .front();
}

TEST(ContactSpaceJson, KeepsEveryMaterialKeyOfAContact) {
  const std::vector<Contact> contacts{{.name = "a",
                                       .restitution = -0.25,
                                       .friction = 0.3,
                                       .static_friction = 0.4,
                                       .impulse_ratio = 0.1,
                                       .critical_fraction = {},
                                       .allow_negative_restitution = true,
                                       .touching = true,
                                       .tangential_restitution = 0.6,
                                       .friction_recovery = 0.7,
                                       .moment_compression = -0.1,
                                       .moment_restitution = -0.2,
                                       .stiffness_ratio = 1.2,
                                       .stiffness = 3},
                                      {.restitution = 1, .critical_fraction = 0.5}};
  for (const Contact& contact : contacts) {
    const ImpactProblem problem{.name = "all keys, \"quoted\"", .contacts = {contact}};
    const Contacts reduced{.W = Eigen::MatrixXd::Identity(2, 2),
                           .u = Eigen::Vector2d(0.1, contact.touching ? 0 : -1),
                           .rows = {ContactRows{}}};
    const ProblemEntry again = read_again(problem, reduced, "impulse_ratio");
    ASSERT_EQ(again.error, "");
    EXPECT_EQ(name_of(again.problem), problem.name);
    ASSERT_EQ(std::get<ImpactProblem>(again.problem).contacts.size(), 1U);
    // A member more or less does not compile here: then the writer has to be looked at, too.
    const auto& [name, e, mu, mu_s, ratio, fraction, negative, touching, e_t, nu, e_mC, e_mE, eta2,
                 stiffness] = contact;
    const Contact& b = std::get<ImpactProblem>(again.problem).contacts[0];
    EXPECT_EQ(b.name, name);
    EXPECT_EQ(b.restitution, e);
    EXPECT_EQ(b.friction, mu);
    EXPECT_EQ(b.static_friction, mu_s);
    EXPECT_EQ(b.impulse_ratio, ratio);
    EXPECT_EQ(b.critical_fraction, fraction);
    EXPECT_EQ(b.allow_negative_restitution, negative);
    EXPECT_EQ(b.touching, touching);
    EXPECT_EQ(b.tangential_restitution, e_t);
    EXPECT_EQ(b.friction_recovery, nu);
    EXPECT_EQ(b.moment_compression, e_mC);
    EXPECT_EQ(b.moment_restitution, e_mE);
    EXPECT_EQ(b.stiffness_ratio, eta2);
    EXPECT_EQ(b.stiffness, stiffness);
  }
}

// Moving surfaces are left out here: contact space does not have the energy that they give.
TEST(ContactSpaceJson, GivesTheSameImpulsesByEveryLawThatIsDefinedInBoth) {
  int compared = 0;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name.rfind("examples/", 0) != 0 || file.name.rfind("examples/sweeps", 0) == 0 ||
        file.name.rfind("examples/motion", 0) == 0 || !format_of(file.name))
      continue;
    for (const ProblemEntry& entry : read_problems(file.text, *format_of(file.name),
                                                   {.laws = std::vector<std::string>{"all"}})) {
      ASSERT_EQ(entry.error, "") << file.name;
      const Contacts contact = contact_problem(entry.problem);
      if (contact.spin || contact.surface_moves) continue;
      const ProblemEntry again = read_again(entry.problem, contact);
      ASSERT_EQ(again.error, "") << file.name;
      for (const LawId law : again.laws) {
        const ImpactResult a = resolve(entry.problem, std::vector{law}).front().impact;
        const ImpactResult b = resolve(again.problem, std::vector{law}).front().impact;
        ASSERT_EQ(a.status, b.status) << file.name << " " << law_of(law).name;
        for (std::size_t i = 0; i < a.contacts.size(); ++i) {
          EXPECT_EQ(a.contacts[i].impulse.t, b.contacts[i].impulse.t) << file.name;
          EXPECT_EQ(a.contacts[i].impulse.n, b.contacts[i].impulse.n) << file.name;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace carom
