#include <carom/impact/name_list.hpp>
#include <carom/io/scene/quantity.hpp>
#include <carom/io/tree/utf8.hpp>
#include <carom/multibody/planar/kinematics.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace carom {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// "a mass, such as 3 kg"
std::string wish(const Dimension& wanted) {
  const std::string unit = si_unit(wanted);
  return unit.empty() ? described(wanted)
                      : fmt::format("{}, such as 3 {}", described(wanted), unit);
}

/// "32 deg"; a plain number is no angle.
bool is_angle(const TreeNode& node) {
  if (node.kind != NodeKind::string) return false;
  const auto quantity = parse_quantity(node.text).quantity;
  return quantity && quantity->dimension == dimensions::angle;
}

/// Rows [time, values...] as tables, one per value.
std::vector<TimeTable> tables_at(const Place& place, const char* values, const Dimension& wanted,
                                 std::size_t count) {
  std::vector<TimeTable> tables(count);
  const std::size_t size = size_at(place, fmt::format("rows [time, {}]", values));
  if (size < 2) refuse(place, fmt::format("want two rows [time, {}] or more", values));
  for (std::size_t i = 0; i < size; ++i) {
    const Place row = item(place, i);
    if (size_at(row, fmt::format("[time, {}]", values)) != count + 1)
      refuse(row, fmt::format("expected [time, {}], got {} values", values, size_at(row, "")));
    const double t = quantity_at(item(row, 0), dimensions::time);
    const std::vector<double>& before = tables.front().t;
    if (!before.empty() && t < before.back())
      refuse(row, fmt::format("{} s after {} s; want times in order", t, before.back()));
    if (i > 1 && t == before[i - 2]) refuse(row, "a third row at one time; a jump has two");
    for (std::size_t k = 0; k < count; ++k) {
      tables[k].t.push_back(t);
      tables[k].x.push_back(quantity_at(item(row, k + 1), wanted));
    }
  }
  return tables;
}

}  // namespace

void refuse(const Where& where, const std::string& message) {
  throw TreeError(where.path, message, where.line);
}

std::string written(const PartName& name) {
  return name.part.empty() ? name.owner : name.owner + "." + name.part;
}

Where where(const Place& place) { return {path_to(place), place.node->line}; }

double quantity_at(const Place& place, const Dimension& wanted) {
  if (place.node->kind != NodeKind::string) {
    if (place.node->kind != NodeKind::number) refuse_kind(place, wish(wanted));
    return number_at(place);
  }
  const ParsedQuantity parsed = parse_quantity(place.node->text);
  const std::string text = in_quotes(place.node->text);
  if (!parsed.quantity) refuse(place, fmt::format("{}: {}", text, parsed.error));
  const Quantity& q = *parsed.quantity;
  if (!(q.dimension == wanted))
    refuse(place, fmt::format("{} is {}; want {}", text, described(q.dimension), wish(wanted)));
  return q.value;
}

double positive_at(const Place& place, const Dimension& wanted) {
  const double x = quantity_at(place, wanted);
  if (!(x > 0)) refuse(place, fmt::format("{} is not greater than 0", x));
  return x;
}

double not_negative_at(const Place& place, const Dimension& wanted) {
  const double x = quantity_at(place, wanted);
  if (!(x >= 0)) refuse(place, fmt::format("{} is negative", x));
  return x;
}

TimeTable time_table_at(const Place& place, const Dimension& wanted) {
  return tables_at(place, "value", wanted, 1).front();
}

std::array<TimeTable, 3> prescribed_tables(const Place& map) {
  const auto velocity = field(map, "velocity");
  const auto rate = field(map, "rate");
  const auto is_table = [](const std::optional<Place>& place) {
    return place && place->node->kind == NodeKind::sequence && !place->node->items.empty() &&
           place->node->items[0].kind == NodeKind::sequence;
  };
  std::array<TimeTable, 3> tables;
  if (!is_table(velocity) && !is_table(rate)) return tables;
  const auto constant = [](double x) { return TimeTable{{0}, {x}}; };
  Eigen::Vector2d steady = Eigen::Vector2d::Zero();
  if (velocity && !is_table(velocity)) steady = pair_at(*velocity, dimensions::speed);
  tables = {constant(steady.x()), constant(steady.y()), constant(0)};
  if (is_table(velocity)) {
    std::vector<TimeTable> xy = tables_at(*velocity, "x, y", dimensions::speed, 2);
    tables[0] = std::move(xy[0]);
    tables[1] = std::move(xy[1]);
  }
  if (is_table(rate))
    tables[2] = time_table_at(*rate, dimensions::rate);
  else if (const auto given = given_angle(map, "rate", dimensions::rate))
    tables[2] = constant(given->value);
  for (const auto* place : {&velocity, &rate})
    for (std::size_t i = 1; is_table(*place) && i < (*place)->node->items.size(); ++i) {
      const TimeTable& table = place == &rate ? tables[2] : tables[0];
      if (table.t[i] == table.t[i - 1])
        refuse(**place, "jumps, which would be an impact of its own; let it change over a time");
    }
  return tables;
}

Eigen::Vector2d pair_at(const Place& place, const Dimension& wanted) {
  const std::size_t size = size_at(place, "two values [x, y]");
  if (size != 2) refuse(place, fmt::format("expected two values [x, y], got {}", size));
  if (!is_angle(place.node->items[1]))
    return {quantity_at(item(place, 0), wanted), quantity_at(item(place, 1), wanted)};
  return quantity_at(item(place, 0), wanted) *
         direction(quantity_at(item(place, 1), dimensions::angle));
}

std::optional<Given> given_quantity(const Place& map, std::string_view key,
                                    const Dimension& wanted) {
  const auto place = field(map, key);
  if (!place) return std::nullopt;
  return Given{quantity_at(*place, wanted), where(*place)};
}

std::optional<Given> given_not_negative(const Place& map, std::string_view key,
                                        const Dimension& wanted) {
  const auto place = field(map, key);
  if (!place) return std::nullopt;
  return Given{not_negative_at(*place, wanted), where(*place)};
}

std::optional<Given> given_angle(const Place& map, std::string_view key, const Dimension& wanted) {
  const std::string key_in_degrees = std::string(key) + "_deg";
  const auto in_degrees = field(map, key_in_degrees);
  auto plain = given_quantity(map, key, wanted);
  if (!in_degrees) return plain;
  if (plain) refuse(*in_degrees, fmt::format("given together with {}; give one of them", key));
  if (in_degrees->node->kind != NodeKind::number)
    refuse_kind(*in_degrees,
                fmt::format("a number of degrees (values with units belong to {})", key));
  return Given{number_at(*in_degrees) * degree, where(*in_degrees)};
}

void require_name(const Place& place, std::string_view name) {
  const auto complain = [&](std::string_view why) {
    refuse(place, fmt::format("{} cannot be a name: {}", in_quotes(name), why));
  };
  if (name.empty()) complain("it is empty");
  if (name == "world") complain("the world has it");
  if (name.find_first_of(".[]") != std::string_view::npos) complain("it contains one of . [ ]");
  if (find_bad_byte(name)) complain("it contains a control character");
}

PartName part_at(const Place& place) {
  const std::string& text = string_at(place);
  const std::size_t dot = text.find('.');
  PartName name{text.substr(0, dot), "", where(place)};
  if (dot != std::string::npos) name.part = text.substr(dot + 1);
  if (name.owner.empty() || (dot != std::string::npos && name.part.empty()))
    refuse(place, fmt::format("expected a name such as upper.end, got {}", in_quotes(text)));
  return name;
}

std::pair<PartName, PartName> parts_at(const Place& place) {
  const std::size_t size = size_at(place, "two names, such as [upper.end, lower.start]");
  if (size != 2) refuse(place, fmt::format("expected two names, got {}", size));
  return {part_at(item(place, 0)), part_at(item(place, 1))};
}

PointOrPart point_or_part_at(const Place& place) {
  if (place.node->kind == NodeKind::string) return part_at(place);
  if (place.node->kind != NodeKind::sequence)
    refuse_kind(place, "a point, [x, y] or a name such as upper.end");
  return pair_at(place, dimensions::length);
}

void refuse_name(const Where& where, std::string_view kind, std::string_view name,
                 const std::vector<std::string>& known) {
  const std::vector<std::string_view> words(known.begin(), known.end());
  const std::string start = fmt::format("no {} {}", kind, in_quotes(name));
  if (const auto near = nearest(name, words))
    refuse(where, fmt::format("{}; did you mean {}?", start, printable(*near)));
  refuse(where, words.empty() ? fmt::format("{}; there is none", start)
                              : fmt::format("{}; there are {}", start, listed(words)));
}

}  // namespace carom
