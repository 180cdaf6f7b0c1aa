#include "storage/derived/derivation.h"

#include "storage/derived/existing_limit.h"
#include "storage/format/keys.h"

namespace cellar {

void Derivation::begin(std::string_view row_key, const PackedRow* stored) {
  row_key_ = row_key;
  elements_.clear();
  entries_.assign(layout_.derived->indexes.size(), std::nullopt);
  view_rows_.assign(layout_.derived->views.size(), std::nullopt);
  if (stored == nullptr) return;
  BaseRow row(maps_, layout_, row_key_, partition_size_);
  row.show(*stored);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    entries_[i] = entry_of_row(layout_.derived->indexes[i], row);
  }
  for (std::size_t i = 0; i < view_rows_.size(); ++i) {
    view_rows_[i] = view_row_before(layout_.derived->views[i], row);
  }
}

void Derivation::change_element(std::string_view own_key, std::optional<std::string_view> before,
                                std::optional<std::string_view> after) {
  const auto [column, path] = column_and_path(own_key.substr(row_key_.size()));
  ElementChange change{column, std::string(path), std::nullopt, std::nullopt};
  if (before) change.before = *before;
  if (after) change.after = *after;
  elements_.push_back(std::move(change));
}

void Derivation::check_fits(const PackedRow& stored) const {
  BaseRow row(maps_, layout_, row_key_, partition_size_);
  row.show(stored);
  cellar::check_fits(row, elements_);
}

void Derivation::finish(const PackedRow& stored) {
  BaseRow row(maps_, layout_, row_key_, partition_size_);
  row.show(stored);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const IndexLayout& index = layout_.derived->indexes[i];
    change_entry(row, index, entries_[i], entry_of_row(index, row));
    for (const ElementChange& change : elements_) change_element_entry(index, row, change);
  }
  for (std::size_t i = 0; i < view_rows_.size(); ++i) {
    const ViewLayout& view = layout_.derived->views[i];
    const std::optional<ViewRow> after = view_row_after(view, row, view_rows_[i], elements_);
    change_view_row(view, row, view_rows_[i], after, elements_);
  }
  if (maps_.derived.is_full()) maps_.derived.put_into(maps_);
}

}  // namespace cellar
