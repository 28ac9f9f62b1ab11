/// @file
/// How the outcome of a collision depends on how its contacts share their loads, as a gnuplot script.
#pragma once

#include <carom/report/load_sharing.hpp>
#include <carom/report/plot/plot.hpp>

#include <string>
#include <vector>

namespace carom {

/// The outcome worth drawing: how a free body spins about the vertical where that changes noticeably, else the coordinate
/// (or, without coordinates, the row of u⁺) that changes most.
Eigen::Index telling_outcome(const LoadSharing& sharing);

/// On the left that outcome over the share of the load on the first group, with the rule's point and the spared contacts;
/// on the right the normal impulses of all contacts. All data are inside.
/// @throws std::invalid_argument if there is only one way of sharing.
std::string gnuplot_script(const LoadSharing& sharing, const Contacts& problem,
                           const std::vector<Contact>& contacts, const std::string& title,
                           PictureFormat format);

}  // namespace carom
