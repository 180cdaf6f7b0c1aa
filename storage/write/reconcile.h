// The rules by which two writes of one thing become one.
#pragma once

#include "storage/format/row_format.h"

namespace cellar {

/// The larger timestamp wins. At a tie what is deleted or will expire wins over what stays, a tombstone over
/// what expires, then the later end, then the smaller time to live (it was written later), then the larger
/// bytes. So the order in which writes arrive makes no difference, nor does the clock.
bool supersedes(const CellVersion& incoming, const CellVersion& existing);

/// The same for markers.
bool supersedes(const Liveness& incoming, const Liveness& existing);

/// For deletions: the larger timestamp wins, then the later second.
inline bool supersedes(const Deletion& incoming, const Deletion& existing) {
  if (incoming.timestamp != existing.timestamp) return incoming.timestamp > existing.timestamp;
  return incoming.local_deletion_time > existing.local_deletion_time;
}

}  // namespace cellar
