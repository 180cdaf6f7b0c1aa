#include "storage/derived/existing_limit.h"

#include <algorithm>

#include "storage/derived/index_derivation.h"
#include "storage/derived/view_derivation.h"
#include "storage/format/index_limit.h"
#include "storage/format/keys.h"
#include "storage/format/row_text.h"
#include "storage/format/view_limit.h"
#include "types/key_limit.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_row(const BaseRow& row, std::string derived, std::string what, std::size_t size,
                             std::size_t most) {
  refuse("row_too_long_to_derive", {},
         {{"table", quote_name(row.layout().table->name)},
          {"derived", std::move(derived)},
          {"what", std::move(what)},
          {"size", std::to_string(size)},
          {"most", std::to_string(most)},
          {"row", row_text(row.layout(), row.key())}});
}

void refuse_for_index(const IndexLayout& index, const BaseRow& row, std::size_t size) {
  refuse_row(row, "index " + quote_name(index.index->name),
             "value for " + quote_name(index.place.column->name), size,
             longest_indexed_value(index.index->kind));
}

void check_value(const IndexLayout& index, const BaseRow& row, Seconds now) {
  const auto value = row.value_at(index.place);
  if (!value || value->size() <= longest_indexed_value(index.index->kind)) return;
  const std::optional<IndexEntry> entry = entry_of_row(index, row);
  if (entry && (!entry->end || *entry->end > now)) refuse_for_index(index, row, value->size());
}

void check_element(const IndexLayout& index, const BaseRow& row, const ElementChange& change, Seconds now) {
  const std::size_t most = longest_indexed_value(index.index->kind);
  if (change.path.size() + change.after->size() + kEntryOverhead <= most) return;
  const ColumnLayout* column = row.layout().find(change.column);
  if (column == nullptr || !entry_of_element(index, row, change.path, *change.after)) return;
  const Element element = decode_element(*change.after);
  if (!element.version.is_live(now)) return;
  std::string path;
  read_path(*column, change.path, path);
  if (element.path) path = *element.path;
  const std::size_t size = indexed_element_size(index, path.size(), element.version.value.size());
  if (size > most) refuse_for_index(index, row, size);
}

/// Returns true if the view shows the row.
bool lives(const ViewLayout& view, const ViewRow& made, std::span<const ElementChange> elements,
           Seconds now) {
  if (made.marker && made.marker->is_live(now)) return true;
  if (view.key_column != 0) return false;
  PackedRow packed;
  decode_row(made.packed, packed);
  return std::ranges::any_of(packed.cells,
                             [&](const PackedCell& cell) { return cell.version.is_live(now); }) ||
         std::ranges::any_of(elements, [&](const ElementChange& change) {
           return view.has_cells_of(change.column) && decode_element(*change.after).version.is_live(now);
         });
}

void check_view(const ViewLayout& view, const BaseRow& row, std::span<const ElementChange> elements,
                Seconds now) {
  const auto found = long_key_of(view, [&](const ValuePlace& place) { return row.value_at(place); });
  if (!found) return;
  const std::optional<ViewRow> made = view_row_of(view, row);
  if (!made || !lives(view, *made, elements, now)) return;
  refuse_row(row, "view " + quote_name(view.view->table->name), std::string(found->what) + " there",
             found->size, kLongestKey);
}

}  // namespace

void check_fits(const BaseRow& row, std::span<const ElementChange> elements) {
  const Seconds now = row.maps().purge_second();
  for (const IndexLayout& index : row.layout().derived->indexes) {
    if (index.keeps_value) continue;
    if (!index.of_elements) {
      check_value(index, row, now);
      continue;
    }
    for (const ElementChange& change : elements) {
      if (change.column == index.place.column->id) check_element(index, row, change, now);
    }
  }
  if (row.is_static()) return;
  for (const ViewLayout& view : row.layout().derived->views) check_view(view, row, elements, now);
}

}  // namespace cellar
