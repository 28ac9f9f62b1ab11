/// @file
/// A figure of [CataldoSampaio2002], computed again, as JSON for whoever draws it elsewhere.
#pragma once

#include <carom/papers/barrier_figure.hpp>

#include <string>

namespace carom {

/// One line, without line break: paper, number, title, subtitle, legend (the balls), ways of their centres,
/// barriers (name, from, to, solid: into the wall), times, kinetic energies.
std::string to_json(const BarrierFigure& figure);

}  // namespace carom
