#include <carom/impact/several/cone_modes.hpp>
#include <carom/impact/several/contact_modes.hpp>
#include <carom/impact/several/least_impulse.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace carom {
namespace {

/// Answers whose velocities differ by less than this share of the largest are one answer.
constexpr double distinct_tolerance = 1e-9;

/// Combinations up to which all are tried where pivoting finds no answer, or static friction asks for it: tenths of a
/// second. Beyond, few contacts are tried,
constexpr std::size_t quick_combinations = 1U << 14;
/// and up to so many, seconds, all if these find none either. Beyond, none is found.
constexpr std::size_t most_combinations = 1U << 14;

/// Of two modes with the same velocities the preferred one gives way if it misses an inequality by more
/// than this and the other one does not: then the tie is only a near one.
constexpr double tie_violation = 1e-14;

/// Whether every rule is one of the cone problem's.
bool takes_cones(const ModeProblem& problem) {
  return std::find(problem.normal.begin(), problem.normal.end(), NormalRule::given_velocity) ==
         problem.normal.end();
}

/// The modes that the rules leave to a contact, in order of preference.
std::span<const ContactMode> choices(const ModeProblem& problem, std::size_t i) {
  using enum ContactMode;
  static constexpr std::array undecided{stick, slip_positive, slip_negative, open};
  static constexpr std::array positive{slip_positive, open};
  static constexpr std::array negative{slip_negative, open};
  const bool may_open = problem.normal[i] == NormalRule::unilateral;
  if (problem.normal[i] == NormalRule::absent) return std::span(undecided).subspan(3);
  std::span<const ContactMode> all = positive;
  if (problem.tangent[i] == TangentRule::undecided) all = undecided;
  if (problem.tangent[i] == TangentRule::slips_negative) all = negative;
  return all.first(all.size() - (may_open ? 0 : 1));
}

bool same_velocity(const ModeSolution& a, const ModeSolution& b) {
  return (a.w - b.w).cwiseAbs().maxCoeff() <= distinct_tolerance * std::max(a.size, b.size);
}

/// a sticks where b slips, only there do they differ, and static friction makes the difference.
bool sticks_instead(const ContactSystem& contacts, const ModeSolution& a, const ModeSolution& b) {
  bool by_static_friction = false;
  for (std::size_t i = 0; i < a.modes.size(); ++i) {
    if (a.modes[i] == b.modes[i]) continue;
    if (a.modes[i] != ContactMode::stick || !slips(b.modes[i])) return false;
    by_static_friction |= contacts.static_friction[i] > contacts.friction[i];
  }
  return by_static_friction;
}

void keep(ModeSearch& search) {
  for (std::size_t k = 0; k < search.count; ++k) {
    if (!same_velocity(search.found[k], search.trial)) continue;
    const bool cleaner =
        search.found[k].violation > tie_violation && search.trial.violation < tie_violation;
    if (cleaner) std::swap(search.found[k], search.trial);
    return;
  }
  if (search.found.size() == search.count) search.found.emplace_back();
  std::swap(search.found[search.count++], search.trial);
}

void drop_slip_where_static_friction_sticks(const ContactSystem& contacts, ModeSearch& search) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < search.count; ++k) {
    bool beaten = false;
    for (std::size_t j = 0; j < search.count; ++j)
      beaten |= j != k && sticks_instead(contacts, search.found[j], search.found[k]);
    if (!beaten) std::swap(search.found[kept++], search.found[k]);
  }
  search.count = kept;
}

bool static_friction_differs(const ModeProblem& problem) {
  for (std::size_t i = 0; i < problem.normal.size(); ++i)
    if (problem.tangent[i] == TangentRule::undecided && problem.normal[i] != NormalRule::absent &&
        problem.contacts->static_friction[i] > problem.contacts->friction[i])
      return true;
  return false;
}

/// Where the first columns of the combination tried last are dependent, so are those of all that begin alike: the next one
/// is the first that begins otherwise.
void leave_out_dependent(ModeSearch& search) {
  if (!search.factors.dependent || search.families) return;
  for (std::size_t depth = search.factors.sound + 1; depth < search.digits.size(); ++depth)
    search.digits[depth] = search.choices[depth].size() - 1;
}

void try_all(const ModeProblem& problem, ModeSearch& search) {
  search.count = 0;
  first_modes(problem, search);
  std::size_t depth = 0;
  do {
    if (solve_next_modes(problem, depth, search, search.trial)) keep(search);
    leave_out_dependent(search);
    depth = next_modes(search);
  } while (depth < search.modes.size() && !problem.contacts->stopped());
}

/// By how much a contact needs the rule that it was spared: it approaches without an impulse, or slips without
/// friction on a given one.
double missing(const ModeProblem& problem, const ModeSolution& found, std::size_t i) {
  const Vec2<double> w = pair_at(found.w, problem.contacts->rows[i]);
  return problem.normal[i] == NormalRule::unilateral ? -w.n : std::abs(w.t);
}

/// The contact, which has a tangent, as it ends where it carries no impulse of its own.
void settle_spared(const ModeProblem& problem, std::size_t i, ModeSolution& found) {
  double& w_n = found.w[problem.contacts->rows[i].normal()];
  double& w_t = found.w[problem.contacts->rows[i].first];
  const double zero = rounding_of_sums * found.size;
  if (problem.normal[i] == NormalRule::unilateral) {
    if (w_n > zero) return;  // open
    w_n = 0;
  }
  if (std::abs(w_t) <= zero) w_t = 0;
  found.modes[i] = mode_by_slip(problem, i, w_t);
}

/// Of many contacts that share their rows a few carry the others. All are spared their rule at first: no impulse,
/// or no friction on a given one; the one that needs it most gets it back, until none does.
void few_contacts_modes(const ModeProblem& problem, ModeSearch& search) {
  const std::size_t count = problem.normal.size();
  std::vector<bool> spared(count);
  for (std::size_t i = 0; i < count; ++i)
    spared[i] =
        problem.normal[i] != NormalRule::absent && problem.tangent[i] == TangentRule::undecided;
  for (std::size_t round = 0; round < count && !problem.contacts->stopped(); ++round) {
    ModeProblem part = problem;
    for (std::size_t i = 0; i < count; ++i) {
      if (!spared[i]) continue;
      if (problem.normal[i] == NormalRule::unilateral) part.normal[i] = NormalRule::absent;
      part.tangent[i] = TangentRule::frictionless;
    }
    search.count = 0;
    if (combinations(part) > enumeration_limit) return;
    enumerate_modes(part, search);
    if (search.count == 0) return;
    search.count = 1;
    ModeSolution& found = search.found[0];
    std::size_t worst = count;
    double most = rounding_of_sums * found.size;
    for (std::size_t i = 0; i < count; ++i) {
      if (!spared[i] || missing(problem, found, i) <= most) continue;
      most = missing(problem, found, i);
      worst = i;
    }
    if (worst == count) {
      for (std::size_t i = 0; i < count; ++i)
        if (spared[i]) settle_spared(problem, i, found);
      search.exhaustive = false;
      return;
    }
    spared[worst] = false;
  }
  search.count = 0;
}

}  // namespace

ContactMode mode_by_slip(const ModeProblem& problem, std::size_t i, double w_t) {
  const TangentRule rule = problem.tangent[i];
  if (rule == TangentRule::slips_negative) return ContactMode::slip_negative;
  if (rule != TangentRule::undecided) return ContactMode::slip_positive;
  if (w_t == 0) return ContactMode::stick;
  return w_t > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

void state_rates(const ContactSystem& contacts, const Eigen::VectorXd& u, ModeProblem& problem) {
  const std::size_t count = contacts.count();
  problem.contacts = &contacts;
  problem.q.assign(static_cast<std::size_t>(u.size()), 0);
  problem.given.assign(count, 1);
  problem.normal.resize(count);
  problem.tangent.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto [u_t, u_n] = pair_at(u, contacts.rows[i]);
    const bool open = u_n > 0;
    const bool drives = static_cast<Eigen::Index>(i) == contacts.colliding;
    problem.normal[i] = drives ? NormalRule::given_impulse
                        : open ? NormalRule::absent
                               : NormalRule::unilateral;
    problem.tangent[i] = contacts.static_friction[i] == 0 ? TangentRule::frictionless
                         : u_t > 0                        ? TangentRule::slips_positive
                         : u_t < 0                        ? TangentRule::slips_negative
                                                          : TangentRule::undecided;
  }
}

std::size_t combinations(const ModeProblem& problem) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 4;
  std::size_t product = 1;
  for (std::size_t i = 0; i < problem.normal.size() && product < most; ++i)
    product *= choices(problem, i).size();
  return product;
}

void first_modes(const ModeProblem& problem, ModeSearch& search) {
  const std::size_t count = problem.normal.size();
  search.order.clear();
  for (const bool given : {true, false})
    for (std::size_t i = 0; i < count; ++i)
      if ((problem.normal[i] == NormalRule::given_impulse) == given) search.order.push_back(i);
  search.digits.assign(count, 0);
  search.choices.clear();
  search.modes.resize(count);
  for (const std::size_t i : search.order) {
    search.choices.push_back(choices(problem, i));
    search.modes[i] = search.choices.back()[0];
  }
}

std::size_t next_modes(ModeSearch& search) {
  for (std::size_t depth = search.digits.size(); depth-- > 0;) {
    const std::size_t i = search.order[depth];
    const std::span<const ContactMode> all = search.choices[depth];
    const bool wraps = ++search.digits[depth] == all.size();
    if (wraps) search.digits[depth] = 0;
    search.modes[i] = all[search.digits[depth]];
    if (!wraps) return depth;
  }
  return search.digits.size();
}

void enumerate_modes(const ModeProblem& problem, ModeSearch& search) {
  search.exhaustive = true;
  search.families = static_friction_differs(problem);
  try_all(problem, search);
  if (search.count == 0 && !search.families) {
    search.families = true;
    try_all(problem, search);
  }
  search.families = true;
  if (search.count > 1) drop_slip_where_static_friction_sticks(*problem.contacts, search);
}

void find_modes(const ModeProblem& problem, ModeRoute route, ModeSearch& search) {
  if (!problem.least.empty()) return find_surplus_modes(problem, route, search);
  const std::size_t all = combinations(problem);
  const bool quick = all <= quick_combinations || route == ModeRoute::enumerate;
  const bool by_static_friction = static_friction_differs(problem);  // pivoting does not see it
  const bool few = all <= enumeration_limit || (quick && by_static_friction);
  search.count = 0;
  if (!quick && by_static_friction && route == ModeRoute::automatic)
    few_contacts_modes(problem, search);
  const bool pivots = route == ModeRoute::lemke || (route == ModeRoute::automatic && !few);
  if (search.count == 0 && pivots) lemke_modes(problem, search);
  if (search.count == 0 && route == ModeRoute::automatic && !few && takes_cones(problem)) {
    ConeMemory memory;
    cone_modes(problem, {.starts = 0, .sharing = false, .enumerate = false}, nullptr, memory,
               search);
  }
  if (search.count == 0 && route != ModeRoute::lemke) {
    if (!quick && !by_static_friction) few_contacts_modes(problem, search);
    if (quick || (search.count == 0 && all <= most_combinations)) enumerate_modes(problem, search);
  }
  if (problem.contacts->stopped()) search.count = 0;
  if (!problem.contacts->singular) return;
  for (std::size_t k = 0; k < search.count; ++k)
    take_least_impulse(problem, search, search.found[k]);
}

}  // namespace carom
