#include <carom/simulation/contact_forces.hpp>

#include <carom/multibody/planar/least_solution.hpp>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// An acceleration below this share of the terms it is the sum of is zero. Gravity is one of them also where
/// it has no component: rounding of an angle gives it one.
constexpr double rounding_of_accelerations = 1e-13;
/// Contacts up to which all modes of (T10.2) are tried.
constexpr std::size_t most_tried = 3;
/// A stick within this share of its cone is saturated.
constexpr double nearly_saturated = 1e-7;
/// Accelerations that differ by less than this share of the largest are the same.
constexpr double same_acceleration = 1e-6;

/// Where the rows of the contacts stand among pairs (t, n) of each: a stop has no t.
std::vector<Eigen::Index> rows_of_force(const std::vector<ContactRows>& rows) {
  std::vector<Eigen::Index> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i);
    if (!rows[i].is_stop()) places.push_back(t);
    places.push_back(t + 1);
  }
  return places;
}

/// b of the touching contacts, rounding taken for zero.
void write_accelerations(const Scene& scene, const std::vector<ContactMotion>& contacts,
                         ForceWorkspace& work) {
  const Instant& now = work.free.now;
  const Eigen::VectorXd a = now.a.cwiseAbs();
  const double gravity = scene.model.gravity().norm();
  Eigen::MatrixXd J(2, scene.model.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactMotion& c = contacts[i];
    if (c.stop) {
      J.setZero();
      J(1, c.coordinate) = c.sign;
    } else {
      contact_jacobian(scene.model, now.k, c.frame, J);
    }
    const Eigen::Vector2d coordinates = J.cwiseAbs() * a;
    const Eigen::Vector2d drift = (c.du - J * now.a).cwiseAbs();
    const auto unrounded = [&](Eigen::Index row) {
      const double size = coordinates[row] + drift[row] + (c.stop ? 0 : gravity);
      return std::abs(c.du[row]) <= rounding_of_accelerations * size ? 0.0 : c.du[row];
    };
    const ContactRows& rows = work.problem.rows[i];
    set_at(work.problem.u, rows, {unrounded(0), unrounded(1), 0, rows.tangents});
  }
}

/// (T10.2) in normalised units.
void state_problem(const Scene& scene, const State& x, const std::vector<TouchingContact>& touching,
                   ForceWorkspace& work) {
  work.free.scene = &scene;
  work.free.closed.clear();
  evaluate(x, work.free);
  Instant& now = work.free.now;
  frame_accelerations(scene.model, now.x, now.k, now.a, now.frames);
  std::vector<ContactMotion> contacts;
  work.ports.clear();
  work.materials.clear();
  work.problem.rows.clear();
  for (const TouchingContact& c : touching) {
    const SceneContact& contact = scene.contacts[static_cast<std::size_t>(c.contact)];
    contacts.push_back(contact_motion(contact, scene.model, work.free.now));
    work.ports.push_back(port_of(contacts.back()));
    work.materials.push_back(contact.material);
    append_contact(contacts.back().stop ? 0 : 1, work.problem.rows);
  }
  ImpulseResponse response = impulse_response(scene.model, work.free.now.k, work.ports);
  const std::vector<Eigen::Index> kept = rows_of_force(work.problem.rows);
  work.problem.W = response.W(kept, kept);
  work.response = std::move(response.velocity);
  work.problem.u.resize(work.problem.W.rows());
  write_accelerations(scene, contacts, work);
}

/// The problem of modes from W and b.
void state_modes(const std::vector<TouchingContact>& touching, ForceWorkspace& work) {
  add_stick_lines(work.problem);
  contact_system(work.problem, work.materials, work.system);
  const std::size_t count = touching.size();
  work.modes.contacts = &work.system;
  work.modes.q.assign(work.system.u.data(), work.system.u.data() + work.system.u.size());
  work.modes.given.assign(count, 0);
  work.modes.normal.assign(count, NormalRule::unilateral);
  work.modes.tangent.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    work.modes.tangent[i] = work.system.static_friction[i] == 0 ? TangentRule::frictionless
                            : touching[i].slip > 0              ? TangentRule::slips_positive
                            : touching[i].slip < 0              ? TangentRule::slips_negative
                                                                : TangentRule::undecided;
  prepare(work.system, work.search);
}

/// One answer to work.modes, or none: the cone problem, then pivoting, then all modes if they are few.
void find_one(ForceWorkspace& work) {
  const std::size_t all = combinations(work.modes);
  cone_modes(work.modes, {.starts = 0, .sharing = false, .enumerate = false}, nullptr, work.cones,
             work.search);
  const std::vector<double>& mu = work.system.friction;
  if (work.search.count == 0 && work.system.static_friction == mu)
    lemke_modes(work.modes, work.search);
  if (work.search.count == 0 && all <= enumeration_limit) enumerate_modes(work.modes, work.search);
}

/// The previous modes as the mode problem calls them: a frictionless closed contact slips to +.
std::vector<ContactMode> previous_modes(const std::vector<TouchingContact>& touching,
                                        const ModeProblem& problem) {
  std::vector<ContactMode> modes;
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const bool frictionless = problem.tangent[i] == TangentRule::frictionless;
    const bool closed = touching[i].previous != ContactMode::open;
    modes.push_back(frictionless && closed ? ContactMode::slip_positive : touching[i].previous);
  }
  return modes;
}

/// What a closed contact is called: without friction its slip decides.
ContactMode named(ContactMode mode, const TouchingContact& contact, TangentRule tangent) {
  if (mode == ContactMode::open || tangent != TangentRule::frictionless) return mode;
  return contact.slip < 0 ? ContactMode::slip_negative : ContactMode::slip_positive;
}

/// Forces in newtons, modes, and what is at the border of its cone.
void read(const ModeSolution& found, const std::vector<TouchingContact>& touching,
          const ForceWorkspace& work, ForceAnswer& answer) {
  const std::vector<Eigen::Index> places = rows_of_force(work.problem.rows);
  answer.force.setZero(static_cast<Eigen::Index>(2 * touching.size()));
  for (std::size_t r = 0; r < places.size(); ++r)
    answer.force[places[r]] = std::ldexp(found.p[static_cast<Eigen::Index>(r)],
                                         work.system.scale[r] - work.system.speed_scale);
  for (std::size_t i = 0; i < touching.size(); ++i) {
    const Vec2<double> f = pair_at(found.p, work.problem.rows[i]);
    answer.modes.push_back(named(found.modes[i], touching[i], work.modes.tangent[i]));
    const double cone = work.system.static_friction[i] * f.n;
    answer.saturated.push_back(found.modes[i] == ContactMode::stick &&
                               std::abs(f.t) >= (1 - nearly_saturated) * cone);
  }
}

}  // namespace

bool rubs(const SceneContact& contact) {
  const Contact& material = contact.material;
  return std::holds_alternative<ContactPair>(contact.geometry) &&
         material.static_friction.value_or(material.friction.value_or(0)) > 0;
}

ImpulsePort port_of(const ContactMotion& contact) {
  if (contact.stop) return {std::nullopt, contact.coordinate, contact.sign};
  return {contact.frame};
}

ForceAnswer choose_modes(const Scene& scene, const State& x,
                         const std::vector<TouchingContact>& touching, ForceWorkspace& work) {
  ForceAnswer answer;
  state_problem(scene, x, touching, work);
  state_modes(touching, work);
  const bool few = touching.size() <= most_tried;
  if (few)
    find_modes(work.modes, ModeRoute::automatic, work.search);
  else
    find_one(work);
  if (work.search.count == 0) return answer;
  answer.found = true;
  answer.several = work.search.count > 1;
  const ModeSolution* chosen = work.search.found.data();
  const std::vector<ContactMode> previous = previous_modes(touching, work.modes);
  for (std::size_t k = 0; answer.several && k < work.search.count; ++k) {
    if (work.search.found[k].modes != previous) continue;
    chosen = &work.search.found[k];
    answer.kept = true;
  }
  read(*chosen, touching, work, answer);
  return answer;
}

ForceAnswer look_ahead(const Scene& scene, const State& x,
                       const std::vector<TouchingContact>& touching, double h,
                       ForceWorkspace& work) {
  ForceAnswer answer;
  State ahead = x;
  ahead.q += h * x.v;
  state_problem(scene, ahead, touching, work);
  std::vector<TouchingContact> undecided = touching;
  Eigen::VectorXd u(work.problem.u.size());
  Eigen::VectorXd apart = Eigen::VectorXd::Zero(u.size());
  for (std::size_t i = 0; i < touching.size(); ++i) {
    undecided[i].slip = 0;
    const ContactRows& rows = work.problem.rows[i];
    const Eigen::Vector2d slowed = touching[i].u / h;
    set_at(u, rows, {slowed.x(), slowed.y(), 0, rows.tangents});
    apart[rows.normal()] = touching[i].gap / (h * h);
  }
  const Eigen::VectorXd b = work.problem.u;
  add_stick_lines(work.problem);
  const bool singular = contact_system(work.problem, work.materials).singular;
  // Where contacts depend on each other, what no motion of the bodies can meet is rounding in u, and left
  // out of b where nothing is found otherwise.
  const auto reachable = [&](const Eigen::VectorXd& y) -> Eigen::VectorXd {
    return singular ? work.problem.W * least_solution(work.problem.W, y).x : y;
  };
  for (const bool whole : {true, false}) {
    work.problem.u = apart + (whole ? Eigen::VectorXd(b + reachable(u)) : reachable(b + u));
    state_modes(undecided, work);
    find_one(work);
    if (work.search.count > 0 || !singular) break;
  }
  if (work.search.count == 0) return answer;
  answer.found = true;
  read(work.search.found[0], undecided, work, answer);
  return answer;
}

std::optional<Eigen::VectorXd> other_shares(const Scene& scene, const State& x,
                                            const std::vector<TouchingContact>& touching,
                                            const Eigen::VectorXd& force, ForceWorkspace& work) {
  ForceAnswer other = choose_modes(scene, x, touching, work);
  if (!other.found) return std::nullopt;
  const std::vector<Eigen::Index> places = rows_of_force(work.problem.rows);
  const Eigen::VectorXd change = work.problem.W * (other.force - force)(places);
  const Eigen::VectorXd terms =
      work.problem.u.cwiseAbs() + work.problem.W.cwiseAbs() * force(places).cwiseAbs();
  if (change.cwiseAbs().maxCoeff() > same_acceleration * terms.maxCoeff()) return std::nullopt;
  return std::move(other.force);
}

bool modes_hold(const Scene& scene, const State& x, const std::vector<TouchingContact>& touching,
                ForceWorkspace& work) {
  state_problem(scene, x, touching, work);
  state_modes(touching, work);
  work.search.families = true;
  return solve_modes(work.modes, previous_modes(touching, work.modes), work.search,
                     work.search.trial);
}

}  // namespace carom
