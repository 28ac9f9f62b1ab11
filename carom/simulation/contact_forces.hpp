/// @file
/// Which closed contacts stick, slide or open, and by which forces [Lotstedt1981], [PfeifferGlocker1996].
///
///     a = W f + b,   0 ≤ fₙ ⊥ aₙ ≥ 0,
///     sliding:   fₜ = −μ sign(uₜ) fₙ;
///     uₜ = 0:    aₜ = 0 and |fₜ| ≤ μ_s fₙ,   or   fₜ = −s μ fₙ and s aₜ ≥ 0                        (T10.2)
///
/// which is (T8.1)–(T8.3) with accelerations in the place of velocities. There may be no answer with finite
/// forces, or several: Painlevé's paradoxes.
#pragma once

#include <carom/impact/several/cone_modes.hpp>
#include <carom/impact/several/contact_modes.hpp>
#include <carom/multibody/planar/impulse_response.hpp>
#include <carom/simulation/smooth_motion.hpp>

#include <optional>
#include <vector>

namespace carom {

/// A contact that touches and does not approach.
struct TouchingContact {
  int contact = 0;                              ///< of the scene
  double slip = 0;                              ///< uₜ; 0: undecided
  ContactMode previous = ContactMode::open;     ///< how it was until now
  Eigen::Vector2d u = Eigen::Vector2d::Zero();  ///< as it is, m/s; for look_ahead()
  double gap = 0;                               ///< likewise, m
};

/// The answer to (T10.2).
struct ForceAnswer {
  bool found = false;
  bool several = false;              ///< other modes are consistent as well
  bool kept = false;                 ///< chosen because it keeps the previous modes
  std::vector<ContactMode> modes{};  ///< per touching contact
  std::vector<bool> saturated{};     ///< per touching contact: held, at the border of its cone
  Eigen::VectorXd force{};           ///< (t, n) per touching contact, N; the least where not unique
};

/// Memory for (T10.2).
struct ForceWorkspace {
  SmoothMotion free{};  ///< the mechanism without contacts
  Contacts problem{};
  std::vector<Contact> materials{};
  std::vector<ImpulsePort> ports{};
  ContactSystem system{};
  ModeProblem modes{};
  ModeSearch search{};
  ConeMemory cones{};
  Eigen::MatrixXd response{};  ///< ∂v/∂p of the touching contacts
};

/// Chooses modes at the state: of several answers the one with the previous modes, else the one that stays
/// closed.
ForceAnswer choose_modes(const Scene& scene, const State& x,
                         const std::vector<TouchingContact>& touching, ForceWorkspace& work);

/// Modes for the time h that follows, where (T10.2) is degenerate: several events coincide, or nothing has
/// finite forces. With b at the place where the contacts will be,
///
///     w = u/h + b + W f,   0 ≤ fₙ ⊥ wₙ + g/h² ≥ 0,   |fₜ| ≤ μ fₙ against wₜ                        (T10.15)
///
/// at all touching contacts, sliding ones too. Contacts whose forces vanish together open together, slips
/// that end together end together. With surfaces at rest it always has an answer [AnitescuPotra1997].
ForceAnswer look_ahead(const Scene& scene, const State& x,
                       const std::vector<TouchingContact>& touching, double h,
                       ForceWorkspace& work);

/// Other forces, (t, n) per touching contact, that satisfy (T10.2) and give the same accelerations as these:
/// then only loads are shared otherwise, and nothing happens. Absent where there are none.
std::optional<Eigen::VectorXd> other_shares(const Scene& scene, const State& x,
                                            const std::vector<TouchingContact>& touching,
                                            const Eigen::VectorXd& force, ForceWorkspace& work);

/// Whether the previous modes still satisfy (T10.2).
bool modes_hold(const Scene& scene, const State& x, const std::vector<TouchingContact>& touching,
                ForceWorkspace& work);

/// Whether friction can act: at a joint stop, and without friction, which way a contact slips means nothing.
bool rubs(const SceneContact& contact);

/// Port of a contact for impulse_response().
ImpulsePort port_of(const ContactMotion& contact);

}  // namespace carom
