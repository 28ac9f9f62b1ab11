#include <carom/io/scene/decoder.hpp>
#include <carom/io/scene/keys.hpp>
#include <carom/io/scene/quantity.hpp>

#include <fmt/format.h>

#include <cmath>

namespace carom {
namespace {

/// The most events that can be asked for: as many whole numbers as a double tells apart.
constexpr double most_countable = 9007199254740992;

}  // namespace

StatedSimulation decode_simulation(const Place& place) {
  require_keys(place, {.accepted = scene_keys::simulation});
  StatedSimulation simulation;
  if (const auto key = field(place, "duration"))
    simulation.duration = positive_at(*key, dimensions::time);
  if (const auto key = field(place, "sample"))
    simulation.sample = positive_at(*key, dimensions::time);
  if (const auto key = field(place, "tolerance"))
    simulation.tolerance = positive_at(*key, dimensions::number);
  if (const auto key = field(place, "contact_time")) {
    simulation.contact_time = quantity_at(*key, dimensions::time);
    if (!(*simulation.contact_time >= 0)) refuse(*key, "is negative; want a time of 0 or more");
  }
  if (const auto key = field(place, "events")) {
    const double events = number_at(*key);
    if (!(events >= 1 && events <= most_countable && std::floor(events) == events))
      refuse(*key, fmt::format("{} is no number of events; want a whole number from 1", events));
    simulation.events = static_cast<std::int64_t>(events);
  }
  return simulation;
}

}  // namespace carom
