/// @file
/// A law of a user's own: a function from contacts to impulses that becomes a row of the table of laws.
///
/// From then on the law is known by its name wherever laws are: to files, to `resolve`, sweeps, motions and fits. What it
/// answers is judged as every law is: momentum, signs, the friction cone, and energy if it promises to gain none.
/// docs/laws.md says how in a page; examples/cpp/own_law.cpp is one.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/laws.hpp>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace carom {

/// What a law of one's own needs to be told.
struct OwnLaw {
  std::string name{};            ///< as in files: letters, digits and _, beginning with a letter
  std::string title{};           ///< one line
  std::string statement{};       ///< what it assumes
  std::string guarantees{};      ///< what always holds, and what does not
  std::string use{};             ///< when to choose it
  std::string reference{};       ///< where it is written down
  std::string color{"#000000"};  ///< of its curves and bars
  LawKeys keys{};                ///< which keys of the material it needs, and takes
  bool several = false;          ///< takes contacts that feel each other, all at once
  bool in_space = false;         ///< takes contacts with two tangents
  bool jumps_with_friction =
      false;  ///< the impulse is no continuous function of friction: for fits
  bool never_gains =
      false;  ///< promises that no impact gains energy: where one does, the answer is withdrawn

  /// The impulses p, N·s, row by row as W and u, from contacts with W, kg⁻¹, and u before the impact, m/s, of which at
  /// least one approaches. The second are their materials; what was not given is absent, but friction and restitution, which are 0.
  /// In a fit W and p are those per unit mass. A number that is not finite says that there is no answer.
  std::function<Eigen::VectorXd(const Contacts&, const std::vector<Contact>&)> impulse{};
};

/// Makes the law known; one of the same name that was added before is replaced.
/// @return its id, for as long as the program runs
/// @throws std::invalid_argument if it has no impulse, or no fit name
LawId add_law(OwnLaw law);

/// Takes the law out of all lists and its name out of use; results that name it stay as they are.
/// @throws std::invalid_argument if it is a built-in law
void forget_law(LawId law);

}  // namespace carom
