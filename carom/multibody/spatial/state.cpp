#include <carom/impact/objection.hpp>
#include <carom/multibody/spatial/state.hpp>

#include <Eigen/Geometry>
#include <cmath>
#include <stdexcept>

namespace carom::spatial {
namespace {

/// The quaternion product a b, scalar first.
Eigen::Vector4d quaternion_product(const Eigen::Vector4d& a, const Eigen::Vector4d& b) {
  const Eigen::Vector3d x = a.tail<3>();
  const Eigen::Vector3d y = b.tail<3>();
  Eigen::Vector4d c;
  c << a[0] * b[0] - x.dot(y), a[0] * y + b[0] * x + x.cross(y);
  return c;
}

/// Turning by the vector θ: (cos ½|θ|, sin ½|θ| θ/|θ|).
Eigen::Vector4d exponential(const Eigen::Vector3d& theta) {
  const double angle = theta.norm();
  Eigen::Vector4d q;
  q << std::cos(angle / 2),
      angle > 0 ? (std::sin(angle / 2) / angle * theta).eval() : (theta / 2).eval();
  return q;
}

/// The θ in |θ| ≤ π that turns so.
Eigen::Vector3d logarithm(Eigen::Vector4d q) {
  if (q[0] < 0) q = -q;
  const double sine = q.tail<3>().norm();
  if (sine == 0) return Eigen::Vector3d::Zero();
  return 2 * std::atan2(sine, q[0]) / sine * q.tail<3>();
}

Eigen::Vector4d conjugate(const Eigen::Vector4d& q) { return {q[0], -q[1], -q[2], -q[3]}; }

/// What a joint's entries are: a linear part of `straight` entries and perhaps a quaternion after it.
struct Entries {
  JointKind kind = JointKind::hinge;
  int q = 0;           ///< first entry in q
  int v = 0;           ///< first entry in v
  int straight = 0;    ///< entries whose rates are the velocities
  bool turns = false;  ///< a quaternion follows
};

template <class Visit>
void each_joint(const Model& model, const Visit& visit) {
  int q = 0;
  int v = 0;
  for (const Body& body : model.bodies())
    for (const Joint& joint : body.joints) {
      const bool turns = joint.kind == JointKind::free || joint.kind == JointKind::ball;
      visit(Entries{joint.kind, q, v, freedoms(joint.kind) - (turns ? 3 : 0), turns});
      q += positions(joint.kind);
      v += freedoms(joint.kind);
    }
}

}  // namespace

State drawn_state(const Model& model) {
  State state{Eigen::VectorXd::Zero(model.nq()), Eigen::VectorXd::Zero(model.nv())};
  int q = 0;
  for (const Body& body : model.bodies())
    for (const Joint& joint : body.joints) {
      if (joint.kind == JointKind::free) {
        state.q.segment<3>(q) = body.in_parent.position;
        state.q.segment<4>(q + 3) = quaternion_of(body.in_parent.rotation);
      } else if (joint.kind == JointKind::ball) {
        state.q[q] = 1;
      } else if (freedoms(joint.kind) == 1) {
        state.q[q] = joint.reference;
      }
      q += positions(joint.kind);
    }
  return state;
}

void check_state(const Model& model, const State& state) {
  if (state.q.size() != model.nq() || state.v.size() != model.nv())
    throw Objection({"state"}, "q has " + std::to_string(state.q.size()) + " entries and v " +
                                   std::to_string(state.v.size()) + "; want " +
                                   std::to_string(model.nq()) + " and " +
                                   std::to_string(model.nv()));
  if (!state.q.allFinite() || !state.v.allFinite())
    throw Objection({"state"}, "q and v must be finite");
  each_joint(model, [&](const Entries& e) {
    if (e.turns && state.q.segment<4>(e.q + e.straight).stableNorm() == 0)
      throw Objection({"state"}, "q[" + std::to_string(e.q + e.straight) +
                                     "] begins a quaternion that is zero");
  });
}

Eigen::VectorXd moved(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      double h) {
  Eigen::VectorXd next = q;
  each_joint(model, [&](const Entries& e) {
    next.segment(e.q, e.straight) += h * v.segment(e.v, e.straight);
    if (!e.turns) return;
    const int i = e.q + e.straight;
    next.segment<4>(i) =
        quaternion_product(q.segment<4>(i), exponential(h * v.segment<3>(e.v + e.straight)))
            .normalized();
  });
  return next;
}

Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& q,
                           const Eigen::VectorXd& target) {
  Eigen::VectorXd v(model.nv());
  each_joint(model, [&](const Entries& e) {
    v.segment(e.v, e.straight) = target.segment(e.q, e.straight) - q.segment(e.q, e.straight);
    if (!e.turns) return;
    const int i = e.q + e.straight;
    v.segment<3>(e.v + e.straight) =
        logarithm(quaternion_product(conjugate(q.segment<4>(i)), target.segment<4>(i)));
  });
  return v;
}

Eigen::VectorXd position_rates(const Model& model, const Eigen::VectorXd& q,
                               const Eigen::VectorXd& v) {
  Eigen::VectorXd rates(model.nq());
  each_joint(model, [&](const Entries& e) {
    rates.segment(e.q, e.straight) = v.segment(e.v, e.straight);
    if (!e.turns) return;
    const int i = e.q + e.straight;
    Eigen::Vector4d omega;
    omega << 0, v.segment<3>(e.v + e.straight);
    rates.segment<4>(i) = quaternion_product(q.segment<4>(i), omega) / 2;
  });
  return rates;
}

void normalize(const Model& model, Eigen::VectorXd& q) {
  each_joint(model, [&](const Entries& e) {
    if (e.turns) q.segment<4>(e.q + e.straight).stableNormalize();
  });
}

Eigen::Matrix3d rotation_of(const Eigen::Vector4d& q) {
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

Eigen::Vector4d quaternion_of(const Eigen::Matrix3d& rotation) {
  const Eigen::Quaterniond q(rotation);
  const Eigen::Vector4d x(q.w(), q.x(), q.y(), q.z());
  return (q.w() < 0 ? -x : x).normalized();
}

}  // namespace carom::spatial
