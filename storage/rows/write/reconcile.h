// The rules that decide which of two writes of the same cell, marker or deletion wins.
//
// In:      two writes of the same cell, marker or deletion.
// Out:     whether the first one wins.
// Refused: nothing.
#pragma once

#include "storage/format/row_format.h"

namespace cellar {

/// The larger timestamp wins. At a tie a value that is deleted or expires wins over one that stays, a
/// tombstone over one that expires, then the later end, then the smaller time to live (it was written later),
/// then the larger bytes. So the result depends neither on the order in which writes arrive nor on the clock.
bool supersedes(const CellVersion& incoming, const CellVersion& existing);

/// The same rules for markers.
bool supersedes(const Liveness& incoming, const Liveness& existing);

/// For deletions: the larger timestamp wins, then the later local deletion time.
inline bool supersedes(const Deletion& incoming, const Deletion& existing) {
  if (incoming.timestamp != existing.timestamp) return incoming.timestamp > existing.timestamp;
  return incoming.local_deletion_time > existing.local_deletion_time;
}

}  // namespace cellar
