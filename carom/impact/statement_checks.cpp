#include <carom/impact/statement_checks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace carom::detail {
namespace {

/// Asymmetry of W or M up to this share of the largest entry is averaged away (FORMAT).
constexpr double symmetry_tolerance = 1e-12;

}  // namespace

void refuse(const char* key, const std::string& mistake) { throw Objection({key}, mistake); }

std::optional<std::size_t> not_finite(const Eigen::VectorXd& x) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i])) return static_cast<std::size_t>(i);
  return std::nullopt;
}

void require_finite(const Eigen::MatrixXd& A, const char* key) {
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < A.cols(); ++j)
      if (!std::isfinite(A(i, j)))
        throw Objection({key, static_cast<std::size_t>(i), static_cast<std::size_t>(j)},
                        "not a finite number");
}

void require_finite(const Eigen::VectorXd& x, const char* key) {
  if (const auto i = not_finite(x)) throw Objection({key, *i}, "not a finite number");
}

std::optional<std::string> wrong_size(Eigen::Index size, Eigen::Index want) {
  if (size == want) return std::nullopt;
  return fmt::format("has {} entr{}; want {}", size, size == 1 ? "y" : "ies", want);
}

void symmetrise(const Eigen::MatrixXd& A, const char* key, Eigen::MatrixXd& symmetric) {
  require_finite(A, key);
  if (A == A.transpose()) {
    symmetric = A;
    return;
  }
  const double largest = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      if (std::abs(A(i, j) / 2 - A(j, i) / 2) > symmetry_tolerance / 2 * largest)
        refuse(key, fmt::format("not symmetric, {}[{}][{}] = {} but {}[{}][{}] = {}", key, j, i,
                                A(j, i), key, i, j, A(i, j)));
  symmetric.resize(A.rows(), A.cols());
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    for (Eigen::Index i = 0; i < A.rows(); ++i) symmetric(i, j) = A(i, j) / 2 + A(j, i) / 2;
}

void require_shape(Eigen::Index rows, Eigen::Index cols, Eigen::Index want, const char* key,
                   const std::string& reason) {
  if (rows != want || cols != want)
    refuse(key, fmt::format("is {}x{}; want {}x{} {}", rows, cols, want, want, reason));
}

void require_size(Eigen::Index size, Eigen::Index want, const char* key) {
  if (const auto mistake = wrong_size(size, want)) refuse(key, *mistake);
}

void require_one_dimension(const std::vector<int>& tangents) {
  const auto planar = std::find(tangents.begin(), tangents.end(), 1);
  const auto spatial = std::find(tangents.begin(), tangents.end(), 2);
  if (planar == tangents.end() || spatial == tangents.end()) return;
  refuse("contacts",
         fmt::format("{} has one tangent and {} has two; want planar or spatial contacts, not both",
                     contact_path(static_cast<std::size_t>(planar - tangents.begin())),
                     contact_path(static_cast<std::size_t>(spatial - tangents.begin()))));
}

Eigen::Index lay_out(const std::vector<int>& tangents, Contacts& c) {
  require_one_dimension(tangents);
  c.in_space = std::find(tangents.begin(), tangents.end(), 2) != tangents.end();
  c.rows.clear();
  for (const int count : tangents) append_contact(count, c.rows);
  return c.rows.empty() ? 0 : c.rows.back().normal() + 1;
}

}  // namespace carom::detail
