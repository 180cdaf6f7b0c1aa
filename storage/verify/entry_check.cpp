#include "storage/verify/entry_check.h"

#include "storage/derived/index_entry.h"
#include "storage/format/bytes.h"
#include "storage/format/element_type.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/purge/purge_queue.h"
#include "storage/write/range_tombstones.h"
#include "types/token.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// Thrown to end the check of an entry.
struct EntryFault {
  const char* reason;
};

void require(bool holds, const char* reason) {
  if (!holds) throw EntryFault{reason};
}

void check_value(const Type& type, std::string_view value) {
  try {
    check(type, value);
  } catch (const Refusal&) {
    throw EntryFault{"a value is none of its column's type"};
  }
}

template <class Check>
std::optional<std::string> fault_of(Check check_entry) {
  try {
    check_entry();
    return std::nullopt;
  } catch (const EntryFault& fault) {
    return fault.reason;
  } catch (const std::exception&) {
    return "its bytes are not what Cellar writes";
  }
}

}  // namespace

std::optional<std::string> EntryCheck::fault_in_data(std::string_view key, std::string_view value,
                                                     bool is_whole) {
  return fault_of([&] {
    const TableId table = table_of_key(key);
    if (const TableLayout* layout = tables_.find(table)) return check_data(*layout, key, value, is_whole);
    if (const auto* index = tables_.find_index(table)) {
      check_index_entry(*index->table, index->table->derived->indexes[index->place], key, value, is_whole);
    }
  });
}

std::optional<std::string> EntryCheck::fault_in_purge(std::string_view key, std::string_view value) {
  return fault_of([&] { check_purge_entry(key, value); });
}

std::optional<std::string> EntryCheck::fault_in_meta(std::string_view key, std::string_view value) {
  return fault_of([&] {
    if (key == "format") {
      require(value.starts_with(kFormatMagic), "it does not name the format");
    } else if (key == "counters") {
      ByteReader(value).take(4 * sizeof(std::uint64_t));
    } else if (key.starts_with('t')) {
      require(key.size() == 1 + sizeof(TableId), "it names no table");
      ByteReader(value).take(6 * sizeof(std::uint64_t));
    }
  });
}

void EntryCheck::check_data(const TableLayout& layout, std::string_view key, std::string_view value,
                            bool is_whole) {
  const std::size_t prefix = partition_prefix_size(key, *layout.table);
  check_partition(layout, key.substr(0, prefix));
  require(key.size() > prefix, "its key ends early");
  const char kind = key[prefix];
  if (kind == kRangeTombstoneKind) return check_range_tombstone(key, prefix, value);
  require(kind == kRowKind || kind == kStaticKind, "it is of an unknown kind");
  const std::string_view behind = key.substr(prefix + 1);
  std::size_t clustering = 0;
  if (kind == kRowKind) {
    clustering = clustering_size(layout, behind);
    read_clustering(layout, behind, values_);
    for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.clustering[i]->type, values_[i]);
  }
  if (behind.size() == clustering) {
    if (is_whole) check_packed(layout, value);
    return;
  }
  require(behind[clustering] == kOwnEntry, "it is of an unknown kind");
  check_own(layout, behind.substr(clustering), value, is_whole);
}

void EntryCheck::check_index_entry(const TableLayout& layout, const IndexLayout& index, std::string_view key,
                                   std::string_view value, bool is_whole) {
  const std::string_view after_id = key.substr(index.prefix.size());
  const std::string row =
      table_prefix(layout.table->id) + std::string(after_id.substr(indexed_value_size(index, after_id)));
  const std::size_t prefix = partition_prefix_size(row, *layout.table);
  check_partition(layout, std::string_view(row).substr(0, prefix));
  require(row.size() > prefix, "its key ends early");
  require(row[prefix] == kRowKind || row[prefix] == kStaticKind, "it is of an unknown kind");
  const std::string_view behind = std::string_view(row).substr(prefix + 1);
  const std::size_t clustering = row[prefix] == kRowKind ? clustering_size(layout, behind) : 0;
  const bool has_path = behind.size() > clustering;
  require(has_path == index.repeats, "its key does not end where its row does");
  require(!has_path || behind[clustering] == kOwnEntry, "it is of an unknown kind");
  const IndexValue decoded = decode_index_value(value);
  require(index.keeps_value || decoded.kept.empty(), "it holds more than its end");
  if (index.keeps_value && is_whole) check_value(*index.type, decoded.kept);
}

void EntryCheck::check_partition(const TableLayout& layout, std::string_view prefix) {
  if (prefix == partition_) return;
  partition_key_of_prefix(prefix, layout, values_);
  for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.table->columns[i].type, values_[i]);
  require(token_of(values_) == token_of_prefix(prefix), "its token is not that of its partition");
  partition_ = prefix;
  tombstone_end_.clear();
}

void EntryCheck::check_range_tombstone(std::string_view key, std::size_t prefix, std::string_view value) {
  require(key.ends_with(kRangeTombstoneEnd), "its key ends early");
  const std::string_view start = range_tombstone_start(key, prefix);
  const RangeTombstone tombstone = decode_range_tombstone(start, value);
  require(tombstone.start < tombstone.end, "a deleted range ends before it begins");
  if (key.size() > kShortKeySize) return;  // long keys are checked in another order
  require(start >= tombstone_end_, "two deleted ranges overlap");
  tombstone_end_ = tombstone.end;
}

void EntryCheck::check_packed(const TableLayout& layout, std::string_view value) {
  decode_row(value, row_);
  ColumnId before = 0;
  for (const PackedCell& cell : row_.cells) {
    require(cell.column > before, "its cells are not in order");
    before = cell.column;
    const ColumnLayout* column = layout.find(cell.column);
    if (column == nullptr || cell.version.liveness.timestamp <= column->dropped_before) continue;
    require(!column->is_multicell, "a cell is in the place of a collection");
    require(!cell.has_own_entry || row_.has_own_entries, "a large cell is missing");
    if (cell.version.is_tombstone || cell.has_own_entry) continue;
    check_value(layout.table->columns[column->index].type, cell.version.value);
  }
  if (!row_.clustering.empty()) {
    values_.resize(std::min(values_.size(), layout.clustering.size()));
    decode_values(row_.clustering, values_);
    for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.clustering[i]->type, values_[i]);
  }
}

void EntryCheck::check_own(const TableLayout& layout, std::string_view own, std::string_view value,
                           bool is_whole) {
  const auto [id, key_path] = column_and_path(own);
  const ColumnLayout* column = layout.find(id);
  if (column == nullptr) return;  // the column was dropped
  const Type& type = layout.table->columns[column->index].type;
  if (!column->is_multicell) {
    require(key_path.empty(), "it is of an unknown kind");
    if (is_whole) check_value(type, value);
    return;
  }
  const Element element = decode_element(value);
  if (element.version.liveness.timestamp <= column->dropped_before) return;
  std::string path;
  read_path(*column, key_path, path);
  if (column->path_type != nullptr) check_value(*column->path_type, element.path ? *element.path : path);
  const Type* held = element_type(type, path);
  require(held != nullptr || type.kind != TypeKind::user, "it is of a field that its type does not have");
  if (held != nullptr && is_whole && !element.version.is_tombstone) check_value(*held, element.version.value);
}

}  // namespace cellar
