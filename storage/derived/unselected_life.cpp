#include "storage/derived/unselected_life.h"

#include <algorithm>

#include "storage/derived/view_derivation.h"
#include "storage/format/keys.h"

namespace cellar {

namespace {

bool lives_for_ever(const std::optional<Liveness>& life) { return life && life->time_to_live == 0; }

bool is_not_shorter(const Liveness& life, const Liveness& than) {
  return life.time_to_live == 0 || (than.time_to_live != 0 && life.expires_at >= than.expires_at);
}

bool is_not_shorter(const std::optional<Liveness>& life, const Liveness& than) {
  return life && is_not_shorter(*life, than);
}

void lengthen(std::optional<Liveness>& life, const Liveness& by) {
  if (!life || !is_not_shorter(*life, by)) life = by;
}

/// Returns the liveness of an encoded element; nothing if it is deleted.
std::optional<Liveness> life_of_element(const BaseRow& row, ColumnId column, std::string_view element) {
  const CellVersion version = decode_element(element).version;
  if (version.is_tombstone || version.liveness.timestamp <= row.layout().dropped_before(column)) {
    return std::nullopt;
  }
  return version.liveness;
}

bool is_unselected(const ViewLayout& view, ColumnId column) {
  return std::ranges::find(view.unselected_multicell, column) != view.unselected_multicell.end();
}

/// Looks at the elements of a column, beginning with those next to `path`, until the life is not shorter than
/// `enough`. When elements are deleted one after the other, a live one is near the last that was deleted.
void search_elements(const BaseRow& row, ColumnId column, std::string_view path, const Liveness& enough,
                     std::optional<Liveness>& life) {
  std::string prefix(row.key());
  append_own_entry(prefix, column);
  const std::string begin = prefix + std::string(path);
  DerivingMaps& maps = row.maps();
  OrderedCursor up(maps.data, &maps.visited.entries), down(maps.data, &maps.visited.entries);
  bool goes_up = up.seek(begin);
  bool goes_down = down.seek_before(begin);
  const auto take = [&](OrderedCursor& cursor) {
    if (!cursor.key().starts_with(prefix)) return false;
    if (const auto found = life_of_element(row, column, cursor.value())) lengthen(life, *found);
    return true;
  };
  while ((goes_up || goes_down) && !is_not_shorter(life, enough)) {
    if (goes_up) goes_up = take(up) && up.next();
    if (goes_down) goes_down = take(down) && down.previous();
  }
}

/// Returns false if the marker that the row of the view had is not known.
bool find_marker(DerivingMaps& maps, const std::string& view_row, std::optional<Liveness>& marker) {
  if (const auto* known = maps.derived.known_marker(view_row)) {
    marker = *known;
    return true;
  }
  const auto stored = maps.data.get(view_row);
  if (!stored) return false;
  const PackedEntry packed(*stored);
  if (packed.has_marker()) marker = packed.base();
  return true;
}

}  // namespace

std::optional<Liveness> life_without_elements(const ViewLayout& view, const BaseRow& row) {
  if (view.key_column != 0) return row.cell(view.key_column)->version.liveness;
  std::optional<Liveness> life = row.row().marker;
  if (!view.has_unselected || lives_for_ever(life)) return life;
  for (const PackedCell& cell : row.row().cells) {
    if (view.has_cells_of(cell.column) || row.cell(cell.column) == nullptr) continue;
    lengthen(life, cell.version.liveness);
  }
  return life;
}

bool elements_may_matter(const ViewLayout& view, const BaseRow& row, const std::optional<Liveness>& life) {
  return elements_give_life(view) && row.row().has_own_entries && !lives_for_ever(life);
}

std::optional<Liveness> life_of(const ViewLayout& view, const BaseRow& row, const ViewRow* before,
                                std::span<const ElementChange> changes) {
  std::optional<Liveness> life = life_without_elements(view, row);
  if (!elements_may_matter(view, row, life)) return life;
  std::optional<Liveness> gone;  // the longest life that the write may have ended
  for (const ElementChange& change : changes) {
    if (!is_unselected(view, change.column)) continue;
    const auto take = [&](const std::optional<std::string>& element, std::optional<Liveness>& into) {
      const auto found = element ? life_of_element(row, change.column, *element) : std::nullopt;
      if (found) lengthen(into, *found);
    };
    take(change.before, gone);
    take(change.after, life);
  }
  if (lives_for_ever(life) || (before != nullptr && !before->had_elements)) return life;
  std::optional<Liveness> known;
  if (before != nullptr && find_marker(row.maps(), before->key, known)) {
    if (!known || is_not_shorter(life, *known)) return life;
    if (before->marker) lengthen(gone, *before->marker);
    if (!is_not_shorter(gone, *known)) return known;
  }
  const Liveness enough = known.value_or(Liveness{});
  for (const ColumnId column : view.unselected_multicell) {
    const auto last = std::ranges::find_if(changes.rbegin(), changes.rend(),
                                           [&](const ElementChange& each) { return each.column == column; });
    search_elements(row, column, last != changes.rend() ? last->path : std::string(), enough, life);
  }
  return life;
}

}  // namespace cellar
