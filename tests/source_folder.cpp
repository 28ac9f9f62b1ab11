#include "source_folder.hpp"

namespace carom {

std::filesystem::path source_folder() { return CAROM_SOURCE_DIR; }

}  // namespace carom
