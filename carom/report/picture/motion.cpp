#include <carom/report/picture/motion.hpp>

#include <carom/multibody/planar/body_state.hpp>
#include <carom/report/picture/ground.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <stdexcept>
#include <variant>

namespace carom {
namespace {

/// Moments at which bodies are drawn.
constexpr std::size_t most_outlines = 9;
/// Of the panel, left free around what is drawn: room for the name of a floor.
constexpr double margin_share = 0.09;
/// The flattest panel, height over width, so that a straight way is still seen.
constexpr double flattest = 0.2;
/// The narrowest one, width over height, so that the numbers of the axis have room.
constexpr double narrowest = 0.7;

void add_outlines(const Model& model, const Kinematics& k, std::vector<BodyTrack>& tracks) {
  for (std::size_t b = 0; b < tracks.size(); ++b) {
    const Body& body = model.bodies()[b];
    const int index = static_cast<int>(b);
    if (!body.outline.empty()) tracks[b].outlines.push_back(in_world(k, index, body.outline));
    for (const Polyline& stroke : body.strokes)
      tracks[b].strokes.push_back(in_world(k, index, stroke));
  }
}

std::vector<BodyTrack> tracks_of(const Model& model, const std::vector<MotionMoment>& moments) {
  std::vector<BodyTrack> tracks;
  for (const Body& body : model.bodies()) tracks.push_back({.name = body.name});
  const std::size_t outlines = std::min(most_outlines, moments.size());
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const Kinematics k = kinematics(model, moments[i].state);
    const std::vector<BodyState> states = body_states(model, k);
    for (std::size_t b = 0; b < tracks.size(); ++b) tracks[b].centre.push_back(states[b].centre);
    const std::size_t due =
        outlines < 2 ? 0 : drawn * (moments.size() - 1) / (outlines - 1);  // evenly spread
    if (drawn >= outlines || i < due) continue;
    add_outlines(model, k, tracks);
    ++drawn;
  }
  return tracks;
}

/// An edge of the world that contacts may touch, where it starts.
struct WorldEdge {
  const EdgeFeature* edge = nullptr;
  std::string name{};

  Eigen::Vector2d along() const { return direction(edge->angle); }
  Eigen::Vector2d at(double distance) const {
    return edge->point + std::clamp(distance, -edge->back, edge->ahead) * along();
  }
  /// How far along it a point is.
  double reached_by(const Eigen::Vector2d& x) const { return along().dot(x - edge->point); }
};

std::vector<WorldEdge> world_edges(const Scene& scene) {
  std::vector<WorldEdge> edges;
  for (const SceneContact& contact : scene.contacts) {
    const auto* pair = std::get_if<ContactPair>(&contact.geometry);
    if (pair == nullptr) continue;
    for (const ContactSide* side : {&pair->first, &pair->second})
      if (const auto* edge = std::get_if<EdgeFeature>(&side->feature); edge && side->body == world)
        edges.push_back({edge, side == &pair->first ? contact.words.first : contact.words.second});
  }
  return edges;
}

/// The place of every edge that is nearest to what moves, unless it is far away.
void include_edges(const std::vector<WorldEdge>& edges, PicturePanel& box) {
  const Eigen::Vector2d middle = (box.low + box.high) / 2;
  const double size = (box.high - box.low).maxCoeff();
  for (const WorldEdge& edge : edges) {
    const Eigen::Vector2d near = edge.at(edge.reached_by(middle));
    if ((near - middle).norm() <= size) box.include(near);
  }
}

std::vector<PictureSurface> surfaces_of(const std::vector<WorldEdge>& edges,
                                        const PicturePanel& panel) {
  std::vector<PictureSurface> surfaces;
  const double reach = 2 * (panel.high - panel.low).norm();
  const Eigen::Vector2d middle = (panel.low + panel.high) / 2;
  for (const WorldEdge& edge : edges) {
    const double nearest = edge.reached_by(middle);
    PictureSurface surface{.from = edge.at(nearest - reach),
                           .to = edge.at(nearest + reach),
                           .solid = Eigen::Vector2d(-perp(edge.along())),
                           .name = edge.name};
    const bool known = std::any_of(surfaces.begin(), surfaces.end(), [&](const auto& s) {
      return s.from == surface.from && s.to == surface.to;
    });
    if (!known) surfaces.push_back(surface);
  }
  return surfaces;
}

std::vector<EnergyCurve> energies_of(const std::vector<MotionMoment>& moments) {
  std::vector<EnergyCurve> curves;
  for (const LedgerTerm& term : ledger_terms) {
    EnergyCurve curve{.name = term.words};
    for (const MotionMoment& moment : moments) curve.values.push_back(moment.ledger.*term.value);
    const auto zero = [](double x) { return x == 0; };
    if (!std::all_of(curve.values.begin(), curve.values.end(), zero))
      curves.push_back(std::move(curve));
  }
  return curves;
}

/// The box with a margin, neither flat nor a point.
PicturePanel panel_around(const PicturePanel& box) {
  const Eigen::Vector2d sides = box.high - box.low;
  const double size = sides.maxCoeff() > 0 ? sides.maxCoeff() : 1;
  const Eigen::Vector2d middle = (box.low + box.high) / 2;
  const Eigen::Vector2d half = sides.cwiseMax(Eigen::Vector2d(narrowest, flattest) * size) / 2 +
                               Eigen::Vector2d::Constant(margin_share * size);
  return {middle - half, middle + half};
}

}  // namespace

MotionPicture motion_picture(const Scene& scene, const std::vector<MotionMoment>& moments) {
  if (moments.empty()) throw std::invalid_argument("motion_picture: no moments; want at least one");
  MotionPicture picture{.title = scene.name};
  picture.subtitle = fmt::format("{} bod{}, t = {:.6g} s to {:.6g} s", scene.model.bodies().size(),
                                 scene.model.bodies().size() == 1 ? "y" : "ies",
                                 moments.front().state.t, moments.back().state.t);
  picture.bodies = tracks_of(scene.model, moments);
  PicturePanel box;
  for (const BodyTrack& track : picture.bodies) {
    box.include(track.centre);
    for (const auto* lines : {&track.outlines, &track.strokes})
      for (const Polyline& line : *lines) box.include(line);
  }
  const std::vector<WorldEdge> edges = world_edges(scene);
  include_edges(edges, box);
  const PicturePanel panel = panel_around(box);
  picture.low = panel.low;
  picture.high = panel.high;
  picture.surfaces = surfaces_of(edges, panel);
  picture.energies = energies_of(moments);
  for (const MotionMoment& moment : moments) {
    picture.times.push_back(moment.state.t);
    if (moment.event) picture.events.push_back(moment.state.t);
  }
  return picture;
}

}  // namespace carom
