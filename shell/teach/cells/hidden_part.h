// Which parts of a row a deletion hides.
//
// In:      a row of storage/raw_partition.h, then its parts in their order.
// Out:     for each, the deletion that hides it.
// Refused: nothing.
#pragma once

#include <optional>

#include "storage/raw_partition.h"

namespace cellar {

/// `around`: the deletion of the partition or of a range. `elements`: that of all elements of a collection.
enum class HiddenBy : std::uint8_t { nothing, dropped_column, row, around, elements };

class HiddenParts {
 public:
  /// `row` outlives it.
  explicit HiddenParts(const RawRow& row) : row_(&row) {}

  void note(const RawColumnDeletion& deletion) { elements_ = deletion; }
  HiddenBy of(const RawCell& cell) const;
  HiddenBy of_marker() const { return of_row(row_->marker->timestamp); }

 private:
  HiddenBy of_row(Timestamp written) const;

  const RawRow* row_;
  std::optional<RawColumnDeletion> elements_;  // the last one that was noted
};

}  // namespace cellar
