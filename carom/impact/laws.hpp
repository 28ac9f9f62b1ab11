/// @file
/// The table of laws: a law is a row, and the one place where it is known by name.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>
#include <carom/impact/objection.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct Contacts;
struct ImpactResult;
struct Judged;
struct ContactSystem;
struct SystemAnswer;
struct SystemWorkspace;
struct LawOfScalars;

/// A closed range of numbers.
struct Range {
  double least = 0;
  double most = 0;
};

/// Which keys of a contact's material a law needs, and which values it takes.
struct LawKeys {
  bool friction = true;               ///< needs friction where the contact has a tangent
  bool impulse_ratio = false;         ///< needs impulse_ratio or critical_fraction
  bool negative_restitution = false;  ///< takes e < 0
  bool static_friction = true;        ///< takes a static_friction that differs from friction
  bool moment = false;                ///< takes moment_compression and moment_restitution
  bool stiffness_ratio = false;       ///< needs stiffness_ratio
  bool own_restitution = false;       ///< each contact's restitution acts, also of touching ones
  std::optional<Range> tangential_restitution{};  ///< absent: ignores it
};

/// What a law says where several contacts collide at one instant.
struct LawAtOnce {
  bool together = false;   ///< two phases over all contacts
  bool sequential = true;  ///< one after the other
  bool springs = false;    ///< on stiff springs
};

/// Where the impulse of a law ends, as a line in the plane of impulses.
enum class Termination : std::uint8_t {
  elsewhere,  ///< on no line that is known before
  newton,     ///< uₙ⁺ = −e uₙ⁻
  poisson,    ///< pₙ = (1 + e) p_c, parallel to the axis of p_t
};

/// A law: its functions, what it needs and promises, and what people are told of it.
struct Law {
  LawId id = LawId::poisson;
  std::string_view name{};        ///< as in files and on the command line
  std::string_view title{};       ///< one line
  std::string_view statement{};   ///< what it assumes
  std::string_view guarantees{};  ///< what always holds, and what does not
  std::string_view use{};         ///< when to choose it
  std::string_view reference{};   ///< keys of docs/references.bib
  std::string_view color{};       ///< of its curves and bars, as "#0072b2"
  bool follows_path = false;      ///< follows Routh's path, event by event
  LawKeys keys{};
  LawAtOnce at_once{};
  /// One contact with one tangent or none, normalised.
  std::function<void(const ContactSystem&, SystemAnswer&)> answer{};
  /// One contact with two tangents, normalised; empty: the law is planar.
  std::function<void(const ContactSystem&, SystemAnswer&)> answer_in_space{};
  /// The rule of restitution of a path law; absent for the others.
  std::optional<Restitution> rule{};
  /// Several planar contacts, normalised; empty where the law takes one only.
  std::function<const SystemAnswer&(const ContactSystem&, SystemWorkspace&)> answer_system{};
  /// By which share the answer breaks what this law alone says; momentum, cone and signs are judged for all.
  std::function<double(const Judged&)> violation{};
  /// Whether the law promises that the impact gains no energy.
  std::function<bool(const ContactSystem&)> never_gains{};
  /// What a reader should know of this law's answer besides; may be empty.
  std::function<void(const ContactSystem&, const SystemAnswer&, std::vector<std::string>&)>
      add_notes{};
  /// Several contacts that collide together, in the plane or in space, normalised, where the law has a rule of its own.
  std::function<void(const ContactSystem&, SystemAnswer&)> answer_together{};
  /// Why the law is not defined for one contact in space, normalised; empty: it always is.
  std::function<std::optional<Objection>(const ContactSystem&)> refuses_in_space{};
  Termination termination = Termination::elsewhere;
  bool fitted = false;               ///< its coefficients can be fitted to measured impacts
  bool jumps_with_friction = false;  ///< the impulse is no continuous function of friction
  /// One planar contact with any scalar, for derivatives; null: derivatives are not defined.
  const LawOfScalars* scalars = nullptr;

  /// The most tangents that a contact of this law may have.
  int most_tangents() const { return answer_in_space ? 2 : 1; }
};

/// All laws in the order in which results are listed: the built-in ones, then a user's own.
std::vector<std::reference_wrapper<const Law>> laws();

/// Takes in a further row, which from now on is known by its name; an earlier one of that name, but no built-in one, is
/// hidden. May be called from several threads.
/// @return its id, for as long as the program runs
/// @throws std::invalid_argument if the name is empty or a built-in law's, or after 4000 laws
LawId add_row(Law law);

/// The law's entry.
const Law& law_of(LawId id);

/// The law of that name.
std::optional<LawId> find_law(std::string_view name);

/// Why `law` is not defined for the problem, "contacts[0].friction: missing; ..."; absent if it is.
/// @throws std::invalid_argument if the problem is malformed whatever the law.
std::optional<Objection> undefined_because(const ImpactProblem& problem, LawId law);

/// The same for contacts that are already in contact space.
std::optional<Objection> undefined_because(const std::vector<Contact>& contacts, const Contacts& c,
                                           LawId law);

}  // namespace carom
