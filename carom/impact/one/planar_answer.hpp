/// @file
/// One contact with at most one tangent: what the closed forms of core/planar take of it, and how the hall keeps what
/// they say. Everything is in normalised units (T5.8).
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/planar/planar_contact.hpp>
#include <carom/core/planar/routh_path.hpp>
#include <carom/impact/several/answer.hpp>

#include <functional>
#include <optional>

namespace carom {

/// A law of one contact.
using OneContactLaw = std::function<void(const ContactSystem&, SystemAnswer&)>;

/// The contact with the digits of its stick line.
PlanarContact<double> planar_contact_of(const ContactSystem& system);

/// Gives a system of one contact that was made by hand its stick line, and whether W is singular.
void add_lines(ContactSystem& system);

/// Its material with that rule of restitution.
ContactLaw<double> planar_material(const ContactSystem& system,
                                   Restitution rule = Restitution::poisson);

/// Its rows of x; t = 0 where there is none.
Vec2<double> planar_pair(const ContactSystem& system, const Eigen::VectorXd& x);

/// Writes a vector of its rows.
void write_pair(const ContactSystem& system, const Vec2<double>& pair, Eigen::VectorXd& x);

/// A point of a path; `mode` holds from here on.
struct PlanarPoint {
  PathEventKind kind = PathEventKind::start;
  std::optional<Phase> phase{};
  ContactMode mode = ContactMode::open;
  Vec2<double> p{};
  Vec2<double> u{};
};

/// Adds it to the answer's path, into memory of an earlier one.
void add_point(const ContactSystem& system, const PlanarPoint& point, SystemAnswer& answer);

/// Begins an answer: what all closed forms say.
void begin_answer(const ContactSystem& system, ImpactStatus status, ImpactMode mode,
                  const Vec2<double>& p, const Vec2<double>& u_after, SystemAnswer& answer);

/// The same of an impact that the closed forms return.
template <class Impact>
void take(const ContactSystem& system, const Impact& impact, SystemAnswer& answer) {
  begin_answer(system, impact.status, impact.mode, impact.impulse, impact.u_after, answer);
}

/// The path laws: newton, poisson, stronge.
void answer_newton(const ContactSystem& system, SystemAnswer& answer);
void answer_poisson(const ContactSystem& system, SystemAnswer& answer);
void answer_stronge(const ContactSystem& system, SystemAnswer& answer);

/// The algebraic laws.
void answer_whittaker(const ContactSystem& system, SystemAnswer& answer);
void answer_conventional(const ContactSystem& system, SystemAnswer& answer);
void answer_brach(const ContactSystem& system, SystemAnswer& answer);
void answer_impulse_ratio(const ContactSystem& system, SystemAnswer& answer);

/// Two phases with tangential restitution and a moment: cataldo_sampaio.
void answer_cataldo_sampaio(const ContactSystem& system, SystemAnswer& answer);

/// The cone laws and chatterjee_ruina.
void answer_moreau(const ContactSystem& system, SystemAnswer& answer);
void answer_fremond(const ContactSystem& system, SystemAnswer& answer);
void answer_anitescu_potra(const ContactSystem& system, SystemAnswer& answer);
void answer_chatterjee_ruina(const ContactSystem& system, SystemAnswer& answer);

/// A patch on two springs: compliant.
void answer_compliant(const ContactSystem& system, SystemAnswer& answer);

/// The friction coefficients that decide about slip (T5.4)–(T5.6); the last of them belongs to a path law, by its answer.
FrictionThresholds thresholds(const ContactSystem& system, const OneContactLaw* path_law);

}  // namespace carom
