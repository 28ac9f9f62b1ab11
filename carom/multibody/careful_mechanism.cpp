#include <carom/multibody/careful_mechanism.hpp>

namespace carom {
namespace {

using S = TwoDoubles;

/// A vector of the world.
struct Arrow {
  S x{}, y{};
};

S dot(const Arrow& a, const Arrow& b) { return a.x * b.x + a.y * b.y; }

Arrow arrow(const Eigen::Vector2d& x) { return {S(x.x()), S(x.y())}; }

/// UnitMotion::at.
Arrow motion_at(const UnitMotion& motion, const Eigen::Vector2d& x) {
  if (!motion.turns) return arrow(motion.direction);
  return {S(motion.anchor.y()) - S(x.y()), S(x.x()) - S(motion.anchor.x())};
}

/// What a coordinate does to a point that moves with a body.
struct CoordinateMotion {
  std::size_t coordinate = 0;
  Arrow at{};          ///< velocity of the point per unit rate
  bool turns = false;  ///< and whether the body turns with it
};

std::vector<CoordinateMotion> motions_of(const Model& model, const Kinematics& k, int body,
                                         const Eigen::Vector2d& x) {
  std::vector<CoordinateMotion> motions;
  for (int b = body; b != world; b = model.joint(b).parent) {
    auto coordinate = static_cast<std::size_t>(model.first_coordinate(b));
    for (const UnitMotion& motion : unit_motions(model, k, b))
      motions.push_back({coordinate++, motion_at(motion, x), motion.turns});
  }
  return motions;
}

/// M = Σ m J_cᵀ J_c + I J_φᵀ J_φ over the bodies, and the rotors.
std::vector<S> careful_mass(const Model& model, const Kinematics& k) {
  const auto n = static_cast<std::size_t>(model.size());
  std::vector<S> M(n * n);
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    const Body& body = model.bodies()[b];
    const int index = static_cast<int>(b);
    const auto motions = motions_of(model, k, index, point_position(k, index, body.centre_of_mass));
    for (const CoordinateMotion& a : motions)
      for (const CoordinateMotion& c : motions) {
        S& entry = M[a.coordinate * n + c.coordinate];
        entry = entry + S(body.mass) * dot(a.at, c.at);
        if (a.turns && c.turns) entry = entry + S(body.inertia);
      }
    const Joint& joint = model.joint(index);
    if (joint.armature == 0) continue;
    const auto i = static_cast<std::size_t>(model.first_coordinate(index));
    M[i * n + i] = M[i * n + i] + S(joint.armature);
  }
  return M;
}

/// The columns of contact_jacobian(), zero where those are.
std::vector<Vec2<S>> careful_jacobian(const Model& model, const Kinematics& k,
                                      const ContactFrame& frame) {
  std::vector<Arrow> relative(static_cast<std::size_t>(model.size()));
  for (const CoordinateMotion& m : motions_of(model, k, frame.first, frame.position)) {
    Arrow& v = relative[m.coordinate];
    v = {v.x + m.at.x, v.y + m.at.y};
  }
  for (const CoordinateMotion& m : motions_of(model, k, frame.second, frame.position)) {
    Arrow& v = relative[m.coordinate];
    v = {v.x - m.at.x, v.y - m.at.y};
  }
  const Eigen::MatrixXd J = contact_jacobian(model, k, frame);
  const Arrow t = arrow(frame.tangent);
  const Arrow n = arrow(frame.normal());
  std::vector<Vec2<S>> columns;
  for (Eigen::Index i = 0; i < J.cols(); ++i) {
    const Arrow& v = relative[static_cast<std::size_t>(i)];
    columns.push_back({J(0, i) == 0 ? S(0) : dot(t, v), J(1, i) == 0 ? S(0) : dot(n, v)});
  }
  return columns;
}

}  // namespace

CarefulMechanism careful_mechanism(const Model& model, const Kinematics& k,
                                   const ContactFrame& frame, const Eigen::VectorXd& velocity) {
  return {.mass = careful_mass(model, k),
          .jacobian = careful_jacobian(model, k, frame),
          .velocity = velocity};
}

}  // namespace carom
