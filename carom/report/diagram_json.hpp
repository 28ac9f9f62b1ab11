/// @file
/// Routh's diagram as JSON, for whoever draws it elsewhere.
#pragma once

#include <carom/report/diagram.hpp>

#include <string>

namespace carom {

/// One line, without line break: title, subtitle, axes t and n, lines, energy_ellipse, paths.
std::string to_json(const ImpactDiagram& diagram);

}  // namespace carom
