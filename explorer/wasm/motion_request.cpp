#include "motion_request.hpp"

#include <algorithm>
#include <carom/io/motion_file.hpp>
#include <carom/report/motion_film.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace carom::page {
namespace {

std::optional<std::string> text_at(const Place& request, std::string_view key) {
  const auto stated = field(request, key);
  if (!stated) return std::nullopt;
  return string_at(*stated);
}

}  // namespace

std::string simulate_call(const Place& request) {
  TreeNode tree = parse_json(string_at(required_field(request, "problem", "a scene")));
  const StatedMotion motion =
      read_motion(std::move(tree), {.law = text_at(request, "law"),
                                    .duration = text_at(request, "duration"),
                                    .sample = text_at(request, "sample")});
  SimulationOptions options = motion.options;
  options.most_events = std::min<std::int64_t>(options.most_events, most_film_moments);
  if (!(options.duration / *options.sample_interval <= most_film_moments))
    throw std::invalid_argument("sample: too fine for a page; use carom simulate");
  const Scene& scene = motion.scene;
  MotionFilm film;
  const auto keep = [&](const auto& moment) {
    add(film, scene, moment);
    return true;
  };
  const SimulationEnd end = simulate(scene, options, {.sample = keep, .event = keep});
  return to_json(film, scene, end);
}

}  // namespace carom::page
