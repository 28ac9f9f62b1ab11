#include <carom/report/barrier_figure_json.hpp>

#include <carom/io/json_line.hpp>

#include <string_view>

namespace carom {
namespace {

template <class Items, class Write>
void write_list(JsonLine& json, const Items& items, Write write) {
  json.begin('[');
  for (const auto& item : items) {
    json.next();
    write(item);
  }
  json.end(']');
}

void write_numbers(JsonLine& json, const std::vector<double>& numbers) {
  write_list(json, numbers, [&](double x) { append_json(json.out, x); });
}

void write_line(JsonLine& json, const Polyline& line) {
  write_list(json, line, [&](const Eigen::Vector2d& x) { write_numbers(json, {x.x(), x.y()}); });
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
  write_list(json, picture.bodies,
             [&](const BodyTrack& ball) { append_json(json.out, std::string_view(ball.name)); });
  json.key("ways");
  write_list(json, picture.bodies, [&](const BodyTrack& ball) { write_line(json, ball.centre); });
  json.key("barriers");
  write_list(json, picture.surfaces,
             [&](const PictureSurface& s) { write_line(json, {s.from, s.to}); });
  json.key("times");
  write_numbers(json, picture.times);
  json.key("energies");
  write_list(json, picture.energies,
             [&](const EnergyCurve& curve) { write_numbers(json, curve.values); });
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
