#include "storage/derived/view_derivation.h"

#include <algorithm>

#include "storage/derived/existing_limit.h"
#include "storage/derived/unselected_life.h"
#include "storage/format/keys.h"
#include "storage/format/view_filter.h"
#include "storage/rows/purge_queue.h"

namespace cellar {

namespace {

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
  // Keys of a type that has one size are stored without their length, so that none of them can be empty.
  if (fixed_key_size(*view.view->table) != 0 && partition_key[0].empty()) return false;
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
      : view_(view), row_(row), maps_(row.maps()), id_(view.view->table->id) {}

  /// Returns true if the view may hold what has ended: it is in the queue until it is purged.
  bool may_be_left() const { return maps_.stats(id_).purge_from != kNeverPurged; }

  void put_packed(const ViewRow& after) {
    if (may_be_left())
      maps_.derived.put_row(after.key, after.packed);
    else
      maps_.derived.put(after.key, after.key.size(), after.packed);
    for (const Seconds end : after.ends) queue_end({PurgeKind::row, end, after.key, 0});
    if (view_.key_column != 0 && after.marker && after.marker->time_to_live != 0) {
      queue_end({PurgeKind::view_row, after.marker->expires_at, after.key, 0});
    }
  }

  /// `before` is null if the view had no row of this key. A large cell that was stored before the write, and is
  /// still the same, has no value in the row. Returns true if it put a cell.
  bool put_large(const ViewRow* before, const ViewRow& after) {
    bool has_put = false;
    for (const ColumnId column : after.large) {
      const PackedCell& cell = *row_.cell(column);
      const std::string key = own_key(after.key, column);
      const bool was_there =
          before != nullptr && std::ranges::find(before->large, column) != before->large.end();
      if (was_there && cell.version.value.empty() && !has_lost(cell, key)) continue;
      maps_.derived.put(key, after.key.size(), row_.value_of(cell));
      has_put = true;
    }
    return has_put;
  }

  void copy_elements(const ViewRow& after) {
    if (!view_.has_multicell || !row_.row().has_own_entries) return;
    for (const ColumnLayout& column : view_.layout->columns) {
      if (!column.is_multicell) continue;
      std::string prefix(row_.key());
      append_own_entry(prefix, column.id);
      OrderedCursor cursor(maps_.data, &maps_.visited.entries);
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
      return maps_.derived.erase(key, after.key.size());
    }
    maps_.derived.put(key, after.key.size(), element);
    if (const auto end = version.end()) queue_end({PurgeKind::element, *end, key, after.key.size()});
  }

  void change_elements(const ViewRow& after, std::span<const ElementChange> elements) {
    for (const ElementChange& change : elements) {
      if (!view_.has_cells_of(change.column)) continue;
      if (change.after)
        put_element(after, change.column, change.path, *change.after);
      else
        maps_.derived.erase(own_key(after.key, change.column, change.path), after.key.size());
    }
  }

  void erase_large_but(const ViewRow& before, const ViewRow& after) {
    for (const ColumnId column : before.large) {
      if (std::ranges::find(after.large, column) != after.large.end()) continue;
      maps_.derived.erase(own_key(after.key, column), after.key.size());
    }
  }

 private:
  /// Returns true if the view has purged the cell, which has expired, before its base has.
  bool has_lost(const PackedCell& cell, const std::string& own_key) const {
    return cell.version.liveness.time_to_live != 0 && !maps_.data.get(own_key);
  }

  void queue_end(const PurgeEntry& entry) {
    maps_.stats(id_).grace = std::max(view_.layout->grace, row_.layout().grace);
    queue(maps_, id_, entry);
  }

  const ViewLayout& view_;
  const BaseRow& row_;
  DerivingMaps& maps_;
  TableId id_;
};

/// Without the marker.
std::optional<ViewRow> row_of(const ViewLayout& view, const BaseRow& row, PackedRow& packed,
                              std::string& written) {
  if (row.is_static() || row.row().empty()) return std::nullopt;
  if (view.key_column != 0 && row.cell(view.key_column) == nullptr) return std::nullopt;
  ViewRow made;
  for (const PackedCell& cell : row.row().cells) {
    if (!view.has_cells_of(cell.column) || row.cell(cell.column) == nullptr) continue;
    packed.cells.push_back(cell);
    if (cell.has_own_entry) made.large.push_back(cell.column);
  }
  packed.has_own_entries = !made.large.empty() || (view.has_multicell && row.row().has_own_entries);
  if (!passes_filters(view, row) || !make_key(view, row, made.key, written)) return std::nullopt;
  packed.clustering = written;
  return made;
}

void finish(ViewRow& made, const PackedRow& packed) {
  packed.collect_ends(made.ends);
  made.marker = packed.marker;
  encode_row(packed, made.packed);
}

}  // namespace

std::optional<ViewRow> view_row_before(const ViewLayout& view, const BaseRow& row) {
  std::string written;
  PackedRow packed;
  std::optional<ViewRow> made = row_of(view, row, packed, written);
  if (!made) return std::nullopt;
  packed.marker = life_without_elements(view, row);
  made->had_elements = row.row().has_own_entries;
  made->is_exact = !elements_may_matter(view, row, packed.marker);
  if (made->is_exact && packed.empty()) return std::nullopt;
  finish(*made, packed);
  return made;
}

namespace {

std::optional<ViewRow> whole_row_of(const ViewLayout& view, const BaseRow& row, const ViewRow* before,
                                    std::span<const ElementChange> elements) {
  std::string written;
  PackedRow packed;
  std::optional<ViewRow> made = row_of(view, row, packed, written);
  if (!made) return std::nullopt;
  packed.marker = life_of(view, row, before, elements);
  if (packed.empty()) return std::nullopt;
  finish(*made, packed);
  return made;
}

}  // namespace

std::optional<ViewRow> view_row_of(const ViewLayout& view, const BaseRow& row) {
  return whole_row_of(view, row, nullptr, {});
}

std::optional<ViewRow> view_row_after(const ViewLayout& view, const BaseRow& row,
                                      const std::optional<ViewRow>& before,
                                      std::span<const ElementChange> elements) {
  return whole_row_of(view, row, before ? &*before : nullptr, elements);
}

void change_view_row(const ViewLayout& view, const BaseRow& row, const std::optional<ViewRow>& before,
                     const std::optional<ViewRow>& after, std::span<const ElementChange> elements) {
  ViewRowChange change(view, row);
  // A row that lives as long as a cell with an end may have been purged, with cells that are to be shown again.
  const bool may_be_purged =
      before && view.key_column != 0 && before->marker && before->marker->time_to_live != 0;
  const bool stays = before && after && before->key == after->key && !may_be_purged;
  DerivedBatch& derived = row.maps().derived;
  // The next write of the transaction would find in the file what the batch is about to change.
  const auto note_marker = [&](const std::string& key, const std::optional<Liveness>& marker) {
    if (elements_give_life(view)) derived.note_marker(key, marker);
  };
  if (before && !stays) {
    derived.erase_row(before->key);
    note_marker(before->key, std::nullopt);
  }
  if (!after || after->key.size() > kLongestDerivedKey) return;
  note_marker(after->key, after->marker);
  // The base may have purged the cell that gave an earlier row of this key: later writes did not see that row.
  if (!stays && change.may_be_left()) derived.erase_row(after->key);
  const bool has_large = change.put_large(stays ? &*before : nullptr, *after);
  // The purge may have taken the mark of own entries from a row that had none left.
  const bool has_elements = std::ranges::any_of(
      elements, [&](const ElementChange& each) { return view.has_cells_of(each.column); });
  if (!stays || !before->is_exact || has_large || has_elements || before->packed != after->packed) {
    change.put_packed(*after);
  }
  if (stays) {
    change.erase_large_but(*before, *after);
    change.change_elements(*after, elements);
  } else {
    change.copy_elements(*after);
  }
}

}  // namespace cellar
