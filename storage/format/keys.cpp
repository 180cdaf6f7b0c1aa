#include "storage/format/keys.h"

#include <algorithm>
#include <cassert>

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/format/index_limit.h"
#include "storage/format/row_cells.h"
#include "types/key_limit.h"
#include "types/token.h"

namespace cellar {

namespace {

/// Returns the encoded key columns, which follow table id and token.
std::string_view key_columns(std::string_view prefix) {
  ByteReader reader(prefix);
  reader.id();
  reader.take(sizeof(std::uint64_t));
  return reader.rest();
}

void check_key_size(std::size_t size, std::string_view what) {
  if (size > kLongestKey) {
    refuse("key_too_long", {}, {{"what", std::string(what)}, {"size", std::to_string(size)}});
  }
}

/// Cassandra's form of a key of several columns takes three more bytes per column.
template <typename Values>
void check_partition_key_size(const Values& partition_key) {
  const std::size_t columns = partition_key.size();
  check_key_size(total_size(partition_key) + (columns > 1 ? 3 * columns : 0), "partition key");
}

template <typename Values>
void append_prefix(std::string& out, const Table& table, const Values& partition_key) {
  append_id(out, table.id);
  append_ordered(out, token_of(partition_key));
  const bool writes_length = fixed_key_size(table) == 0;
  assert(writes_length || partition_key[0].size() == fixed_key_size(table));
  for (const auto& value : partition_key) {
    if (writes_length) append_varint(out, value.size());
    out += value;
  }
}

/// Calls `take(index, value)` for each value of the partition key, which is a view into the prefix.
template <typename Take>
void each_of_partition_key(std::string_view prefix, const TableLayout& layout, Take take) {
  if (const std::size_t size = layout.fixed_key_size) {
    if (prefix.size() < size) refuse_damaged_bytes();
    return take(0, prefix.substr(prefix.size() - size));
  }
  ByteReader reader(key_columns(prefix));
  for (std::size_t i = 0; i < layout.table->partition_key_size; ++i) {
    const std::string_view value = reader.take(reader.varint());
    if (!layout.partition_key_forms[i].holds(value)) refuse_damaged_bytes();
    take(i, value);
  }
}

bool lacks_next(const TableLayout& layout, std::string_view components) {
  return layout.may_lack_clustering && components.starts_with(kLackingClustering);
}

template <typename Values>
bool append_components(std::string& out, const TableLayout& layout, const Values& values) {
  bool exact = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = *layout.clustering[i];
    const bool same = column.descending ? append_descending_component(column.type, values[i], out)
                                        : append_component(column.type, values[i], out);
    exact = exact && same;
  }
  return exact;
}

template <typename Values>
bool append_row(std::string& out, const TableLayout& layout, const Values& values) {
  const bool exact = append_components(out, layout, values);
  assert(values.size() == layout.clustering.size() || layout.may_lack_clustering);
  out.append(layout.clustering.size() - values.size(), kLackingClustering);
  return exact;
}

}  // namespace

void append_partition_prefix(std::string& out, const Table& table,
                             const std::vector<std::string>& partition_key) {
  append_prefix(out, table, partition_key);
}

void append_partition_prefix(std::string& out, const Table& table,
                             std::span<const std::string_view> partition_key) {
  append_prefix(out, table, partition_key);
}

std::string partition_prefix(const Table& table, const std::vector<std::string>& partition_key) {
  std::string prefix;
  append_partition_prefix(prefix, table, partition_key);
  return prefix;
}

std::string token_prefix(TableId table, std::int64_t token) {
  std::string prefix = table_prefix(table);
  append_ordered(prefix, token);
  return prefix;
}

std::string table_prefix(TableId table) {
  std::string prefix;
  append_id(prefix, table);
  return prefix;
}

TableId table_of_key(std::string_view key) { return ByteReader(key).id(); }

std::size_t partition_prefix_size(std::string_view key, const Table& table) {
  ByteReader reader(key_columns(key));
  if (const std::size_t size = fixed_key_size(table)) {
    reader.take(size);
  } else {
    for (std::size_t i = 0; i < table.partition_key_size; ++i) reader.take(reader.varint());
  }
  return key.size() - reader.rest().size();
}

std::size_t fixed_key_size(const Table& table) {
  return table.partition_key_size == 1 ? fixed_size(table.columns[0].type.kind) : 0;
}

std::size_t fixed_prefix_size(const TableLayout& layout) {
  const std::size_t size = layout.fixed_key_size;
  return size != 0 ? table_prefix(layout.table->id).size() + sizeof(std::uint64_t) + size : 0;
}

std::int64_t token_of_prefix(std::string_view prefix) {
  ByteReader reader(prefix);
  reader.id();
  return reader.ordered();
}

void partition_key_of_prefix(std::string_view prefix, const TableLayout& layout,
                             std::vector<std::string>& values) {
  if (values.size() != layout.table->partition_key_size) values.resize(layout.table->partition_key_size);
  each_of_partition_key(prefix, layout,
                        [&](std::size_t i, std::string_view value) { assign_bytes(value, values[i]); });
}

void partition_key_of_prefix(std::string_view prefix, const TableLayout& layout,
                             std::vector<std::string_view>& values) {
  values.resize(layout.table->partition_key_size);
  each_of_partition_key(prefix, layout, [&](std::size_t i, std::string_view value) { values[i] = value; });
}

bool append_clustering(std::string& out, const TableLayout& layout, const std::vector<std::string>& values) {
  return append_row(out, layout, values);
}

bool append_clustering(std::string& out, const TableLayout& layout,
                       std::span<const std::string_view> values) {
  return append_row(out, layout, values);
}

std::string position_bytes(const TableLayout& layout, const Position& position) {
  std::string bytes;
  if (position.is_row) {
    append_row(bytes, layout, position.prefix);
  } else {
    append_components(bytes, layout, position.prefix);
  }
  if (position.after) bytes.push_back(kAfter);
  return bytes;
}

std::size_t clustering_size(const TableLayout& layout, std::string_view bytes) {
  ComponentReader reader(bytes);
  for (const Column* column : layout.clustering) {
    if (lacks_next(layout, bytes.substr(reader.position()))) {
      reader.skip(1);
      continue;
    }
    reader.set_descending(column->descending);
    skip_component(column->type, reader);
  }
  return reader.position();
}

std::size_t row_key_size(const TableLayout& layout, std::string_view key, std::size_t prefix) {
  if (key.size() <= prefix) refuse_damaged_bytes();
  const char kind = key[prefix];
  if (kind != kRowKind && kind != kStaticKind) refuse_damaged_bytes();
  const std::size_t components = kind == kRowKind ? clustering_size(layout, key.substr(prefix + 1)) : 0;
  const std::size_t size = prefix + 1 + components;
  if (key.size() > size && key[size] != kOwnEntry) refuse_damaged_bytes();
  return size;
}

std::string_view read_clustering(const TableLayout& layout, std::string_view bytes,
                                 std::vector<std::string>& values) {
  if (values.size() != layout.clustering.size()) values.resize(layout.clustering.size());
  std::string* value = values.data();
  for (const ComponentForm& form : layout.clustering_forms) {
    if (lacks_next(layout, bytes)) {
      values.resize(static_cast<std::size_t>(value - values.data()));
      const std::size_t lacking = layout.clustering.size() - values.size();
      if (bytes.size() < lacking) refuse_damaged_bytes();
      return bytes.substr(lacking);
    }
    form.read(bytes, *value++);
  }
  return bytes;
}

bool append_path(std::string& out, const ColumnLayout& column, std::string_view path) {
  if (column.path_type != nullptr) return append_component(*column.path_type, path, out);
  out += path;
  return true;
}

void read_path(const ColumnLayout& column, std::string_view bytes, std::string& path) {
  if (column.path_type == nullptr) {
    path = bytes;
    return;
  }
  ComponentForm(*column.path_type, false).read(bytes, path);
}

void append_own_entry(std::string& out, ColumnId column) {
  out.push_back(kOwnEntry);
  append_id(out, column);
}

std::pair<ColumnId, std::string_view> column_and_path(std::string_view entry) {
  ByteReader reader(entry);
  if (static_cast<char>(reader.u8()) != kOwnEntry) refuse_damaged_bytes();
  const ColumnId column = reader.id();
  return {column, reader.rest()};
}

ColumnId column_of_own_entry(std::string_view entry) { return column_and_path(entry).first; }

bool is_element_key(std::string_view own_entry, std::size_t row_key_size) {
  return !column_and_path(own_entry.substr(row_key_size)).second.empty();  // a path is never empty
}

std::string after_prefix(std::string_view prefix) {
  std::string after(prefix);
  for (std::size_t i = after.size(); i-- > 0;) {
    if (++after[i] != 0) break;
  }
  return after;
}

void check_value_size(std::size_t size, std::string_view column) {
  if (size > kLargestValue) {
    refuse("value_too_long", {},
           {{"column", std::string(column)},
            {"size", std::to_string(size)},
            {"most", std::to_string(kLargestValue)}});
  }
}

void check_value_sizes(const SimpleRow& row) {
  for (const SimpleCell& cell : row.cells) {
    if (cell.value && cell.value->size() > kLargestValue) {
      const auto named = [&](const Column& column) { return column.id == cell.column; };
      check_value_size(cell.value->size(), std::ranges::find_if(row.table->columns, named)->name);
    }
  }
}

void check_key_sizes(const SimpleRow& row) {
  check_partition_key_size(row.partition_key);
  check_key_size(total_size(row.clustering), "clustering key");
  check_indexed_sizes(row);
}

void check_key_sizes(const Mutation& mutation, const TableLayout& layout) {
  check_partition_key_size(mutation.partition_key);
  check_indexed_sizes(mutation, layout);
  if (const auto* row = std::get_if<RowWrite>(&mutation.write)) {
    check_key_size(total_size(row->clustering), "clustering key");
    each_cell(*row, [&](const CellView& cell) {
      if (cell.value && cell.value->size() > kLargestValue) {
        check_value_size(cell.value->size(), layout.table->columns[layout.find(cell.column)->index].name);
      }
      if (cell.path.size() <= kLongestKey) return;
      const std::string element = "element of " + layout.table->columns[layout.find(cell.column)->index].name;
      check_key_size(cell.path.size(), element);
    });
  } else if (const auto* range = std::get_if<RangeDeletion>(&mutation.write)) {
    check_key_size(total_size(range->slice.start.prefix), "clustering key");
    check_key_size(total_size(range->slice.end.prefix), "clustering key");
  }
}

}  // namespace cellar
