#include <carom/io/result/vehicle_columns.hpp>

namespace carom {
namespace {

ResultValue vehicle_cell(const std::optional<double>& x) {
  return x ? ResultValue(*x) : ResultValue();
}

/// Leaves of the item with this index in one of the report's lists.
template <class Item>
struct Leaves {
  std::vector<ResultColumn>& columns;
  std::string prefix;  ///< "vehicle.vehicles.car."
  std::vector<Item> VehicleReport::* list;
  std::size_t index;

  template <class Read>
  void add(const char* key, std::string_view unit, Read read) {
    columns.push_back(
        {.path = prefix + key, .unit = unit, .read_vehicle = [=, *this](const VehicleReport& r) {
           return vehicle_cell(std::optional<double>(read((r.*list)[index])));
         }});
  }
};

void add_vehicle(Leaves<VehicleChange> leaf) {
  using C = const VehicleChange&;
  leaf.add("delta_v.forward", "m/s", [](C c) { return c.delta_v.x(); });
  leaf.add("delta_v.left", "m/s", [](C c) { return c.delta_v.y(); });
  leaf.add("delta_v.size", "m/s", [](C c) { return c.delta_v_size; });
  leaf.add("pdof", "rad", [](C c) { return c.pdof; });
  leaf.add("pdof_clock", "1",
           [](C c) { return c.pdof_clock ? std::optional<double>(*c.pdof_clock) : std::nullopt; });
  leaf.add("yaw_rate_change", "rad/s", [](C c) { return c.yaw_rate_change; });
  leaf.add("ees.all_of_the_loss", "m/s", [](C c) { return c.ees_all; });
  leaf.add("ees.half_of_the_loss", "m/s", [](C c) { return c.ees_half; });
  leaf.add("departure.speed", "m/s", [](C c) { return c.departure_speed; });
  leaf.add("departure.direction", "rad", [](C c) { return c.departure_direction; });
}

void add_collision(Leaves<VehicleContact> leaf) {
  using C = const VehicleContact&;
  leaf.add("closing.normal", "m/s", [](C c) { return c.closing_normal; });
  leaf.add("closing.total", "m/s", [](C c) { return c.closing_total; });
  leaf.add("separation.normal", "m/s", [](C c) { return c.separation_normal; });
  leaf.add("separation.total", "m/s", [](C c) { return c.separation_total; });
  leaf.add("restitution", "1", [](C c) { return c.restitution; });
  leaf.add("impulse_ratio", "1", [](C c) { return c.impulse_ratio; });
  leaf.add("critical_ratio", "1", [](C c) { return c.critical_ratio; });
}

}  // namespace

void add_vehicles(std::vector<ResultColumn>& columns, const ResultShape& shape) {
  if (shape.vehicles.empty()) return;
  columns.push_back(
      {.path = "vehicle.energy_lost", .unit = "J", .read_vehicle = [](const VehicleReport& r) {
         return ResultValue(r.energy_lost);
       }});
  for (std::size_t i = 0; i < shape.vehicles.size(); ++i)
    add_vehicle(
        {columns, "vehicle.vehicles." + shape.vehicles[i] + ".", &VehicleReport::vehicles, i});
  for (std::size_t i = 0; i < shape.contacts.size(); ++i)
    add_collision(
        {columns, "vehicle.contacts." + shape.contacts[i] + ".", &VehicleReport::contacts, i});
}

}  // namespace carom
