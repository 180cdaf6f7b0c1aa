#include "executor/copy/table_copier.h"

#include <algorithm>
#include <utility>

#include "executor/copy/stored_elements.h"
#include "executor/select/bounds/slices.h"
#include "executor/write/indexed_values.h"
#include "storage/format/keys.h"

namespace cellar {

namespace {

/// A group ends after as many rows of either table, or as many bytes.
constexpr std::size_t kMostRows = 2000;
constexpr std::size_t kMostBytes = 8 << 20;

bool is_empty(const RowWrite& write) {
  return !write.marker && write.cells.empty() && write.elements.empty() && write.column_deletions.empty();
}

/// The columns whose elements are copied one by one.
std::vector<std::size_t> columns_with_elements(const CopyColumns& columns, const TableCopy& copy) {
  std::vector<std::size_t> found;
  for (const ColumnPair& column : columns.values) {
    if (is_multicell(copy.source->columns[column.source].type) &&
        is_multicell(copy.target->columns[column.target].type))
      found.push_back(column.target);
  }
  return found;
}

/// Static cells of the source are the same for all rows of a partition; other values need not be.
bool has_statics_of_rows(const CopyColumns& columns, const TableCopy& copy) {
  return std::ranges::any_of(columns.values, [&](const ColumnPair& column) {
    return copy.target->columns[column.target].kind == ColumnKind::static_ &&
           copy.source->columns[column.source].kind != ColumnKind::static_;
  });
}

/// Returns the table as it is now; null if it was dropped or truncated.
TablePointer same_table(const Schema& schema, const TablePointer& before) {
  TablePointer now = schema.find_table(before->keyspace, before->name);
  return now != nullptr && now->id == before->id ? now : nullptr;
}

}  // namespace

/// The rows that one transaction copies.
class TableCopier::Group {
 public:
  Group(TableCopier& copier, WriteTransaction& transaction, Timestamp now)
      : copier_(copier),
        transaction_(transaction),
        now_(now),
        now_seconds_(now / 1'000'000),
        layout_(copier.copy_.target),
        elements_(columns_with_elements(copier.columns_, copier.copy_)),
        repeats_statics_(has_statics_of_rows(copier.columns_, copier.copy_)) {}

  /// Returns false if no row is left. Nothing is written before all is read, since a reader would not survive it.
  bool run() {
    bool has_more = true;
    if (copier_.row_) write_row();
    if (!copier_.row_) has_more = read_rows();
    transaction_.apply(std::move(mutations_));
    return has_more;
  }

 private:
  bool is_full() const { return rows_ >= kMostRows || bytes_ >= kMostBytes; }

  bool read_rows() {
    std::optional<ReadPosition>& place = copier_.read_;
    PartitionCursor cursor = transaction_.partitions(copier_.copy_.source, {}, copier_.columns_.wanted,
                                                     now_seconds_, place ? &place->partition_key : nullptr);
    while (!is_full()) {
      if (!cursor.next()) return false;
      read_partition(cursor.partition());
    }
    return true;
  }

  /// Goes on behind the last row that was read, if the partition is that row's.
  void read_partition(PartitionReader& reader) {
    const Table& source = *copier_.copy_.source;
    std::optional<ReadPosition>& place = copier_.read_;
    bool has_rows = false;
    if (place && place->partition_key == reader.key()) {
      if (place->clustering.empty()) return;
      reader.select(slices_from(source, {Slice{}}, place->clustering, false, false), false);
      has_rows = true;
    }
    static_partition_.reset();
    RowView view{&source, &reader.key(), reader.static_row(), nullptr};
    while (!is_full() && (view.row = reader.next()) != nullptr) {
      has_rows = true;
      place = {reader.key(), view.row->clustering};
      take_row(view);
    }
    if (has_rows || is_full()) return;
    if (view.static_row != nullptr) take_row(view);
    place = {reader.key(), {}};
  }

  void take_row(const RowView& view) {
    ++rows_;
    copier_.row_.emplace(copier_.columns_, *copier_.copy_.target, view);
    copier_.written_of_row_ = 0;
    copier_.is_row_unfit_ = false;
    write_row();
  }

  /// Writes as much of the row as the group has room for.
  void write_row() {
    CopiedRow& row = *copier_.row_;
    const std::size_t size = row.size();
    std::size_t& written = copier_.written_of_row_;
    for (; written < size; ++written) {
      if (written > 0 && is_full()) return;
      if (!add(row, written)) copier_.is_row_unfit_ = true;
      if (written > 0) ++rows_;
      bytes_ += row.bytes();
    }
    ++copier_.copied_.read;
    if (size == 0) ++copier_.copied_.without_value;
    if (copier_.is_row_unfit_) ++copier_.copied_.unfit;
    copier_.row_.reset();
  }

  /// Returns false if a value cannot be in a key.
  bool add(CopiedRow& row, std::size_t number) {
    const TablePointer& target = copier_.copy_.target;
    CopiedRow::Place place = row.place_of(number);
    RowWrite write = row.take_write(number);
    write.clustering = std::move(place.clustering);
    if (copier_.copy_.target->is_counter()) write.marker.reset();
    Mutation mutation{target, std::move(place.partition_key), std::move(write)};
    if (!has_fit_key(mutation)) return false;
    if (!is_empty(row.statics()) && (repeats_statics_ || static_partition_ != mutation.partition_key)) {
      static_partition_ = mutation.partition_key;
      add(Mutation{target, mutation.partition_key, row.statics()});
    }
    if (!is_empty(std::get<RowWrite>(mutation.write))) add(std::move(mutation));
    return true;
  }

  void add(Mutation mutation) {
    if (mutation.table->is_counter()) {
      subtract_stored_counters(transaction_, transaction_.next_timestamp(now_), now_seconds_, mutation);
    } else if (!elements_.empty()) {
      agree_with_stored_elements(transaction_, elements_, now_seconds_, mutation);
    }
    if (!mutation.table->indexes.empty()) check_indexed_values(mutation);
    mutations_.push_back(std::move(mutation));
  }

  bool has_fit_key(const Mutation& mutation) const {
    try {
      check_written_partition(*mutation.table, mutation.partition_key);
      check_written_row(*mutation.table, std::get<RowWrite>(mutation.write).clustering);
      check_key_sizes(mutation, layout_);
      return true;
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.cause() != Cause::key_value) throw;
      return false;
    }
  }

  static void check_indexed_values(const Mutation& mutation) {
    for (const CellWrite& cell : std::get<RowWrite>(mutation.write).cells) {
      if (cell.path.empty())
        check_indexed_value(*mutation.table, *mutation.table->find(cell.column), cell.value, {});
    }
  }

  TableCopier& copier_;
  WriteTransaction& transaction_;
  Timestamp now_;
  Seconds now_seconds_;
  TableLayout layout_;                 // of the target
  std::vector<std::size_t> elements_;  // columns of the target with elements of their own
  bool repeats_statics_;
  std::vector<Mutation> mutations_;
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
  /// The partition of the target that has the static cells of the partition that is read.
  std::optional<KeyValues> static_partition_;
};

TableCopier::TableCopier(TableCopy copy)
    : copy_(std::move(copy)), columns_(*copy_.source, *copy_.target, copy_.elements) {}

void TableCopier::enter(const Schema& schema) {
  const Parameters names = {{"table", quote_name(copy_.source->name)},
                            {"copy", quote_name(copy_.target->name)}};
  TablePointer source = same_table(schema, copy_.source);
  TablePointer target = same_table(schema, copy_.target);
  if (source == nullptr) refuse("fill_table_gone", {}, names);
  if (target == nullptr) refuse("fill_copy_gone", {}, names);
  if (source->columns != copy_.source->columns || target->columns != copy_.target->columns)
    refuse("fill_columns_changed", {}, names);
  copy_.source = std::move(source);
  copy_.target = std::move(target);
}

void TableCopier::begin(WriteTransaction& transaction, Timestamp now) {
  if (std::exchange(has_begun_, true) || !copy_.deletes_others) return;
  // A partition without live rows counts: what an earlier copy has deleted may hide what is copied now.
  if (!transaction.partitions(copy_.target, {}, {}, now / 1'000'000).next()) return;
  review_.emplace(copy_, columns_, std::max(now, transaction.last_timestamp()));
}

bool TableCopier::copy_group(WriteTransaction& transaction, const Schema& schema, Timestamp now) {
  enter(schema);
  begin(transaction, now);
  if (has_rows_) {
    has_rows_ = Group(*this, transaction, now).run();
    return has_rows_ || review_;
  }
  const bool has_more = review_->review_group(copy_, columns_, transaction, now / 1'000'000);
  copied_.deleted = review_->deleted();
  return has_more;
}

}  // namespace cellar
