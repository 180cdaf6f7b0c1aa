// The write that makes a stored row of the target agree with its source.
//
// In:      a row of the target as it is stored, after the source's row was copied into it; what the source gives it.
// Out:     the write that deletes what the source has not, and writes again what a deletion of an earlier copy hides.
// Refused: nothing.
//
// A deletion has the timestamp of what it deletes: at a tie the deletion wins, and everything newer stays. What is newer
// than the copy's beginning is a program's, which may be about to write it to the source, and stays.
#pragma once

#include <optional>
#include <span>

#include "executor/copy/copy_columns.h"

namespace cellar {

struct GivenRow {
  RowWrite write;
  std::optional<Timestamp> promoted;  // when the last of the values was written that have become its key
};

/// Returns the write without its clustering values. Only what is not newer than `until` is deleted.
RowWrite corrections(const CopyColumns& columns, const Table& target, const StoredRow& stored,
                     const GivenRow& given, Timestamp until);

struct RowRemoval {
  std::optional<Timestamp> deletion;  // nothing if all of the row is newer than `until`
  bool is_whole = true;               // false: parts of it are newer, and stay
};
/// Returns how a row goes to which the source gives nothing.
RowRemoval removal_of(const StoredRow& stored, Timestamp until);

}  // namespace cellar
