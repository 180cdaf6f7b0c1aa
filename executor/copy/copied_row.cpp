#include "executor/copy/copied_row.h"

#include <algorithm>

#include "types/value/element_reader.h"

namespace cellar {

namespace {

/// The approximate memory of a cell beside its bytes.
constexpr std::size_t kCellBytes = sizeof(CellWrite);

/// Return the liveness of what lives as long as both, or as long as one of them.
Liveness both(const Liveness& left, const Liveness& right) {
  const bool left_ends_first =
      left.time_to_live != 0 && (right.time_to_live == 0 || left.expires_at < right.expires_at);
  Liveness result = left_ends_first ? left : right;
  result.timestamp = std::max(left.timestamp, right.timestamp);
  return result;
}

Liveness either(const Liveness& left, const Liveness& right) {
  const bool left_ends_last =
      left.time_to_live == 0 || (right.time_to_live != 0 && left.expires_at > right.expires_at);
  Liveness result = left_ends_last ? left : right;
  result.timestamp = std::max(left.timestamp, right.timestamp);
  return result;
}

using Combine = Liveness (*)(const Liveness&, const Liveness&);

/// Returns how long the value of a column lives; nothing if it is null. `combine` says which elements of an unfrozen
/// value are needed for that.
std::optional<Liveness> liveness_of(const RowView& view, std::size_t column, Combine combine) {
  if (const StoredCell* cell = cell_of(view, column)) return cell->liveness;
  const std::vector<StoredElement>* elements = elements_of(view, column);
  if (elements == nullptr) return std::nullopt;
  Liveness all = elements->front().cell.liveness;
  for (const StoredElement& element : *elements) all = combine(all, element.cell.liveness);
  return all;
}

/// Writes the whole value of a frozen column as the elements of an unfrozen one, as an assignment would.
void add_unpacked(const Column& to, const StoredCell& cell, RowWrite& write) {
  write.column_deletions.push_back({to.id, cell.liveness.timestamp - 1});
  if (to.type.kind == TypeKind::user) {
    const std::vector<ValueView> fields = unpack(to.type, cell.value);
    for (std::size_t field = 0; field < fields.size(); ++field) {
      if (!fields[field]) continue;
      write.cells.push_back(
          {to.id, field_path(static_cast<std::uint16_t>(field)), std::string(*fields[field]), cell.liveness});
    }
    return;
  }
  if (ElementReader(to.type.kind, cell.value).left() == 0) return;
  // The same value written again gets the same positions in a list.
  const std::int64_t order = cell.liveness.timestamp;
  write.elements.push_back({to.id, to.type.kind, std::string(cell.value), cell.liveness, order});
}

void add_value(const RowView& view, std::size_t from, const Column& to, RowWrite& write) {
  const StoredCell* cell = cell_of(view, from);
  const std::vector<StoredElement>* elements = elements_of(view, from);
  if (cell != nullptr && is_multicell(to.type)) {
    add_unpacked(to, *cell, write);
  } else if (cell != nullptr) {
    write.cells.push_back({to.id, "", std::string(cell->value), cell->liveness});
  } else if (elements != nullptr && is_multicell(to.type)) {
    for (const StoredElement& element : *elements)
      write.cells.push_back({to.id, element.path, std::string(element.cell.value), element.cell.liveness});
  } else if (elements != nullptr) {
    Value packed = pack_elements(view.table->columns[from].type, *elements);
    write.cells.push_back({to.id, "", std::move(packed), *liveness_of(view, from, either)});
  }
}

/// A row of the target must not outlive the values that have become its key: without them the source does not give it.
void end_with(const Liveness& promoted, RowWrite& write) {
  const auto end = [&](Liveness& liveness) {
    const Timestamp written = liveness.timestamp;
    liveness = both(liveness, promoted);
    liveness.timestamp = written;
  };
  for (CellWrite& cell : write.cells) end(cell.liveness);
  for (ElementsWrite& elements : write.elements) end(elements.liveness);
}

/// Adds the values of static columns of the target, or of the others.
void add_values(const CopyColumns& columns, const Table& target, const RowView& view, RowWrite& write) {
  for (const ColumnPair& column : columns.values) {
    const Column& to = target.columns[column.target];
    if ((to.kind == ColumnKind::static_) == write.is_static) add_value(view, column.source, to, write);
  }
}

std::size_t size_of(const RowWrite& write) {
  std::size_t size = 0;
  for (const CellWrite& cell : write.cells)
    size += kCellBytes + cell.path.size() + (cell.value ? cell.value->size() : 0);
  for (const ElementsWrite& elements : write.elements) size += kCellBytes + elements.collection.size();
  return size;
}

/// Calls `take(key, value, liveness)` for each element of a list or set, whose key is empty, or entry of a map.
template <typename Take>
void each_part(const RowView& view, std::size_t column, Take take) {
  const TypeKind kind = view.table->columns[column].type.kind;
  if (const std::vector<StoredElement>* elements = elements_of(view, column)) {
    for (const StoredElement& element : *elements) {
      const std::string_view value =
          kind == TypeKind::set ? std::string_view(element.path) : element.cell.value;
      take(kind == TypeKind::map ? std::string_view(element.path) : std::string_view(), value,
           element.cell.liveness);
    }
    return;
  }
  const StoredCell* cell = cell_of(view, column);
  if (cell == nullptr) return;
  ElementReader reader(kind, cell->value);
  ValueView key, value;
  while ((kind != TypeKind::map || reader.next(key)) && reader.next(value)) {
    if (value) take(key.value_or(""), *value, cell->liveness);
  }
}

}  // namespace

CopiedRow::CopiedRow(const CopyColumns& columns, const Table& target, const RowView& view)
    : partition_key_size_(target.partition_key_size), has_markers_(target.has_row_markers()) {
  add_keys(columns, target, view);
  if (!has_key_) return;
  choose_marker(columns, view);
  statics_ = statics_of(columns, target, view);
  add_values(columns, target, view, row_);
  bytes_ = sizeof(Mutation) + size_of(row_) + size_of(statics_);
  for (const std::string& value : key_) bytes_ += value.size();
}

void CopiedRow::add_keys(const CopyColumns& columns, const Table& target, const RowView& view) {
  key_.resize(target.key_size());
  Value value;
  for (const ColumnPair& column : columns.keys) {
    read_column(view, column.source, value);
    if (!value) {
      has_key_ = false;
      return;
    }
    key_[column.target] = *value;
    if (view.table->columns[column.source].is_key()) continue;
    promote(*liveness_of(view, column.source, both));
  }
  for (const CopiedElements& collection : columns.elements) add_elements(collection, view);
}

/// A list may have an element several times, and a map a value: the row is there as long as one of them.
void CopiedRow::add_elements(const CopiedElements& of, const RowView& view) {
  std::map<std::pair<std::string, std::string>, Liveness> found;
  each_part(view, of.source, [&](std::string_view key, std::string_view value, const Liveness& liveness) {
    const auto [place, is_new] =
        found.try_emplace({std::string(of.key ? key : ""), std::string(of.value ? value : "")}, liveness);
    if (is_new) element_bytes_ += kCellBytes + place->first.first.size() + place->first.second.size();
    if (!is_new) place->second = either(place->second, liveness);
  });
  collections_.push_back(of);
  elements_.emplace_back(found.begin(), found.end());
}

RowWrite CopiedRow::statics_of(const CopyColumns& columns, const Table& target, const RowView& view) {
  RowWrite statics;
  statics.is_static = true;
  add_values(columns, target, view, statics);
  return statics;
}

void CopiedRow::promote(const Liveness& liveness) {
  promoted_ = promoted_ ? both(*promoted_, liveness) : liveness;
}

/// A row that has no marker, and lives by cells that the target lacks, gets one that lives as long as they do.
void CopiedRow::choose_marker(const CopyColumns& columns, const RowView& view) {
  if (view.row != nullptr && view.row->marker != nullptr) marker_ = *view.row->marker;
  if (marker_) return;
  for (const std::size_t column : columns.left_out) {
    const std::optional<Liveness> liveness = liveness_of(view, column, either);
    if (liveness) marker_ = marker_ ? either(*marker_, *liveness) : *liveness;
  }
}

std::size_t CopiedRow::size() const {
  std::size_t size = has_key_ ? 1 : 0;
  for (const Elements& elements : elements_) size *= elements.size();
  return size;
}

template <typename Take>
void CopiedRow::each_element(std::size_t number, Take take) const {
  for (std::size_t index = 0; index < elements_.size(); ++index) {
    const Elements& elements = elements_[index];
    take(collections_[index], elements[number % elements.size()]);
    number /= elements.size();
  }
}

KeyValues CopiedRow::key_of(std::size_t number) const {
  KeyValues key = key_;
  each_element(number, [&](const CopiedElements& collection, const Elements::value_type& element) {
    if (collection.key) key[*collection.key] = element.first.first;
    if (collection.value) key[*collection.value] = element.first.second;
  });
  return key;
}

std::optional<Liveness> CopiedRow::promoted_of(std::size_t number) const {
  std::optional<Liveness> promoted = promoted_;
  each_element(number, [&](const CopiedElements&, const Elements::value_type& element) {
    promoted = promoted ? both(*promoted, element.second) : element.second;
  });
  return promoted;
}

std::optional<std::size_t> CopiedRow::number_of(const KeyValues& key) const {
  if (!has_key_) return std::nullopt;
  std::size_t number = 0;
  std::size_t combinations = 1;  // of the elements of the collections before
  for (std::size_t index = 0; index < elements_.size(); ++index) {
    const CopiedElements& collection = collections_[index];
    const Elements& elements = elements_[index];
    const std::pair<std::string, std::string> wanted = {collection.key ? key[*collection.key] : "",
                                                        collection.value ? key[*collection.value] : ""};
    const auto found = std::ranges::lower_bound(elements, wanted, {}, &Elements::value_type::first);
    if (found == elements.end() || found->first != wanted) return std::nullopt;
    number += combinations * static_cast<std::size_t>(found - elements.begin());
    combinations *= elements.size();
  }
  if (key_of(number) != key) return std::nullopt;
  return number;
}

CopiedRow::Place CopiedRow::place_of(std::size_t number) const {
  KeyValues key = key_of(number);
  const auto clustering = key.begin() + static_cast<std::ptrdiff_t>(partition_key_size_);
  Place place{{}, {clustering, key.end()}};
  key.erase(clustering, key.end());
  place.partition_key = std::move(key);
  return place;
}

RowWrite CopiedRow::write_of(std::size_t number) const {
  RowWrite write = row_;
  complete(number, write);
  return write;
}

RowWrite CopiedRow::take_write(std::size_t number) {
  const bool is_last = number + 1 == size();
  RowWrite write = is_last ? std::move(row_) : row_;
  complete(number, write);
  return write;
}

void CopiedRow::complete(std::size_t number, RowWrite& write) const {
  const std::optional<Liveness> promoted = promoted_of(number);
  if (has_markers_) write.marker = promoted ? promoted : marker_;
  if (promoted) end_with(*promoted, write);
}

}  // namespace cellar
