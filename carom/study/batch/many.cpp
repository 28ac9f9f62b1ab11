#include <carom/study/batch/many.hpp>

#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/impact/workspace.hpp>
#include <carom/study/run/ordered_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

namespace carom {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
/// States that a thread takes at a time.
constexpr std::uint64_t states_per_portion = 256;

using Numbers = Eigen::Map<const Eigen::VectorXd>;

/// One state's share of a span: all of it where the states share it, else its own stretch.
template <class T>
std::span<const T> share(std::span<const T> whole, std::size_t size, std::size_t state) {
  return whole.size() == size ? whole : whole.subspan(state * size, size);
}

/// The number of contact c in state i, where every contact has one, or all share one; absent if not given.
template <class T>
std::optional<T> material(std::span<const T> whole, const ManyStates& s, std::size_t i,
                          std::size_t c) {
  if (whole.empty()) return std::nullopt;
  if (whole.size() == 1) return whole[0];
  return share(whole, s.contacts, i)[c];
}

void require_length(std::size_t length, std::size_t one, const ManyStates& s, const char* name) {
  if (length != one && length != s.states * one)
    throw std::invalid_argument(fmt::format("resolve_many: {} holds {} numbers; want {} or {}",
                                            name, length, one, s.states * one));
}

template <class T>
void require_material(std::span<const T> given, const ManyStates& s, const char* name) {
  if (given.size() > 1) require_length(given.size(), s.contacts, s, name);
}

/// The rows of a contact.
std::size_t row_count(const ManyStates& s) { return s.tangents + 1; }

void require_lengths(const ManyStates& s, const ManyAnswers& a) {
  const std::size_t rows = s.contacts * s.coordinates;
  const std::size_t numbers = s.contacts * row_count(s);
  if (s.tangents != 1 && s.tangents != 2)
    throw std::invalid_argument("resolve_many: want one tangent a contact, or two in space");
  if (s.contacts == 0 || s.coordinates == 0)
    throw std::invalid_argument("resolve_many: want at least one contact and one velocity");
  require_length(s.mass.size(), s.coordinates * s.coordinates, s, "mass");
  require_length(s.velocity.size(), s.coordinates, s, "velocity");
  require_length(s.normal.size(), rows, s, "normal");
  if (!s.tangent.empty()) require_length(s.tangent.size(), s.tangents * rows, s, "tangent");
  if (!s.surface_velocity.empty())
    require_length(s.surface_velocity.size(), numbers, s, "surface_velocity");
  require_material(s.restitution, s, "restitution");
  require_material(s.friction, s, "friction");
  require_material(s.static_friction, s, "static_friction");
  require_material(s.touching, s, "touching");
  if (a.velocity_after.size() != s.states * s.coordinates ||
      a.impulse.size() != s.states * numbers || a.u_after.size() != s.states * numbers ||
      a.status.size() != s.states)
    throw std::invalid_argument(
        "resolve_many: "
        "the answers want N·n velocities, N·k·r impulses, N·k·r contact velocities and N codes, where r counts the rows of a contact");
}

/// Writes state i into the problem, which keeps its memory from state to state.
void set_state(const ManyStates& s, std::size_t i, ImpactProblem& problem) {
  const auto n = static_cast<Eigen::Index>(s.coordinates);
  auto& space = std::get<GeneralizedSpace>(problem.dynamics);
  const auto mass = share(s.mass, s.coordinates * s.coordinates, i);
  space.mass = Eigen::Map<const Eigen::MatrixXd>(mass.data(), n, n).transpose();
  space.velocity = Numbers(share(s.velocity, s.coordinates, i).data(), n);
  const auto normals = share(s.normal, s.contacts * s.coordinates, i);
  for (std::size_t c = 0; c < s.contacts; ++c) {
    CoordinateRows& rows = space.rows[c];
    rows.normal = Numbers(normals.data() + c * s.coordinates, n);
    if (!s.tangent.empty()) {
      const std::size_t own = s.tangents * s.coordinates;
      const double* const tangents = share(s.tangent, s.contacts * own, i).data() + c * own;
      rows.tangent = Numbers(tangents, n);
      if (s.tangents == 2) rows.tangent2 = Numbers(tangents + s.coordinates, n);
    }
    if (!s.surface_velocity.empty()) {
      const std::size_t own = row_count(s);
      const auto v = share(s.surface_velocity, own * s.contacts, i).subspan(own * c, own);
      rows.surface_velocity.t = v[0];
      rows.surface_velocity.n = v[own - 1];
      if (s.tangents == 2) rows.surface_velocity.t2 = v[1];
      rows.surface_velocity.tangents = static_cast<int>(s.tangents);
    }
    Contact& contact = problem.contacts[c];
    contact.restitution = material(s.restitution, s, i, c);
    contact.friction = material(s.friction, s, i, c);
    contact.static_friction = material(s.static_friction, s, i, c);
    contact.touching = material(s.touching, s, i, c).value_or(false);
  }
}

void write_answer(const ImpactResult& result, std::size_t i, const ManyStates& s,
                  const ManyAnswers& a) {
  a.status[i] = static_cast<ManyStatus>(result.status);
  if (!has_answer(result.status)) return;
  std::copy_n(result.velocity_after->data(), s.coordinates,
              a.velocity_after.begin() + static_cast<std::ptrdiff_t>(i * s.coordinates));
  for (std::size_t c = 0; c < s.contacts; ++c) {
    const ContactResult& contact = result.contacts[c];
    const std::size_t own = row_count(s);
    const auto write = [&](const ContactVector& x, std::span<double> whole) {
      const auto to = whole.subspan(own * (i * s.contacts + c), own);
      to[0] = x.t;
      if (s.tangents == 2) to[1] = x.t2;
      to[own - 1] = x.n;
    };
    write(contact.impulse, a.impulse);
    write(contact.u_after, a.u_after);
  }
}

/// What is there until there is an answer.
void write_nothing(std::size_t i, const ManyStates& s, const ManyAnswers& a) {
  const auto blank = [&](std::span<double> whole, std::size_t size) {
    std::fill_n(whole.begin() + static_cast<std::ptrdiff_t>(i * size), size, nothing);
  };
  blank(a.velocity_after, s.coordinates);
  blank(a.impulse, row_count(s) * s.contacts);
  blank(a.u_after, row_count(s) * s.contacts);
  a.status[i] = ManyStatus::refused;
}

std::vector<RefusedState> resolve_range(const ManyStates& s, LawId law, const ManyAnswers& a,
                                        std::uint64_t first, std::uint64_t last,
                                        ImpactProblem& problem, Workspace& work) {
  std::vector<RefusedState> refused;
  for (std::uint64_t i = first; i < last; ++i) {
    write_nothing(i, s, a);
    try {
      set_state(s, i, problem);
      contact_problem(problem, work.statement, work.contacts);
      work.contacts.thresholds = false;  // nobody sees them
      resolve(problem.name, problem.contacts, work.contacts, law, work, work.result);
      write_answer(work.result, i, s, a);
    } catch (const std::invalid_argument& objection) {
      if (refused.size() < kept_refusals) refused.push_back({i, objection.what()});
    }
  }
  return refused;
}

}  // namespace

std::vector<std::string_view> many_status_names() {
  std::vector<std::string_view> names;
  for (auto code = ImpactStatus::solved; code <= ImpactStatus::no_solution;
       code = static_cast<ImpactStatus>(static_cast<std::uint8_t>(code) + 1))
    names.emplace_back(to_string(code));
  names.emplace_back("refused");
  return names;
}

std::vector<RefusedState> resolve_many(const ManyStates& states, LawId law,
                                       const ManyAnswers& answers, const ManyRun& run) {
  require_lengths(states, answers);
  std::vector<RefusedState> refused;
  const auto worker = [&] {
    ImpactProblem problem{.simultaneous = states.simultaneous};
    problem.contacts.resize(states.contacts);
    problem.dynamics = GeneralizedSpace{.rows = std::vector<CoordinateRows>(states.contacts)};
    const auto work = std::make_shared<Workspace>();
    return [&, problem, work](std::uint64_t first, std::uint64_t last) mutable {
      return std::optional(resolve_range(states, law, answers, first, last, problem, *work));
    };
  };
  run_parts<std::vector<RefusedState>>(
      {0, states.states, states_per_portion, run.threads, run.stop}, worker,
      [&](std::vector<RefusedState>& part, std::uint64_t) {
        const std::size_t room = kept_refusals - refused.size();
        refused.insert(refused.end(), part.begin(),
                       part.begin() + static_cast<std::ptrdiff_t>(std::min(room, part.size())));
      });
  return refused;
}

}  // namespace carom
