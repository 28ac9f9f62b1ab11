#include <carom/impact/several_spatial/stage_slopes.hpp>

#include <Eigen/LU>
#include <Eigen/QR>

#include <cstddef>

namespace carom::several_spatial {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A contact that slips with friction.
struct Slip {
  std::size_t contact = 0;
  VectorXd direction{};
  double speed = 0;  ///< 0 where it begins
};

std::vector<Slip> slips_of(const StageAt& stage, const VectorXd& u) {
  std::vector<Slip> slips;
  for (std::size_t i = 0; i < stage.modes.holds.size(); ++i) {
    const ConeContact& contact = stage.system.contacts[i];
    if (stage.modes.holds[i] != Hold::slip || contact.friction == 0 || contact.tangents == 0)
      continue;
    const cone::Tangent d = slip_direction(contact, u, stage.modes.directions[i]);
    slips.push_back(
        {i, d.head(contact.tangents), u.segment(contact.first, contact.tangents).norm()});
  }
  return slips;
}

MatrixXd across(const VectorXd& d) {
  return MatrixXd::Identity(d.size(), d.size()) - d * d.transpose();
}

/// dp′ and da for given changes D of p′ at given x and K of W p′.
RateSlopes solve_rates(const StageAt& stage, const VectorXd& u, const MatrixXd& D,
                       const MatrixXd& K) {
  RateSlopes slopes{D, {}};
  const std::vector<int>& R = stage.held.rows;
  if (!R.empty()) {
    const ModeEquations equations =
        mode_equations(stage.system, stage.colliding, stage.modes, stage.held, u);
    const MatrixXd W_R = stage.system.W(R, Eigen::all);
    const MatrixXd right = -(W_R * D + K(R, Eigen::all));
    slopes.p += equations.C * (W_R * equations.C + stage.held.sharing).partialPivLu().solve(right);
  }
  slopes.a = stage.system.W * slopes.p + K;
  for (const int r : R) slopes.a.row(r).setZero();
  return slopes;
}

}  // namespace

MatrixXd change_by_W(const StageColumns& columns, const VectorXd& p) {
  MatrixXd x = MatrixXd::Zero(columns.rows, columns.count());
  for (Index i = 0; i < columns.rows; ++i)
    for (Index j = 0; j < columns.rows; ++j) x(i, columns.W() + i * columns.rows + j) = p[j];
  return x;
}

RateSlopes rate_slopes(const StageAt& stage, const VectorXd& u, const MatrixXd& du,
                       const Rates& rates) {
  const std::vector<Slip> slips = slips_of(stage, u);
  const Index count = stage.columns.count();
  Index begins = 0;
  for (const Slip& slip : slips) begins += slip.speed == 0 ? slip.direction.size() : 0;
  // The last columns are the unknown changes of directions in which slip begins.
  MatrixXd D = MatrixXd::Zero(u.size(), count + begins);
  MatrixXd K = MatrixXd::Zero(u.size(), count + begins);
  K.leftCols(count) = change_by_W(stage.columns, rates.p);
  Index next = count;
  for (const Slip& slip : slips) {
    const ConeContact& contact = stage.system.contacts[slip.contact];
    const double p_n = rates.p[contact.normal()];
    const Index size = slip.direction.size();
    D.block(contact.first, stage.columns.friction(slip.contact), size, 1) -= p_n * slip.direction;
    if (slip.speed > 0) {
      D.block(contact.first, 0, size, count) -= contact.friction * p_n / slip.speed *
                                                across(slip.direction) *
                                                du.middleRows(contact.first, size);
      continue;
    }
    D.block(contact.first, next, size, size) -=
        contact.friction * p_n * MatrixXd::Identity(size, size);
    next += size;
  }
  const RateSlopes all = solve_rates(stage, u, D, K);
  if (begins == 0) return all;
  // dd = (1 − d dᵀ) da_t/|a_t| at each of them.
  MatrixXd G(begins, count + begins);
  next = 0;
  for (const Slip& slip : slips) {
    if (slip.speed > 0) continue;
    const ConeContact& contact = stage.system.contacts[slip.contact];
    const Index size = slip.direction.size();
    const double rate = rates.a.segment(contact.first, size).norm();
    G.middleRows(next, size) =
        across(slip.direction) / rate * all.a.middleRows(contact.first, size);
    next += size;
  }
  const MatrixXd dd = (MatrixXd::Identity(begins, begins) - G.rightCols(begins))
                          .partialPivLu()
                          .solve(G.leftCols(count));
  return {all.p.leftCols(count) + all.p.rightCols(begins) * dd,
          all.a.leftCols(count) + all.a.rightCols(begins) * dd};
}

bool settle_directions(StageAt& stage, const VectorXd& u, Rates& rates) {
  constexpr int most_rounds = 200;
  constexpr double settled = 1e-14;
  for (int round = 0; round < most_rounds; ++round) {
    held_rates(stage.system, stage.colliding, stage.modes, stage.held, u, rates);
    if (!rates.finite) return false;
    double turned = 0;
    for (const Slip& slip : slips_of(stage, u)) {
      if (slip.speed > 0) continue;
      const ConeContact& contact = stage.system.contacts[slip.contact];
      const VectorXd a = rates.a.segment(contact.first, contact.tangents);
      if (!(a.norm() > 0)) return false;
      const VectorXd way = (slip.direction + a / a.norm()) / 2;
      turned = std::max(turned, (a / a.norm() - slip.direction).norm());
      stage.modes.directions[slip.contact].head(contact.tangents) = way / way.norm();
    }
    if (turned <= settled) return true;
  }
  return false;
}

}  // namespace carom::several_spatial
