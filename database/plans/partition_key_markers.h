// The markers that give a prepared statement its partition key, so that a driver can compute the token.
//
// In:      a plan, and the indexes of its slots that are markers.
// Out:     for each column of the partition key, in the order of the key, the position of its marker among the
//          markers; empty unless each column is compared with one marker and nothing else. A BATCH whose
//          statements write one table has the markers of its last statement; one with several tables has none.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "planner/plan.h"

namespace cellar {

std::vector<std::size_t> partition_key_markers(const Plan& plan, std::span<const std::size_t> markers);

}  // namespace cellar
