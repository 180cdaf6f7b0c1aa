#include "storage/verify/view_agreement.h"

#include <algorithm>
#include <map>

#include "storage/format/keys.h"

namespace cellar {

namespace {

/// Calls `take(column and path, bytes)` for the own entries of the row that are elements.
template <typename Take>
void each_own_element(TransactionState& state, const std::string& row_key, Take take) {
  const std::string own = row_key + kOwnEntry;
  OrderedCursor cursor(state.data, &state.visited.entries);
  for (bool found = cursor.seek(own); found && cursor.key().starts_with(own); found = cursor.next()) {
    if (is_element_key(cursor.key(), row_key.size()))
      take(cursor.key().substr(row_key.size()), cursor.value());
  }
}

}  // namespace

/// What has expired counts as purged. A mark of own entries says nothing while there may be none.
void ViewAgreement::drop_expired(PackedRow& row) const {
  if (row.marker && !row.marker->is_live(now_)) row.marker.reset();
  std::erase_if(row.cells, [&](const PackedCell& cell) { return !cell.version.is_live(now_); });
  row.has_own_entries = false;
}

bool ViewAgreement::lives(const PackedRow& row, bool has_live_elements) const {
  PackedRow live = row;
  drop_expired(live);
  if (view_.key_column != 0) return live.marker.has_value();
  return live.marker || !live.cells.empty() || has_live_elements;
}

bool ViewAgreement::is_same(PackedRow given, PackedRow stored) const {
  drop_expired(given);
  drop_expired(stored);
  // The timestamp may be that of a column outside the view that was purged since, or does not live longest; two
  // columns may end in one second.
  if (view_.has_unselected && view_.key_column == 0 && given.marker && stored.marker) {
    given.marker->timestamp = stored.marker->timestamp;
    if (given.marker->time_to_live != 0 && stored.marker->time_to_live != 0)
      given.marker->time_to_live = stored.marker->time_to_live;
  }
  std::string given_bytes, stored_bytes;
  for (PackedRow* row : {&given, &stored}) {
    for (PackedCell& cell : row->cells) {
      if (cell.has_own_entry) cell.version.value = {};
    }
  }
  encode_row(given, given_bytes);
  encode_row(stored, stored_bytes);
  return given_bytes == stored_bytes;
}

bool ViewAgreement::has_same_large_cells(const BaseRow& row, const PackedRow& given,
                                         const std::string& key) const {
  return std::ranges::all_of(given.cells, [&](const PackedCell& cell) {
    if (!cell.has_own_entry || !cell.version.is_live(now_)) return true;
    std::string own_key = key;
    append_own_entry(own_key, cell.column);
    const std::string value(row.value_of(cell));
    return rows_.state().data.get(own_key) == value;
  });
}

/// Compares the live elements of the row with those of the view, one after another: both lie in the same order.
bool ViewAgreement::has_same_elements(const BaseRow& row, const ViewRow& given, bool& has_live) const {
  bool is_same = true;
  std::size_t live = 0, stored_live = 0;
  for (const ColumnLayout& column : view_.layout->columns) {
    if (!column.is_multicell) continue;
    const Timestamp dropped_before = row.layout().dropped_before(column.id);
    std::string own_key = given.key;
    append_own_entry(own_key, column.id);
    rows_.each_element(row, column.id, [&](std::string_view path, std::string_view element) {
      const CellVersion version = decode_element(element).version;
      if (!version.is_live(now_) || version.liveness.timestamp <= dropped_before) return;
      ++live;
      const std::string bytes(element);
      is_same = is_same && rows_.state().data.get(own_key + std::string(path)) == bytes;
    });
  }
  has_live = live != 0;
  each_own_element(rows_.state(), given.key, [&](std::string_view own, std::string_view element) {
    const auto [column, path] = column_and_path(own);
    if (!view_.has_cells_of(column)) return;  // it was dropped
    const CellVersion version = decode_element(element).version;
    if (version.is_live(now_) && version.liveness.timestamp > view_.layout->dropped_before(column))
      ++stored_live;
  });
  return is_same && live == stored_live;
}

void ViewAgreement::check_row(const BaseRow& row) {
  const std::optional<ViewRow> given = view_row_of(view_, row);
  if (!given) return;
  PackedRow given_row, stored_row;
  decode_row(given->packed, given_row);
  bool has_live = false;
  const bool has_same = has_same_elements(row, *given, has_live);
  if (!lives(given_row, has_live)) return;
  const auto stored = rows_.state().data.get(given->key);
  if (!stored) return actions_.on_damage(row.key(), "view " + name() + " lacks the row for it");
  const std::string bytes(*stored);
  decode_row(bytes, stored_row);
  const bool knows_own = !has_live || stored_row.has_own_entries;
  if (!has_same || !knows_own || !is_same(given_row, stored_row) ||
      !has_same_large_cells(row, given_row, given->key))
    actions_.on_damage(row.key(), "its row in view " + name() + " differs from what the table gives");
}

bool ViewAgreement::has_live_elements(const std::string& row_key) const {
  bool has_live = false;
  each_own_element(rows_.state(), row_key, [&](std::string_view, std::string_view element) {
    has_live = has_live || decode_element(element).version.is_live(now_);
  });
  return has_live;
}

/// Finds the row of the table by the key of the view's row.
bool ViewAgreement::is_given(const std::string& row_key, const PackedRow& stored) const {
  const TableLayout& layout = *view_.layout;
  const Table& table = *rows_.layout().table;
  const std::size_t partition = partition_prefix_size(row_key, *layout.table);
  std::vector<std::string> values, clustering;
  partition_key_of_prefix(std::string_view(row_key).substr(0, partition), layout, values);
  read_clustering(layout, std::string_view(row_key).substr(partition + 1), clustering);
  if (!stored.clustering.empty()) decode_values(stored.clustering, clustering);
  values.insert(values.end(), clustering.begin(), clustering.end());
  std::map<ColumnId, std::string> by_column;
  for (std::size_t i = 0; i < values.size(); ++i) by_column[layout.table->columns[i].id] = values[i];
  std::vector<std::string> key, of_row;
  for (std::size_t i = 0; i < table.partition_key_size + table.clustering_size; ++i)
    (i < table.partition_key_size ? key : of_row).push_back(by_column[table.columns[i].id]);
  const std::string base_partition = partition_prefix(table, key);
  std::string base_key = base_partition + kRowKind;
  append_clustering(base_key, rows_.layout(), of_row);
  PackedRow packed;
  if (!rows_.read(base_key, packed)) return false;
  BaseRow row(rows_.state(), rows_.layout(), base_key, base_partition.size());
  row.show(packed);
  const std::optional<ViewRow> given = view_row_of(view_, row);
  return given && given->key == row_key;
}

void ViewAgreement::check_rows_of_view() {
  const std::string table = table_prefix(view_.view->table->id);
  OrderedCursor cursor(rows_.state().data, &rows_.state().visited.entries);
  std::string position = table;
  PackedRow stored;
  while (cursor.seek(position) && cursor.key().starts_with(table)) {
    rows_.ask(actions_.interrupted);
    const std::string key(cursor.key()), bytes(cursor.value());
    const std::size_t partition = partition_prefix_size(key, *view_.layout->table);
    const std::size_t size =
        partition + 1 + clustering_size(*view_.layout, std::string_view(key).substr(partition + 1));
    position = key.substr(0, size) + kAfter;
    if (key.size() != size) {
      actions_.on_damage(key, "view " + name() + " has an element without its row");
      continue;
    }
    decode_row(bytes, stored);
    if (lives(stored, has_live_elements(key)) && !is_given(key, stored))
      actions_.on_damage(key, "its table gives view " + name() + " no such row");
  }
}

}  // namespace cellar
