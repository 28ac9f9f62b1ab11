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
  std::vector<Index> row{};          ///< of each row: the one that it is in the problem
};

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
    d.contacts.rows.push_back({static_cast<int>(d.row.size()), all.rows[i].tangents});
    for (int r = all.rows[i].first; r <= all.rows[i].normal(); ++r) d.row.push_back(r);
  }
  d.contacts.W = all.W(d.row, d.row);
  d.contacts.u = Eigen::VectorXd::Zero(d.contacts.W.rows());
  for (const Index r : d.row) d.problem.q.push_back(problem.q[static_cast<std::size_t>(r)]);
  d.contacts.stop = all.stop;
  d.problem.contacts = &d.contacts;
}

/// Both parts of every contact in one. What a mode of either brings to zero is zero.
ModeSolution folded(const ModeProblem& problem, const Doubled& d, const ModeSolution& parts) {
  const std::size_t count = problem.normal.size();
  ModeSolution whole = parts;
  whole.modes.resize(count);
  const auto size = static_cast<Index>(problem.q.size());
  whole.p.setZero(size);
  whole.w.resize(size);
  for (Index r = 0; r < parts.p.size(); ++r) {
    const Index to = d.row[static_cast<std::size_t>(r)];
    const bool own = r < d.contacts.rows[count - 1].normal() + 1;
    whole.p[to] += parts.p[r];
    if (own || parts.w[r] == 0) whole.w[to] = parts.w[r];
  }
  for (std::size_t k = count; k < d.owner.size(); ++k) {
    const std::size_t i = d.owner[k];
    whole.modes[i] = mode_by_slip(problem, i, pair_at(whole.w, problem.contacts->rows[i]).t);
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
      apart &= search.found[k].w[problem.contacts->rows[i].normal()] >= 0;
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
