#include <carom/report/picture/impact_strip.hpp>

#include <carom/report/picture/impact_film.hpp>
#include <carom/report/table/table.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace carom {
namespace {

using Eigen::Vector2d;

/// The longest arrow, as a share of a picture's width.
constexpr double longest_strip_arrow = 0.3;

/// The events of a film, at most `most_strip_pictures`; the last is the end.
std::vector<FilmFrame> events_of(const ImpactFilm& film) {
  std::vector<FilmFrame> events;
  for (const FilmFrame& frame : film.frames)
    if (!frame.event.empty()) events.push_back(frame);
  constexpr std::size_t most = most_strip_pictures;
  if (events.size() > most) events.erase(events.begin() + most - 1, events.end() - 1);
  return events;
}

/// The longest of the contacts' vectors in all frames.
double longest(const std::vector<std::vector<FilmFrame>>& rows, Eigen::VectorXd FilmFrame::* part) {
  double size = 0;
  for (const auto& row : rows)
    for (const FilmFrame& frame : row)
      for (Eigen::Index i = 0; i < (frame.*part).size(); i += 2)
        size = std::max(size, (frame.*part).segment<2>(i).norm());
  return size;
}

/// x of each contact, an entry of which is drawn `scale` long.
std::vector<PictureArrow> arrows_of(const MechanismPicture& picture, const Eigen::VectorXd& x,
                                    double scale) {
  std::vector<PictureArrow> arrows;
  for (std::size_t k = 0; k < picture.normals.size(); ++k) {
    const Vector2d n = picture.normals[k].along.normalized();
    const Vector2d t = picture.tangents[k].along.normalized();
    const auto row = static_cast<Eigen::Index>(2 * k);
    arrows.push_back({picture.normals[k].from, scale * (x[row] * t + x[row + 1] * n)});
  }
  return arrows;
}

/// The velocities of the contacts; what approaches ends at the contact.
std::vector<PictureArrow> slips_of(const MechanismPicture& picture, const Eigen::VectorXd& u,
                                   double scale) {
  std::vector<PictureArrow> slips = arrows_of(picture, u, scale);
  for (std::size_t k = 0; k < slips.size(); ++k)
    if (u[static_cast<Eigen::Index>(2 * k + 1)] < 0) slips[k].from -= slips[k].along;
  return slips;
}

std::string caption_of(const FilmFrame& frame) {
  if (frame.event == "slip_stops" &&
      std::any_of(frame.modes.begin(), frame.modes.end(), [](ContactMode m) { return slips(m); }))
    return "slip stops and turns round";
  return frame.event == "start" ? "touches" : in_words(frame.event);
}

}  // namespace

ImpactStrip impact_strip(const Scene& scene, const std::vector<SceneResult>& results) {
  ImpactStrip strip{.mechanism = mechanism_picture(scene)};
  std::vector<std::vector<FilmFrame>> films;
  for (const SceneResult& result : results) {
    if (!has_answer(result.impact.status)) continue;
    films.push_back(events_of(impact_film(scene, result, {.per_stretch = 1, .poses = 1})));
    strip.rows.push_back(
        {.law = result.impact.law, .creates_energy = creates_energy(result.impact)});
  }
  const double before = results.front().impact.energy.before.value_or(0);
  if (!(before > 0)) throw std::invalid_argument("a strip needs a scene that moves");
  const double width = strip.mechanism.high.x() - strip.mechanism.low.x();
  const auto scale = [&](double size) { return size > 0 ? longest_strip_arrow * width / size : 0; };
  const double speed = scale(longest(films, &FilmFrame::u));
  const double impulse = scale(longest(films, &FilmFrame::p));
  for (std::size_t row = 0; row < films.size(); ++row)
    for (const FilmFrame& frame : films[row])
      strip.rows[row].pictures.push_back(
          {.caption = caption_of(frame),
           .slips = slips_of(strip.mechanism, frame.u, speed),
           .impulses = arrows_of(strip.mechanism, frame.p, impulse),
           .energy_share =
               (before + frame.normal_work + frame.friction_work + frame.drive) / before});
  return strip;
}

}  // namespace carom
