/// @file
/// Which rows of W and u belong to a contact.
#pragma once

#include <carom/impact/contact_vector.hpp>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace carom {

/// The rows of a contact, tangents first: (n), (t, n) or (t1, t2, n); with the turning of its bodies m behind them.
struct ContactRows {
  int first = 0;     ///< its first row
  int tangents = 1;  ///< 0 (a stop: no friction), 1 or 2
  int turnings = 0;  ///< 1 in normalised units where a law may ask for the turning, one contact

  int normal() const { return first + tangents; }
  int turning() const { return normal() + 1; }
  int count() const { return tangents + 1 + turnings; }
  bool is_stop() const { return tangents == 0; }
};

/// The components of a contact in a vector of all rows.
inline ContactVector vector_at(const Eigen::VectorXd& x, const ContactRows& rows) {
  ContactVector v{.n = x[rows.normal()], .tangents = rows.tangents};
  if (rows.tangents > 0) v.t = x[rows.first];
  if (rows.tangents > 1) v.t2 = x[rows.first + 1];
  return v;
}

/// (t, n) of a contact of the plane; t = 0 where it has none.
inline Vec2<double> pair_at(const Eigen::VectorXd& x, const ContactRows& rows) {
  return {rows.is_stop() ? 0 : x[rows.first], x[rows.normal()]};
}

/// Writes the components of a contact.
inline void set_at(Eigen::VectorXd& x, const ContactRows& rows, const ContactVector& v) {
  x[rows.normal()] = v.n;
  if (rows.tangents > 0) x[rows.first] = v.t;
  if (rows.tangents > 1) x[rows.first + 1] = v.t2;
}

/// Adds a contact with that many tangents behind the others.
inline void append_contact(int tangents, std::vector<ContactRows>& all) {
  all.push_back({all.empty() ? 0 : all.back().first + all.back().count(), tangents});
}

/// Adds the rows of a contact to a list of them.
inline void append_rows(const ContactRows& rows, std::vector<Eigen::Index>& list) {
  for (int r = rows.first; r < rows.first + rows.count(); ++r) list.push_back(r);
}

}  // namespace carom
