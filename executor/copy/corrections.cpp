#include "executor/copy/corrections.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_set>

#include "executor/copy/stored_elements.h"

namespace cellar {

namespace {

using Cells = std::span<const CellWrite>;
/// The elements of a column by their paths; a simple cell has an empty one.
using Parts = std::map<std::string_view, const StoredCell*>;

Parts parts_of(const StoredRow& row, std::size_t column) {
  Parts parts;
  if (const std::optional<StoredCell>& cell = row.cells[column]) parts[""] = &*cell;
  for (const StoredElement& element : row.elements[column]) parts[element.path] = &element.cell;
  return parts;
}

/// Returns true if a program has written the list to the target with positions of its own: the same list, or one that
/// has replaced the source's.
bool is_own_list(const Column& column, Cells cells, const std::vector<StoredElement>& stored,
                 const Parts& parts) {
  if (column.type.kind != TypeKind::list || stored.empty()) return false;
  if (is_same_list(cells, stored)) return true;
  const auto found =
      std::ranges::count_if(cells, [&](const CellWrite& cell) { return parts.contains(cell.path); });
  const auto count = static_cast<std::size_t>(found);
  return count < cells.size() && count < parts.size();
}

class Correction {
 public:
  Correction(const Table& target, const StoredRow& stored, const GivenRow& given, Timestamp until)
      : target_(target), stored_(stored), given_(given), until_(until) {
    write_.is_static = given.write.is_static;
  }

  void correct(std::size_t index, bool is_copied) {
    const Column& column = target_.columns[index];
    const Cells cells = cells_of(given_.write, column.id);
    const Parts parts = parts_of(stored_, index);
    // Elements that are copied as a whole have replaced what was there before.
    const bool is_whole = std::ranges::find(given_.write.elements, column.id, &ElementsWrite::column) !=
                          given_.write.elements.end();
    const bool stays = !is_copied || is_whole || is_own_list(column, cells, stored_.elements[index], parts);
    std::unordered_set<std::string_view> paths;
    for (const CellWrite& cell : cells) paths.insert(cell.path);
    for (const auto& [path, cell] : parts) {
      const Timestamp written = cell->liveness.timestamp;
      if (stays || paths.contains(path) || written > until_) {
        oldest_ = std::min(oldest_, written);
      } else {
        write_.cells.push_back({column.id, std::string(path), std::nullopt, {written, 0, 0}});
      }
    }
    if (stays) return;
    for (const CellWrite& cell : cells) {
      const auto part = parts.find(cell.path);
      restore(cell, part == parts.end() ? nullptr : part->second);
    }
  }

  /// Only a row deletion deletes a marker: it is left if that would hide more.
  RowWrite take() {
    if (stored_.marker != nullptr && !given_.write.marker && !write_.is_static) {
      const Timestamp written = stored_.marker->timestamp;
      if (written <= until_ && written < oldest_) write_.deletion = written;
    }
    return std::move(write_);
  }

 private:
  /// A value that became a key anew may find a deletion, or an end, that was written when it was no key any more. They
  /// are as old as the other values of the row, and older than itself.
  void restore(const CellWrite& cell, const StoredCell* stored) {
    if (!given_.promoted) return;
    if (stored != nullptr && (stored->value != cell.value || end_alike(stored->liveness, cell.liveness)))
      return;
    const Timestamp written = stored != nullptr ? stored->liveness.timestamp : cell.liveness.timestamp;
    if (*given_.promoted <= written) return;
    write_.cells.push_back(cell);
    write_.cells.back().liveness.timestamp = *given_.promoted;
  }

  const Table& target_;
  const StoredRow& stored_;
  const GivenRow& given_;
  Timestamp until_;
  RowWrite write_;
  Timestamp oldest_ = std::numeric_limits<Timestamp>::max();  // of what stays
};

}  // namespace

RowWrite corrections(const CopyColumns& columns, const Table& target, const StoredRow& stored,
                     const GivenRow& given, Timestamp until) {
  Correction correction(target, stored, given, until);
  for (std::size_t index = target.key_size(); index < target.columns.size(); ++index) {
    if ((target.columns[index].kind == ColumnKind::static_) != given.write.is_static) continue;
    const bool is_copied =
        std::ranges::find(columns.values, index, &ColumnPair::target) != columns.values.end();
    correction.correct(index, is_copied);
  }
  return correction.take();
}

RowRemoval removal_of(const StoredRow& stored, Timestamp until) {
  RowRemoval removal;
  const auto add = [&](const Liveness& liveness) {
    if (liveness.timestamp > until) {
      removal.is_whole = false;
    } else {
      removal.deletion = std::max(removal.deletion.value_or(liveness.timestamp), liveness.timestamp);
    }
  };
  if (stored.marker != nullptr) add(*stored.marker);
  for (const std::optional<StoredCell>& cell : stored.cells) {
    if (cell) add(cell->liveness);
  }
  for (const std::vector<StoredElement>& elements : stored.elements) {
    for (const StoredElement& element : elements) add(element.cell.liveness);
  }
  return removal;
}

}  // namespace cellar
