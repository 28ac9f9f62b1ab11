#include <carom/study/fit/measured_impacts.hpp>

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

namespace carom {
namespace {

using Eigen::Vector3d;

Vector3d vector_of(const std::array<double, 3>& x) { return {x[0], x[1], x[2]}; }

/// The scaled velocity of an impact.
Eigen::VectorXd scaled_velocity(const std::array<double, 6>& v, bool spatial, double k) {
  if (!spatial) return Vector3d(v[0], v[1], k * v[2]);
  Eigen::VectorXd q(6);
  q << v[0], v[1], v[2], k * v[3], k * v[4], k * v[5];
  return q;
}

/// J̃ in the plane: tangent and normal, and their moments about the centre.
Eigen::MatrixXd planar_rows(const Vector3d& r, const Vector3d& n, double k) {
  const Vector3d t(n.y(), -n.x(), 0);
  Eigen::MatrixXd J(2, 3);
  J << t.x(), t.y(), (r.x() * t.y() - r.y() * t.x()) / k, n.x(), n.y(),
      (r.x() * n.y() - r.y() * n.x()) / k;
  return J;
}

/// t₁ is the x axis less its part along n, the y axis where n is near ±x; t₂ = n × t₁.
Eigen::MatrixXd spatial_rows(const Vector3d& r, const Vector3d& n, double k) {
  constexpr double parallel = 1e-6;  // of n to the x axis
  Vector3d t1 = Vector3d::UnitX() - n.x() * n;
  if (t1.norm() < parallel) t1 = Vector3d::UnitY() - n.y() * n;
  t1.normalize();
  Eigen::MatrixXd J(3, 6);
  const std::array<Vector3d, 3> directions{t1, n.cross(t1), n};
  for (int row = 0; row < 3; ++row) {
    const Vector3d& d = directions[static_cast<std::size_t>(row)];
    J.row(row) << d.transpose(), r.cross(d).transpose() / k;
  }
  return J;
}

void append_contact(MeasuredImpacts& m, const Eigen::MatrixXd& W, const Eigen::VectorXd& u,
                    const Eigen::VectorXd& p) {
  if (m.spatial) {
    m.W.emplace_back(W);
    m.u.emplace_back(u);
    m.p.emplace_back(p);
    return;
  }
  m.W_tt.push_back(W(0, 0));
  m.W_tn.push_back(W(0, 1));
  m.W_nn.push_back(W(1, 1));
  m.u_t.push_back(u[0]);
  m.u_n.push_back(u[1]);
  m.p_t.push_back(p[0]);
  m.p_n.push_back(p[1]);
}

}  // namespace

std::size_t group_count(const std::vector<std::size_t>& group) {
  return group.empty() ? 0 : *std::max_element(group.begin(), group.end()) + 1;
}

MeasuredImpacts measured_impacts(const ImpactRecords& records, double gyration) {
  MeasuredImpacts m{.spatial = records.spatial, .gyration = gyration, .group = records.group};
  const Vector3d n = vector_of(records.normal);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Vector3d r = vector_of(records.arm[i]);
    const Eigen::MatrixXd J =
        m.spatial ? spatial_rows(r, n, gyration) : planar_rows(r, n, gyration);
    const Eigen::VectorXd q0 = scaled_velocity(records.before[i], m.spatial, gyration);
    const Eigen::VectorXd q1 = scaled_velocity(records.after[i], m.spatial, gyration);
    const Eigen::MatrixXd W = J * J.transpose();
    const Eigen::VectorXd change = q1 - q0;
    const Eigen::VectorXd p = W.ldlt().solve(J * change);
    append_contact(m, W, J * q0, p);
    const Eigen::VectorXd rho = change - J.transpose() * p;
    m.unexplained.push_back(rho.norm());
    if (!m.spatial) {
      m.W_tm.push_back(J(0, 2));
      m.W_nm.push_back(J(1, 2));
      m.u_m.push_back(q0[2]);
      m.rho_m.push_back(rho[2]);
    }
    m.size_after.push_back(q1.norm());
  }
  return m;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace carom
