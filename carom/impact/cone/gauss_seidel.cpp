#include <carom/impact/cone/gauss_seidel.hpp>

namespace carom::cone {
namespace {

/// Gives one contact the impulse that its own conditions ask for; the others keep theirs.
void renew(const ConeContact& contact, const Condition& condition, const Eigen::MatrixXd& W,
           const Block& block, Eigen::VectorXd& p, Eigen::VectorXd& w) {
  const int n = contact.normal();
  Tangent before = Tangent::Zero();
  Tangent q_t = Tangent::Zero();
  for (int j = 0; j < contact.tangents; ++j) {
    before[j] = p[contact.first + j];
    q_t[j] = w[contact.first + j];
  }
  const double n_before = p[n];
  q_t -= block.A * before + block.b * n_before;
  const double q_n = w[n] - block.b.dot(before) - block.W_nn * n_before;
  if (contact.tangents < 2) q_t[1] = 0;
  if (contact.tangents < 1) q_t[0] = 0;
  const BlockImpulse after = solve_block(block, condition, q_t, q_n);
  for (int j = 0; j < contact.tangents; ++j) {
    p[contact.first + j] = after.t[j];
    if (after.t[j] != before[j]) w += W.col(contact.first + j) * (after.t[j] - before[j]);
  }
  p[n] = after.n;
  if (after.n != n_before) w += W.col(n) * (after.n - n_before);
}

}  // namespace

void sweep(const Problem& problem, const Eigen::MatrixXd& W, const std::vector<Block>& blocks,
           int sweeps, Eigen::VectorXd& p, Eigen::VectorXd& w) {
  w.noalias() = W * p;
  w += problem.q;
  for (int k = 0; k < sweeps; ++k)
    for (std::size_t i = 0; i < problem.contacts.size(); ++i)
      if (problem.conditions[i].normal != NormalRule::absent)
        renew(problem.contacts[i], problem.conditions[i], W, blocks[i], p, w);
}

}  // namespace carom::cone
