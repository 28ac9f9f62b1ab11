/// @file
/// Claims about the three-link chain over its angle φ₁, as data files state them.
///
/// The problem is the chain: {friction: [μ₀, μ_c], restitution: e, rates: [φ̇₁, φ̇₂, φ̇₃]}. `along` has
///
/// | key      | meaning                                                                          |
/// |----------|----------------------------------------------------------------------------------|
/// | `curve`  | a quantity over φ₁ by its name, see chain_curve.hpp                              |
/// | `laws`   | the law, or the law and those that it is compared with                           |
/// | `find`   | what of it, see below                                                            |
/// | `within` | [low, high] of φ₁; absent: from −π/2 to π/2                                      |
/// | `cells`  | how many equal cells the range has; absent: 600. Their middles are looked at    |
/// | `above`  | the limit for intervals, count and where; absent: 1e-12                          |
///
/// | `find`      | value                                                                         |
/// |-------------|-------------------------------------------------------------------------------|
/// | `intervals` | the ends of all intervals in which the curve is above the limit               |
/// | `count`     | their number, as a word                                                       |
/// | `where`     | "nowhere", "somewhere" or "everywhere"                                        |
/// | `least`, `largest`, `mean`, `rms` | of the curve                                            |
#pragma once

#include <carom/papers/reproduction_quantity.hpp>

#include <string>
#include <vector>

namespace carom {

/// What `along` comes to for the chain, both as JSON text.
/// @throws std::exception saying what is wrong with either.
std::vector<Part> value_along_chain(const std::string& along, const std::string& chain);

}  // namespace carom
