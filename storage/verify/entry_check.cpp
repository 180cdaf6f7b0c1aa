#include "storage/verify/entry_check.h"

#include <algorithm>

#include "storage/format/bytes.h"
#include "storage/format/element_type.h"
#include "storage/format/format.h"
#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/rows/range_tombstones.h"
#include "storage/verify/entry_fault.h"
#include "types/token.h"
#include "types/value/stored_fault.h"

namespace cellar {

namespace {

constexpr const char* kWrittenOtherwise = "its key is not as Cellar writes it";

void check_value(const Type& type, std::string_view value) {
  require(!fault_of_stored(type, value), "a value is none of its column's type");
}

/// Reads a component from the front of `bytes` and checks its value.
void check_component(const Type& type, bool descending, std::string_view& bytes) {
  std::string value;
  ComponentForm(type, descending).read(bytes, value);
  check_value(type, value);
}

/// Returns true if the index may have entries of this kind of row. A partition key has static rows, too.
bool may_be_of(const IndexLayout& index, char kind) {
  if (index.place.source == ValueSource::partition_key) return kind == kStaticKind || kind == kRowKind;
  return kind == (index.place.column->kind == ColumnKind::static_ ? kStaticKind : kRowKind);
}

/// Checks the start or end of a range of rows.
void check_position(const TableLayout& layout, std::string_view bytes) {
  if (bytes == kPartitionEnd) return;
  bool lacks = false;
  for (const Column* column : layout.clustering) {
    if (bytes.empty() || bytes[0] == kAfter) break;
    lacks = lacks || (layout.may_lack_clustering && bytes[0] == kLackingClustering);
    if (!lacks)
      check_component(column->type, column->descending, bytes);
    else if (bytes[0] == kLackingClustering)
      bytes.remove_prefix(1);
  }
  require(bytes.empty() || (bytes[0] == kAfter && bytes.size() == 1), "a deleted range has no such end");
}

/// Returns the type of the paths that own entries of the column have; null if they are no components.
const Type* path_type_of(const TableLayout& layout, ColumnId column) {
  if (const ColumnLayout* found = layout.find(column)) return found->path_type;
  const auto dropped = std::ranges::find(layout.table->dropped_columns, column, &DroppedColumn::id);
  if (dropped == layout.table->dropped_columns.end()) return nullptr;
  const TypeKind kind = dropped->type.kind;
  const bool has = is_multicell(dropped->type) && (kind == TypeKind::set || kind == TypeKind::map);
  return has ? &dropped->type.arguments[0] : nullptr;
}

}  // namespace

std::optional<std::string> EntryCheck::fault_in_data(std::string_view key, std::string_view value,
                                                     bool is_whole) {
  return fault_thrown_by([&] {
    const TableId table = table_of_key(key);
    if (const TableLayout* layout = tables_.find(table)) return check_data(*layout, key, value, is_whole);
    const auto* found = tables_.find_index(table);
    if (found == nullptr) return;
    const IndexLayout& index = found->table->derived->indexes[found->place];
    check_index_key(*found->table, index, key);
    const IndexValue decoded = decode_index_value(value);
    require(index.keeps_value || decoded.kept.empty(), "it holds more than its end");
    if (index.keeps_value && is_whole) check_value(*index.type, decoded.kept);
  });
}

void EntryCheck::check_data(const TableLayout& layout, std::string_view key, std::string_view value,
                            bool is_whole) {
  const std::size_t prefix = partition_prefix_size(key, *layout.table);
  check_partition(layout, key.substr(0, prefix));
  require(key.size() > prefix, "its key ends early");
  if (key.size() > kShortKeySize) to_compare_.insert(layout.table->id);
  const char kind = key[prefix];
  if (kind == kRangeTombstoneKind) return check_range_tombstone(layout, key, prefix, value);
  require(kind == kRowKind || kind == kStaticKind, "it is of an unknown kind");
  const bool is_static = kind == kStaticKind;
  const std::string_view behind = key.substr(prefix + 1);
  const std::size_t clustering = is_static ? 0 : clustering_size(layout, behind);
  if (behind.size() == clustering) {
    if (is_whole) check_packed(layout, behind, value, is_static);
    return;
  }
  require(behind[clustering] == kOwnEntry, "it is of an unknown kind");
  to_compare_.insert(layout.table->id);
  check_own(layout, behind.substr(clustering), value, is_whole, is_static);
}

void EntryCheck::check_index_key(const TableLayout& layout, const IndexLayout& index, std::string_view key) {
  const std::string_view after_id = key.substr(index.prefix.size());
  const std::size_t value_size = indexed_value_size(index, after_id);
  std::string_view value = after_id.substr(0, value_size);
  if (index.of_elements && index.holds_path)
    check_component(index.place.column->type.arguments[0], false, value);
  if (!value.empty()) check_component(*index.type, false, value);
  const std::string row = table_prefix(layout.table->id) + std::string(after_id.substr(value_size));
  const std::size_t prefix = partition_prefix_size(row, *layout.table);
  check_partition(layout, std::string_view(row).substr(0, prefix));
  require(row.size() > prefix, "its key ends early");
  const bool is_static = row[prefix] == kStaticKind;
  require(may_be_of(index, row[prefix]), "it is of an unknown kind");
  const std::string_view behind = std::string_view(row).substr(prefix + 1);
  const std::size_t clustering = is_static ? 0 : clustering_size(layout, behind);
  if (!is_static) {
    read_clustering(layout, behind, values_);
    for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.clustering[i]->type, values_[i]);
  }
  const bool has_path = behind.size() > clustering;
  require(has_path == index.repeats, "its key does not end where its row does");
  require(!has_path || behind[clustering] == kOwnEntry, "it is of an unknown kind");
}

void EntryCheck::check_partition(const TableLayout& layout, std::string_view prefix) {
  if (prefix == partition_) return;
  partition_key_of_prefix(prefix, layout, values_);
  for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.table->columns[i].type, values_[i]);
  require(token_of(values_) == token_of_prefix(prefix), "its token is not that of its partition");
  require(partition_prefix(*layout.table, values_) == prefix, kWrittenOtherwise);
  partition_ = prefix;
  tombstone_end_.clear();
}

void EntryCheck::check_range_tombstone(const TableLayout& layout, std::string_view key, std::size_t prefix,
                                       std::string_view value) {
  require(!layout.table->is_view(), "a view has no deleted ranges");
  require(key.ends_with(kRangeTombstoneEnd), "its key ends early");
  const std::string_view start = range_tombstone_start(key, prefix);
  const RangeTombstone tombstone = decode_range_tombstone(start, value);
  require(tombstone.start < tombstone.end, "a deleted range ends before it begins");
  check_position(layout, start);
  check_position(layout, tombstone.end);
  to_compare_.insert(layout.table->id);
  if (key.size() > kShortKeySize)  // long keys are checked in another order
    return statistics_.take_range_tombstone(layout.table->id, tombstone.kind);
  require(start >= tombstone_end_, "two deleted ranges overlap");
  statistics_.take_range_tombstone(layout.table->id, tombstone.kind);
  tombstone_end_ = tombstone.end;
}

void EntryCheck::check_packed(const TableLayout& layout, std::string_view clustering, std::string_view value,
                              bool is_static) {
  decode_row(value, row_);
  if (row_.has_own_entries) to_compare_.insert(layout.table->id);
  check_cells(layout, is_static);
  if (is_static) return;
  read_clustering(layout, clustering, values_);
  if (!row_.clustering.empty()) decode_values(row_.clustering, values_);
  for (std::size_t i = 0; i < values_.size(); ++i) check_value(layout.clustering[i]->type, values_[i]);
  std::string written;
  append_clustering(written, layout, values_);
  require(written == clustering, kWrittenOtherwise);
  statistics_.take_row(layout.table->id, row_);
}

void EntryCheck::check_cells(const TableLayout& layout, bool is_static) const {
  ColumnId before = 0;
  for (const PackedCell& cell : row_.cells) {
    require(cell.column > before, "its cells are not in order");
    before = cell.column;
    require(!cell.has_own_entry || row_.has_own_entries, "a large cell is missing");
    const ColumnLayout* column = layout.find(cell.column);
    if (column == nullptr || cell.version.liveness.timestamp <= column->dropped_before) continue;
    require(!column->is_multicell, "a cell is in the place of a collection");
    require(column->is_static == is_static, "a cell is in the place of a static one, or the other way");
    if (cell.version.is_tombstone || cell.has_own_entry) continue;
    check_value(layout.table->columns[column->index].type, cell.version.value);
  }
}

void EntryCheck::check_own(const TableLayout& layout, std::string_view own, std::string_view value,
                           bool is_whole, bool is_static) {
  const auto [id, key_path] = column_and_path(own);
  const ColumnLayout* column = layout.find(id);
  require(column == nullptr || column->is_static == is_static,
          "a cell is in the place of a static one, or the other way");
  if (key_path.empty()) {
    const bool is_simple = column != nullptr && !column->is_multicell;
    require(column == nullptr || is_simple, "a cell is in the place of a collection");
    if (is_simple && is_whole) check_value(layout.table->columns[column->index].type, value);
    return;
  }
  require(column == nullptr || column->is_multicell, "it is of an unknown kind");
  const Element element = decode_element(value);
  std::string path(key_path);
  const Type* const path_type = path_type_of(layout, id);
  if (path_type != nullptr) {
    std::string_view rest = key_path;
    ComponentForm(*path_type, false).read(rest, path);
    if (element.path) path = *element.path;
    check_value(*path_type, path);
    std::string written;
    append_component(*path_type, path, written);
    require(written == key_path, kWrittenOtherwise);
  }
  if (!is_static) statistics_.take_element(layout.table->id, element);
  if (column == nullptr || element.version.liveness.timestamp <= column->dropped_before) return;
  const Type& type = layout.table->columns[column->index].type;
  const Type* held = element_type(type, path);
  require(held != nullptr || type.kind != TypeKind::user, "it is of a field that its type does not have");
  if (held != nullptr && is_whole && !element.version.is_tombstone) check_value(*held, element.version.value);
}

}  // namespace cellar
