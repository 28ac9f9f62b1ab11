#include <carom/impact/several/contact_modes.hpp>
#include <carom/impact/several/least_impulse.hpp>

namespace carom {
namespace {

using Eigen::Index;

/// The contacts of a problem, and once more those of which an impulse is asked.
struct Doubled {
  ContactSystem contacts{};
  ModeProblem problem{};
  std::vector<std::size_t> owner{};  ///< of each contact: the one that it is in the problem
};

std::size_t row_of(const Doubled& doubled, Index r) {
  return 2 * doubled.owner[static_cast<std::size_t>(r / 2)] + static_cast<std::size_t>(r % 2);
}

/// The given impulses come last; their contacts share the rows of their owners.
void double_contacts(const ModeProblem& problem, Doubled& d) {
  const ContactSystem& all = *problem.contacts;
  d.problem.normal = problem.normal;
  d.problem.tangent = problem.tangent;
  d.problem.given = problem.given;
  for (std::size_t i = 0; i < all.count(); ++i) d.owner.push_back(i);
  for (std::size_t i = 0; i < all.count(); ++i) {
    if (problem.normal[i] != NormalRule::unilateral || !(problem.least[i] > 0)) continue;
    d.owner.push_back(i);
    d.problem.normal.push_back(NormalRule::given_impulse);
    d.problem.tangent.push_back(problem.tangent[i]);
    d.problem.given.push_back(problem.least[i]);
  }
  for (const std::size_t i : d.owner) {
    d.contacts.friction.push_back(all.friction[i]);
    d.contacts.static_friction.push_back(all.static_friction[i]);
  }
  const auto size = static_cast<Index>(2 * d.owner.size());
  d.contacts.W.resize(size, size);
  d.contacts.u = Eigen::VectorXd::Zero(size);
  for (Index r = 0; r < size; ++r) {
    const std::size_t row = row_of(d, r);
    d.problem.q.push_back(problem.q[row]);
    for (Index c = 0; c < size; ++c)
      d.contacts.W(r, c) = all.W(static_cast<Index>(row), static_cast<Index>(row_of(d, c)));
  }
  d.contacts.stop = all.stop;
  d.problem.contacts = &d.contacts;
}

/// Both parts of every contact in one. What a mode of either brings to zero is zero.
ModeSolution folded(const ModeProblem& problem, const Doubled& d, const ModeSolution& parts) {
  const std::size_t count = problem.normal.size();
  ModeSolution whole = parts;
  whole.modes.resize(count);
  whole.p.conservativeResize(static_cast<Index>(2 * count));
  whole.w.conservativeResize(static_cast<Index>(2 * count));
  for (std::size_t k = count; k < d.owner.size(); ++k) {
    const auto from = static_cast<Index>(2 * k);
    const auto to = static_cast<Index>(2 * d.owner[k]);
    whole.p.segment<2>(to) += parts.p.segment<2>(from);
    for (Index r = 0; r < 2; ++r)
      if (parts.w[from + r] == 0) whole.w[to + r] = 0;
  }
  for (std::size_t k = count; k < d.owner.size(); ++k) {
    const std::size_t i = d.owner[k];
    whole.modes[i] = mode_by_slip(problem, i, whole.w[static_cast<Index>(2 * i)]);
  }
  whole.unique_impulse = true;
  return whole;
}

/// Answers in which every contact that is given an impulse takes no more: fewer modes, often enough.
bool find_without_surplus(const ModeProblem& problem, ModeSearch& search) {
  ModeProblem plain = problem;
  plain.least.clear();
  for (std::size_t i = 0; i < plain.normal.size(); ++i) {
    if (problem.normal[i] != NormalRule::unilateral || !(problem.least[i] > 0)) continue;
    plain.normal[i] = NormalRule::given_impulse;
    plain.given[i] = problem.least[i];
  }
  find_modes(plain, ModeRoute::automatic, search);
  search.exhaustive = false;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < search.count; ++k) {
    bool apart = true;
    for (std::size_t i = 0; i < plain.normal.size(); ++i)
      apart &= search.found[k].w[static_cast<Index>(2 * i + 1)] >= 0;
    if (apart) std::swap(search.found[kept++], search.found[k]);
  }
  search.count = kept;
  return kept > 0;
}

}  // namespace

void find_surplus_modes(const ModeProblem& problem, ModeRoute route, ModeSearch& search) {
  Doubled doubled;
  double_contacts(problem, doubled);
  const bool many = combinations(doubled.problem) > enumeration_limit;
  if (many && route == ModeRoute::automatic && find_without_surplus(problem, search)) return;
  ModeSearch parts;
  prepare(doubled.contacts, parts);
  find_modes(doubled.problem, route, parts);
  search.exhaustive = parts.exhaustive;
  search.count = parts.count;
  if (search.found.size() < parts.count) search.found.resize(parts.count);
  for (std::size_t k = 0; k < parts.count; ++k) {
    search.found[k] = folded(problem, doubled, parts.found[k]);
    if (problem.contacts->singular) take_least_impulse(problem, search, search.found[k]);
  }
}

}  // namespace carom
