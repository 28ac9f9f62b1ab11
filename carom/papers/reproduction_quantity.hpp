/// @file
/// Quantities of a paper's data file: small expressions over the results of impact problems.
///
/// A data file (data/papers/) says which number or word the program must come to; this is the engine
/// that comes to it. A quantity is a JSON object with a context, one source, perhaps one variation, and
/// steps (or simply a number):
///
/// | key          | meaning                                                                      |
/// |--------------|------------------------------------------------------------------------------|
/// | context      |                                                                              |
/// | `problem`    | name of a problem of the file; what was set outside is forgotten             |
/// | `law`        | law to resolve it by                                                         |
/// | `set`        | {JSON pointer: value, ...} changes the problem; null removes a key           |
/// | source       |                                                                              |
/// | `value`      | JSON pointer into the result                                                 |
/// | `sum`        | of quantities                                                                |
/// | `quotient`   | of two quantities                                                            |
/// | `list`       | of quantities, one after the other                                           |
/// | `same_as`    | a context to compare with: "same" or "differs" at the pointers `values`      |
/// | `random`     | {family, count, seed}: "400/400", see reproduction_random.hpp                |
/// | `along`      | of a chain over its angle φ₁, see reproduction_chain.hpp                     |
/// | `quantity`   | name of a quantity of the file; keys given beside it replace its own         |
/// | variation    |                                                                              |
/// | `for_each`   | {in, at}: the one value for all given inputs, or "varies"                    |
/// | `polynomial` | {in, degree, over}: coefficients in an input, times the polynomial `over`    |
/// | `changes`    | {in, between}: the input where the word or the sign changes                  |
/// | `as`         | steps: "abs", "negate", {scale: x}, {words: {from: to}}, {sense: [−, 0, +]}  |
///
/// The context is inherited by the quantities inside. To a result as the program prints it are added
/// `W` and, for each event of the path, `at`/EVENT/{p, u, velocity}, where velocity = q̇⁻ + M⁻¹ Jᵀ p.
/// A problem {motion: {example, problem, law}} is a motion; its result is that of example_motion.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// A number, or a word.
struct Part {
  std::optional<double> number{};
  std::string word{};  ///< meaningful without number
};

/// Where the results of a quantity come from.
enum class Route : std::uint8_t {
  matrices,  ///< the problems of the file as they stand: M, J and q̇, or W and u
  scenes,    ///< the mechanisms that the problems name as their scene, with the problem's materials
};

/// What the quantity comes to; several parts for a list, an array or a polynomial.
///
/// @param quantity     JSON text as above.
/// @param definitions  JSON text, an object that may hold `problems` ({name: {problem: {...}} or {from:
///                     earlier name, set: {...}}, each perhaps with scene: {example, problem}}) and
///                     `quantities` ({name: quantity}, none of which uses itself).
/// @return absent on the route of the scenes where one of the problems has none, or where the quantity
///         needs no result. A problem has lost its scene when its matrices or velocities were changed.
/// @throws std::exception saying what is wrong with the quantity or the problem.
std::optional<std::vector<Part>> evaluate_quantity(std::string_view quantity,
                                                   std::string_view definitions, Route route);

}  // namespace carom
