#include <carom/report/chain_figure_json.hpp>

#include <carom/io/json_line.hpp>

#include <array>
#include <string_view>

namespace carom {
namespace {

template <class Numbers>
void write_numbers(JsonLine& json, const Numbers& numbers) {
  json.begin('[');
  for (const double x : numbers) {
    json.next();
    append_json(json.out, x);
  }
  json.end(']');
}

void write_panel(JsonLine& json, const FigurePanel& panel) {
  json.next();
  json.begin('{');
  json.field("title", panel.title);
  json.field("unit", panel.unit);
  json.key("curves");
  json.begin('[');
  for (const FigureCurve& curve : panel.curves) {
    json.next();
    write_numbers(json, curve.values);
  }
  json.end(']');
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
  json.begin('[');
  for (const std::string& entry : figure.legend) {
    json.next();
    append_json(json.out, std::string_view(entry));
  }
  json.end(']');
  json.key("angles");
  write_numbers(json, figure.angles);
  json.key("panels");
  json.begin('[');
  for (const FigurePanel& panel : figure.panels) write_panel(json, panel);
  json.end(']');
  json.key("shaded");
  json.begin('[');
  for (const ChainInterval& interval : figure.shaded) {
    json.next();
    write_numbers(json, std::array{interval.from, interval.to});
  }
  json.end(']');
  json.field("shaded_title", figure.shaded_title);
  json.end('}');
  return std::move(json.out);
}

}  // namespace carom
