#include <carom/report/load_sharing.hpp>

#include <carom/impact/laws.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/io/tree/json_line.hpp>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace carom {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// An eigenvalue of the normal rows below this share of the largest: loads can be moved without moving anything.
constexpr double moves_nothing = 1e-10;
/// A share of a contact in what is moved below this is none.
constexpr double no_part = 1e-6;
/// Softness goes from 10⁻ᵈ to 10ᵈ in as many steps on each side of the rule.
constexpr double decades = 3;
constexpr int steps = 20;
/// Loads closer than this share of all are one way of sharing.
constexpr double same_load = 1e-9;
/// What the rows of a free body may miss of r × e, against the largest.
constexpr double place_tolerance = 1e-9;

double normal_sum(const Contacts& problem, const VectorXd& p) {
  double sum = 0;
  for (const ContactRows& rows : problem.rows) sum += p[rows.normal()];
  return sum;
}

SharedLoads shared(const Contacts& problem, const std::vector<int>& group, VectorXd p, VectorXd u) {
  SharedLoads loads{.p = std::move(p), .u = std::move(u)};
  for (const int contact : group)
    loads.load += loads.p[problem.rows[static_cast<std::size_t>(contact)].normal()];
  const double all = normal_sum(problem, loads.p);
  if (all > 0) loads.load /= all;
  if (problem.velocity && problem.response)
    loads.velocity = *problem.velocity + *problem.response * loads.p;
  return loads;
}

/// Row by row, 1/√yield of the row's contact.
VectorXd row_scales(const Contacts& problem, const LoadGroups& groups, double softness) {
  VectorXd scales = VectorXd::Ones(problem.u.size());
  const double power = std::pow(softness, 0.25);
  for (std::size_t side = 0; side < 2; ++side)
    for (const int contact : groups[side]) {
      const ContactRows& rows = problem.rows[static_cast<std::size_t>(contact)];
      scales.segment(rows.first, rows.count()).setConstant(side == 0 ? 1 / power : power);
    }
  return scales;
}

Contacts scaled(const Contacts& problem, const VectorXd& scales) {
  Contacts c = problem;
  const MatrixXd W = scales.asDiagonal() * problem.W * scales.asDiagonal();
  c.W = (W + W.transpose()) / 2;
  c.u = problem.u.cwiseProduct(scales);
  c.surface_velocity = problem.surface_velocity.cwiseProduct(scales);
  if (problem.response) c.response = *problem.response * scales.asDiagonal();
  add_stick_lines(c);
  return c;
}

/// The rows of the answer, contact by contact.
void rows_of(const Contacts& problem, const ImpactResult& result, VectorXd& p, VectorXd& u) {
  p = VectorXd::Zero(problem.u.size());
  u = p;
  for (std::size_t i = 0; i < problem.count(); ++i) {
    set_at(p, problem.rows[i], result.contacts[i].impulse);
    set_at(u, problem.rows[i], result.contacts[i].u_after);
  }
}

/// Where the contacts of one free body are: its rows are (e, r × e), and Σ e × (r × e) = 2 r over three directions.
std::vector<Vector3d> places_of(const Contacts& problem) {
  if (!problem.mass || !problem.response || problem.mass->rows() != 6) return {};
  const MatrixXd J = (*problem.mass * *problem.response).transpose();
  std::vector<Vector3d> places;
  for (const ContactRows& rows : problem.rows) {
    if (rows.tangents != 2) return {};
    Vector3d r = Vector3d::Zero();
    double missed = 0;
    for (int i = rows.first; i <= rows.normal(); ++i) {
      const Vector3d e = J.row(i).head<3>();
      r += 0.5 * e.cross(Vector3d(J.row(i).tail<3>()));
    }
    for (int i = rows.first; i <= rows.normal(); ++i) {
      const Vector3d e = J.row(i).head<3>();
      missed = std::max(missed, (r.cross(e) - Vector3d(J.row(i).tail<3>())).norm());
    }
    if (!(missed <= place_tolerance * (1 + r.norm()))) return {};
    places.push_back(r);
  }
  return places;
}

/// By rising load of the first group, each load once.
std::vector<SharedLoads> ways_of_sharing(const std::string& name,
                                         const std::vector<Contact>& contacts,
                                         const Contacts& problem, LawId law,
                                         const LoadGroups& groups) {
  std::vector<SharedLoads> ways;
  VectorXd p, u;
  for (int step = -steps; step <= steps; ++step) {
    const double softness = std::pow(10.0, decades * step / steps);
    const VectorXd scales = row_scales(problem, groups, softness);
    const ImpactResult result = resolve(name, contacts, scaled(problem, scales), {law}).front();
    if (!has_answer(result.status)) continue;
    rows_of(problem, result, p, u);
    ways.push_back(shared(problem, groups[0], p.cwiseProduct(scales), u.cwiseQuotient(scales)));
    ways.back().softness = softness;
  }
  const auto less = [](const SharedLoads& a, const SharedLoads& b) {
    return std::tie(a.load, a.softness) < std::tie(b.load, b.softness);
  };
  const auto same = [](const SharedLoads& a, const SharedLoads& b) {
    return b.load - a.load <= same_load;
  };
  std::sort(ways.begin(), ways.end(), less);
  ways.erase(std::unique(ways.begin(), ways.end(), same), ways.end());
  if (ways.size() < 2) ways.clear();
  return ways;
}

void write_loads(JsonLine& json, const SharedLoads& loads) {
  json.begin('{');
  json.field("softness", loads.softness);
  json.field("load", loads.load);
  json.field("p", loads.p);
  json.field("u", loads.u);
  if (loads.velocity.size() > 0) json.field("velocity", loads.velocity);
  json.end('}');
}

}  // namespace

LoadGroups load_groups(const Contacts& problem) {
  const auto count = static_cast<Index>(problem.count());
  MatrixXd W(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      W(i, j) = problem.W(problem.rows[static_cast<std::size_t>(i)].normal(),
                          problem.rows[static_cast<std::size_t>(j)].normal());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(W);
  const double least = moves_nothing * solver.eigenvalues().maxCoeff();
  if (count < 2 || solver.eigenvalues()[0] > least || solver.eigenvalues()[1] <= least) return {};
  VectorXd moved = solver.eigenvectors().col(0);
  LoadGroups groups;
  for (Index i = 0; i < count; ++i) {
    if (std::abs(moved[i]) <= no_part) continue;
    if (groups[0].empty() && moved[i] < 0)
      moved = -moved;  // the first contact is of the first group
    groups[moved[i] > 0 ? 0 : 1].push_back(static_cast<int>(i));
  }
  return groups;
}

std::optional<LoadSharing> load_sharing(const std::string& name,
                                        const std::vector<Contact>& contacts,
                                        const Contacts& problem, LawId law) {
  const ImpactResult result = resolve(name, contacts, problem, {law}).front();
  if (!has_answer(result.status)) return std::nullopt;
  const bool free = problem.simultaneous != Simultaneous::springs;  // stiffness decides there
  LoadSharing sharing{.law = law, .groups = free ? load_groups(problem) : LoadGroups{}};
  VectorXd p, u;
  rows_of(problem, result, p, u);
  sharing.rule = shared(problem, sharing.groups[0], p, u);
  sharing.places = places_of(problem);
  if (sharing.groups[0].empty()) return sharing;
  for (const Alternative& other : result.alternatives) {
    sharing.spared.push_back(shared(problem, sharing.groups[0], other.p, other.u_after));
    sharing.spared.back().softness = 0;
  }
  sharing.ways = ways_of_sharing(name, contacts, problem, law, sharing.groups);
  return sharing;
}

std::string to_json(const LoadSharing& sharing, const Contacts& problem) {
  JsonLine json;
  json.begin('{');
  json.field("law", law_of(sharing.law).name);
  json.key("groups");
  json.list(sharing.groups, [&](const std::vector<int>& group) {
    json.list(group, [&](int contact) { json.out += std::to_string(contact); });
  });
  json.key("normals");
  json.list(problem.rows,
            [&](const ContactRows& rows) { json.out += std::to_string(rows.normal()); });
  json.key("rule");
  write_loads(json, sharing.rule);
  json.key("ways");
  json.list(sharing.ways, [&](const SharedLoads& loads) { write_loads(json, loads); });
  json.key("spared");
  json.list(sharing.spared, [&](const SharedLoads& loads) { write_loads(json, loads); });
  if (problem.velocity) json.field("velocity_before", *problem.velocity);
  json.key("places");
  json.list(sharing.places, [&](const Vector3d& r) { json.numbers(r); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
