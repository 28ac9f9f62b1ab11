#include "motion_request.hpp"

#include <algorithm>
#include <carom/io/motion_file.hpp>
#include <carom/report/picture/motion_film.hpp>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace carom::page {
namespace {

/// How long a scene is followed that does not say, s.
constexpr double usual_duration = 2;
/// Samples of a motion whose scene wishes fewer: what is played must look smooth.
constexpr int fewest_moments = 480;

std::optional<std::string> text_at(const Place& request, std::string_view key) {
  const auto stated = field(request, key);
  if (!stated) return std::nullopt;
  return string_at(*stated);
}

bool says_how_long(const TreeNode& scene) {
  const TreeNode* wishes = value_of(scene, "simulation");
  return wishes != nullptr && value_of(*wishes, "duration") != nullptr;
}

/// As finely as is wished, else as the scene says, but smooth to the eye and small enough to be held.
double sample_interval(const SimulationOptions& options, bool wished) {
  const double sample = *options.sample_interval;
  if (!wished)
    return std::clamp(sample, options.duration / most_film_moments,
                      options.duration / fewest_moments);
  if (!(options.duration / sample <= most_film_moments))
    throw std::invalid_argument("sample: too fine for a page; use carom simulate");
  return sample;
}

}  // namespace

std::string simulate_call(const Place& request) {
  TreeNode tree = parse_json(string_at(required_field(request, "problem", "a scene")));
  MotionOverrides wishes{.law = text_at(request, "law")};
  if (const auto duration = text_at(request, "duration")) wishes.duration = *duration;
  if (const auto sample = text_at(request, "sample")) wishes.sample = *sample;
  if (!wishes.duration && !says_how_long(tree)) wishes.duration = usual_duration;
  const StatedMotion motion = read_motion(std::move(tree), wishes);
  SimulationOptions options = motion.options;
  options.most_events = std::min<std::int64_t>(options.most_events, most_film_moments);
  options.sample_interval = sample_interval(options, wishes.sample.has_value());
  const Scene& scene = motion.scene;
  MotionFilm film;
  const auto keep = [&](const auto& moment) {
    add(film, scene, moment);
    return true;
  };
  const SimulationEnd end = simulate(scene, options, {.sample = keep, .event = keep});
  return to_json(film, scene, options, end);
}

}  // namespace carom::page
