#include <carom/impact/several_spatial/contact_solver.hpp>

#include <carom/impact/cone/solve.hpp>
#include <carom/impact/several_spatial/springs.hpp>
#include <carom/impact/several_spatial/stage_choice.hpp>
#include <carom/impact/several_spatial/stages.hpp>
#include <carom/impact/several_spatial/together.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The rows that contacts use, in their order.
std::vector<Index> used_rows(const ContactSystem& contacts) {
  std::vector<Index> rows;
  for (const ContactRows& own : contacts.rows)
    for (int r = own.first; r <= own.normal(); ++r) rows.push_back(r);
  return rows;
}

/// Further scales that give all rows one unit.
std::vector<int> to_common_unit(const ContactSystem& contacts, const std::vector<Index>& rows) {
  int sum = 0;
  for (const Index r : rows) sum += contacts.scale[static_cast<std::size_t>(r)];
  const int common =
      static_cast<int>(std::lround(static_cast<double>(sum) / static_cast<double>(rows.size())));
  std::vector<int> shift;
  shift.reserve(rows.size());
  for (const Index r : rows) shift.push_back(common - contacts.scale[static_cast<std::size_t>(r)]);
  return shift;
}

/// The largest velocity becomes of order one.
int speed_shift_of(const VectorXd& u) {
  const double largest = u.cwiseAbs().maxCoeff();
  return largest > 0 ? -std::ilogb(largest) : 0;
}

/// A stiffness in the units of its normal: F′ = −K uₙ. Only ratios matter, so the largest becomes of order one.
std::vector<double> stiffness_in_units(const ContactSystem& contacts, const SolverSystem& solver,
                                       const std::vector<double>& stiffness) {
  std::vector<double> k;
  std::vector<int> exponents;
  for (std::size_t i = 0; i < stiffness.size(); ++i) {
    const auto n = static_cast<std::size_t>(solver.system.contacts[i].normal());
    const auto row = static_cast<std::size_t>(contacts.rows[i].normal());
    exponents.push_back(-2 * (contacts.scale[row] + solver.shift[n]));
  }
  if (stiffness.empty()) return k;
  int largest = std::ilogb(stiffness[0]) + exponents[0];
  for (std::size_t i = 0; i < stiffness.size(); ++i)
    largest = std::max(largest, std::ilogb(stiffness[i]) + exponents[i]);
  for (std::size_t i = 0; i < stiffness.size(); ++i)
    k.push_back(std::ldexp(stiffness[i], exponents[i] - largest));
  return k;
}

VectorXd impulse_back(const SolverSystem& solver, const VectorXd& p, Index size) {
  VectorXd x = VectorXd::Zero(size);
  for (std::size_t r = 0; r < solver.rows.size(); ++r)
    x[solver.rows[r]] = std::ldexp(p[static_cast<Index>(r)], solver.shift[r] - solver.speed_shift);
  return x;
}

VectorXd velocity_back(const SolverSystem& solver, const VectorXd& u, Index size) {
  VectorXd x = VectorXd::Zero(size);
  for (std::size_t r = 0; r < solver.rows.size(); ++r)
    x[solver.rows[r]] = std::ldexp(u[static_cast<Index>(r)], -solver.shift[r] - solver.speed_shift);
  return x;
}

PathEventKind kind_of(EventKind kind) {
  switch (kind) {
    case EventKind::start: return PathEventKind::start;
    case EventKind::slip_stops: return PathEventKind::slip_stops;
    case EventKind::slip_starts: return PathEventKind::slip_starts;
    case EventKind::detaches: return PathEventKind::detaches;
    case EventKind::closes: return PathEventKind::closes;
    case EventKind::compression_ends: return PathEventKind::compression_ends;
    case EventKind::compression_starts: return PathEventKind::compression_starts;
    case EventKind::end: return PathEventKind::end;
  }
  return PathEventKind::end;
}

NoSolution reason_of(Failure failure) {
  switch (failure) {
    case Failure::rate_diverges: return NoSolution::rate_diverges;
    case Failure::no_termination: return NoSolution::no_termination;
    case Failure::none:
    case Failure::no_consistent_mode:
    case Failure::inaccurate: break;
  }
  return NoSolution::no_consistent_mode;
}

/// In the plane slip has a sign: that of the slip here or, where it is about to begin, at the next event.
ContactMode mode_named(const ContactRows& rows, Mode mode, const VectorXd& u,
                       const VectorXd& next_u) {
  if (mode == Mode::open) return ContactMode::open;
  if (mode == Mode::stick) return ContactMode::stick;
  if (rows.tangents == 2) return ContactMode::slip;
  if (rows.tangents == 0) return ContactMode::stick;
  const double slip = u[rows.first] != 0 ? u[rows.first] : next_u[rows.first];
  if (slip == 0) return ContactMode::stick;
  return slip > 0 ? ContactMode::slip_positive : ContactMode::slip_negative;
}

void write_path(const ContactSystem& contacts, const SolverSystem& solver, const Answer& found,
                SystemAnswer& answer) {
  const Index size = contacts.u.size();
  for (const Event& event : found.path) {
    const bool ends = event.kind == EventKind::end;
    PathEvent& point = answer.path.emplace_back();
    point.kind = kind_of(event.kind);
    if (!ends) point.phase = event.phase;
    point.contacts = event.contacts;
    point.p = impulse_back(solver, event.p, size);
    point.u = velocity_back(solver, event.u, size);
  }
  for (std::size_t k = 0; k < found.path.size(); ++k) {
    const VectorXd& next = answer.path[std::min(k + 1, found.path.size() - 1)].u;
    for (std::size_t i = 0; i < contacts.count(); ++i)
      answer.path[k].modes.push_back(mode_named(
          contacts.rows[i], i < found.path[k].modes.size() ? found.path[k].modes[i] : Mode::open,
          answer.path[k].u, next));
  }
  answer.path_length = answer.path.size();
}

/// What a contact does at an end of the impact, if it is pressed there.
ContactMode mode_at_end(const ContactRows& rows, const VectorXd& u, bool pressed) {
  const bool slips = u.segment(rows.first, rows.tangents).any();
  return mode_named(rows, !pressed ? Mode::open : slips ? Mode::slip : Mode::stick, u, u);
}

/// A path of two points: springs act all at once.
void write_ends(const ContactSystem& contacts, SystemAnswer& answer) {
  PathEvent start{
      .kind = PathEventKind::start, .p = VectorXd::Zero(contacts.u.size()), .u = contacts.u};
  PathEvent end{.kind = PathEventKind::end, .p = answer.p, .u = answer.u_after};
  for (std::size_t i = 0; i < contacts.count(); ++i) {
    const ContactRows& rows = contacts.rows[i];
    const int n = rows.normal();
    if (contacts.u[n] < 0) start.contacts.push_back(static_cast<int>(i));
    start.modes.push_back(mode_at_end(rows, contacts.u, answer.p[n] > 0));
    end.modes.push_back(mode_at_end(rows, answer.u_after, answer.u_after[n] == 0));
  }
  end.contacts = start.contacts;
  answer.path = {std::move(start), std::move(end)};
  answer.path_length = answer.path.size();
}

bool slips(const VectorXd& u, const ContactRows& rows) {
  return u.segment(rows.first, rows.tangents).any();
}

bool is_pushed(const SystemAnswer& answer, const ContactRows& rows) {
  return answer.p.segment(rows.first, rows.count()).any();
}

/// What a contact did, by the ends of the impact alone.
ImpactMode mode_by_ends(const ContactSystem& contacts, const SystemAnswer& answer, std::size_t i) {
  const ContactRows& rows = contacts.rows[i];
  const bool leaves = contacts.u[rows.normal()] == 0 && answer.u_after[rows.normal()] > 0;
  if (!is_pushed(answer, rows)) return leaves ? ImpactMode::detached : ImpactMode::none;
  return slips(answer.u_after, rows) ? ImpactMode::sliding : ImpactMode::sticking;
}

/// The event from which contact i is closed, or path_length.
std::size_t first_closed(const SystemAnswer& answer, std::size_t i) {
  std::size_t k = 0;
  while (k < answer.path_length && answer.path[k].modes[i] == ContactMode::open) ++k;
  return k;
}

/// What a contact did on the path, by its first slip stop.
ImpactMode mode_by_path(const ContactSystem& contacts, const SystemAnswer& answer, std::size_t i) {
  const ContactRows& rows = contacts.rows[i];
  const std::size_t first = first_closed(answer, i);
  const bool touched = first < answer.path_length || contacts.u[rows.normal()] == 0;
  const bool left = answer.path[answer.path_length - 1].modes[i] == ContactMode::open;
  if (touched && left && answer.u_after[rows.normal()] > 0) return ImpactMode::detached;
  if (first == answer.path_length || !is_pushed(answer, rows)) return ImpactMode::none;
  std::size_t stop = first;
  while (stop < answer.path_length && slips(answer.path[stop].u, rows)) ++stop;
  if (stop == answer.path_length) return ImpactMode::sliding;
  const bool sticks = answer.path[stop].modes[i] == ContactMode::stick;
  const bool from_rest = stop == first && answer.path[stop].kind != PathEventKind::slip_stops;
  if (from_rest && !sticks) return ImpactMode::sliding;
  const bool restitution = answer.path[stop].phase != Phase::compression;
  if (sticks)
    return restitution ? ImpactMode::stick_in_restitution : ImpactMode::stick_in_compression;
  return restitution ? ImpactMode::reverse_in_restitution : ImpactMode::reverse_in_compression;
}

/// Works in the units of the contacts; what is rounding beside all of them counts as zero.
void write_ledger(const SolverSystem& solver, const Answer& found, SystemAnswer& answer) {
  constexpr double rounding = 1e-14;
  double size = 0;
  for (const WorkLedger<double>& work : found.ledger)
    size += std::abs(work.normal_compression) + std::abs(work.normal_restitution) +
            std::abs(work.friction);
  const auto back = [&](double work) {
    return std::abs(work) <= rounding * size ? 0.0 : std::ldexp(work, -2 * solver.speed_shift);
  };
  for (const WorkLedger<double>& work : found.ledger)
    answer.ledger.push_back(
        {back(work.normal_compression), back(work.normal_restitution), back(work.friction)});
  for (std::size_t i = 0; i < found.compressions.size(); ++i) {
    const auto n = static_cast<std::size_t>(solver.system.contacts[i].normal());
    answer.compressions.push_back(
        std::ldexp(found.compressions[i], solver.shift[n] - solver.speed_shift));
  }
}

/// A contact whose impulse is rounding of the largest had none.
void drop_rounding(const System& system, Answer& found) {
  constexpr double rounding = 1e-14;
  const double largest = found.p.cwiseAbs().maxCoeff();
  for (const ConeContact& contact : system.contacts)
    if (std::abs(found.p[contact.normal()]) <= rounding * largest)
      found.p.segment(contact.first, contact.tangents + 1).setZero();
}

SystemAnswer judged_answer(const ContactSystem& contacts, const SolverSystem& solver,
                           const Answer& found, bool follows_path, double& residual) {
  SystemAnswer answer = system_answer(contacts, solver, found, follows_path);
  residual = has_answer(answer.status) ? found.residual : 0;
  return answer;
}

}  // namespace

SolverSystem solver_system(const ContactSystem& contacts, const OwnMaterials& materials) {
  SolverSystem solver;
  solver.rows = used_rows(contacts);
  solver.shift = to_common_unit(contacts, solver.rows);
  System& system = solver.system;
  const auto size = static_cast<Index>(solver.rows.size());
  system.W = contacts.W(solver.rows, solver.rows);
  if (rank_of(system.W) == size) solver.shift.assign(solver.rows.size(), 0);
  system.u = contacts.u(solver.rows);
  for (Index i = 0; i < size; ++i) {
    const int row = solver.shift[static_cast<std::size_t>(i)];
    system.u[i] = std::ldexp(system.u[i], row);
    for (Index j = 0; j < size; ++j)
      system.W(i, j) = std::ldexp(system.W(i, j), row + solver.shift[static_cast<std::size_t>(j)]);
  }
  solver.speed_shift = speed_shift_of(system.u);
  system.u = system.u.unaryExpr([&](double x) { return std::ldexp(x, solver.speed_shift); });
  int next = 0;
  for (std::size_t k = 0; k < contacts.count(); ++k) {
    const int tangents = contacts.rows[k].tangents;
    const auto first = static_cast<std::size_t>(next);
    const int unit = solver.shift[first + static_cast<std::size_t>(tangents)] - solver.shift[first];
    system.contacts.push_back({next, tangents, std::ldexp(contacts.friction[k], unit)});
    next += tangents + 1;
  }
  system.restitution = materials.restitution;
  system.stiffness = stiffness_in_units(contacts, solver, materials.stiffness);
  return solver;
}

SystemAnswer system_answer(const ContactSystem& contacts, const SolverSystem& solver,
                           const Answer& found, bool follows_path) {
  SystemAnswer answer;
  const Index size = contacts.u.size();
  answer.status = found.status;
  const bool inaccurate = found.failure == Failure::inaccurate;
  if (inaccurate) answer.status = ImpactStatus::solved;  // the judge withdraws it
  if (!has_answer(answer.status)) answer.reason = reason_of(found.failure);
  answer.p = impulse_back(solver, found.p, size);
  answer.u_after = velocity_back(solver, found.u_after, size);
  answer.unique_impulse = found.unique_impulse;
  write_path(contacts, solver, found, answer);
  write_ledger(solver, found, answer);
  answer.modes.assign(contacts.count(), ImpactMode::none);
  for (std::size_t i = 0; i < contacts.count() && has_answer(answer.status); ++i)
    answer.modes[i] = follows_path && answer.path_length > 0 ? mode_by_path(contacts, answer, i)
                                                             : mode_by_ends(contacts, answer, i);
  for (const cone::Answer& other : found.alternatives)
    answer.alternatives.push_back(
        {impulse_back(solver, other.p, size), velocity_back(solver, other.w, size)});
  return answer;
}

SystemAnswer follow_stages(const ContactSystem& contacts, Restitution rule, double& residual) {
  const SolverSystem solver =
      solver_system(contacts, {std::vector<double>(contacts.count(), contacts.restitution), {}});
  const Answer found = follow_stages(solver.system, static_cast<int>(contacts.colliding), rule);
  return judged_answer(contacts, solver, found, true, residual);
}

SystemAnswer collide_together(const ContactSystem& contacts, const OwnMaterials& materials,
                              const cone::Examination& examination, double& residual) {
  const SolverSystem solver = solver_system(contacts, materials);
  return judged_answer(contacts, solver, collide_together(solver.system, examination), false,
                       residual);
}

SystemAnswer collide_as_springs(const ContactSystem& contacts, const OwnMaterials& materials,
                                double& residual) {
  const SolverSystem solver = solver_system(contacts, materials);
  Answer found = collide_as_springs(solver.system);
  drop_rounding(solver.system, found);
  SystemAnswer answer = judged_answer(contacts, solver, found, false, residual);
  if (has_answer(answer.status)) write_ends(contacts, answer);
  return answer;
}

Index tangential_driver(const ContactSystem& contacts) {
  const SolverSystem solver = solver_system(contacts, {});
  const System& system = solver.system;
  for (std::size_t i = 0; i < system.contacts.size(); ++i) {
    const ConeContact& contact = system.contacts[i];
    const int n = contact.normal();
    if (system.u[n] != 0 || !system.u.segment(contact.first, contact.tangents).any()) continue;
    const cone::Solution rates = cone::solve(rate_problem(system, static_cast<int>(i), system.u));
    const auto drives = [&](const VectorXd& w, const VectorXd& p) {
      constexpr double rounding = 1e-12;
      return w[n] < -rounding * system.W.row(n).cwiseAbs().dot(p.cwiseAbs());
    };
    if (rates.found && drives(rates.w, rates.p)) return static_cast<Index>(i);
    for (const cone::Answer& other : rates.others)
      if (drives(other.w, other.p)) return static_cast<Index>(i);
  }
  return no_contact;
}

std::optional<double> to_hold_stick(const ContactSystem& contacts, std::size_t k) {
  const ContactRows& rows = contacts.rows[k];
  if (rows.is_stop()) return std::nullopt;
  const Eigen::MatrixXd tt = contacts.W.block(rows.first, rows.first, rows.tangents, rows.tangents);
  const VectorXd tn = contacts.W.block(rows.first, rows.normal(), rows.tangents, 1);
  if (rank_of(tt) < rows.tangents) return std::nullopt;
  return tt.llt().solve(tn).norm();
}

}  // namespace carom::several_spatial
