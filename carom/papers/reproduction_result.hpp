/// @file
/// The result of a problem of a paper's data file, from its matrices or from the scene that it names.
#pragma once

#include <string>

namespace carom {

/// Thrown on the route of the scenes where there is none.
struct NoScene {};

/// The result as the program prints it, with `W` and, for each event of the path, `at`.
///
/// @param problem  JSON text: a problem with one law, its `route` ("matrices" or "scenes") and perhaps
///                 its `scene`, {example, problem}.
/// @throws NoScene, or std::exception saying what is wrong with the problem.
std::string result_document(const std::string& problem);

}  // namespace carom
