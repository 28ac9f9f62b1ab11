#include <carom/io/scene/loops.hpp>
#include <carom/multibody/planar/kinematics.hpp>
#include <carom/multibody/planar/least_solution.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

constexpr int most_steps = 60;
/// Newton's method has arrived when the loops are open by less than this share of the size.
constexpr double newton_tolerance = 1e-12;
/// Velocities may open a loop by this share of the terms that they are made of.
constexpr double velocity_tolerance = 1e-9;

/// The extent of joints and bodies, m; 1 if all are at one point.
double size_of(const Kinematics& k) {
  Eigen::Vector2d low = k.joint_origin[0];
  Eigen::Vector2d high = low;
  for (std::size_t b = 0; b < k.pose.size(); ++b) {
    low = low.cwiseMin(k.joint_origin[b]).cwiseMin(k.pose[b].position);
    high = high.cwiseMax(k.joint_origin[b]).cwiseMax(k.pose[b].position);
  }
  const double extent = (high - low).norm();
  return extent > 0 ? extent : 1;
}

/// The loop joint that a row of the constraints belongs to.
const StatedJoint& joint_of_row(const SceneStatement& scene, const SceneTree& tree,
                                Eigen::Index row) {
  Eigen::Index first = 0;
  for (const int j : tree.loops) {
    const StatedJoint& joint = scene.joints[static_cast<std::size_t>(j)];
    first += 3 - coordinates(joint.kind);
    if (row < first) return joint;
  }
  return scene.joints[static_cast<std::size_t>(tree.loops.back())];
}

/// "a, b and c": the joints whose coordinates are unknown.
std::string names_of_unknowns(const SceneStatement& scene, const SceneTree& tree,
                              const PartialCoordinates& given) {
  std::string names;
  for (const int body : given.unknown_bodies) {
    const Carrier& carrier = tree.carriers[static_cast<std::size_t>(body)];
    names += fmt::format("{}{}", names.empty() ? "" : ", ",
                         scene.joints[static_cast<std::size_t>(carrier.joint)].name);
  }
  return names;
}

Kinematics at(const Model& model, const Eigen::VectorXd& q) {
  return kinematics(model, {q, Eigen::VectorXd::Zero(model.size()), 0});
}

void refuse_open_loop(const SceneStatement& scene, const SceneTree& tree,
                      const Eigen::VectorXd& error, bool searched) {
  Eigen::Index row = 0;
  const double worst = error.cwiseAbs().maxCoeff(&row);
  const StatedJoint& joint = joint_of_row(scene, tree, row);
  refuse(
      joint.where,
      searched
          ? fmt::format(
                "the loop cannot be closed from these guesses: {} and {} stay {:.3g} m or rad apart",
                joint.first.owner, joint.second.owner, worst)
          : fmt::format("the loop does not close: {} and {} are {:.3g} m or rad apart; "
                        "write guess_deg instead of angle_deg where an angle may follow",
                        joint.first.owner, joint.second.owner, worst));
}

}  // namespace

Eigen::VectorXd closed_positions(const SceneStatement& scene, const SceneTree& tree,
                                 const Model& model, const PartialCoordinates& given) {
  Eigen::VectorXd q = given.start;
  if (tree.loops.empty()) return q;
  Kinematics k = at(model, q);
  Eigen::VectorXd error = constraint_error(model, k);
  const bool search = given.free.cols() > 0;
  for (int i = 0; search && i < most_steps; ++i) {
    const Eigen::MatrixXd G = constraint_jacobian(model, k) * given.free;
    const Eigen::VectorXd next = q - given.free * least_solution(G, error).x;
    if (!next.allFinite()) break;
    const Kinematics moved = at(model, next);
    const Eigen::VectorXd left = constraint_error(model, moved);
    const bool arrived = error.norm() <= newton_tolerance * size_of(k);
    if (arrived && !(left.norm() < error.norm())) break;
    q = next;
    k = moved;
    error = left;
  }
  const double tolerance = search ? 100 * newton_tolerance : loop_tolerance;
  if (!(error.cwiseAbs().maxCoeff() <= tolerance * size_of(k)))
    refuse_open_loop(scene, tree, error, search);
  if (search &&
      least_solution(constraint_jacobian(model, k) * given.free, error).rank < given.free.cols())
    refuse(scene.joints[static_cast<std::size_t>(tree.loops.back())].where,
           fmt::format("the loops leave the positions of {} undetermined; give one more of them",
                       names_of_unknowns(scene, tree, given)));
  return q;
}

Eigen::VectorXd closed_velocities(const SceneStatement& scene, const SceneTree& tree,
                                  const Model& model, const Eigen::VectorXd& q,
                                  const PartialCoordinates& given) {
  Eigen::VectorXd v = given.start;
  if (tree.loops.empty()) return v;
  const Eigen::MatrixXd G = constraint_jacobian(model, at(model, q));
  const auto opens = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    const Eigen::VectorXd terms = G.cwiseAbs() * x.cwiseAbs();
    return ((G * x).array().abs() > velocity_tolerance * terms.array())
        .select((G * x).cwiseAbs(), 0);
  };
  if (given.free.cols() > 0 && opens(v).maxCoeff() > 0) {
    const auto [back, rank] = least_solution(G * given.free, G * v);
    if (rank < given.free.cols())
      refuse(scene.joints[static_cast<std::size_t>(tree.loops.back())].where,
             fmt::format("the loops leave the velocities of {} undetermined; give one more of them",
                         names_of_unknowns(scene, tree, given)));
    v -= given.free * back;
  }
  Eigen::Index row = 0;
  const double worst = opens(v).maxCoeff(&row);
  if (worst > 0)
    refuse(joint_of_row(scene, tree, row).where,
           fmt::format("the velocities tear the loop open at {:.3g} m/s or rad/s; "
                       "leave one of them out, and it follows",
                       worst));
  return v;
}

}  // namespace carom
