/// @file
/// A figure of [HurmuzluMarghitu1994], computed again, as JSON for whoever draws it elsewhere.
#pragma once

#include <carom/papers/chain_figure.hpp>

#include <string>

namespace carom {

/// One line, without line break: paper, number, title, legend, angles, panels with their curves, shaded.
std::string to_json(const ChainFigure& figure);

}  // namespace carom
