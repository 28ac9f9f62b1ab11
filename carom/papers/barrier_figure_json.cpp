#include <carom/papers/barrier_figure_json.hpp>

#include <carom/io/tree/json_line.hpp>

#include <string_view>
#include <utility>

namespace carom {
namespace {

void write_line(JsonLine& json, const Polyline& line) {
  json.list(line, [&](const Eigen::Vector2d& x) { json.numbers(x); });
}

void write_barrier(JsonLine& json, const PictureSurface& barrier) {
  json.begin('{');
  json.field("name", barrier.name);
  for (const auto& [key, point] :
       {std::pair{"from", barrier.from}, {"to", barrier.to}, {"solid", barrier.solid.value()}}) {
    json.key(key);
    json.numbers(point);
  }
  json.end('}');
}

}  // namespace

std::string to_json(const BarrierFigure& figure) {
  const MotionPicture& picture = figure.picture;
  JsonLine json;
  json.begin('{');
  json.field("paper", "cataldo-sampaio");
  json.key("number");
  json.out += std::to_string(figure.number);
  json.field("title", picture.title);
  json.field("subtitle", picture.subtitle);
  json.key("legend");
  json.list(picture.bodies,
            [&](const BodyTrack& ball) { append_json(json.out, std::string_view(ball.name)); });
  json.key("ways");
  json.list(picture.bodies, [&](const BodyTrack& ball) { write_line(json, ball.centre); });
  json.key("barriers");
  json.list(picture.surfaces, [&](const PictureSurface& s) { write_barrier(json, s); });
  json.key("times");
  json.numbers(picture.times);
  json.key("energies");
  json.list(picture.energies, [&](const EnergyCurve& curve) { json.numbers(curve.values); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
