#include "executor/write/deleted_writes.h"

#include <algorithm>
#include <map>
#include <set>

namespace cellar {

namespace {

/// What is deleted of one row, or of the static row.
struct Deleted {
  bool is_whole = false;
  std::set<ColumnId> columns;

  bool any() const { return is_whole || !columns.empty(); }
};
/// By clustering values. The static row has none, and no row of a table with static columns lacks them.
using DeletedRows = std::map<std::vector<std::string>, Deleted>;

DeletedRows deleted_rows(const std::vector<Mutation>& mutations, Timestamp timestamp) {
  DeletedRows deleted;
  for (const Mutation& mutation : mutations) {
    const auto* write = std::get_if<RowWrite>(&mutation.write);
    if (write == nullptr) continue;
    Deleted of_write{write->deletion.has_value(), {}};
    for (const ColumnDeletion& deletion : write->column_deletions) {
      if (deletion.timestamp == timestamp) of_write.columns.insert(deletion.column);
    }
    if (!of_write.any()) continue;
    Deleted& row = deleted[write->clustering];
    row.is_whole = row.is_whole || of_write.is_whole;
    row.columns.merge(of_write.columns);
  }
  return deleted;
}

void remove_from(RowWrite& write, const Deleted& deleted) {
  if (deleted.is_whole) {
    write.marker.reset();
    write.cells.clear();
    write.elements.clear();
    write.column_deletions.clear();
  }
  const auto is_deleted = [&](const auto& written) { return deleted.columns.contains(written.column); };
  std::erase_if(write.cells, is_deleted);
  std::erase_if(write.elements, is_deleted);
}

bool changes_nothing(const Mutation& mutation) {
  const auto* write = std::get_if<RowWrite>(&mutation.write);
  return write != nullptr && !write->marker && !write->deletion && write->column_deletions.empty() &&
         write->cells.empty() && write->elements.empty();
}

}  // namespace

void remove_deleted_writes(std::vector<Mutation>& mutations, Timestamp timestamp) {
  const DeletedRows deleted = deleted_rows(mutations, timestamp);
  if (deleted.empty()) return;
  for (Mutation& mutation : mutations) {
    auto* write = std::get_if<RowWrite>(&mutation.write);
    if (write == nullptr) continue;
    const auto row = deleted.find(write->clustering);
    if (row != deleted.end()) remove_from(*write, row->second);
  }
  std::erase_if(mutations, changes_nothing);
}

}  // namespace cellar
