#include <algorithm>
#include <carom/impact/laws.hpp>
#include <carom/report/table/rows.hpp>
#include <carom/report/table/scene.hpp>
#include <carom/report/table/table.hpp>
#include <carom/report/table/vehicle.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace carom {
namespace {

/// A vehicle or a contact, as one law has it.
template <class Thing>
struct ByLaw {
  LawId law{};
  Thing thing{};
};

/// A table with a column for each of some things.
template <class Thing>
struct ThingColumns {
  std::vector<ByLaw<Thing>> things{};
  UnitSystem units = UnitSystem::si;
  TextTable table{{Align::left, Align::left}, {}};

  void heading(const char* label) {
    std::vector<Cell> laws{{"law"}, {}};
    std::vector<Cell> names{{label}, {}};
    for (const auto& [law, thing] : things) {
      laws.push_back({std::string(law_of(law).name), Tint::strong});
      names.push_back({plain(thing.name), Tint::strong});
    }
    table.rows = {std::move(laws), std::move(names)};
  }
  /// Left out where nothing has it.
  void row(const char* label, Measure measure,
           const std::function<std::optional<double>(const Thing&)>& get) {
    const ShownUnit unit = unit_of(measure, units);
    std::vector<Cell> cells{{label}, {unit.symbol, Tint::faint}};
    bool any = false;
    for (const auto& [law, thing] : things) {
      const std::optional<double> x = get(thing);
      any = any || x;
      cells.push_back({x ? short_number(*x / unit.si) : no_value});
    }
    if (any) table.rows.push_back(std::move(cells));
  }
};

TextTable table_of(const std::vector<ByLaw<VehicleChange>>& vehicles, UnitSystem units) {
  using V = VehicleChange;
  ThingColumns<V> c{vehicles, units};
  c.heading("vehicle");
  c.row("ΔV forward", Measure::speed, [](const V& v) { return v.delta_v.x(); });
  c.row("ΔV left", Measure::speed, [](const V& v) { return v.delta_v.y(); });
  c.row("ΔV", Measure::speed, [](const V& v) { return v.delta_v_size; });
  c.row("PDOF, clockwise", Measure::angle, [](const V& v) { return v.pdof; });
  c.row("PDOF, o'clock", Measure::number, [](const V& v) -> std::optional<double> {
    return v.pdof_clock ? std::optional<double>(*v.pdof_clock) : std::nullopt;
  });
  c.row("yaw rate change", Measure::rate, [](const V& v) { return v.yaw_rate_change; });
  c.row("EES, all the loss", Measure::speed, [](const V& v) { return v.ees_all; });
  c.row("EES, half the loss", Measure::speed, [](const V& v) { return v.ees_half; });
  c.row("check, linear", Measure::impulse, [](const V& v) {
    return v.balance ? std::optional<double>(v.balance->linear.norm()) : std::nullopt;
  });
  c.row("check, angular", Measure::angular_momentum, [](const V& v) {
    return v.balance ? std::optional<double>(v.balance->angular) : std::nullopt;
  });
  return std::move(c.table);
}

TextTable table_of(const std::vector<ByLaw<VehicleContact>>& contacts, UnitSystem units) {
  using C = VehicleContact;
  ThingColumns<C> c{contacts, units};
  c.heading("contact");
  c.row("impulse p_t", Measure::impulse, [](const C& x) { return x.impulse.t; });
  c.row("impulse p_n", Measure::impulse, [](const C& x) { return x.impulse.n; });
  c.row("closing, normal", Measure::speed, [](const C& x) { return x.closing_normal; });
  c.row("closing, total", Measure::speed, [](const C& x) { return x.closing_total; });
  c.row("separation, normal", Measure::speed, [](const C& x) { return x.separation_normal; });
  c.row("separation, total", Measure::speed, [](const C& x) { return x.separation_total; });
  c.row("restitution e", Measure::number, [](const C& x) { return x.restitution; });
  c.row("impulse ratio p_t/p_n", Measure::number, [](const C& x) { return x.impulse_ratio; });
  c.row("critical ratio", Measure::number, [](const C& x) { return x.critical_ratio; });
  c.row("work normal, Kelvin", Measure::energy, [](const C& x) { return x.kelvin.normal; });
  c.row("work tangential, Kelvin", Measure::energy, [](const C& x) { return x.kelvin.tangential; });
  const auto path = [](auto member) {
    return [member](const C& x) -> std::optional<double> {
      return x.path ? std::optional((*x.path).*member) : std::nullopt;
    };
  };
  c.row("work normal, path", Measure::energy, path(&EnergyShares::normal));
  c.row("work tangential, path", Measure::energy, path(&EnergyShares::tangential));
  return std::move(c.table);
}

/// As many columns beside each other as the width allows.
template <class Thing>
std::string blocks_of(const std::vector<ByLaw<Thing>>& things, const TextStyle& style) {
  return in_blocks(things.size(), style, [&](std::size_t first, std::size_t count) {
    const auto begin = things.begin() + static_cast<std::ptrdiff_t>(first);
    return table_of(std::vector<ByLaw<Thing>>{begin, begin + static_cast<std::ptrdiff_t>(count)},
                    style.units);
  });
}

/// "newton: the collision took 0.26 J, 52 % of the energy."; energy that it gives is CREATED.
std::string energy_sentence(const ImpactResult& impact, UnitSystem units) {
  const std::string_view law = law_of(impact.law).name;
  if (!has_answer(impact.status)) return fmt::format("{}: there is no solution.", law);
  if (impact.status == ImpactStatus::no_impact)
    return fmt::format("{}: nothing approaches, so there is no collision.", law);
  const ShownUnit unit = unit_of(Measure::energy, units);
  const bool created = creates_energy(impact);
  const double work = impact.energy.contact_work;
  const double amount = created ? work : std::max(0.0, -work);  // rounding is no gain
  const std::optional<double>& before = impact.energy.before;
  const std::string share =
      before && *before > 0 ? fmt::format(", {:.3g} % of the energy", 100 * amount / *before) : "";
  return fmt::format("{}: the collision {} {} {}{}.", law, created ? "CREATED" : "took",
                     short_number(amount / unit.si), unit.symbol, share);
}

/// Which yaw inertias nobody stated: they follow from the shape. "" if all are stated.
std::string estimated_inertias(const Scene& scene) {
  std::string names;
  for (std::size_t b = 0; b < scene.words.bodies.size(); ++b) {
    const BodyWords& words = scene.words.bodies[b];
    const Body& body = scene.model.bodies()[b];
    if (words.inertia_given || words.shape.empty() || !(body.mass > 0)) continue;
    names += fmt::format("{}{} ({}, k = {} m)", names.empty() ? "" : ", ", body.name, words.shape,
                         short_number(std::sqrt(body.inertia / body.mass)));
  }
  if (names.empty()) return "";
  return "Yaw inertia is not stated and estimated as that of the homogeneous shape: " + names +
         ". Give inertia where it is known.";
}

/// What the words mean; conventions differ between sheets.
constexpr const char* legend =
    "ΔV is in the vehicle's axes, x forward and y to the left. "
    "PDOF is where the force comes from, clockwise from straight ahead: "
    "0 head-on, 90 from the right, 180 from behind. Yaw is counter-clockwise. "
    "EES = sqrt(2 E/m) for a share E of the loss: "
    "all of it if the other side is rigid, half of it if both are equally stiff; "
    "momentum alone does not decide. "
    "Work is the contact's, negative where energy is lost: "
    "by Kelvin's theorem impulse times mean velocity; "
    "path is the integral along the impact, for laws that follow one. "
    "The critical ratio just ends without slip. "
    "The checks are what is left of each vehicle's momentum balance.";

}  // namespace

std::string vehicle_table(const Scene& scene, int number, const std::vector<SceneResult>& results,
                          const TextStyle& style) {
  if (results.empty()) return "";
  const std::vector<ImpactResult> impacts = impacts_of(results);
  std::string text = table_heading(materials_of(scene), number, impacts, style) + "\n";
  std::vector<ByLaw<VehicleChange>> vehicles;
  std::vector<ByLaw<VehicleContact>> contacts;
  for (const SceneResult& result : results) {
    text += paragraph(energy_sentence(result.impact, style.units), style, 0, 2);
    if (!has_answer(result.impact.status)) continue;
    const VehicleReport report = vehicle_report(scene, result);
    for (const VehicleChange& vehicle : report.vehicles)
      vehicles.push_back({result.impact.law, vehicle});
    for (const VehicleContact& contact : report.contacts)
      contacts.push_back({result.impact.law, contact});
  }
  const std::string estimated = vehicles.empty() ? "" : estimated_inertias(scene);
  return text + blocks_of(vehicles, style) + blocks_of(contacts, style) +
         (estimated.empty() ? "" : "\n" + paragraph(estimated, style)) +
         table_remarks(impacts, style);
}

std::string vehicle_table(const VehicleReport& report, const ImpactResult& impact,
                          const TextStyle& style) {
  std::vector<ByLaw<VehicleChange>> vehicles;
  std::vector<ByLaw<VehicleContact>> contacts;
  for (const VehicleChange& vehicle : report.vehicles) vehicles.push_back({impact.law, vehicle});
  for (const VehicleContact& contact : report.contacts) contacts.push_back({impact.law, contact});
  return paragraph(energy_sentence(impact, style.units), style, 0, 2) + blocks_of(vehicles, style) +
         blocks_of(contacts, style);
}

std::string vehicle_legend(const TextStyle& style) { return paragraph(legend, style); }

}  // namespace carom
