#include <carom/impact/one/stick_line.hpp>

#include <carom/core/planar/routh_path.hpp>
#include <carom/core/scaling.hpp>
#include <carom/impact/contacts.hpp>

#include <cmath>

namespace carom {
namespace {

/// The stick line of contact k by its rows; takes u into the range of W where these are parallel.
StickLine line_of(const Eigen::Ref<const Eigen::MatrixXd>& J, std::size_t k, Contacts& c) {
  const Eigen::Index t = c.rows[k].first;
  const Eigen::Index n = c.rows[k].normal();
  if (c.rows[k].tangents == 2) return {};
  const Vec2<double> u = pair_at(c.u, c.rows[k]);
  if (c.rows[k].is_stop()) return stick_line({0, 0, c.W(n, n)}, u);
  const Sym2<double> W{c.W(t, t), c.W(t, n), c.W(n, n)};
  if (!(W.tt > 0) || !(W.nn > 0)) return stick_line({W.tt, 0, W.nn}, u);
  if (!is_narrow(scaled(W, natural_scale(W, u)))) return stick_line(W, u);
  const double kappa = c.W(t, n) / c.W(t, t);
  const Eigen::VectorXd row = (J.row(n) - kappa * J.row(t)).transpose();
  const Eigen::VectorXd response = c.response->col(n) - kappa * c.response->col(t);
  const double surface = c.surface_velocity[n] - kappa * c.surface_velocity[t];
  StickLine line{row.dot(response), row.dot(*c.velocity) - surface, false};
  const double terms =
      std::abs(c.surface_velocity[n]) + std::abs(kappa * c.surface_velocity[t]) +
      (J.row(n).cwiseAbs() + std::abs(kappa) * J.row(t).cwiseAbs()).dot(c.velocity->cwiseAbs());
  if (std::abs(line.u_s) <= rounding_of_sums * terms) line.u_s = 0;
  if (c.u[t] == 0) line.u_s = c.u[n];
  if (c.u[n] == 0) line.u_s = -kappa * c.u[t];
  line.singular = !(line.k_s > parallel_share<double> * c.W(n, n));
  if (!line.singular) return line;
  line.k_s = 0;
  const bool rests = c.surface_velocity[t] == 0 && c.surface_velocity[n] == 0;
  if (rests || std::abs(line.u_s) <= rounding_of_sums * terms) {
    line.u_s = 0;
    c.u[t] = c.W(t, n) / c.W(n, n) * c.u[n];
  }
  return line;
}

/// The stick line of contact k after u has changed.
void move_line(const Eigen::VectorXd& change, std::size_t k, Contacts& c) {
  const ContactRows& rows = c.rows[k];
  const Eigen::Index t = rows.first;
  const Eigen::Index n = rows.normal();
  if (rows.tangents == 2) return;
  StickLine& line = c.stick_lines[k];
  const double kappa = !rows.is_stop() && c.W(t, t) > 0 ? c.W(t, n) / c.W(t, t) : 0;
  const Vec2<double> u = pair_at(c.u, rows);
  line.u_s += change[n] - kappa * pair_at(change, rows).t;
  if (u.t == 0) line.u_s = u.n;
  if (u.n == 0) line.u_s = line.singular ? 0 : -kappa * u.t;
}

}  // namespace

StickLine stick_line(const Sym2<double>& W, const Vec2<double>& u) {
  const ContactScale scale = natural_scale(W, u);
  const PlanarContact<double> c = planar_contact(scaled(W, scale), scaled_velocity(u, scale));
  return {times_power_of_two(c.k_s, -2 * scale.n), times_power_of_two(c.u_s, -scale.n - scale.c),
          c.singular};
}

void add_stick_lines(Contacts& c) {
  c.stick_lines.clear();
  for (const ContactRows& rows : c.rows) {
    if (rows.tangents == 2) {
      c.stick_lines.emplace_back();
      continue;
    }
    const int t = rows.first;
    const int n = rows.normal();
    const Sym2<double> W = rows.is_stop() ? Sym2<double>{0, 0, c.W(n, n)}
                                          : Sym2<double>{c.W(t, t), c.W(t, n), c.W(n, n)};
    c.stick_lines.push_back(stick_line(W, pair_at(c.u, rows)));
  }
}

void add_stick_lines(const Eigen::Ref<const Eigen::MatrixXd>& J, Contacts& c) {
  require_finite_velocity(c);
  c.stick_lines.clear();
  for (std::size_t k = 0; k < c.count(); ++k) c.stick_lines.push_back(line_of(J, k, c));
}

void move_stick_lines(const Eigen::VectorXd& change, Contacts& c) {
  for (std::size_t k = 0; k < c.stick_lines.size(); ++k) move_line(change, k, c);
}

}  // namespace carom
