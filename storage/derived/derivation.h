// Computes the changes of indexes and views that follow from a write of a row.
//
// In:      the row as it was stored, the changes of its elements, the row as it is stored then.
// Out:     changes in the batch of the transaction.
// Refused: a row that existed before what is being built, and is too long for it; damaged entries (`file_damaged`).
//
// The content of indexes and views is a function of the merged row: what the old row gave and the new one does
// not give is erased, what is new is put. So nothing is merged there, and there are no tombstones.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/derived/element_change.h"
#include "storage/derived/index_derivation.h"
#include "storage/derived/view_derivation.h"
#include "storage/rows/row_observer.h"

namespace cellar {

class Derivation final : public RowObserver {
 public:
  /// The table must have indexes or views.
  Derivation(DerivingMaps& maps, const TableLayout& layout, std::size_t partition_size)
      : maps_(maps), layout_(layout), partition_size_(partition_size) {}

  void begin(std::string_view row_key, const PackedRow* stored) override;
  void change_element(std::string_view own_key, std::optional<std::string_view> before,
                      std::optional<std::string_view> after) override;
  /// Refuses a row that existed before what is being built, and is too long for it. To be called before finish().
  void check_fits(const PackedRow& row) const;
  void finish(const PackedRow& row) override;

 private:
  DerivingMaps& maps_;
  const TableLayout& layout_;
  std::size_t partition_size_;
  std::string row_key_;
  std::vector<std::optional<IndexEntry>> entries_;  // before the write, by index
  std::vector<std::optional<ViewRow>> view_rows_;   // likewise, by view
  std::vector<ElementChange> elements_;
};

}  // namespace cellar
