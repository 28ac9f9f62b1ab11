#include <carom/papers/chain_figure.hpp>

#include <carom/impact/laws.hpp>

#include <fmt/format.h>

#include <string_view>

namespace carom {
namespace {

const ChainRange picture_range{.cells = 900};

/// A law, a chain and what the legend calls them.
struct Line {
  LawId law = LawId::stronge;
  ThreeLinkChain chain{};
  std::string label{};
};

struct PanelKind {
  std::string_view title{};
  std::string_view unit{};
  ChainQuantity quantity = ChainQuantity::energy_loss;
};

constexpr PanelKind loss{"energy loss", "J", ChainQuantity::energy_loss};
constexpr PanelKind impulse_0{"normal impulse at A_0", "N s", ChainQuantity::normal_impulse_0};
constexpr PanelKind velocity_0{"normal velocity at A_0", "m/s", ChainQuantity::normal_velocity_0};
constexpr PanelKind slip{"tangential velocity at A_c", "m/s", ChainQuantity::slip_c};

std::vector<Line> lines_of(const std::vector<LawId>& laws) {
  std::vector<Line> lines;
  lines.reserve(laws.size());
  for (const LawId law : laws) lines.push_back({law, {}, std::string(law_of(law).name)});
  return lines;
}

ChainFigure figure(int number, std::string title, const std::vector<Line>& lines,
                   const std::vector<PanelKind>& panels) {
  ChainFigure result{.number = number, .title = std::move(title)};
  result.angles = angles_of(picture_range);
  for (const Line& line : lines) result.legend.push_back(line.label);
  for (const PanelKind& kind : panels) {
    FigurePanel panel{std::string(kind.title), std::string(kind.unit), {}};
    for (const Line& line : lines) {
      const ChainCurve curve{kind.quantity, {line.law}};
      panel.curves.push_back({curve, line.chain, values_of(curve, line.chain, result.angles)});
    }
    result.panels.push_back(std::move(panel));
  }
  return result;
}

/// Fig. 3: any law, several coefficients of restitution.
ChainFigure smooth_surface() {
  std::vector<Line> lines;
  for (const double e : {0.0, 0.25, 0.5, 0.75, 1.0})
    lines.push_back(
        {LawId::stronge, {.friction_c = 0, .restitution = e}, fmt::format("e = {}", e)});
  return figure(3, "Impact with a smooth surface (all five laws agree), μ_0 = 0.5", lines,
                {loss, impulse_0, velocity_0});
}

ChainFigure kinematic() {
  ChainFigure result = figure(4, "Two ways with the kinematic coefficient, e = 0.9, μ = 0.5",
                              lines_of({LawId::newton, LawId::whittaker}), {loss, slip});
  result.shaded = intervals_above(
      {ChainQuantity::velocity_difference, {LawId::newton, LawId::whittaker}}, {}, {}, 1e-12);
  result.shaded_title = "they differ";
  return result;
}

/// Figs 6 and 7: rebound with interaction is a matter of path laws.
void shade_interaction(ChainFigure& figure, const ThreeLinkChain& chain) {
  figure.shaded = intervals_above({ChainQuantity::interaction_0, {LawId::stronge}}, chain, {}, 0);
  figure.shaded_title = "rebound with interaction";
}

ChainFigure dissipative(int number, std::string title, const std::vector<PanelKind>& panels) {
  return figure(number, std::move(title), lines_of({LawId::brach, LawId::poisson, LawId::stronge}),
                panels);
}

ChainFigure plastic() {
  const ThreeLinkChain chain{.restitution = 0};
  ChainFigure result = figure(7, "Perfectly plastic impacts, e = 0",
                              {{LawId::stronge, chain, "newton = poisson = stronge"},
                               {LawId::whittaker, chain, "whittaker = brach"}},
                              {loss, impulse_0, velocity_0});
  shade_interaction(result, chain);
  return result;
}

}  // namespace

std::vector<ChainFigure> chain_figures() {
  std::vector<ChainFigure> figures{smooth_surface(), kinematic()};
  figures.push_back(
      dissipative(5, "Three laws that do not gain energy here, e = 0.9, μ = 0.5", {loss, slip}));
  figures.push_back(dissipative(6, "Rebound at A_0, e = 0.9, μ = 0.5", {impulse_0, velocity_0}));
  shade_interaction(figures.back(), {});
  figures.push_back(plastic());
  return figures;
}

}  // namespace carom
