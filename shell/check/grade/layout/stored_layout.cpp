#include "shell/check/grade/layout/layout.h"
#include "shell/teach/cells/cells_words.h"
#include "storage/raw_partition.h"
#include "types/names.h"

namespace cellar {

namespace {

class StoredLayout {
 public:
  StoredLayout(const Table& table, Seconds now) : words_(table, now, false), now_(now) {}

  void add(RawPartitions& raw) {
    LaidPartition partition;
    partition.is_deleted = raw.deletion().has_value();
    while (const RawItem* item = raw.next_item()) {
      if (const auto* row = std::get_if<RawRow>(item)) add_row(*row, raw, partition);
      if (const auto* start = std::get_if<RawRangeStart>(item))
        partition.ranges.insert(words_.range(start->range));
    }
    layout_.partitions.emplace(words_.key(raw.key()), std::move(partition));
  }
  CellLayout take() { return std::move(layout_); }

 private:
  void add_row(const RawRow& raw, RawPartitions& partition, LaidPartition& laid) {
    LaidRow row;
    row.is_deleted = raw.deletion.has_value();
    emptied_.reset();
    if (raw.marker && !hides(raw, raw.marker->timestamp) && raw.marker->is_live(now_))
      row.marker = LaidCell{"", false, raw.marker->time_to_live};
    std::map<std::string, std::size_t> elements;  // of a list so far
    while (const RawRowPart* part = partition.next_part()) add_part(raw, *part, row, elements);
    if (!row.lives() && !row.is_deleted && row.cells.empty() && row.emptied.empty()) return;
    if (raw.is_static) {
      laid.static_row = std::move(row);
      return;
    }
    const std::string name = words_.clustering(raw.clustering);
    laid.order.push_back(name);
    laid.rows.emplace(name, std::move(row));
  }

  void add_part(const RawRow& raw, const RawRowPart& part, LaidRow& row,
                std::map<std::string, std::size_t>& elements) {
    if (const auto* deletion = std::get_if<RawColumnDeletion>(&part)) {
      emptied_ = *deletion;
      if (!hides(raw, deletion->deletion.timestamp) && !deletion->column->is_dropped)
        row.emptied.insert(quote_name(deletion->column->name));
      return;
    }
    const RawCell& cell = std::get<RawCell>(part);
    const Timestamp written = cell.version.liveness.timestamp;
    if (cell.is_dropped() || hides(raw, written)) return;
    if (emptied_ && emptied_->column == cell.column && emptied_->deletion.deletes(written)) return;
    const bool is_live = cell.version.is_live(now_);
    std::string name = words_.name(cell);
    if (cell.path && cell.column->type->kind == TypeKind::list) {
      // Positions of a list hold the time, and students count.
      if (!is_live) return;
      const std::string column = quote_name(cell.column->name);
      name = column + "[" + std::to_string(elements[column]++) + "]";
    }
    row.cells[std::move(name)] = is_live
                                     ? LaidCell{words_.value(cell), false, cell.version.liveness.time_to_live}
                                     : LaidCell{"", true, 0};
  }

  static bool hides(const RawRow& row, Timestamp written) {
    return (row.deletion && row.deletion->deletes(written)) ||
           (row.deleted_around && row.deleted_around->deletes(written));
  }

  CellsWords words_;
  Seconds now_;
  std::optional<RawColumnDeletion> emptied_;  // of the row that is read
  CellLayout layout_;
};

}  // namespace

bool LaidRow::lives() const {
  if (marker) return true;
  for (const auto& [name, cell] : cells)
    if (!cell.is_deleted) return true;
  return false;
}

bool LaidPartition::lives() const {
  if (static_row.lives()) return true;
  for (const auto& [name, row] : rows)
    if (row.lives()) return true;
  return false;
}

CellLayout stored_layout(Transaction& transaction, const TablePointer& table, Seconds now) {
  StoredLayout layout(*table, now);
  RawPartitions partitions(transaction, table, {});
  while (partitions.next()) layout.add(partitions);
  return layout.take();
}

}  // namespace cellar
