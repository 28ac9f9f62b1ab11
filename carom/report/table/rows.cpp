#include <algorithm>
#include <carom/impact/energy_steps.hpp>
#include <carom/impact/laws.hpp>
#include <carom/report/table/rows.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace carom {
namespace {

using Results = std::vector<ImpactResult>;

/// Longer words than this are put on two lines of their cell.
constexpr std::size_t longest_word = 12;

/// "< 1e-15": the next power of ten says all that a residual has to say.
std::string rounded_up(double residual) {
  if (residual == 0) return "0";
  return fmt::format("< 1e{:+03d}", static_cast<int>(std::floor(std::log10(residual))) + 1);
}

// --- cells and rows -----------------------------------------------------------------------------

/// The table while it is filled.
struct Rows {
  TextTable table{{Align::left, Align::left}, {}};
  UnitSystem units = UnitSystem::si;
  std::vector<bool> turning{};  ///< per contact; none: no contact turns
};

/// A row of numbers, one per law; left out where no law has one.
template <class Getter>
void add_numbers(Rows& rows, std::string label, Measure measure, const Results& results,
                 Getter get) {
  const ShownUnit unit = unit_of(measure, rows.units);
  std::vector<Cell> row{{std::move(label)}, {unit.symbol, Tint::faint}};
  bool any = false;
  for (const ImpactResult& result : results) {
    const std::optional<double> x = get(result);
    any = any || x;
    row.push_back({x ? short_number(*x / unit.si) : no_value});
  }
  if (any) rows.table.rows.push_back(std::move(row));
}

/// The getter, for what only an answer has: without solution there is nothing.
template <class Getter>
auto answered(Getter get) {
  return [get](const ImpactResult& r) -> std::optional<double> {
    return has_answer(r.status) ? get(r) : std::nullopt;
  };
}

/// A row of words, one per law; long ones take a second line, blanks a line only where needed.
template <class Getter>
void add_words(Rows& rows, std::string label, const Results& results, Tint tint, Getter get) {
  std::vector<Cell> first{{std::move(label)}, {}};
  std::vector<Cell> second{{}, {}};
  bool any = false;
  bool long_ones = false;
  for (const ImpactResult& result : results) {
    const std::string words = get(result);
    const std::size_t space = words.size() > longest_word ? words.rfind(' ') : std::string::npos;
    any = any || (!words.empty() && words != no_value);
    long_ones = long_ones || space != std::string::npos;
    first.push_back({words.substr(0, space), tint});
    second.push_back({space == std::string::npos ? "" : words.substr(space + 1), tint});
  }
  if (any) rows.table.rows.push_back(std::move(first));
  if (any && long_ones) rows.table.rows.push_back(std::move(second));
}

// --- the sections of a table --------------------------------------------------------------------

void add_contact_words(Rows& rows, const Results& results, std::size_t k) {
  add_words(rows, "mode", results, Tint::plain, [&](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? in_words(to_string(r.contacts[k].mode)) : no_value;
  });
  add_words(rows, "outcome", results, Tint::plain, [&](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? to_string(r.contacts[k].outcome) : no_value;
  });
}

/// A part of the moment of contact k; laws without one have none.
auto moment_of(std::size_t k, double ContactMoment::* part) {
  return [=](const ImpactResult& r) -> std::optional<double> {
    const auto& moment = r.contacts[k].moment;
    return moment ? std::optional(*moment.*part) : std::nullopt;
  };
}

/// The direction of slip in the tangent plane, from t1 towards t2; none without slip.
std::optional<double> slip_angle(const ContactVector& u) {
  if (!has_tangential(u)) return std::nullopt;
  return std::atan2(u.t2, u.t);
}

/// Components along t1, t2 and n, and slip by its size and direction.
void add_spatial_motion(Rows& rows, const Results& results, std::size_t k) {
  using V = ContactVector;
  using C = ContactResult;
  const auto part = [k](V C::* member, auto read) {
    return
        [=](const ImpactResult& r) -> std::optional<double> { return read(r.contacts[k].*member); };
  };
  const auto t1 = [](const V& x) { return x.t; };
  const auto t2 = [](const V& x) { return x.t2; };
  const auto n = [](const V& x) { return x.n; };
  add_numbers(rows, "impulse p_t1", Measure::impulse, results, answered(part(&C::impulse, t1)));
  add_numbers(rows, "impulse p_t2", Measure::impulse, results, answered(part(&C::impulse, t2)));
  add_numbers(rows, "impulse p_n", Measure::impulse, results, answered(part(&C::impulse, n)));
  add_numbers(rows, "u_t1 before", Measure::speed, results, part(&C::u_before, t1));
  add_numbers(rows, "u_t1 after", Measure::speed, results, answered(part(&C::u_after, t1)));
  add_numbers(rows, "u_t2 before", Measure::speed, results, part(&C::u_before, t2));
  add_numbers(rows, "u_t2 after", Measure::speed, results, answered(part(&C::u_after, t2)));
  add_numbers(rows, "u_n before", Measure::speed, results, part(&C::u_before, n));
  add_numbers(rows, "u_n after", Measure::speed, results, answered(part(&C::u_after, n)));
  add_numbers(rows, "slip before", Measure::speed, results, part(&C::u_before, tangential_size));
  add_numbers(rows, "slip after", Measure::speed, results,
              answered(part(&C::u_after, tangential_size)));
  add_numbers(rows, "slip direction before", Measure::angle, results,
              part(&C::u_before, slip_angle));
  add_numbers(rows, "slip direction after", Measure::angle, results,
              answered(part(&C::u_after, slip_angle)));
}

void add_motion(Rows& rows, const Results& results, std::size_t k) {
  const auto contact = [k](auto member, auto component) {
    return [=](const ImpactResult& r) -> std::optional<double> {
      return r.contacts[k].*member.*component;
    };
  };
  using V = ContactVector;
  using C = ContactResult;
  if (results.front().contacts[k].u_before.tangents == 2)
    return add_spatial_motion(rows, results, k);
  const bool turns = k < rows.turning.size() && rows.turning[k];
  const Measure impulse = turns ? Measure::angular_momentum : Measure::impulse;
  const Measure speed = turns ? Measure::rate : Measure::speed;
  add_numbers(rows, "impulse p_t", impulse, results, answered(contact(&C::impulse, &V::t)));
  add_numbers(rows, "impulse p_n", impulse, results, answered(contact(&C::impulse, &V::n)));
  add_numbers(rows, "impulse p_m", Measure::angular_momentum, results,
              answered(moment_of(k, &ContactMoment::impulse)));
  add_numbers(rows, "u_t before", speed, results, contact(&C::u_before, &V::t));
  add_numbers(rows, "u_t after", speed, results, answered(contact(&C::u_after, &V::t)));
  add_numbers(rows, "u_n before", speed, results, contact(&C::u_before, &V::n));
  add_numbers(rows, "u_n after", speed, results, answered(contact(&C::u_after, &V::n)));
  add_numbers(rows, "u_m before", Measure::rate, results, moment_of(k, &ContactMoment::u_before));
  add_numbers(rows, "u_m after", Measure::rate, results,
              answered(moment_of(k, &ContactMoment::u_after)));
}

void add_coefficients(Rows& rows, const Results& results, std::size_t k) {
  const auto effective = [k](auto member) {
    return [=](const ImpactResult& r) { return r.contacts[k].effective.*member; };
  };
  const auto threshold = [k](auto member) {
    return [=](const ImpactResult& r) { return r.contacts[k].friction.*member; };
  };
  using E = EffectiveCoefficients;
  using F = FrictionThresholds;
  add_numbers(rows, "e kinematic", Measure::number, results, answered(effective(&E::kinematic)));
  add_numbers(rows, "e kinetic", Measure::number, results, answered(effective(&E::kinetic)));
  add_numbers(rows, "e energetic", Measure::number, results, answered(effective(&E::energetic)));
  add_numbers(rows, "e tangential", Measure::number, results, answered(effective(&E::tangential)));
  add_numbers(rows, "ratio p_t/p_n", Measure::number, results,
              answered(effective(&E::impulse_ratio)));
  add_numbers(rows, "μ to hold stick", Measure::number, results, threshold(&F::to_hold_stick));
  add_numbers(rows, "μ to end without slip", Measure::number, results,
              threshold(&F::to_end_without_slip));
  add_numbers(rows, "μ to stick", Measure::number, results, threshold(&F::to_stick));
  const bool turns = k < rows.turning.size() && rows.turning[k];
  add_numbers(rows, "effective mass", turns ? Measure::inertia : Measure::mass, results,
              [k](const ImpactResult& r) { return r.contacts[k].effective_mass; });
}

/// The works of one of several contacts; their sums are the steps of the energy.
void add_work(Rows& rows, const Results& results, std::size_t k) {
  const auto work = [k](auto member) {
    return
        [=](const ImpactResult& r) -> std::optional<double> { return r.contacts[k].work.*member; };
  };
  add_numbers(rows, "work, compression", Measure::energy, results,
              answered(work(&ContactWork::normal_compression)));
  add_numbers(rows, "work, restitution", Measure::energy, results,
              answered(work(&ContactWork::normal_restitution)));
  add_numbers(rows, "work, normal", Measure::energy, results, answered([k](const ImpactResult& r) {
                const ContactWork& w = r.contacts[k].work;
                return w.normal_compression ? std::nullopt : std::optional(w.normal);
              }));
  add_numbers(rows, "work, friction", Measure::energy, results,
              answered(work(&ContactWork::friction)));
  add_numbers(rows, "work, moment", Measure::energy, results,
              answered(moment_of(k, &ContactMoment::work)));
}

/// The steps from the energy before to the energy after, which add up.
void add_steps(Rows& rows, const Results& results) {
  using K = EnergyStepKind;
  for (const auto& step_row :
       {std::pair(K::surface, "+ from the surface"), std::pair(K::compression, "+ compression"),
        std::pair(K::restitution, "+ restitution"), std::pair(K::normal, "+ normal"),
        std::pair(K::friction, "+ friction"), std::pair(K::moment, "+ moment")})
    add_numbers(rows, step_row.second, Measure::energy, results,
                [kind = step_row.first](const ImpactResult& r) -> std::optional<double> {
                  for (const EnergyStep& step : energy_steps(r))
                    if (step.kind == kind) return step.change;
                  return std::nullopt;
                });
}

void add_energy(Rows& rows, const Results& results) {
  const auto part = [](auto member) {
    return [=](const ImpactResult& r) -> std::optional<double> { return r.energy.*member; };
  };
  add_numbers(rows, "energy before", Measure::energy, results, part(&Energy::before));
  add_steps(rows, results);
  add_numbers(rows, "energy after", Measure::energy, results, answered(part(&Energy::after)));
  add_numbers(rows, "energy change", Measure::energy, results, answered(part(&Energy::change)));
  add_numbers(rows, "contact work", Measure::energy, results,
              answered(part(&Energy::contact_work)));
  add_words(rows, "", results, Tint::alarm, [](const ImpactResult& r) -> std::string {
    return creates_energy(r) ? "CREATED" : "";
  });
}

void add_velocity(Rows& rows, const Results& results) {
  Eigen::Index size = 0;
  for (const ImpactResult& r : results)
    size = std::max(size, r.velocity_after ? r.velocity_after->size() : 0);
  for (Eigen::Index i = 0; i < size; ++i)
    add_numbers(rows, fmt::format("velocity_after[{}]", i), Measure::number, results,
                [i](const ImpactResult& r) -> std::optional<double> {
                  if (!r.velocity_after) return std::nullopt;
                  return (*r.velocity_after)[i];
                });
}

}  // namespace

TextTable impact_rows(const Results& results, UnitSystem units, const std::vector<bool>& turning) {
  Rows rows{.units = units, .turning = turning};
  std::vector<Cell> heading{{}, {}};
  for (const ImpactResult& r : results)
    heading.push_back({std::string(law_of(r.law).name), Tint::strong});
  rows.table.rows.push_back(std::move(heading));

  add_words(rows, "status", results, Tint::plain,
            [](const ImpactResult& r) { return in_words(to_string(r.status)); });
  add_words(rows, "case", results, Tint::plain, [](const ImpactResult& r) -> std::string {
    return r.slip_case ? to_string(*r.slip_case) : no_value;
  });
  const std::size_t contacts = results.front().contacts.size();
  for (std::size_t k = 0; k < contacts; ++k) {
    if (contacts > 1)
      rows.table.rows.push_back({{plain(results.front().contacts[k].name), Tint::strong}});
    add_contact_words(rows, results, k);
    add_motion(rows, results, k);
    add_coefficients(rows, results, k);
    if (contacts > 1) add_work(rows, results, k);
  }
  if (results.front().required_friction)
    add_numbers(rows, "μ to hold all", Measure::number, results,
                [](const ImpactResult& r) -> std::optional<double> {
                  const auto& mu = r.required_friction;
                  return mu && std::isfinite(*mu) ? mu : std::nullopt;
                });
  add_velocity(rows, results);
  add_energy(rows, results);
  add_words(rows, "residual", results, Tint::faint, [](const ImpactResult& r) -> std::string {
    return has_answer(r.status) ? rounded_up(r.residual) : no_value;
  });
  return std::move(rows.table);
}

}  // namespace carom
