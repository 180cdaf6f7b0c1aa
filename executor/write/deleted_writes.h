// Applies the deletions of a conditional batch to the batch's own writes.
//
// In:      the mutations of one partition, all with one timestamp.
// Out:     the mutations without what they delete themselves: at a tie of timestamps a deletion wins, so the DELETE of
//          a row or of a collection hides what any statement of the batch writes there, before or behind it. The
//          deletions of ranges and of partitions hide nothing, and neither does the assignment of a whole collection,
//          whose deletion is a microsecond older than its elements.
// Refused: nothing.
#pragma once

#include <vector>

#include "storage/store.h"

namespace cellar {

void remove_deleted_writes(std::vector<Mutation>& mutations, Timestamp timestamp);

}  // namespace cellar
