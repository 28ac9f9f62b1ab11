#include <carom/report/barrier_figure_json.hpp>

#include <carom/io/json_line.hpp>

#include <string_view>

namespace carom {
namespace {

void write_line(JsonLine& json, const Polyline& line) {
  json.list(line, [&](const Eigen::Vector2d& x) { json.numbers(x); });
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
  json.list(picture.surfaces, [&](const PictureSurface& s) { write_line(json, {s.from, s.to}); });
  json.key("times");
  json.numbers(picture.times);
  json.key("energies");
  json.list(picture.energies, [&](const EnergyCurve& curve) { json.numbers(curve.values); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
