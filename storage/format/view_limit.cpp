#include "storage/format/view_limit.h"

#include <algorithm>

#include "storage/format/keys.h"
#include "storage/format/row_cells.h"
#include "types/key_limit.h"

namespace cellar {

namespace {

/// Cassandra's form of a partition key of several columns takes so many more bytes per column.
constexpr std::size_t kColumnOverhead = 3;

/// Returns nothing if one of the values is missing: the view has no row then.
std::optional<std::size_t> size_of(const std::vector<ValuePlace>& places, const ValueOf& value_of) {
  std::size_t size = 0;
  for (const ValuePlace& place : places) {
    const auto value = value_of(place);
    if (!value) return std::nullopt;
    size += value->size();
  }
  return size;
}

/// Returns true if no key that is made of so many bytes in values of the row can be too long.
bool is_short(std::size_t size, const TableLayout& layout) {
  const std::size_t columns = layout.table->key_size() + 1;  // a view's key takes one more
  return size + kColumnOverhead * columns <= kLongestKey;
}

void check_views(const TableLayout& layout, const ValueOf& value_of) {
  for (const ViewLayout& view : layout.derived->views) {
    const auto found = long_key_of(view, value_of);
    if (!found) continue;
    std::string columns;
    for (const ValuePlace& place : *found->places) {
      if (!columns.empty()) columns += ", ";
      columns += quote_name(place.column->name);
    }
    refuse("view_key_value_too_long", {},
           {{"what", found->what},
            {"view", quote_name(view.view->table->name)},
            {"size", std::to_string(found->size)},
            {"columns", columns}});
  }
}

std::optional<std::string_view> written_value(const RowWrite& write, ColumnId column) {
  const auto found = std::ranges::find_if(
      write.cells, [&](const CellWrite& cell) { return cell.column == column && cell.value; });
  return found != write.cells.end() ? std::optional<std::string_view>(*found->value) : std::nullopt;
}

/// Returns true if the row may live by this write alone.
bool gives_life(const RowWrite& write) {
  return write.marker ||
         std::ranges::any_of(write.cells, [](const CellWrite& cell) { return cell.value.has_value(); }) ||
         std::ranges::any_of(write.elements, has_value);
}

}  // namespace

std::optional<LongViewKey> long_key_of(const ViewLayout& view, const ValueOf& value_of) {
  auto partition_key = size_of(view.partition_key, value_of);
  const auto clustering = size_of(view.clustering, value_of);
  if (!partition_key || !clustering) return std::nullopt;
  const std::size_t columns = view.partition_key.size();
  if (columns > 1) *partition_key += kColumnOverhead * columns;
  if (*partition_key <= kLongestKey && *clustering <= kLongestKey) return std::nullopt;
  const bool is_selected = std::ranges::all_of(
      view.filters, [&](const ViewLayout::Filter& filter) { return passes(filter, value_of); });
  if (!is_selected) return std::nullopt;
  if (*partition_key > kLongestKey) return LongViewKey{"partition key", *partition_key, &view.partition_key};
  return LongViewKey{"clustering key", *clustering, &view.clustering};
}

/// A value that the write leaves as it is was checked when it was written, with the same key of the table.
void check_view_sizes(const Mutation& mutation, const TableLayout& layout) {
  if (mutation.table->views.empty()) return;
  const auto* write = std::get_if<RowWrite>(&mutation.write);
  if (write == nullptr || write->is_static || !gives_life(*write)) return;
  std::size_t size = total_size(mutation.partition_key) + total_size(write->clustering);
  each_cell(*write, [&](const CellView& cell) { size += cell.value ? cell.value->size() : 0; });
  if (is_short(size, layout)) return;
  check_views(layout, [&](const ValuePlace& place) -> std::optional<std::string_view> {
    if (place.source == ValueSource::partition_key) return mutation.partition_key[place.index];
    if (place.source == ValueSource::cell) return written_value(*write, place.column->id);
    if (place.index >= write->clustering.size()) return std::nullopt;
    return write->clustering[place.index];
  });
}

void check_view_sizes(const SimpleRow& row, const TableLayout& layout) {
  if (row.table->views.empty()) return;
  std::size_t size = total_size(row.partition_key) + total_size(row.clustering);
  for (const SimpleCell& cell : row.cells) size += cell.value ? cell.value->size() : 0;
  if (is_short(size, layout)) return;
  check_views(layout, [&](const ValuePlace& place) -> std::optional<std::string_view> {
    if (place.source == ValueSource::partition_key) return row.partition_key[place.index];
    if (place.source == ValueSource::cell) {
      const auto found = std::ranges::find(row.cells, place.column->id, &SimpleCell::column);
      return found != row.cells.end() ? found->value : std::nullopt;
    }
    if (place.index >= row.clustering.size()) return std::nullopt;
    return row.clustering[place.index];
  });
}

}  // namespace cellar
