/// @file
/// The figures that papers print, computed again: `carom reproduce`.
///
/// Every figure of a paper is an item of data/papers/PAPER.json: what the paper prints, what to compute,
/// and whether they should agree. A reproduction fails when one that should agree does not, and also
/// when one that is known as a misprint agrees: then our reason for calling it so is wrong.
#pragma once

#include <carom/report/table/layout.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// How a computed value stands to the printed one; δ is their difference and d one unit of the last
/// printed digit. Words agree or they do not.
enum class Agreement : std::uint8_t {
  yes,          ///< δ ≤ d/2; where the paper is exact, δ ≤ reproduction_exact
  last_digit,   ///< d/2 < δ ≤ d: the paper rounded wrongly or cut off
  misprint,     ///< differs, and docs/errata.md says why the paper is wrong
  not_printed,  ///< the paper has no value; ours agrees with the one on record
  no,           ///< differs, and we do not know why: never as expected
};

/// What counts as exact, relative to the printed value or to 1, whichever is larger.
inline constexpr double reproduction_exact = 1e-12;

/// A value from a problem's matrices and the one from its scene may differ by this share; below it,
/// numbers count as zero.
inline constexpr double routes_agree = 1e-12;

/// One figure of a paper.
struct ReproducedItem {
  std::string group{};     ///< where in the paper, "Table 1, e = 0.5, ..."
  std::string item{};      ///< what
  std::string printed{};   ///< as the paper has it; "-" where it has none
  std::string computed{};  ///< numbers with eight digits; "error" where it could not be computed
  std::string note{};      ///< for misprints and errors the reason
  std::string erratum{};   ///< id in docs/errata.md, "E-ST15"; "" where there is none
  Agreement agreement = Agreement::no;
  /// Largest relative difference to the value from the scene, infinite where words differ; absent where
  /// the item's problem has no scene.
  std::optional<double> scene_difference{};
  bool as_expected = false;
};

/// All figures of a paper.
struct Reproduction {
  std::string paper{};  ///< key, "shen-townsend"
  std::string title{};
  std::string reference{};  ///< authors, where and when, key of docs/references.bib
  std::vector<ReproducedItem> items{};
  bool ok = false;  ///< every item is as expected
};

/// The keys of the papers, sorted.
std::vector<std::string> reproducible_papers();

/// Computes every figure of the paper.
/// @throws std::invalid_argument if there is no such paper; the message lists those there are.
Reproduction reproduce(std::string_view paper);

/// The same from the text of a data file; docs/reproduction.md describes it.
/// @throws std::invalid_argument if the text is not such a file.
Reproduction reproduce_text(std::string_view data);

/// "39 items: 30 agree, 1 last digit, 2 misprints confirmed, 6 not printed, 0 unexpected".
std::string summary(const Reproduction& reproduction);

/// "33 of them from the scenes, too: the same, worst relative difference below 1e-14"; "" without
/// scenes.
std::string routes_summary(const Reproduction& reproduction);

/// A table for a person, notes below the items that have one, the summary at the end.
std::string to_table(const Reproduction& reproduction, const TextStyle& style);

/// One JSON object on one line, without line break.
std::string to_json(const Reproduction& reproduction);

/// "yes", "last digit", "misprint", "not printed", "NO".
const char* to_string(Agreement agreement);

}  // namespace carom
