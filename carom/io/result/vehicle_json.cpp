#include <carom/io/result/vehicle_json.hpp>

namespace carom {
namespace {

void write_speeds(JsonLine& json, std::string_view name, double normal, double total) {
  json.key(name);
  json.begin('{');
  json.field("normal", normal);
  json.field("total", total);
  json.end('}');
}

void write_shares(JsonLine& json, std::string_view name, const EnergyShares& shares) {
  json.key(name);
  json.begin('{');
  json.field("normal", shares.normal);
  json.field("tangential", shares.tangential);
  json.end('}');
}

void write_change(JsonLine& json, const VehicleChange& c) {
  json.next();
  json.begin('{');
  json.field("name", c.name);
  json.key("delta_v");
  json.begin('{');
  json.field("forward", c.delta_v.x());
  json.field("left", c.delta_v.y());
  json.field("size", c.delta_v_size);
  json.end('}');
  json.field("pdof", c.pdof);
  json.key("pdof_clock");
  json.out += c.pdof_clock ? std::to_string(*c.pdof_clock) : "null";
  json.field("yaw_rate_change", c.yaw_rate_change);
  json.key("ees");
  json.begin('{');
  json.field("all_of_the_loss", c.ees_all);
  json.field("half_of_the_loss", c.ees_half);
  json.end('}');
  json.key("departure");
  json.begin('{');
  json.field("speed", c.departure_speed);
  json.field("direction", c.departure_direction);
  json.end('}');
  if (c.balance) {
    json.key("momentum_check");
    json.begin('{');
    json.field("linear", c.balance->linear.norm());
    json.field("angular", c.balance->angular);
    json.field("relative", c.balance->relative());
    json.end('}');
  }
  json.end('}');
}

void write_collision(JsonLine& json, const VehicleContact& c) {
  json.next();
  json.begin('{');
  json.field("name", c.name);
  write_speeds(json, "closing", c.closing_normal, c.closing_total);
  write_speeds(json, "separation", c.separation_normal, c.separation_total);
  json.field("restitution", c.restitution);
  json.field("impulse_ratio", c.impulse_ratio);
  json.field("critical_ratio", c.critical_ratio);
  json.key("work");
  json.begin('{');
  write_shares(json, "kelvin", c.kelvin);
  if (c.path) write_shares(json, "path", *c.path);
  json.end('}');
  json.end('}');
}

}  // namespace

void write_vehicle_report(JsonLine& json, const VehicleReport& report) {
  json.key("vehicle");
  json.begin('{');
  json.field("energy_lost", report.energy_lost);
  json.key("vehicles");
  json.begin('[');
  for (const VehicleChange& change : report.vehicles) write_change(json, change);
  json.end(']');
  json.key("contacts");
  json.begin('[');
  for (const VehicleContact& contact : report.contacts) write_collision(json, contact);
  json.end(']');
  json.end('}');
}

}  // namespace carom
