/// @file
/// Plain YAML scalars by the core schema of YAML 1.2.
#pragma once

#include <carom/io/tree/tree.hpp>

namespace carom {

/// Decides what the unquoted text of `node` means and sets its kind and value:
///
///     null ~ (nothing)      true True TRUE false False FALSE
///     [-+]? digits          0o octal    0x hexadecimal
///     [-+]? (. digits | digits [. digits?]) ([eE] [-+]? digits)?
///     [-+]? .inf .Inf .INF  .nan .NaN .NAN
///
/// Everything else stays a string: yes, on, 1_000, 12:30, 1e, 0b1.
///
/// @returns false if it is a number that no double is near: 1e999, 1e-999.
bool read_plain_scalar(TreeNode& node);

}  // namespace carom
