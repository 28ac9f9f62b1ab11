#include <carom/impact/derivatives.hpp>
#include <carom/impact/resolve.hpp>
#include <carom/multibody/spatial/derivatives.hpp>
#include <carom/multibody/spatial/dynamics.hpp>
#include <carom/multibody/spatial/posture_change.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <stdexcept>
#include <utility>

namespace carom::spatial {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Slopes of the contact's impulse; a stop's is −(1 + e) u/W, so that any law's p is linear in u and in 1/W.
struct ImpulseSlopes {
  VectorXd p{};     ///< rows
  MatrixXd by_u{};  ///< rows × rows
  MatrixXd by_W{};  ///< rows × entries, in the order of entries_of()
  VectorXd by_restitution{};
  VectorXd by_friction{};
};

/// The upper triangle of W: 11, 12, 22, 1n, 2n, nn; of a stop its one entry.
VectorXd entries_of(const MatrixXd& W) {
  if (W.rows() == 1) return VectorXd::Constant(1, W(0, 0));
  VectorXd x(6);
  x << W(0, 0), W(0, 1), W(1, 1), W(0, 2), W(1, 2), W(2, 2);
  return x;
}

/// Of a contact with two tangents.
ImpulseSlopes slopes_of_contact(const ImpactDerivatives& d, const ImpactResult& result) {
  const ContactVector& p = result.contacts[0].impulse;
  ImpulseSlopes slopes{.p = Eigen::Vector3d(p.t, p.t2, p.n),
                       .by_u = d.p->leftCols(3),
                       .by_W = MatrixXd(3, 6),
                       .by_restitution = d.p->col(3),
                       .by_friction = d.p->col(4)};
  Index entry = 0;
  for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}}) {
    slopes.by_W.col(entry) = d.p_W->col(3 * i + j);
    if (i != j) slopes.by_W.col(entry) += d.p_W->col(3 * j + i);
    ++entry;
  }
  return slopes;
}

/// Everything at the posture of the impact.
struct Event {
  const Scene& scene;
  const Model& model;
  Kinematics k{};
  std::vector<ImpulsePort> ports{};
  ImpulseResponse response{};
  MatrixXd J{};  ///< rows × nv
  MatrixXd G{};  ///< constraint rows × nv
  Eigen::LLT<MatrixXd> mass{};
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> loops{};  ///< of G M⁻¹ Gᵀ

  explicit Event(const Scene& s) : scene(s), model(s.model) {
    k = kinematics(model, s.state);
    ports = ports_of(s);
    response = impulse_response(model, s.state, k, ports);
    J = port_jacobian(model, k, ports);
    mass.compute(mass_matrix(model, k));
    G = constraint_jacobian(model, s.state, k);
    if (G.rows() > 0) loops.compute(G * mass.solve(G.transpose()));
  }

  /// x with M x = f + Gᵀ λ and G x = g.
  MatrixXd held(const MatrixXd& f, const MatrixXd& g) const {
    const MatrixXd x = mass.solve(f);
    if (G.rows() == 0) return x;
    return x + mass.solve(G.transpose() * loops.solve(g - G * x));
  }
};

ImpulseSlopes slopes_of_stop(const Scene& scene, const Contacts& c, const ImpactResult& result) {
  const double p = result.contacts[0].impulse.n;
  const double u = c.u[c.rows[0].normal()];
  const double W = c.W(c.rows[0].normal(), c.rows[0].normal());
  const double e = scene.contacts[0].material.restitution.value_or(0);
  ImpulseSlopes s;
  s.p = VectorXd::Constant(1, p);
  s.by_u = MatrixXd::Constant(1, 1, p / u);
  s.by_W = MatrixXd::Constant(1, 1, -p / W);
  s.by_restitution = VectorXd::Constant(1, p / (1 + e));
  s.by_friction = VectorXd::Zero(1);
  return s;
}

/// δp, δv⁺ for all changes of the posture, and δG, one column or matrix per entry of v.
struct PostureSlopes {
  MatrixXd p{};  ///< rows × nv
  MatrixXd v{};  ///< nv × nv
};

PostureSlopes posture_slopes(const Event& event, const ImpulseSlopes& slopes) {
  const Model& model = event.model;
  const MatrixXd& Y = event.response.velocity;
  const MatrixXd& L = event.response.constraint;
  const VectorXd change = Y * slopes.p;
  const VectorXd lambda = L * slopes.p;
  PostureSlopes result{MatrixXd(slopes.p.size(), model.nv()), MatrixXd(model.nv(), model.nv())};
  for (int j = 0; j < model.nv(); ++j) {
    const PostureChange d(model, event.scene.state, event.k, VectorXd::Unit(model.nv(), j));
    const MatrixXd dJ = d.jacobian(event.scene.contacts[0]);
    const MatrixXd dG = d.constraint_jacobian();
    const MatrixXd dM_Y = d.mass_times(Y);
    const MatrixXd half = dJ * Y + L.transpose() * dG * Y;
    const MatrixXd dW = half + half.transpose() - Y.transpose() * dM_Y;  // (T15.7)
    result.p.col(j) = slopes.by_u * dJ * event.scene.state.v + slopes.by_W * entries_of(dW);
    result.v.col(j) =
        event.held(dJ.transpose() * slopes.p + dG.transpose() * lambda - dM_Y * slopes.p,
                   -dG * change) +
        Y * result.p.col(j);  // (T15.6)
  }
  return result;
}

/// v̇ in flight, with the loops closed.
VectorXd flight(const Event& event, const VectorXd& v) {
  State x = event.scene.state;
  x.v = v;
  const Kinematics k = kinematics(event.model, x);
  const PostureChange along(event.model, x, k, v);
  return event.held(gravity_forces(event.model, k) - bias_forces(event.model, k),
                    -along.constraint_jacobian() * v);
}

/// (T15.8): the derivatives, and what the shift of the event in time adds.
MatrixXd saltation_of(const Event& event, const PostureSlopes& by_q, const MatrixXd& by_v,
                      const VectorXd& v_after, double u_n) {
  const Index n = event.model.nv();
  MatrixXd reset = MatrixXd::Zero(2 * n, 2 * n);
  reset.topLeftCorner(n, n).setIdentity();
  reset.bottomLeftCorner(n, n) = by_q.v;
  reset.bottomRightCorner(n, n) = by_v;
  VectorXd before(2 * n);
  before << event.scene.state.v, flight(event, event.scene.state.v);
  VectorXd after(2 * n);
  after << v_after, flight(event, v_after);
  MatrixXd S = reset;
  S.leftCols(n) += (after - reset * before) * event.J.bottomRows<1>() / u_n;
  return S;
}

void require_known_motion(const Scene& scene) {
  if (scene.contacts.size() != 1)
    throw std::invalid_argument(
        fmt::format("contacts: derivatives want one contact, got {}", scene.contacts.size()));
  const SceneContact& contact = scene.contacts[0];
  if (!contact.stop && contact.motion.kind == FrameMotion::Kind::unknown)
    throw std::invalid_argument(fmt::format(
        "contact '{}': how the place where these shapes meet moves with them is not known; "
        "give a point, or at and normal",
        contact.material.name));
}

}  // namespace

OutcomeDerivatives derivatives(const Scene& scene, LawId law) {
  require_known_motion(scene);
  const SceneContact& contact = scene.contacts[0];
  const Contacts c = contact_problem(scene);
  const ImpactResult result = resolve(scene, {law}).front().impact;
  OutcomeDerivatives d{.status = result.status, .mode = result.contacts[0].mode};
  if (!has_answer(result.status) || result.contacts[0].mode == ImpactMode::none) return d;

  const Event event(scene);
  ImpulseSlopes slopes;
  if (contact.stop) {
    slopes = slopes_of_stop(scene, c, result);
  } else {
    const ImpactDerivatives s = carom::derivatives({contact.material}, c, law);
    d.near_mode_change = s.near_mode_change;
    if (!s.p || !s.p_W) return d;
    slopes = slopes_of_contact(s, result);
  }
  const PostureSlopes by_q = posture_slopes(event, slopes);
  const MatrixXd& Y = event.response.velocity;
  d.p_by_v = slopes.by_u * event.J;
  d.v_by_v = MatrixXd::Identity(scene.model.nv(), scene.model.nv()) + Y * *d.p_by_v;
  d.p_by_q = by_q.p;
  d.v_by_q = by_q.v;
  d.v_by_restitution = Y * slopes.by_restitution;
  d.v_by_friction = Y * slopes.by_friction;
  if (result.contacts[0].u_after.n > 0)
    d.saltation =
        saltation_of(event, by_q, *d.v_by_v, *result.velocity_after, result.contacts[0].u_before.n);
  return d;
}

}  // namespace carom::spatial
