/// @file
/// A motion for the page: simulated, as JSON.
#pragma once

#include <carom/io/decode.hpp>

#include <string>

namespace carom::page {

/// The answer to `simulate` {problem, law, duration, interval}: the picture, samples with the poses of all
/// bodies and the ledger, events with their impacts, and how it ended.
/// @throws std::invalid_argument as simulate() does.
std::string simulate_call(const Place& request);

}  // namespace carom::page
