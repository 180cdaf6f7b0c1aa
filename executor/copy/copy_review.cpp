#include "executor/copy/copy_review.h"

#include <algorithm>
#include <map>

#include "executor/copy/copied_row.h"
#include "executor/copy/corrections.h"
#include "executor/select/bounds/slices.h"

namespace cellar {

namespace {

/// A group ends after as many rows, or as many bytes of rows of the source.
constexpr std::size_t kMostComparedRows = 2000;
constexpr std::size_t kMostComparedBytes = 8 << 20;

bool has_changes(const RowWrite& write) { return write.deletion || !write.cells.empty(); }

/// Static cells of the target can be compared if each of its partitions has those of one partition of the source.
bool has_statics_of_partitions(const TableCopy& copy, const CopyColumns& columns) {
  const Table& source = *copy.source;
  const Table& target = *copy.target;
  const auto fits_partition = [&](const ColumnPair& key) {
    return key.source >= source.partition_key_size || key.target < target.partition_key_size;
  };
  const auto is_static = [&](const ColumnPair& value) {
    return target.columns[value.target].kind == ColumnKind::static_;
  };
  const auto stays_static = [&](const ColumnPair& value) {
    return !is_static(value) || source.columns[value.source].kind == ColumnKind::static_;
  };
  return std::ranges::any_of(columns.values, is_static) &&
         std::ranges::all_of(columns.values, stays_static) &&
         std::ranges::all_of(columns.keys, fits_partition);
}

}  // namespace

/// The rows that one transaction compares.
class CopyReview::Group {
 public:
  Group(CopyReview& review, const TableCopy& copy, const CopyColumns& columns, WriteTransaction& transaction,
        Seconds now)
      : review_(review), copy_(copy), columns_(columns), transaction_(transaction), now_(now) {
    for (std::size_t index = 0; index < copy.target->columns.size(); ++index) wanted_.push_back(index);
  }

  /// Returns false if no row is left. Nothing is written before all is read, since a reader would not survive it.
  bool run() {
    const bool has_more = compare_rows();
    transaction_.apply(std::move(mutations_));
    return has_more;
  }

 private:
  bool is_full() const { return rows_ >= kMostComparedRows || bytes_ >= kMostComparedBytes; }

  bool compare_rows() {
    const std::optional<ReadPosition>& place = review_.read_;
    PartitionCursor cursor =
        transaction_.partitions(copy_.target, {}, wanted_, now_, place ? &place->partition_key : nullptr);
    while (!is_full()) {
      if (!cursor.next()) return false;
      compare_partition(cursor.partition());
    }
    return true;
  }

  /// Goes on behind the last row that was compared, if the partition is that row's.
  void compare_partition(PartitionReader& reader) {
    std::optional<ReadPosition>& place = review_.read_;
    if (place && place->partition_key == reader.key()) {
      if (place->clustering.empty()) return;
      reader.select(slices_from(*copy_.target, {Slice{}}, place->clustering, false, false), false);
    } else {
      review_.has_row_ = false;
      review_.promoted_.reset();
    }
    while (!is_full()) {
      const StoredRow* row = reader.next();
      if (row == nullptr) {
        compare_statics(reader);
        place = {reader.key(), {}};
        return;
      }
      place = {reader.key(), row->clustering};
      compare_row(reader.key(), *row);
    }
  }

  void compare_row(const KeyValues& partition_key, const StoredRow& stored) {
    ++rows_;
    KeyValues key = partition_key;
    key.insert(key.end(), stored.clustering.begin(), stored.clustering.end());
    if (key.size() < copy_.target->key_size()) return;
    RowWrite write;
    const CopiedRow* row = source_row(key);
    if (const std::optional<std::size_t> number = row != nullptr ? row->number_of(key) : std::nullopt) {
      GivenRow given{row->write_of(*number), {}};
      if (const std::optional<Liveness> promoted = row->promoted_of(*number)) {
        given.promoted = promoted->timestamp;
        review_.promoted_ = std::max(review_.promoted_, given.promoted);
      }
      write = corrections(columns_, *copy_.target, stored, given, review_.until_);
      review_.has_row_ = true;
    } else {
      const RowRemoval removal = removal_of(stored, review_.until_);
      write.deletion = removal.deletion;
      if (removal.is_whole) ++review_.deleted_;
      review_.has_row_ = review_.has_row_ || !removal.is_whole;
    }
    write.clustering = stored.clustering;
    add(partition_key, std::move(write));
  }

  /// A partition of the target has static values with its rows, or if the partition of the source has them without any.
  void compare_statics(PartitionReader& reader) {
    if (!review_.compares_statics_) return;
    const StoredRow* stored = reader.static_row();
    if (stored == nullptr && !review_.promoted_) return;
    StoredRow empty;
    empty.cells.resize(wanted_.size());
    empty.elements.resize(wanted_.size());
    GivenRow given{{}, review_.promoted_};
    given.write.is_static = true;
    if (review_.has_row_ || review_.has_same_partitions_) {
      const KeyValues key = source_key(reader.key()).partition_key;
      PartitionReader source = transaction_.partition(copy_.source, key, columns_.wanted, now_);
      given.write = CopiedRow::statics_of(columns_, *copy_.target,
                                          {copy_.source.get(), &key, source.static_row(), nullptr});
    }
    add(reader.key(),
        corrections(columns_, *copy_.target, stored != nullptr ? *stored : empty, given, review_.until_));
  }

  void add(const KeyValues& partition_key, RowWrite write) {
    if (has_changes(write)) mutations_.push_back({copy_.target, partition_key, std::move(write)});
  }

  /// Returns the key of the source's row that gives a row of the target, as far as `key` has values.
  ReadPosition source_key(const KeyValues& key) const {
    const std::size_t partition_size = copy_.source->partition_key_size;
    KeyValues all(copy_.source->key_size());
    for (const ColumnPair& column : columns_.keys) {
      if (column.source < all.size() && column.target < key.size()) all[column.source] = key[column.target];
    }
    const auto clustering = all.begin() + static_cast<std::ptrdiff_t>(partition_size);
    return {{all.begin(), clustering}, {clustering, all.end()}};
  }

  /// Returns the row of the source that may give a row of the target, valid until the next call; null if there is none.
  /// Rows that give many are kept, since their elements would be read for each of them.
  const CopiedRow* source_row(const KeyValues& key) {
    const ReadPosition place = source_key(key);
    KeyValues whole = place.partition_key;
    whole.insert(whole.end(), place.clustering.begin(), place.clustering.end());
    if (columns_.elements.empty()) sources_.clear();
    const auto [found, is_new] = sources_.try_emplace(std::move(whole));
    if (is_new) read_source(place, found->second);
    return found->second ? &*found->second : nullptr;
  }

  void read_source(const ReadPosition& place, std::optional<CopiedRow>& row) {
    PartitionReader reader = transaction_.partition(copy_.source, place.partition_key, columns_.wanted, now_);
    reader.select({slice_of_row(place.clustering)}, false);
    const StoredRow* stored = reader.next();
    if (stored == nullptr) return;
    row.emplace(columns_, *copy_.target,
                RowView{copy_.source.get(), &place.partition_key, reader.static_row(), stored});
    bytes_ += row->memory();
  }

  CopyReview& review_;
  const TableCopy& copy_;
  const CopyColumns& columns_;
  WriteTransaction& transaction_;
  Seconds now_;
  WantedColumns wanted_;                                   // of the target
  std::map<KeyValues, std::optional<CopiedRow>> sources_;  // by their keys
  std::vector<Mutation> mutations_;
  std::size_t rows_ = 0;
  std::size_t bytes_ = 0;
};

CopyReview::CopyReview(const TableCopy& copy, const CopyColumns& columns, Timestamp until)
    : until_(until),
      compares_statics_(has_statics_of_partitions(copy, columns)),
      has_same_partitions_(copy.source->partition_key_size == copy.target->partition_key_size) {}

bool CopyReview::review_group(const TableCopy& copy, const CopyColumns& columns,
                              WriteTransaction& transaction, Seconds now) {
  return Group(*this, copy, columns, transaction, now).run();
}

}  // namespace cellar
