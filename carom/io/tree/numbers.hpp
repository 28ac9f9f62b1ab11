/// @file
/// Every number of a problem or scene with its path, for whoever offers them to be varied.
#pragma once

#include <carom/io/tree/tree.hpp>

#include <string>
#include <vector>

namespace carom {

/// A number of a tree.
struct TreeNumber {
  std::string path{};  ///< as find_number() takes it
  double value = 0;    ///< SI, also where the file has another unit; degrees under keys in `_deg`
  std::string unit{};  ///< of the value: as written, in SI, else as its keys tell; "" where unknown
};

/// All of them, in the order of the file; quantities such as "60 cm" count.
std::vector<TreeNumber> numbers_of(const TreeNode& root);

}  // namespace carom
