#include "storage/derived/view_derivation.h"

#include <algorithm>

#include "storage/derived/view_filter.h"
#include "storage/format/keys.h"
#include "storage/purge/purge_queue.h"

namespace cellar {

namespace {

/// Collects the liveness that cells of unselected columns give a row of a view.
class UnselectedLife {
 public:
  void add(const Liveness& liveness) {
    timestamp_ = std::max(timestamp_, liveness.timestamp);
    if (liveness.time_to_live == 0) {
      lives_for_ever_ = true;
    } else if (!longest_ || liveness.expires_at > longest_->expires_at) {
      longest_ = liveness;
    }
  }
  bool lives_for_ever() const { return lives_for_ever_; }

  std::optional<Liveness> with(const std::optional<Liveness>& marker) const {
    const Timestamp timestamp = std::max(timestamp_, marker ? marker->timestamp : INT64_MIN);
    if ((marker && marker->time_to_live == 0) || lives_for_ever_) return Liveness{timestamp, 0, 0};
    if (!longest_ || (marker && marker->expires_at >= longest_->expires_at)) return marker;
    return Liveness{timestamp, longest_->time_to_live, longest_->expires_at};
  }

 private:
  Timestamp timestamp_ = INT64_MIN;
  bool lives_for_ever_ = false;
  std::optional<Liveness> longest_;
};

/// Calls `each(path, encoded element)` for the elements of a column that are not deleted.
template <typename Each>
void each_element(const BaseRow& row, ColumnId column, Each each) {
  std::string prefix(row.key());
  append_own_entry(prefix, column);
  const Timestamp dropped_before = row.layout().dropped_before(column);
  OrderedCursor cursor(row.state().data, &row.state().visited.entries);
  for (bool found = cursor.seek(prefix); found && cursor.key().starts_with(prefix); found = cursor.next()) {
    const CellVersion version = decode_element(cursor.value()).version;
    if (version.is_tombstone || version.liveness.timestamp <= dropped_before) continue;
    each(cursor.key().substr(prefix.size()), version);
  }
}

std::optional<Liveness> marker_of(const ViewLayout& view, const BaseRow& row) {
  if (view.key_column != 0) return row.cell(view.key_column)->version.liveness;
  const std::optional<Liveness>& marker = row.row().marker;
  if (!view.has_unselected || (marker && marker->time_to_live == 0)) return marker;
  UnselectedLife life;
  for (const PackedCell& cell : row.row().cells) {
    if (!view.has_cells_of(cell.column) && row.cell(cell.column) != nullptr) life.add(cell.version.liveness);
  }
  if (!life.lives_for_ever() && row.row().has_own_entries) {
    for (const ColumnId column : view.unselected_multicell) {
      each_element(row, column,
                   [&](std::string_view, const CellVersion& version) { life.add(version.liveness); });
    }
  }
  return life.with(marker);
}

bool passes_filters(const ViewLayout& view, const BaseRow& row) {
  const auto value_of = [&](const ValuePlace& place) { return row.value_at(place); };
  return std::ranges::all_of(view.filters,
                             [&](const ViewLayout::Filter& filter) { return passes(filter, value_of); });
}

/// Sets the key and the clustering values that the key does not give back. Returns false if the row has no
/// value for a column of the key.
bool make_key(const ViewLayout& view, const BaseRow& row, std::string& key, std::string& written) {
  const auto gather = [&](const std::vector<ValuePlace>& places, std::vector<std::string_view>& values) {
    for (const ValuePlace& place : places) {
      const auto value = row.value_at(place);
      if (!value) return false;
      values.push_back(*value);
    }
    return true;
  };
  std::vector<std::string_view> partition_key, clustering;
  if (!gather(view.partition_key, partition_key) || !gather(view.clustering, clustering)) return false;
  if (partition_key.size() == 1 && partition_key[0].empty()) return false;  // no partition has this key
  append_partition_prefix(key, *view.view->table, std::span<const std::string_view>(partition_key));
  key.push_back(kRowKind);
  if (!append_clustering(key, *view.layout, std::span<const std::string_view>(clustering))) {
    written = encode_values(std::vector<std::string>(clustering.begin(), clustering.end()));
  }
  return true;
}

std::string own_key(std::string_view row_key, ColumnId column, std::string_view path = "") {
  std::string key(row_key);
  append_own_entry(key, column);
  return key += path;
}

class ViewRowChange {
 public:
  ViewRowChange(const ViewLayout& view, const BaseRow& row)
      : view_(view), row_(row), state_(row.state()), id_(view.view->table->id) {}

  void put_packed(const ViewRow& after) {
    // Whatever may have ended in the view is in the queue until it is purged.
    const bool may_be_left = state_.stats(id_).purge_from != kNeverPurged;
    if (may_be_left)
      state_.derived.put_row(after.key, after.packed);
    else
      state_.derived.put(after.key, after.key.size(), after.packed);
    for (const Seconds end : after.ends) queue_end({PurgeKind::row, end, after.key, 0});
    if (view_.key_column != 0 && after.marker_end) {
      queue_end({PurgeKind::view_row, *after.marker_end, after.key, 0});
    }
  }

  /// `before` is null if the view had no row of this key. A large cell that was stored before the write, and is
  /// still the same, has no value in the row.
  void put_large(const ViewRow* before, const ViewRow& after) {
    for (const ColumnId column : after.large) {
      const PackedCell& cell = *row_.cell(column);
      const bool was_there =
          before != nullptr && std::ranges::find(before->large, column) != before->large.end();
      if (was_there && cell.version.value.empty()) continue;
      state_.derived.put(own_key(after.key, column), after.key.size(), row_.value_of(cell));
    }
  }

  void copy_elements(const ViewRow& after) {
    if (!view_.has_multicell || !row_.row().has_own_entries) return;
    for (const ColumnLayout& column : view_.layout->columns) {
      if (!column.is_multicell) continue;
      std::string prefix(row_.key());
      append_own_entry(prefix, column.id);
      OrderedCursor cursor(state_.data, &state_.visited.entries);
      for (bool found = cursor.seek(prefix); found && cursor.key().starts_with(prefix);
           found = cursor.next()) {
        put_element(after, column.id, cursor.key().substr(prefix.size()), cursor.value());
      }
    }
  }

  void put_element(const ViewRow& after, ColumnId column, std::string_view path, std::string_view element) {
    const std::string key = own_key(after.key, column, path);
    const CellVersion version = decode_element(element).version;
    if (version.is_tombstone || version.liveness.timestamp <= row_.layout().dropped_before(column)) {
      return state_.derived.erase(key, after.key.size());
    }
    state_.derived.put(key, after.key.size(), element);
    if (const auto end = version.end()) queue_end({PurgeKind::element, *end, key, after.key.size()});
  }

  void change_elements(const ViewRow& after, std::span<const ElementChange> elements) {
    for (const ElementChange& change : elements) {
      if (!view_.has_cells_of(change.column)) continue;
      if (change.after)
        put_element(after, change.column, change.path, *change.after);
      else
        state_.derived.erase(own_key(after.key, change.column, change.path), after.key.size());
    }
  }

  void erase_large_but(const ViewRow& before, const ViewRow& after) {
    for (const ColumnId column : before.large) {
      if (std::ranges::find(after.large, column) != after.large.end()) continue;
      state_.derived.erase(own_key(after.key, column), after.key.size());
    }
  }

 private:
  void queue_end(const PurgeEntry& entry) {
    state_.stats(id_).grace = view_.layout->grace;
    queue(state_, id_, entry);
  }

  const ViewLayout& view_;
  const BaseRow& row_;
  TransactionState& state_;
  TableId id_;
};

}  // namespace

std::optional<ViewRow> view_row_of(const ViewLayout& view, const BaseRow& row) {
  if (row.is_static() || row.row().empty()) return std::nullopt;
  ViewRow made;
  std::string written;
  PackedRow packed;
  if (view.key_column != 0 && row.cell(view.key_column) == nullptr) return std::nullopt;
  packed.marker = marker_of(view, row);
  for (const PackedCell& cell : row.row().cells) {
    if (!view.has_cells_of(cell.column) || row.cell(cell.column) == nullptr) continue;
    packed.cells.push_back(cell);
    if (cell.has_own_entry) made.large.push_back(cell.column);
  }
  packed.has_own_entries = !made.large.empty() || (view.has_multicell && row.row().has_own_entries);
  if (packed.empty() || !passes_filters(view, row)) return std::nullopt;
  if (!make_key(view, row, made.key, written)) return std::nullopt;
  packed.clustering = written;
  packed.collect_ends(made.ends);
  if (packed.marker && packed.marker->time_to_live != 0) made.marker_end = packed.marker->expires_at;
  encode_row(packed, made.packed);
  return made;
}

void change_view_row(const ViewLayout& view, const BaseRow& row, const std::optional<ViewRow>& before,
                     const std::optional<ViewRow>& after, std::span<const ElementChange> elements) {
  ViewRowChange change(view, row);
  // A row that lives as long as a cell with an end may have been purged, with cells that are to be shown again.
  const bool may_be_purged = before && view.key_column != 0 && before->marker_end;
  const bool stays = before && after && before->key == after->key && !may_be_purged;
  if (before && !stays) row.state().derived.erase_row(before->key);
  if (!after) return;
  // The purge may have taken the mark of own entries from a row that had none left.
  const bool has_elements = std::ranges::any_of(
      elements, [&](const ElementChange& each) { return view.has_cells_of(each.column); });
  if (!stays || has_elements || before->packed != after->packed) change.put_packed(*after);
  change.put_large(stays ? &*before : nullptr, *after);
  if (stays) {
    change.erase_large_but(*before, *after);
    change.change_elements(*after, elements);
  } else {
    change.copy_elements(*after);
  }
}

}  // namespace cellar
