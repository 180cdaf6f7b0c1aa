#include "storage/verify/agreement.h"

#include "refusal/refusal.h"
#include "storage/derived/index_derivation.h"
#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/verify/base_rows.h"
#include "storage/verify/view_agreement.h"

namespace cellar {

namespace {

class IndexAgreement {
 public:
  IndexAgreement(BaseRows& rows, const IndexLayout& index, Seconds now, const AgreementActions& actions)
      : rows_(rows), index_(index), now_(now), actions_(actions) {}

  /// Looks up all that the row gives.
  void check_row(const BaseRow& row) {
    if (!index_.of_elements) {
      if (const auto entry = entry_of_row(index_, row)) check_given(row, *entry);
      return;
    }
    rows_.each_element(row, index_.place.column->id, [&](std::string_view path, std::string_view element) {
      if (const auto entry = entry_of_element(index_, row, path, element)) check_given(row, *entry);
    });
  }

  /// Looks up the row of each entry.
  void check_entries() {
    OrderedCursor cursor(rows_.state().data, &rows_.state().visited.entries);
    for (bool found = cursor.seek(index_.prefix); found && cursor.key().starts_with(index_.prefix);
         found = cursor.next()) {
      rows_.ask(actions_.interrupted);
      if (decode_index_value(cursor.value()).is_live(now_)) check_entry(std::string(cursor.key()));
    }
  }

 private:
  std::string name() const { return quote_name(index_.index->name); }

  void check_given(const BaseRow& row, const IndexEntry& entry) {
    if (entry.end && *entry.end <= now_) return;
    const auto stored = rows_.state().data.get(entry.key);
    if (!stored) return actions_.on_damage(row.key(), "index " + name() + " lacks an entry of it");
    const IndexValue value = decode_index_value(*stored);
    // A row that had elements has an entry without an end, also after the elements were purged.
    const bool has_end = value.end == entry.end || (is_of_key() && !value.end);
    if (!has_end || value.kept != entry.kept)
      actions_.on_damage(row.key(), "its entry in index " + name() + " has another expiry or value");
  }

  bool is_of_key() const { return index_.place.source != ValueSource::cell; }

  void check_entry(const std::string& key) {
    const std::string_view after_id = std::string_view(key).substr(index_.prefix.size());
    const std::string_view value = after_id.substr(0, indexed_value_size(index_, after_id));
    const std::string named = rows_.prefix() + std::string(after_id.substr(value.size()));
    if (is_given(key, value, named)) return;
    actions_.on_damage(named.substr(0, rows_.row_size(named)),
                       "index " + name() + " has an entry of it that it does not give");
  }

  /// `named` is the key of the row, and the path of the element if the entry has it.
  bool is_given(const std::string& key, std::string_view value, const std::string& named) {
    const std::size_t size = rows_.row_size(named);
    PackedRow packed;
    const std::string row_key = named.substr(0, size);
    const bool is_there = rows_.read(row_key, packed);
    BaseRow row(rows_.state(), rows_.layout(), row_key, rows_.partition_size(row_key));
    row.show(packed);
    if (is_of_key()) return begins_with_value(row, value);  // the row may have ended since
    if (!is_there) return false;
    if (!index_.of_elements) {
      const auto entry = entry_of_row(index_, row);
      return entry && entry->key == key;
    }
    const std::string path = index_.repeats ? named.substr(size + 1) : path_in(value);
    std::string own_key = row_key;
    append_own_entry(own_key, index_.place.column->id);
    const auto element = rows_.state().data.get(own_key + path);
    if (!element) return false;
    const auto entry = entry_of_element(index_, row, path, std::string(*element));
    return entry && entry->key == key;
  }

  bool begins_with_value(const BaseRow& row, std::string_view value) const {
    const auto held = row.value_at(index_.place);
    if (!held) return false;
    std::string component;
    append_component(*index_.type, *held, component);
    return component == value;
  }

  std::string path_in(std::string_view value) const {
    ComponentReader reader(value);
    skip_component(index_.place.column->type.arguments[0], reader);
    return std::string(value.substr(0, reader.position()));
  }

  BaseRows& rows_;
  const IndexLayout& index_;
  const Seconds now_;
  const AgreementActions& actions_;
};

}  // namespace

void check_agreement(TransactionState& state, const TablePointer& table, Seconds now,
                     const AgreementActions& actions) {
  const TableLayout layout(table);
  if (!layout.derived) return;
  BaseRows rows(state, layout);
  std::vector<IndexAgreement> indexes;
  std::vector<ViewAgreement> views;
  for (const IndexLayout& index : layout.derived->indexes) {
    if (index.index->is_built) indexes.emplace_back(rows, index, now, actions);
  }
  for (const ViewLayout& view : layout.derived->views) {
    if (view.view->is_built) views.emplace_back(rows, view, now, actions);
  }
  rows.each([&](const BaseRow& row) {
    rows.ask(actions.interrupted);
    for (IndexAgreement& index : indexes) index.check_row(row);
    for (ViewAgreement& view : views) view.check_row(row);
  });
  for (IndexAgreement& index : indexes) index.check_entries();
  for (ViewAgreement& view : views) view.check_rows_of_view();
}

}  // namespace cellar
