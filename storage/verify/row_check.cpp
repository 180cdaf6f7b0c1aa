#include "storage/verify/row_check.h"

#include <algorithm>
#include <vector>

#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/verify/base_rows.h"
#include "storage/verify/range_check.h"

namespace cellar {

namespace {

class RowCheck {
 public:
  RowCheck(BaseRows& rows, const AgreementActions& actions)
      : rows_(rows), actions_(actions), ranges_(rows.state(), actions) {}

  void run() {
    OrderedCursor cursor(rows_.state().data, &rows_.state().visited.entries);
    for (bool found = cursor.seek(rows_.prefix()); found && cursor.key().starts_with(rows_.prefix());
         found = cursor.next()) {
      rows_.ask(actions_.interrupted);
      take(cursor.key(), cursor.value());
    }
    end_row();
  }

 private:
  void take(std::string_view key, std::string_view value) {
    const std::size_t partition = rows_.partition_size(key);
    if (key[partition] == kRangeTombstoneKind) {
      ranges_.take_range(key, partition, value);
    } else if (const std::size_t size = rows_.row_size(key); size == key.size()) {
      begin_row(key, value);
      ranges_.take_row(key, partition, value);
    } else {
      take_own(key, size);
      if (is_element_key(key, size)) ranges_.take_element(value);
    }
  }

  void begin_row(std::string_view key, std::string_view value) {
    end_row();
    row_key_ = key;
    const PackedEntry row(value);
    has_own_entries_ = row.has_own_entries();
    if (!has_own_entries_) return;
    row.each_cell([&](const PackedCell& cell) {
      if (cell.has_own_entry) large_.push_back(cell.column);
      return true;
    });
  }

  void take_own(std::string_view key, std::size_t row_size) {
    const std::string_view row = key.substr(0, row_size);
    if (row != row_key_) {
      end_row();
      row_key_ = row;
      has_own_entries_ = true;  // it is told once
      if (!rows_.is_covered(row_key_)) actions_.on_damage(key, "a cell or element has no row");
      return;
    }
    if (!has_own_entries_) {
      has_own_entries_ = true;
      if (!rows_.is_covered(row_key_))
        actions_.on_damage(key, "its row does not say that it has own entries");
    }
    const auto [column, path] = column_and_path(key.substr(row_size));
    if (path.empty()) std::erase(large_, column);
  }

  /// A view may lose a large cell before its row does (storage/format/format.h).
  void end_row() {
    if (!large_.empty() && !rows_.layout().table->is_view() && !rows_.is_covered(row_key_))
      actions_.on_damage(row_key_, "a large cell is missing");
    large_.clear();
  }

  BaseRows& rows_;
  const AgreementActions& actions_;
  RangeCheck ranges_;
  std::string row_key_;
  bool has_own_entries_ = false;
  std::vector<ColumnId> large_;  // the columns whose large cells are still to come
};

}  // namespace

void check_rows(TransactionState& state, const TablePointer& table, const AgreementActions& actions) {
  const TableLayout layout(table);
  BaseRows rows(state, layout);
  RowCheck(rows, actions).run();
}

}  // namespace cellar
