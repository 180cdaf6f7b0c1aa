#include "shell/check/readiness/table_facts.h"

#include <algorithm>
#include <functional>

#include "shell/check/statement_values.h"
#include "shell/teach/cells/cells_words.h"
#include "shell/teach/ring/ring.h"
#include "shell/teach/tombstones/row_walk.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestKey = 200;
/// A longer value is known by this part of it and a hash.
constexpr std::size_t kWholeValue = 64;

std::string known_by(std::string_view value) {
  if (value.size() <= kWholeValue) return std::string(value);
  return std::string(value.substr(0, kWholeValue)) + std::to_string(std::hash<std::string_view>()(value));
}

/// The indexes of a column.
struct ColumnPlaces {
  std::size_t column = 0;            // in Table::columns
  std::vector<std::size_t> indexes;  // in Table::indexes
};

class TableMeasure {
 public:
  TableMeasure(RawPartitions& partitions, const TableWish& wish, TableFacts& facts)
      : partitions_(partitions),
        wish_(wish),
        facts_(facts),
        words_(wish.table, 0, false),
        ring_(Ring::of_equal_parts(wish.nodes)),
        now_(wish.now / 1'000'000) {
    facts_.nodes.resize(wish.nodes);
    facts_.columns.resize(wish.table.columns.size());
    facts_.indexes.resize(wish.table.indexes.size());
    places_.resize(wish.table.columns.size());
    for (std::size_t column = 0; column < places_.size(); ++column) find_place(column);
  }

  void measure() {
    while (partitions_.next()) measure_partition();
  }

 private:
  friend class RowWalk<TableMeasure>;

  void find_place(std::size_t column) {
    const ColumnId id = wish_.table.columns[column].id;
    places_[column].column = column;
    for (std::size_t index = 0; index < wish_.table.indexes.size(); ++index) {
      if (wish_.table.indexes[index].column == id) places_[column].indexes.push_back(index);
    }
    if (column_of_id_.size() <= id) column_of_id_.resize(id + 1);
    column_of_id_[id] = column;
  }

  void measure_partition() {
    now_in_ = {};
    if (const auto& deletion = partitions_.deletion()) take_deletion(*deletion);
    while (const RawItem* item = partitions_.next_item()) {
      if (const auto* range = std::get_if<RawRangeStart>(item)) take_deletion(range->range.deletion);
      if (const auto* row = std::get_if<RawRow>(item)) measure_row(*row);
    }
    end_partition();
  }
  void take_deletion(const Deletion& deletion) {
    ++now_in_.tombstones;
    note_time(deletion.timestamp);
  }

  void measure_row(const RawRow& row) {
    if (row.deletion) note_time(row.deletion->timestamp);
    column_ = nullptr;
    const std::uint64_t cells_before = now_in_.cells;
    const bool lives = RowWalk(partitions_, row, now_, *this).walk();
    end_column();
    if (!lives) return;
    lives_ = true;
    if (row.is_static) return;
    ++now_in_.rows;
    // A row of its key alone has no cell that would tell.
    if (row.marker && now_in_.cells == cells_before) note_time(row.marker->timestamp);
    for (std::size_t number = 0; number < row.clustering.size(); ++number) {
      now_in_.bytes += row.clustering[number].size();
      take_key_value(wish_.table.partition_key_size + number, row.clustering[number]);
    }
    for (std::size_t column = 0; column < wish_.table.partition_key_size; ++column)
      take_key_value(column, partitions_.key()[column]);
    if (wish_.progress) wish_.progress(facts_.bytes + now_in_.bytes);
  }
  void take_key_value(std::size_t column, std::string_view value) {
    for (const std::size_t index : places_[column].indexes) take_term(index, value);
  }

  void take_tombstone(TombstoneKind, Seconds) { ++now_in_.tombstones; }
  void take_hidden(const RawCell&) {}
  void take_live(const RawCell& cell) {
    const std::string_view value = cell.version.value;
    const std::size_t path = cell.path ? cell.path->size() : 0;
    ++now_in_.cells;
    now_in_.bytes += path + value.size() + kBytesOfTimestamp;
    note_time(cell.version.liveness.timestamp);
    if (cell.column != column_) {
      end_column();
      column_ = cell.column;
    }
    ++elements_;
    const std::size_t column = column_of_id_[cell.column->id];
    if (const std::uint64_t size = std::max(path, value.size()); size > wish_.limits.value_bytes)
      note_large(facts_.columns[column], size);
    for (const std::size_t index : places_[column].indexes) take_cell_term(index, cell);
  }
  void note_large(LargeValues& facts, std::uint64_t size) {
    ++facts.large;
    if (size <= facts.longest) return;
    facts.longest = size;
    facts.key_of_longest = key();
  }
  /// Counts the elements of the row's column before.
  void end_column() {
    if (column_ != nullptr && column_->is_multicell && elements_ > wish_.limits.elements) {
      LargeValues& facts = facts_.columns[column_of_id_[column_->id]];
      ++facts.large_collections;
      if (elements_ > facts.most_elements) {
        facts.most_elements = elements_;
        facts.key_of_collection = key();
      }
    }
    elements_ = 0;
  }

  void take_cell_term(std::size_t index, const RawCell& cell) {
    const IndexTarget target = wish_.table.indexes[index].target;
    const std::string_view path = cell.path ? std::string_view(*cell.path) : std::string_view();
    const bool is_map = cell.column->type->kind == TypeKind::map;
    switch (target) {
      case IndexTarget::value:
      case IndexTarget::full:
        return take_term(index, cell.version.value);
      case IndexTarget::values:
        // The elements of a set are paths.
        return take_term(index, cell.column->type->kind == TypeKind::set ? path : cell.version.value);
      case IndexTarget::keys:
        return take_term(index, path);
      case IndexTarget::entries:
        return take_term(
            index, is_map ? std::string(path) + '\0' + std::string(cell.version.value) : std::string(path));
    }
  }
  void take_term(std::size_t index, std::string_view value) {
    IndexFacts& facts = facts_.indexes[index];
    ++facts.rows;
    const bool is_sai = wish_.table.indexes[index].kind == IndexKind::sai;
    facts.long_terms += is_sai && value.size() > wish_.limits.index_term_bytes ? 1 : 0;
    if (facts.has_many) return;
    ++facts.rows_of_value[known_by(value)];
    if (facts.rows_of_value.size() <= wish_.limits.values_of_index) return;
    facts.has_many = true;
    facts.rows_of_value.clear();
  }

  void note_time(Timestamp at) {
    if (!is_in_future(at, wish_.now)) return;
    ++facts_.future;
    facts_.latest = std::max(facts_.latest, at);
  }

  std::string key() const { return shorten(words_.key(partitions_.key()), kLongestKey); }
  void keep_record(PartitionFacts& record, std::uint64_t PartitionFacts::*number) {
    if (now_in_.*number <= record.*number) return;
    record = now_in_;
    record.key = key();
  }
  void end_partition() {
    if (lives_) {
      for (const std::string& value : partitions_.key()) now_in_.bytes += value.size();
      ++facts_.partitions;
      ++facts_.partitions_of_rows[now_in_.rows];
    }
    lives_ = false;
    facts_.rows += now_in_.rows;
    facts_.cells += now_in_.cells;
    facts_.bytes += now_in_.bytes;
    facts_.tombstones += now_in_.tombstones;
    facts_.nodes[ring_.owner(partitions_.token())] += now_in_.bytes;
    const ReadinessLimits& limits = wish_.limits;
    facts_.large_partitions += now_in_.bytes > limits.partition_bytes ? 1 : 0;
    facts_.full_partitions += now_in_.cells > limits.partition_cells ? 1 : 0;
    facts_.buried_partitions += now_in_.tombstones > limits.tombstones ? 1 : 0;
    keep_record(facts_.largest, &PartitionFacts::bytes);
    keep_record(facts_.fullest, &PartitionFacts::cells);
    keep_record(facts_.longest, &PartitionFacts::rows);
    keep_record(facts_.buried, &PartitionFacts::tombstones);
  }

  RawPartitions& partitions_;
  const TableWish& wish_;
  TableFacts& facts_;
  CellsWords words_;
  Ring ring_;
  Seconds now_;
  std::vector<ColumnPlaces> places_;       // of each column
  std::vector<std::size_t> column_of_id_;  // by ColumnId
  PartitionFacts now_in_;                  // the partition that is read
  bool lives_ = false;                     // anything in it
  const RawColumn* column_ = nullptr;      // of the cell before
  std::uint64_t elements_ = 0;
};

}  // namespace

std::uint64_t TableFacts::median_rows() const {
  std::uint64_t before = 0;
  for (const auto& [number, count] : partitions_of_rows) {
    before += count;
    if (before > partitions / 2) return number;
  }
  return 0;
}

void measure_table(RawPartitions& partitions, const TableWish& wish, TableFacts& facts) {
  TableMeasure(partitions, wish, facts).measure();
}

}  // namespace cellar
