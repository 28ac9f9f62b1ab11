#include <carom/impact/material_rows.hpp>
#include <carom/report/show/parts.hpp>
#include <carom/report/table/rows.hpp>
#include <carom/report/table/table.hpp>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace carom {
namespace {

/// Rows of value, unit, and where it comes from.
struct Listing {
  TextTable table{{Align::left, Align::left, Align::left, Align::left}, {}};
  UnitSystem units = UnitSystem::si;

  void add(const char* key, std::string value, std::string unit, std::string from) {
    table.rows.push_back({{fmt::format("  {}", key)},
                          {std::move(value)},
                          {std::move(unit), Tint::faint},
                          {std::move(from), Tint::faint}});
  }
  void number(const char* key, double x, Measure measure, std::string from) {
    const ShownUnit unit = unit_of(measure, units);
    add(key, short_number(x / unit.si), unit.symbol, std::move(from));
  }
  void pair(const char* key, double x, double y, Measure measure, std::string from = "") {
    const ShownUnit unit = unit_of(measure, units);
    const double scale = std::hypot(x, y);
    add(key,
        fmt::format("({}, {})", short_number(without_rounding(x, scale) / unit.si),
                    short_number(without_rounding(y, scale) / unit.si)),
        unit.symbol, std::move(from));
  }
};

std::string from(const std::string& words) { return words.empty() ? "" : "from " + plain(words); }

void add_material(Listing& rows, const ContactView& c) {
  const Contact& m = c.material;
  const std::string friction_from = from(c.words.friction_from);
  if (m.restitution)
    rows.number("restitution", *m.restitution, Measure::number, from(c.words.restitution_from));
  if (m.allow_negative_restitution) rows.add("allow negative restitution", "yes", "", "");
  if (m.friction) rows.number("friction", *m.friction, Measure::number, friction_from);
  if (m.static_friction)
    rows.number("static friction", *m.static_friction, Measure::number, friction_from);
  else if (m.friction)
    rows.number("static friction", *m.friction, Measure::number, "default: the friction");
  if (m.impulse_ratio)
    rows.number("impulse ratio", *m.impulse_ratio, Measure::number, friction_from);
  if (m.critical_fraction)
    rows.number("critical fraction", *m.critical_fraction, Measure::number, friction_from);
  for (const MaterialRow& row : material_rows)
    if (is_of_single_laws(row.group) && m.*row.number)
      rows.number(in_words(row.name).c_str(), *(m.*row.number), Measure::number,
                  row.group == MaterialGroup::two_phases ? "for laws that take it" : "");
  if (c.normal_only) rows.add("friction", "none", "", "normal only");
  rows.add("touching", m.touching ? "yes" : "no", "", m.touching ? "from the contact" : "default");
}

/// The limit of a stop, as the file counts the joint.
void add_limit(Listing& rows, const ContactView& c) {
  const Measure measure = c.turns ? Measure::angle : Measure::length;
  if (c.words.lower) rows.number("lower limit", *c.words.lower, measure, "from the contact");
  if (c.words.upper) rows.number("upper limit", *c.words.upper, measure, "from the contact");
}

/// The velocities of a contact with two tangents.
void add_spatial_motion(Listing& rows, const ContactView& c, bool moves) {
  const auto vector = [&rows](const char* label, const ContactVector& v) {
    const ShownUnit unit = unit_of(Measure::speed, rows.units);
    rows.add(label,
             fmt::format("({}, {}, {})", short_number(v.t / unit.si), short_number(v.t2 / unit.si),
                         short_number(v.n / unit.si)),
             unit.symbol, "");
  };
  if (moves)
    vector("surface moves (t1, t2, n)", c.surface_velocity);
  else
    rows.add("surface moves", "no", "", "default");
  vector("u (t1, t2, n)", c.u);
  rows.table.rows.back()[3] = {approach_of(c), Tint::strong};
}

void add_place(Listing& rows, const ContactView& c) {
  if (c.frame) {
    const Eigen::Vector2d n = c.frame->normal();
    rows.pair("at", c.frame->position.x(), c.frame->position.y(), Measure::length,
              from(c.words.place_from));
    rows.pair("tangent t", c.frame->tangent.x(), c.frame->tangent.y(), Measure::number,
              "the normal turned by -90 deg");
    rows.pair("normal n", n.x(), n.y(), Measure::number, from(c.words.normal_from));
    if (c.gap)
      rows.number("gap", without_rounding(*c.gap, c.frame->position.norm()), Measure::length, "");
    else
      rows.add("gap", no_value, "", "the contact's place is given");
  }
  if (!c.frame && c.gap)
    rows.number("gap", *c.gap, c.turns ? Measure::angle : Measure::length, "to the stop");
  const bool moves = has_tangential(c.surface_velocity) || c.surface_velocity.n != 0;
  if (c.u.tangents == 2) return add_spatial_motion(rows, c, moves);
  if (moves)
    rows.pair("surface moves (t, n)", c.surface_velocity.t, c.surface_velocity.n, Measure::speed);
  else if (!c.words.lower && !c.words.upper)
    rows.add("surface moves", "no", "", "default");
  rows.pair("u (t, n)", c.u.t, c.u.n, c.turns ? Measure::rate : Measure::speed);
  rows.table.rows.back()[3] = {approach_of(c), Tint::strong};
}

}  // namespace

std::string shown_contact(const ContactView& c, std::size_t index, const TextStyle& style) {
  const std::string name = c.material.name.empty() ? fmt::format("contact {}", index + 1)
                                                   : "contact " + plain(c.material.name);
  std::string who;
  if (!c.words.second.empty())
    who = fmt::format(": {} against {}", plain(c.words.first), plain(c.words.second));
  else if (!c.words.first.empty())
    who = fmt::format(": stop of {}", plain(c.words.first));
  Listing rows{.units = style.units};
  add_material(rows, c);
  add_limit(rows, c);
  add_place(rows, c);
  return shown_heading(name + who, style) + render(rows.table, style);
}

}  // namespace carom
