/// @file
/// A reconstruction as a table, as JSON and as a page.
#pragma once

#include <carom/io/result/provenance.hpp>
#include <carom/report/table/layout.hpp>
#include <carom/study/fit/reconstruction.hpp>

#include <string>

namespace carom {

/// SI, degrees where a path ends in _deg; ends in a line break.
std::string reconstruction_json(const Reconstruction& result, const Provenance& provenance);

std::string reconstruction_table(const Reconstruction& result, const StatedReconstruction& stated,
                                 const TextStyle& style);

/// @param source  the reconstruction's file, named in the head
std::string reconstruction_page(const Reconstruction& result, const StatedReconstruction& stated,
                                const Provenance& provenance, const std::string& source,
                                UnitSystem units);

}  // namespace carom
