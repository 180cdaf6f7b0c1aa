// A row of the store as a read meets it: the cells that live, and what it has to pass.
//
// In:      a partition, the row that its next_item() has returned, the second that decides what has expired.
// Out:     the parts of the row, one at a time, to a taker: take_live(cell), take_hidden(cell), and
//          take_tombstone(kind, second of the deletion or expiry).
// Refused: what reading the store refuses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <variant>

#include "shell/teach/tombstones/tombstones.h"
#include "storage/raw_partition.h"

namespace cellar {

template <typename Taker>
class RowWalk {
 public:
  RowWalk(RawPartitions& partition, const RawRow& row, Seconds now, Taker& taker)
      : partition_(partition), row_(row), now_(now), taker_(taker) {}

  /// Returns true if the row lives: its marker, or one of its cells.
  bool walk() {
    Timestamp hidden_before = INT64_MIN;
    const auto hide = [&](const Deletion& deletion) {
      hidden_before = std::max(hidden_before, deletion.timestamp);
    };
    if (row_.deleted_around) hide(*row_.deleted_around);
    if (row_.deletion) {
      taker_.take_tombstone(TombstoneKind::row, row_.deletion->local_deletion_time);
      hide(*row_.deletion);
    }
    if (row_.marker && !row_.marker->is_live(now_))
      taker_.take_tombstone(TombstoneKind::expired, row_.marker->expires_at);
    lives_ = row_.marker && row_.marker->is_live(now_) && row_.marker->timestamp > hidden_before;
    take_parts(hidden_before);
    return lives_;
  }

 private:
  void take_parts(Timestamp hidden_in_row) {
    Timestamp hidden_before = hidden_in_row;
    const RawColumn* column = nullptr;
    while (const RawRowPart* part = partition_.next_part()) {
      if (const auto* deletion = std::get_if<RawColumnDeletion>(part)) {
        taker_.take_tombstone(TombstoneKind::collection, deletion->deletion.local_deletion_time);
        column = deletion->column;
        hidden_before = std::max(hidden_in_row, deletion->deletion.timestamp);
      } else if (const auto& cell = std::get<RawCell>(*part); !cell.is_dropped()) {
        if (cell.column != column) hidden_before = hidden_in_row;
        take_cell(cell, hidden_before);
      }
    }
  }
  void take_cell(const RawCell& cell, Timestamp hidden_before) {
    const CellVersion& version = cell.version;
    if (version.is_tombstone) return taker_.take_tombstone(TombstoneKind::cell, version.deleted_at);
    if (!version.is_live(now_))
      return taker_.take_tombstone(TombstoneKind::expired, version.liveness.expires_at);
    if (version.liveness.timestamp <= hidden_before) return taker_.take_hidden(cell);
    lives_ = true;
    taker_.take_live(cell);
  }

  RawPartitions& partition_;
  const RawRow& row_;
  Seconds now_;
  Taker& taker_;
  bool lives_ = false;
};

}  // namespace cellar
