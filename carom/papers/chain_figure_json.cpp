#include <carom/papers/chain_figure_json.hpp>

#include <carom/io/tree/json_line.hpp>

#include <array>
#include <string_view>

namespace carom {
namespace {

void write_panel(JsonLine& json, const FigurePanel& panel) {
  json.next();
  json.begin('{');
  json.field("title", panel.title);
  json.field("unit", panel.unit);
  json.key("curves");
  json.list(panel.curves, [&](const FigureCurve& curve) { json.numbers(curve.values); });
  json.end('}');
}

}  // namespace

std::string to_json(const ChainFigure& figure) {
  JsonLine json;
  json.begin('{');
  json.field("paper", "hurmuzlu-marghitu");
  json.key("number");
  json.out += std::to_string(figure.number);
  json.field("title", figure.title);
  json.key("legend");
  json.words(figure.legend);
  json.key("angles");
  json.numbers(figure.angles);
  json.key("panels");
  json.begin('[');
  for (const FigurePanel& panel : figure.panels) write_panel(json, panel);
  json.end(']');
  json.key("shaded");
  json.begin('[');
  for (const ChainInterval& interval : figure.shaded) {
    json.next();
    json.numbers(std::array{interval.from, interval.to});
  }
  json.end(']');
  json.field("shaded_title", figure.shaded_title);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
