/// @file
/// Several contacts of which none approaches: whether slip drives one of them into an impact.
#pragma once

#include <carom/impact/several/answer.hpp>

namespace carom {

/// The first touching contact that slips and whose normal impulse would push it into itself, aₙ < 0
/// with pₙ' = 1: Painlevé's jam (T2.13) among several contacts. no_contact if there is none.
Eigen::Index tangential_driver(const ContactSystem& contacts, SystemWorkspace& work);

}  // namespace carom
