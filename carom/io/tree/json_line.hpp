/// @file
/// One line of JSON, written from left to right.
#pragma once

#include <carom/core/scalar.hpp>
#include <carom/io/tree/json_text.hpp>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

/// Writes one JSON object after the other into a string; commas and spaces are its business.
class JsonLine {
 public:
  void begin(char bracket) {
    out += bracket;
    first_ = true;
  }
  void end(char bracket) {
    out += bracket;
    first_ = false;
  }
  /// Goes to the next item of a list.
  void next() {
    if (!first_) out += ", ";
    first_ = false;
  }
  void key(std::string_view name) {
    next();
    out += '"';
    out += name;
    out += "\": ";
  }
  void field(std::string_view name, double x) {
    key(name);
    append_json(out, x);
  }
  void field(std::string_view name, const std::optional<double>& x) {
    if (x) return field(name, *x);
    key(name);
    out += "null";
  }
  /// Only where there is a value.
  void given(std::string_view name, const std::optional<double>& x) {
    if (x) field(name, *x);
  }
  void flag(std::string_view name, bool is_true) {
    key(name);
    out += is_true ? "true" : "false";
  }
  void count(std::string_view name, std::int64_t n) {
    key(name);
    out += std::to_string(n);
  }
  void field(std::string_view name, std::string_view text) {
    key(name);
    append_json(out, text);
  }
  void field(std::string_view name, const Vec2<double>& x) {
    key(name);
    begin('{');
    field("t", x.t);
    field("n", x.n);
    end('}');
  }
  void field(std::string_view name, const Eigen::VectorXd& x) {
    key(name);
    numbers(x);
  }
  /// Row by row.
  void matrix(std::string_view name, const Eigen::MatrixXd& M) {
    key(name);
    list(M.rowwise(), [this](const auto& row) { numbers(row); });
  }
  /// A list, each item as `write` writes it.
  template <class Items, class Write>
  void list(const Items& items, Write write) {
    begin('[');
    for (const auto& item : items) {
      next();
      write(item);
    }
    end(']');
  }
  template <class Items>
  void numbers(const Items& items) {
    list(items, [this](double x) { append_json(out, x); });
  }
  template <class Items>
  void words(const Items& items) {
    list(items, [this](std::string_view text) { append_json(out, text); });
  }

  std::string out{};

 private:
  bool first_ = true;  ///< nothing stands yet in the innermost bracket
};

}  // namespace carom
