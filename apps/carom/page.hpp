/// @file
/// The explorer's page: where it lies, and how data get into it.
///
/// The page is one file that needs nothing else. It is built from explorer/ (./run explore does it once) and
/// found beside the program: in the share folder of an installation, or in the build folder of a checkout.
#pragma once

#include <carom/io/tree/tree.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace carom::app {

/// The page's text.
/// @throws std::runtime_error saying how to get it, if it is not there.
std::string page_text();

/// The script beside the page that draws in three dimensions; "" where there is none: the page does without it.
std::string script_text();

/// The files that a command reads, and the page, which no output may replace.
/// @throws std::runtime_error as page_text().
std::vector<std::string> with_page(std::vector<std::string> files);

/// What a page shows first.
struct PageData {
  std::string kind{};                 ///< "solve", "sweep", "simulate", "reproduce", "explore"
  std::string title{};                ///< of the problems, for the page's list of examples
  std::vector<TreeNode> documents{};  ///< problems, or one sweep
  std::string more{};                 ///< further members, JSON: ", \"results\": [...]"
};

/// The page with the data inside.
/// @throws std::runtime_error as page_text().
std::string page_with(const PageData& data);

/// The problems of files as trees, sources named in objections; "-" is standard input.
/// @throws std::invalid_argument naming the file and the line.
std::vector<TreeNode> documents_of(const std::vector<std::string>& files);

/// Values of documents, and a map's value for a key: another one, or one more.
TreeNode text_node(std::string text);
TreeNode number_node(double x);
void set_field(TreeNode& map, std::string_view key, TreeNode value);

/// "kane.yaml", or "kane.yaml and 2 more".
std::string title_of(const std::vector<std::string>& files);

}  // namespace carom::app
