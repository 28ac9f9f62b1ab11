#pragma once

#include <filesystem>

namespace carom {

/// The repository: where examples/, docs/ and data/ are.
std::filesystem::path source_folder();

}  // namespace carom
