#include <carom/impact/laws.hpp>
#include <carom/io/scene/reader.hpp>
#include <carom/io/tree/units.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/planar/run_out.hpp>
#include <carom/study/fit/crash_model.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <stdexcept>

namespace carom {
namespace {

constexpr double rad_per_degree = std::numbers::pi / 180;

/// True where a velocity is a size and a direction: [35 mph, 180 deg].
bool is_polar(const TreeNode& problem, std::string_view body) {
  const TreeNode* node = value_of(problem, "bodies");
  if (node != nullptr) node = value_of(*node, body);
  if (node != nullptr) node = value_of(*node, "velocity");
  if (node == nullptr || node->items.size() != 2) return false;
  if (node->items[1].kind != NodeKind::string) return false;
  const ParsedQuantity direction = parse_quantity(node->items[1].text);
  return direction.quantity && direction.quantity->dimension == dimensions::angle;
}

double degrees_of(const Eigen::Vector2d& v) { return std::atan2(v.y(), v.x()) / rad_per_degree; }

using Value = std::function<double(const Crash&, const CrashOutcome&, double)>;

/// Quantities of body k by their names.
struct BodyQuantity {
  std::string_view name{};
  bool is_angle = false;
  Value (*value)(std::size_t k) = nullptr;
};

double travel(const CrashOutcome& o, std::size_t k, double drag) {
  return o.velocity[k].squaredNorm() / (2 * drag * standard_gravity);
}

/// Clockwise from north, which is +y.
double compass_of(const Eigen::Vector2d& v) { return 90 - degrees_of(v); }

/// (T19.9) from the end of the impact.
RunOut run_out_of(const Crash& c, const CrashOutcome& o, std::size_t k, double drag) {
  const CrashBody& body = c.bodies[k];
  return run_out({o.velocity[k], o.rate[k], body.heading, body.wheelbase / 2, body.track / 2,
                  body.inverse_mass / body.inverse_inertia},
                 drag);
}

const std::vector<BodyQuantity>& body_quantities() {
  static const std::vector<BodyQuantity> all{
      {"delta_v", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double) {
           return (o.velocity[k] - c.bodies[k].velocity).norm();
         };
       }},
      {"yaw_rate_change", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double) {
           return o.rate[k] - c.bodies[k].rate;
         };
       }},
      {"yaw_rate_change_deg", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double) {
           return (o.rate[k] - c.bodies[k].rate) / rad_per_degree;
         };
       }},
      {"speed_before", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome&, double) {
           return c.bodies[k].velocity.norm();
         };
       }},
      {"departure_speed", false,
       [](std::size_t k) -> Value {
         return [k](const Crash&, const CrashOutcome& o, double) { return o.velocity[k].norm(); };
       }},
      {"departure_direction_deg", true,
       [](std::size_t k) -> Value {
         return
             [k](const Crash&, const CrashOutcome& o, double) { return degrees_of(o.velocity[k]); };
       }},
      {"after.vx", false,
       [](std::size_t k) -> Value {
         return [k](const Crash&, const CrashOutcome& o, double) { return o.velocity[k].x(); };
       }},
      {"after.vy", false,
       [](std::size_t k) -> Value {
         return [k](const Crash&, const CrashOutcome& o, double) { return o.velocity[k].y(); };
       }},
      {"after.omega", false,
       [](std::size_t k) -> Value {
         return [k](const Crash&, const CrashOutcome& o, double) { return o.rate[k]; };
       }},
      {"departure_compass_deg", true,
       [](std::size_t k) -> Value {
         return
             [k](const Crash&, const CrashOutcome& o, double) { return compass_of(o.velocity[k]); };
       }},
      {"departure_angle_deg", true,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double) {
           return degrees_of(o.velocity[k]) - c.bodies[k].heading / rad_per_degree;
         };
       }},
      {"pdof_deg", true,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double) {
           const Eigen::Vector2d force = o.velocity[k] - c.bodies[k].velocity;
           return c.bodies[k].heading / rad_per_degree - degrees_of(-force);
         };
       }},
      {"run_out.distance", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double drag) {
           return run_out_of(c, o, k, drag).travel.norm();
         };
       }},
      {"run_out.direction_deg", true,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double drag) {
           return degrees_of(run_out_of(c, o, k, drag).travel);
         };
       }},
      {"run_out.compass_deg", true,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double drag) {
           return compass_of(run_out_of(c, o, k, drag).travel);
         };
       }},
      {"run_out.turn_deg", false,
       [](std::size_t k) -> Value {
         return [k](const Crash& c, const CrashOutcome& o, double drag) {
           return run_out_of(c, o, k, drag).turn / rad_per_degree;
         };
       }},
      {"slide_out.compass_deg", true,
       [](std::size_t k) -> Value {
         return
             [k](const Crash&, const CrashOutcome& o, double) { return compass_of(o.velocity[k]); };
       }},
      {"slide_out.direction_deg", true,
       [](std::size_t k) -> Value {
         return
             [k](const Crash&, const CrashOutcome& o, double) { return degrees_of(o.velocity[k]); };
       }},
      {"slide_out.distance", false,
       [](std::size_t k) -> Value {
         return
             [k](const Crash&, const CrashOutcome& o, double drag) { return travel(o, k, drag); };
       }},
      {"slide_out.turn_deg", false,
       [](std::size_t k) -> Value {
         return [k](const Crash&, const CrashOutcome& o, double drag) {
           return o.rate[k] * o.velocity[k].norm() / (2 * drag * standard_gravity) / rad_per_degree;
         };
       }},
  };
  return all;
}

std::vector<CrashQuantity> body_quantities_at(const NamedCrash& crash, const std::string& body,
                                              const std::string& rest) {
  std::vector<CrashQuantity> found;
  for (std::size_t k = 0; k < 2; ++k) {
    if (crash.names[k].empty() || (body != "*" && body != crash.names[k])) continue;
    for (const BodyQuantity& quantity : body_quantities())
      if (quantity.name == rest)
        found.push_back({fmt::format("bodies.{}.{}", crash.names[k], rest), quantity.is_angle,
                         quantity.value(k)});
  }
  return found;
}

std::string known_quantities() {
  std::string text = "closing_speed, closing_total, energy.change";
  for (const BodyQuantity& quantity : body_quantities())
    text += fmt::format(", bodies.NAME.{}", quantity.name);
  return text;
}

}  // namespace

double middle_of(const SweepVariable& unknown) {
  return unknown.spread == Spread::normal ? unknown.a : (unknown.a + unknown.b) / 2;
}

CrashModel::CrashModel(const StatedReconstruction& stated)
    : problem_(stated.problem),
      unknowns_(stated.unknowns),
      wheels_(stated.wheels),
      drag_(stated.drag) {
  std::vector<double> middle;
  for (std::size_t k = 0; k < unknowns_.size(); ++k) {
    middle.push_back(middle_of(unknowns_[k]));
    if (unknowns_[k].name == "drag") drag_unknown_ = k;
    for (const DrivenKey& driven : unknowns_[k].keys)
      bound_.push_back({.unknown = k,
                        .factor = driven.factor,
                        .offset = driven.offset,
                        .key = find_number(problem_, driven.path)});
  }
  centre_ = read_at(problem_, middle);
  for (Bound& bound : bound_) {
    bound.set = setter_of(stated.problem, bound.key.path);
    slow_ = slow_ || !bound.set;
  }
  // The setters must say what the scene's reader says, at a point that is not the middle.
  std::vector<double> other = middle;
  for (std::size_t k = 0; k < other.size(); ++k)
    other[k] += unknowns_[k].spread == Spread::normal ? unknowns_[k].b / 2
                                                      : 0.2 * (unknowns_[k].b - unknowns_[k].a);
  slow_ = slow_ || !agrees(other);
}

NamedCrash CrashModel::read_at(TreeNode problem, const std::vector<double>& x) const {
  for (const Bound& bound : bound_)
    set_number(problem, bound.key, bound.factor * x[bound.unknown] + bound.offset);
  const StatedScene stated = read_scene(problem);
  const LawId law =
      stated.law && !stated.law->names.empty() ? stated.law->names.front() : LawId::impulse_ratio;
  NamedCrash named = crash_of(stated.scene, law);
  put_on_wheels(named);
  return named;
}

bool CrashModel::agrees(const std::vector<double>& x) const {
  constexpr double rounding = 1e-9;
  if (slow_) return false;
  Crash quick = centre_.crash;
  for (const Bound& bound : bound_)
    bound.set(quick, bound.factor * x[bound.unknown] + bound.offset);
  const CrashOutcome a = outcome_of(quick);
  const CrashOutcome b = outcome_of(read_at(problem_, x).crash);
  double apart = std::abs(a.energy_change - b.energy_change) / (1 + std::abs(b.energy_change));
  for (std::size_t k = 0; k < 2; ++k)
    apart += (a.velocity[k] - b.velocity[k]).norm() + std::abs(a.rate[k] - b.rate[k]);
  return a.solved == b.solved && apart < rounding * (1 + a.velocity[0].norm());
}

CrashModel::Setter CrashModel::setter_of(const TreeNode& problem, const std::string& path) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string body = "bodies." + centre_.names[k] + ".";
    if (centre_.names[k].empty() || !path.starts_with(body)) continue;
    const std::string key = path.substr(body.size());
    const bool polar = is_polar(problem, centre_.names[k]);
    if (key == "velocity[0]" && polar)
      return [k, v = centre_.crash.bodies[k].velocity.normalized().eval()](Crash& c, double x) {
        c.bodies[k].velocity = x * v;
      };
    if (key == "velocity[0]") return [k](Crash& c, double x) { c.bodies[k].velocity.x() = x; };
    if (key == "velocity[1]" && !polar)
      return [k](Crash& c, double x) { c.bodies[k].velocity.y() = x; };
    if (key == "mass") return [k](Crash& c, double x) { c.bodies[k].inverse_mass = 1 / x; };
    if (key == "inertia") return [k](Crash& c, double x) { c.bodies[k].inverse_inertia = 1 / x; };
    return {};
  }
  const std::string contact = "contacts." + centre_.contact + ".";
  if (!path.starts_with(contact)) return {};
  const std::string key = path.substr(contact.size());
  if (key == "restitution") return [](Crash& c, double x) { c.restitution = x; };
  if (key == "friction") return [](Crash& c, double x) { c.friction = x; };
  if (key == "critical_fraction") return [](Crash& c, double x) { c.critical_fraction = x; };
  if (key == "impulse_ratio") return [](Crash& c, double x) { c.impulse_ratio = x; };
  if (key == "normal_deg") return [](Crash& c, double x) { c.normal_angle = x * rad_per_degree; };
  return {};
}

std::optional<Crash> CrashModel::crash_at(const std::vector<double>& x) const {
  if (slow_) {
    try {
      return read_at(problem_, x).crash;
    } catch (const std::invalid_argument&) {
      return std::nullopt;
    }
  }
  Crash crash = centre_.crash;
  for (const Bound& bound : bound_)
    bound.set(crash, bound.factor * x[bound.unknown] + bound.offset);
  return crash;
}

double CrashModel::drag_at(const std::vector<double>& x) const {
  return drag_unknown_ ? x[*drag_unknown_] : drag_;
}

void CrashModel::require_wheels(const std::string& path) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const std::string& name = centre_.names[k];
    const bool asks =
        path.starts_with("bodies." + name + ".run_out.") || path.starts_with("bodies.*.run_out.");
    if (!name.empty() && asks && !(centre_.crash.bodies[k].wheelbase > 0))
      throw std::invalid_argument(fmt::format(
          "{}: wheels: missing; "
          "a run-out needs wheels: {{{}: [wheelbase, track]}}, or drag on the body in the scene",
          path, name));
  }
}

void CrashModel::put_on_wheels(NamedCrash& named) const {
  for (std::size_t k = 0; k < 2; ++k) {
    const auto wheels = wheels_.find(named.names[k]);
    if (wheels == wheels_.end()) continue;
    named.crash.bodies[k].wheelbase = wheels->second[0];
    named.crash.bodies[k].track = wheels->second[1];
  }
}

std::vector<CrashQuantity> CrashModel::quantities(const std::string& path) const {
  require_wheels(path);
  if (path == "closing_total")
    return {{path, false, [](const Crash&, const CrashOutcome& o, double) { return o.u.norm(); }}};
  if (path == "closing_speed")
    return {{path, false, [](const Crash&, const CrashOutcome& o, double) { return -o.u[1]; }}};
  if (path == "energy.change")
    return {
        {path, false, [](const Crash&, const CrashOutcome& o, double) { return o.energy_change; }}};
  std::vector<CrashQuantity> found;
  const std::string bodies = "bodies.";
  for (const std::string& name : {std::string("*"), centre_.names[0], centre_.names[1]})
    if (found.empty() && path.starts_with(bodies + name + "."))
      found = body_quantities_at(centre_, name, path.substr(bodies.size() + name.size() + 1));
  if (found.empty())
    throw std::invalid_argument(
        fmt::format("{}: no quantity of this crash; known are {}", path, known_quantities()));
  return found;
}

}  // namespace carom
