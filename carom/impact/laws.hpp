/// @file
/// The table of laws: a law is a row, and the one place where it is known by name.
#pragma once

#include <carom/core/contact_law.hpp>
#include <carom/impact/impact_problem.hpp>
#include <carom/impact/law_id.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct Contacts;
struct ImpactResult;
struct Judged;
struct OneContact;
struct ContactAnswer;
struct ContactSystem;
struct SystemAnswer;
struct SystemWorkspace;

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
  ContactAnswer (*answer)(const OneContact&) = nullptr;
  /// One contact with two tangents, normalised; null: the law is planar.
  void (*answer_in_space)(const ContactSystem&, SystemAnswer&) = nullptr;
  /// The rule of restitution of a path law; absent for the others.
  std::optional<Restitution> rule{};
  /// Several planar contacts, normalised; null where the law takes one only.
  const SystemAnswer& (*answer_system)(const ContactSystem&, SystemWorkspace&) = nullptr;
  /// By which share the answer breaks what this law alone says; momentum, cone and signs are judged for all.
  double (*violation)(const Judged&) = nullptr;
  /// Whether the law promises that the impact gains no energy.
  bool (*never_gains)(const ContactSystem&) = nullptr;
  /// What a reader should know of this law's answer besides; may be null.
  void (*add_notes)(const ContactSystem&, const SystemAnswer&, std::vector<std::string>&) = nullptr;
  /// Several contacts that collide together, in the plane or in space, normalised, where the law has a rule of its own.
  void (*answer_together)(const ContactSystem&, SystemAnswer&) = nullptr;
  /// Why the law is not defined for one contact in space, normalised; null: it always is.
  std::optional<std::string> (*refuses_in_space)(const ContactSystem&) = nullptr;

  /// The most tangents that a contact of this law may have.
  int most_tangents() const { return answer_in_space != nullptr ? 2 : 1; }
};

/// All laws, in the order in which results are listed.
std::span<const Law> laws();

/// The law's entry.
const Law& law_of(LawId id);

/// The law of that name.
std::optional<LawId> find_law(std::string_view name);

/// Why `law` is not defined for the problem, as "contacts[0].friction: missing; ..."; absent if it is.
/// @throws std::invalid_argument if the problem is malformed whatever the law.
std::optional<std::string> undefined_because(const ImpactProblem& problem, LawId law);

/// The same for contacts that are already in contact space.
std::optional<std::string> undefined_because(const std::vector<Contact>& contacts,
                                             const Contacts& c, LawId law);

}  // namespace carom
