/// @file
/// One contact with at most one tangent in normalised units, and what a law answers there.
///
/// One contact has closed forms. A problem of any scale is brought to order one by powers of two (core/scaling.hpp, T5.8), answered
/// and judged there, and brought back. Everything in this header is in normalised units.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/core/planar/planar_impact.hpp>
#include <carom/core/planar/two_phase_impact.hpp>
#include <carom/core/scaling.hpp>
#include <carom/impact/contacts.hpp>
#include <carom/impact/impact_result.hpp>
#include <carom/impact/several/answer.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

namespace carom {

/// The turning of the bodies of one contact.
struct OneTurning {
  double W_tm = 0, W_nm = 0, W_mm = 0;
  double u = 0;   ///< before the impact
  int scale = 0;  ///< log₂ of the unit of m, as d_t and d_n in (T5.8)
};

/// One contact with its material.
struct OneContact {
  PlanarContact<double> at{};                 ///< W and u before the impact
  ContactLaw<double> material{};              ///< its rule is set by the law
  std::optional<double> impulse_ratio{};      ///< law impulse_ratio
  std::optional<double> critical_fraction{};  ///< law impulse_ratio
  ContactScale scale{};                       ///< how to come back
  std::optional<OneTurning> turning{};        ///< law cataldo_sampaio, where the turning is known
  TwoPhaseLaw<double> two_phases{};           ///< law cataldo_sampaio
  double tangential_restitution = 0;          ///< laws moreau and chatterjee_ruina
  double stiffness_ratio = 0;                 ///< η², law compliant
  bool is_stop = false;                       ///< no tangent
  ContactScale outer{};   ///< of the units that it was taken from, where they are not SI
  bool lone_row = false;  ///< a stop among spatial contacts: W has the row n only
};

/// A point of the path; `mode` holds from here on.
struct PathPoint {
  PathEventKind kind = PathEventKind::start;
  std::optional<Phase> phase{};
  ContactMode mode = ContactMode::open;
  Vec2<double> p{};
  Vec2<double> u{};
  double p_m = 0;  ///< laws with a moment
  double u_m = 0;  ///< laws with a moment
};

/// The points of a path in order: the first few in place, the rest, which few laws have, on the heap.
class PathPoints {
 public:
  PathPoints() = default;
  PathPoints(std::initializer_list<PathPoint> points) {
    for (const PathPoint& point : points) push_back(point);
  }

  void push_back(const PathPoint& point) {
    if (size_ < first_.size())
      first_[size_] = point;
    else
      more_.push_back(point);
    ++size_;
  }
  std::size_t size() const { return size_; }
  const PathPoint& operator[](std::size_t i) const {
    return i < first_.size() ? first_[i] : more_[i - first_.size()];
  }
  PathPoint& operator[](std::size_t i) {
    return i < first_.size() ? first_[i] : more_[i - first_.size()];
  }
  const PathPoint& back() const { return (*this)[size_ - 1]; }

 private:
  std::size_t size_ = 0;
  std::array<PathPoint, 4> first_{};
  std::vector<PathPoint> more_{};
};

/// What a law says of one contact.
struct ContactAnswer {
  ImpactStatus status = ImpactStatus::no_impact;
  std::optional<NoSolution> reason{};
  ImpactMode mode = ImpactMode::none;
  Vec2<double> p{};
  Vec2<double> u_after{};
  std::optional<double> compression{};         ///< p_c; path laws
  std::optional<WorkLedger<double>> ledger{};  ///< path laws
  std::optional<SlipCase> slip_case{};         ///< path laws
  PathPoints path{};                           ///< path laws
  std::optional<PathPoint> alternative{};      ///< with undetermined
  std::optional<double> work{};                ///< ½ p·(u⁻ + u⁺) by (T2.15), where W is narrow
  bool unique_impulse = true;             ///< false: the least of many with the same velocities
  std::optional<ContactMoment> moment{};  ///< laws with a moment, where the turning is known
};

/// A law of one contact.
using ContactLawFunction = std::function<ContactAnswer(const OneContact&)>;

/// The contact `index` of a checked problem, normalised. Parameters that were not given are zero.
OneContact normalised(const Contacts& problem, const Contact& contact, Eigen::Index index);

/// One contact as a system of one, and its answer as that of the system: from here on, one contact and
/// several go the same way.
void lift(const OneContact& contact, ContactSystem& system);
void lift(const ContactAnswer& answer, SystemAnswer& lifted, bool lone_row = false);

/// The path laws: newton, poisson, stronge.
ContactAnswer answer_newton(const OneContact& contact);
ContactAnswer answer_poisson(const OneContact& contact);
ContactAnswer answer_stronge(const OneContact& contact);

/// The algebraic laws.
ContactAnswer answer_whittaker(const OneContact& contact);
ContactAnswer answer_conventional(const OneContact& contact);
ContactAnswer answer_brach(const OneContact& contact);
ContactAnswer answer_impulse_ratio(const OneContact& contact);

/// Two phases with tangential restitution and a moment: cataldo_sampaio.
ContactAnswer answer_cataldo_sampaio(const OneContact& contact);

/// The cone laws and chatterjee_ruina.
ContactAnswer answer_moreau(const OneContact& contact);
ContactAnswer answer_fremond(const OneContact& contact);
ContactAnswer answer_anitescu_potra(const OneContact& contact);
ContactAnswer answer_chatterjee_ruina(const OneContact& contact);

/// A patch on two springs: compliant.
ContactAnswer answer_compliant(const OneContact& contact);

/// The friction coefficients that decide about slip, in normalised units (T5.4)–(T5.6); the last of them belongs to
/// a path law, by its answer.
FrictionThresholds thresholds(const OneContact& contact, const ContactLawFunction& path_law);

}  // namespace carom
