/// @file
/// What the heads of fits and reconstructions say of how they were made.
#pragma once

#include <carom/io/fit/fit_file.hpp>
#include <carom/io/fit/reconstruction_file.hpp>
#include <carom/io/result/provenance.hpp>
#include <carom/study/fit/fit_problem.hpp>

#include <string>

namespace carom {

/// Of a fit, from its file's text and the table that it names.
Provenance fit_provenance(const std::string& text, FileFormat format, const std::string& source,
                          const FitProblem& problem);

/// Of a reconstruction, from its file's text and the scene that it names.
Provenance reconstruction_provenance(const std::string& text, FileFormat format,
                                     const std::string& source, const StatedReconstruction& stated);

}  // namespace carom
