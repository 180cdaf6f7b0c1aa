#include "storage/format/index_limit.h"

#include "storage/format/derived_layout.h"
#include "storage/format/row_cells.h"
#include "types/key_limit.h"

namespace cellar {

namespace {

void check_indexed_size(const Column& column, IndexKind kind, std::size_t size) {
  const std::size_t most = longest_indexed_value(kind);
  if (size <= most) return;
  refuse(
      "indexed_value_too_long", {},
      {{"column", quote_name(column.name)}, {"size", std::to_string(size)}, {"most", std::to_string(most)}});
}

std::size_t indexed_size(const IndexLayout& index, const CellView& cell) {
  const std::size_t value = cell.value ? cell.value->size() : 0;
  return index.of_elements ? indexed_element_size(index, cell.path.size(), value) : value;
}

void check_cells(const IndexLayout& index, const RowWrite& write) {
  each_cell(write, [&](const CellView& cell) {
    if (cell.column == index.place.column->id && cell.value)
      check_indexed_size(*index.place.column, index.index->kind, indexed_size(index, cell));
  });
}

}  // namespace

std::size_t longest_indexed_value(IndexKind kind) {
  return kind == IndexKind::legacy ? kLongestIndexedValue : kLongestKey;
}

std::size_t indexed_element_size(const IndexLayout& index, std::size_t path, std::size_t value) {
  if (index.holds_path && index.holds_element) return path + value + kEntryOverhead;
  return index.holds_path ? path : value;
}

void check_indexed_sizes(const Mutation& mutation, const TableLayout& layout) {
  const auto* write = std::get_if<RowWrite>(&mutation.write);
  if (!layout.derived || write == nullptr) return;
  for (const IndexLayout& index : layout.derived->indexes) {
    if (index.keeps_value) continue;
    const IndexKind kind = index.index->kind;
    const ValuePlace& place = index.place;
    if (place.source == ValueSource::cell)
      check_cells(index, *write);
    else if (place.source == ValueSource::partition_key)
      check_indexed_size(*place.column, kind, mutation.partition_key[place.index].size());
    else if (place.index < write->clustering.size())
      check_indexed_size(*place.column, kind, write->clustering[place.index].size());
  }
}

void check_indexed_sizes(const SimpleRow& row) {
  for (const Index& index : row.table->indexes) {
    const std::size_t column = *row.table->find(index.column);
    const std::size_t partition_size = row.partition_key.size();
    if (column < partition_size)
      check_indexed_size(row.table->columns[column], index.kind, row.partition_key[column].size());
    else if (column - partition_size < row.clustering.size())
      check_indexed_size(row.table->columns[column], index.kind,
                         row.clustering[column - partition_size].size());
  }
}

}  // namespace cellar
