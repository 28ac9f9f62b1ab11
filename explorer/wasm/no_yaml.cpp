// The browser's build has no YAML parser: the program turns files into JSON before a page sees them.

#include <carom/io/tree/tree.hpp>

namespace carom {

ParsedDocuments parse_yaml(std::string_view) {
  return {.error = TreeError({}, "the page reads JSON only; carom explore FILE.yaml converts", 1)};
}

}  // namespace carom
