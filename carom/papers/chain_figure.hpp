/// @file
/// What Figs 3 to 7 of [HurmuzluMarghitu1994] show, computed again: curves over φ₁ as plain data.
#pragma once

#include <carom/papers/chain_curve.hpp>

#include <string>
#include <vector>

namespace carom {

/// One curve of a panel.
struct FigureCurve {
  ChainCurve curve{};
  ThreeLinkChain chain{};        ///< its φ₁ is not used
  std::vector<double> values{};  ///< at the figure's angles
};

/// One panel: a quantity under several laws, or for several coefficients of restitution.
struct FigurePanel {
  std::string title{};  ///< "energy loss"
  std::string unit{};   ///< "J"
  std::vector<FigureCurve> curves{};
};

/// A figure of the paper.
struct ChainFigure {
  int number{};  ///< in the paper
  std::string title{};
  std::vector<std::string> legend{};    ///< one entry for each curve of a panel
  std::vector<double> angles{};         ///< φ₁, rad
  std::vector<FigurePanel> panels{};    ///< with the same curves in the same order
  std::vector<ChainInterval> shaded{};  ///< of φ₁
  std::string shaded_title{};           ///< what happens there; "" where nothing is shaded
};

/// All five.
std::vector<ChainFigure> chain_figures();

}  // namespace carom
