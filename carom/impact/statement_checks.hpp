/// @file
/// Checks that both ways of giving the dynamics share.
#pragma once

#include <carom/impact/contacts.hpp>
#include <carom/impact/objection.hpp>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace carom::detail {

/// @throws Objection to the value of a key of the problem, such as W or mass.
[[noreturn]] void refuse(const char* key, const std::string& mistake);

/// @throws Objection to the entry of a vector or matrix that is not finite.
void require_finite(const Eigen::MatrixXd& A, const char* key);
void require_finite(const Eigen::VectorXd& x, const char* key);

/// "has 3 entries; want 4"; absent if the size is right.
std::optional<std::string> wrong_size(Eigen::Index size, Eigen::Index want);

/// The first entry that is not finite; absent if all are.
std::optional<std::size_t> not_finite(const Eigen::VectorXd& x);

/// Writes A with its asymmetry averaged away. @throws Objection if there is too much of it.
void symmetrise(const Eigen::MatrixXd& A, const char* key, Eigen::MatrixXd& symmetric);

/// @throws Objection unless the matrix is want × want, which is so for the given reason.
void require_shape(Eigen::Index rows, Eigen::Index cols, Eigen::Index want, const char* key,
                   const std::string& reason);
void require_size(Eigen::Index size, Eigen::Index want, const char* key);

/// The contacts of each way, before touching ones are projected.
void contacts_from(const ContactSpace& space, const ImpactProblem& problem, StatementMemory& memory,
                   Contacts& c);
void contacts_from(const GeneralizedSpace& space, const ImpactProblem& problem,
                   StatementMemory& memory, Contacts& c);

/// How many tangents each contact has: as stated, else by the number of rows of W; by the rows of J.
void stated_tangents(const ContactSpace& space, std::size_t count, std::vector<int>& tangents);
void stated_tangents(const GeneralizedSpace& space, std::size_t count, std::vector<int>& tangents);

/// Planar and spatial contacts cannot meet in one problem.
/// @throws Objection naming a contact of each kind.
void require_one_dimension(const std::vector<int>& tangents);

/// Lays out the rows of contacts with that many tangents: rows, in_space; the number of rows in all.
Eigen::Index lay_out(const std::vector<int>& tangents, Contacts& c);

}  // namespace carom::detail
