/// @file
/// Which rows of W and u belong to a contact.
#pragma once

#include <carom/impact/contact_vector.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace carom {

/// The rows of a contact, tangents first: (n), (t, n) or (t1, t2, n).
struct ContactRows {
  int first = 0;     ///< its first row
  int tangents = 1;  ///< 0 (a stop: no friction), 1 or 2

  int normal() const { return first + tangents; }
  int count() const { return tangents + 1; }
  bool is_stop() const { return tangents == 0; }
};

/// The rows of contact k of planar ones, which have two each; a stop uses the second.
inline ContactRows planar_rows(std::size_t k, bool stop = false) {
  const int first = static_cast<int>(2 * k);
  return stop ? ContactRows{first + 1, 0} : ContactRows{first, 1};
}

/// The components of a contact in a vector of all rows.
inline ContactVector vector_at(const Eigen::VectorXd& x, const ContactRows& rows) {
  ContactVector v{.n = x[rows.normal()], .tangents = rows.tangents};
  if (rows.tangents > 0) v.t = x[rows.first];
  if (rows.tangents > 1) v.t2 = x[rows.first + 1];
  return v;
}

/// Writes them.
inline void set_at(Eigen::VectorXd& x, const ContactRows& rows, const ContactVector& v) {
  x[rows.normal()] = v.n;
  if (rows.tangents > 0) x[rows.first] = v.t;
  if (rows.tangents > 1) x[rows.first + 1] = v.t2;
}

/// All rows that a contact takes up in W and u, the unused one of a planar stop included.
inline std::vector<Eigen::Index> rows_taken(const ContactRows& rows, bool in_space) {
  std::vector<Eigen::Index> taken;
  const int from = rows.is_stop() && !in_space ? rows.first - 1 : rows.first;
  for (int r = from; r <= rows.normal(); ++r) taken.push_back(r);
  return taken;
}

}  // namespace carom
