/// @file
/// Checks that both ways of giving the dynamics share.
#pragma once

#include <carom/impact/contacts.hpp>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace carom::detail {

/// @throws std::invalid_argument with the message.
[[noreturn]] void refuse(const std::string& message);

/// @throws std::invalid_argument naming the entry that is not finite.
void require_finite(const Eigen::MatrixXd& A, const std::string& key);
void require_finite(const Eigen::VectorXd& x, const std::string& key);

/// Writes A with its asymmetry averaged away. @throws std::invalid_argument if there is too much of it.
void symmetrise(const Eigen::MatrixXd& A, const std::string& key, Eigen::MatrixXd& symmetric);

/// @throws std::invalid_argument unless the matrix is want × want, which is so for the given reason.
void require_shape(Eigen::Index rows, Eigen::Index cols, Eigen::Index want, const std::string& key,
                   const std::string& reason);
void require_size(Eigen::Index size, Eigen::Index want, const std::string& key);

/// The contacts of each way, before touching ones are projected.
void contacts_from(const ContactSpace& space, const ImpactProblem& problem, StatementMemory& memory,
                   Contacts& c);
void contacts_from(const GeneralizedSpace& space, const ImpactProblem& problem,
                   StatementMemory& memory, Contacts& c);

/// How many tangents each contact has: as stated, else by the number of rows of W; by the rows of J.
void stated_tangents(const ContactSpace& space, std::size_t count, std::vector<int>& tangents);
void stated_tangents(const GeneralizedSpace& space, std::size_t count, std::vector<int>& tangents);

/// Planar and spatial contacts cannot meet in one problem.
/// @throws std::invalid_argument naming a contact of each kind.
void require_one_dimension(const std::vector<int>& tangents);

/// Lays out the rows of contacts with that many tangents: rows, in_space; the number of rows in all.
Eigen::Index lay_out(const std::vector<int>& tangents, Contacts& c);

}  // namespace carom::detail
