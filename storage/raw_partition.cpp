#include "storage/raw_partition.h"

#include <algorithm>
#include <utility>

#include "storage/format/element_type.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "storage/format/stored_value.h"
#include "storage/raw_bounds.h"
#include "storage/rows/range_tombstones.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

std::vector<RawColumn> raw_columns_of(const TableLayout& layout) {
  const Table& table = *layout.table;
  std::vector<RawColumn> columns;
  for (const ColumnLayout& column : layout.columns) {
    const Column& named = table.columns[column.index];
    columns.push_back({column.id, named.name, &named.type, column.is_static, column.is_multicell, false,
                       column.dropped_before});
  }
  std::ranges::sort(columns, {}, &RawColumn::name);
  std::ranges::stable_sort(columns, {}, &RawColumn::is_multicell);
  for (const DroppedColumn& dropped : table.dropped_columns) {
    if (layout.find(dropped.id) != nullptr) continue;
    columns.push_back({dropped.id, dropped.name, &dropped.type, dropped.kind == ColumnKind::static_,
                       is_multicell(dropped.type), true, dropped.timestamp});
  }
  return columns;
}

/// Returns the later of two deletions.
void take_later(std::optional<Deletion>& deletion, const std::optional<Deletion>& other) {
  if (other && (!deletion || deletion->timestamp < other->timestamp)) deletion = other;
}

}  // namespace

RawBounds bounds_of(const Table& table, const RawPlace& place) {
  if (place.key) {
    const std::string prefix = partition_prefix(table, *place.key);
    return {prefix, after_prefix(prefix)};
  }
  const TokenRange& tokens = place.tokens;
  const std::string all = table_prefix(table.id);
  // No token is above the largest or below the smallest.
  const bool is_above_all = !tokens.lower_inclusive && tokens.lower == INT64_MAX;
  const bool is_to_the_end = tokens.upper_inclusive && tokens.upper == INT64_MAX;
  return {is_above_all ? after_prefix(all)
                       : token_prefix(table.id, tokens.lower + (tokens.lower_inclusive ? 0 : 1)),
          is_to_the_end ? after_prefix(all)
                        : token_prefix(table.id, tokens.upper + (tokens.upper_inclusive ? 1 : 0))};
}

Position read_position(const TableLayout& layout, std::string_view bytes) {
  Position position;
  for (const ComponentForm& form : layout.clustering_forms) {
    if (bytes.empty() || bytes[0] == kAfter) break;
    position.is_row = layout.may_lack_clustering && bytes[0] == kLackingClustering;
    if (position.is_row) break;
    form.read(bytes, position.prefix.emplace_back());
  }
  // The last byte of a value may be the same.
  position.after = bytes.ends_with(kAfter);
  return position;
}

/// Damage in what a drop of its column has deleted harms nobody, and verify does not look for it: it is left out.
struct RawPartitionsState {
  RawPartitionsState(TransactionState& of, LayoutPointer table_layout, RawBounds key_bounds)
      : transaction(of),
        layout(std::move(table_layout)),
        bounds(std::move(key_bounds)),
        columns(raw_columns_of(*layout)),
        cursor(of.data, &of.meter),
        own_cursor(of.data, &of.meter) {}

  bool next_partition();
  void enter(std::string_view partition);
  void enter_row(bool is_static);
  bool take_static_row();
  const RawItem* next_item();
  const RawItem* next_range_bound(const std::optional<std::string_view>& row);
  std::optional<std::string_view> row_ahead();
  bool pass_over_rest(std::string_view place);
  void read_range_ahead();
  std::optional<RangeTombstone> next_fragment();
  const RawRowPart* next_part();
  bool take_simple(const RawColumn& column);
  bool take_column_deletion(const RawColumn& column);
  bool take_element(const RawColumn& column);
  std::string path_of(const RawColumn& column, const Element& element) const;

  TransactionState& transaction;
  LayoutPointer layout;
  RawBounds bounds;
  std::vector<RawColumn> columns;

  // The partition.
  OrderedCursor cursor;  // on the row, or on the next one
  std::string prefix;    // empty before the first partition
  std::vector<std::string> key;
  std::optional<Deletion> deletion;
  bool static_row_is_ahead = false;
  bool has_begun_rows = false;  // the cursor has been moved to the first row
  bool is_on_row = false;       // the cursor is on the row that was returned

  // Deleted ranges.
  std::optional<RangeTombstoneCursor> ranges;
  std::optional<RangeTombstone> fragment_ahead;  // read, and not part of range_ahead
  std::optional<RangeTombstone> range_ahead;
  std::optional<RangeTombstone> open_range;

  // The row.
  RawItem item;
  std::string row_key;
  PackedRow packed;
  enum class Stage : std::uint8_t { deletion, first_element, elements };
  std::size_t column = 0;  // among `columns`
  Stage stage = Stage::deletion;
  OrderedCursor own_cursor;
  std::string elements;  // the prefix of the keys of the column's elements
  RawRowPart part;
};

bool RawPartitionsState::next_partition() {
  const bool found = prefix.empty() ? cursor.seek(bounds.from) : cursor.seek(prefix + kAfter);
  if (!found) return false;
  cursor.check_neighbours();
  if (!bounds.contain(cursor.key())) return false;
  const std::size_t size = partition_prefix_size(cursor.key(), *layout->table);
  // A scan that does not reach a greater partition is in a cycle of damaged pages.
  if (cursor.key().size() <= size || cursor.key().substr(0, size) <= prefix) refuse_damaged_bytes();
  enter(std::string(cursor.key().substr(0, size)));
  return true;
}

void RawPartitionsState::enter(std::string_view partition) {
  prefix = partition;
  partition_key_of_prefix(prefix, *layout, key);
  deletion.reset();
  is_on_row = has_begun_rows = false;
  fragment_ahead.reset();
  range_ahead.reset();
  open_range.reset();
  ranges.emplace(transaction.data, prefix, &transaction.visited.entries);
  // The last fragment of the deletion of a partition reaches beyond the static row.
  const RangeTombstone* last = ranges->seek_floor(kPartitionEnd);
  if (last != nullptr && last->end == kPartitionEnd) deletion = last->deletion;
  static_row_is_ahead = cursor.seek(prefix + kStaticKind) && cursor.key() == prefix + kStaticKind;
  if (static_row_is_ahead) {
    enter_row(true);
    take_later(deletion, packed.deletion);
  }
  if (const RangeTombstone* first = ranges->seek_from("")) fragment_ahead = *first;
  read_range_ahead();
}

/// Returns the next fragment that is not part of the deletion of the partition.
std::optional<RangeTombstone> RawPartitionsState::next_fragment() {
  while (fragment_ahead) {
    std::optional<RangeTombstone> fragment = std::move(fragment_ahead);
    const RangeTombstone* next = ranges->next();
    fragment_ahead = next != nullptr ? std::optional(*next) : std::nullopt;
    if (fragment->deletion != deletion) return fragment;
  }
  return std::nullopt;
}

void RawPartitionsState::read_range_ahead() {
  range_ahead = next_fragment();
  while (range_ahead && fragment_ahead && fragment_ahead->start == range_ahead->end &&
         fragment_ahead->deletion == range_ahead->deletion) {
    range_ahead->end = next_fragment()->end;
  }
}

/// Decodes the packed entry under the cursor.
void RawPartitionsState::enter_row(bool is_static) {
  row_key = cursor.key();
  packed.clear();
  decode_row(cursor.value(), packed);
  RawRow& row = item.emplace<RawRow>();
  row.is_static = is_static;
  row.marker = packed.marker;
  row.deleted_around = deletion;
  column = 0;
  stage = Stage::deletion;
  if (is_static) return;
  row.deletion = packed.deletion;
  if (open_range) take_later(row.deleted_around, open_range->deletion);
  const std::string_view behind = std::string_view(row_key).substr(prefix.size() + 1);
  if (!read_clustering(*layout, behind, row.clustering).empty()) refuse_damaged_bytes();
  if (!packed.clustering.empty()) read_kept_clustering(*layout, row_key, packed.clustering, row.clustering);
}

/// Returns false if the static row has nothing but the deletion of its partition.
bool RawPartitionsState::take_static_row() {
  if (!static_row_is_ahead) return false;
  static_row_is_ahead = false;
  if (!cursor.seek(prefix + kStaticKind)) return false;
  enter_row(true);
  return packed.has_own_entries || !packed.cells.empty() || !packed.column_deletions.empty();
}

/// Returns the place of the next row among the rows of the partition.
std::optional<std::string_view> RawPartitionsState::row_ahead() {
  const std::string rows = prefix + kRowKind;
  if (is_on_row) {
    if (!cursor.valid() || cursor.key() != row_key || packed.has_own_entries) {
      cursor.seek(row_key + kAfter);
    } else {
      cursor.next();
    }
    is_on_row = false;
  }
  if (!cursor.valid() || !begins_with(cursor.key(), rows)) return std::nullopt;
  return cursor.key().substr(rows.size());
}

/// Passes over own entries whose packed entry is erased already, with the deletion of a range that is being purged.
/// Returns false if the place is that of a row, or of an entry that should have one.
bool RawPartitionsState::pass_over_rest(std::string_view place) {
  if (transaction.stats(layout->table->id).covering_tombstones == 0) return false;
  const std::size_t size = row_key_size(*layout, cursor.key(), prefix.size()) - prefix.size() - 1;
  if (size == place.size()) return false;
  const std::string row(place.substr(0, size));
  CoveringFinder covering(transaction.data, prefix, &transaction.visited.entries);
  if (covering.find(row) == nullptr) return false;
  cursor.seek(prefix + kRowKind + row + kAfter);
  return true;
}

/// Returns null if the row comes before the next start or end of a range.
const RawItem* RawPartitionsState::next_range_bound(const std::optional<std::string_view>& row) {
  const auto as_range = [this](const RangeTombstone& range) {
    return RawRange{read_position(*layout, range.start), read_position(*layout, range.end), range.deletion};
  };
  if (open_range) {
    if (row && *row < open_range->end) return nullptr;
    item = RawRangeEnd{as_range(*open_range)};
    open_range.reset();
    return &item;
  }
  if (!range_ahead || (row && *row < range_ahead->start)) return nullptr;
  item = RawRangeStart{as_range(*range_ahead)};
  open_range = std::move(range_ahead);
  read_range_ahead();
  return &item;
}

const RawItem* RawPartitionsState::next_item() {
  if (take_static_row()) return &item;
  if (!std::exchange(has_begun_rows, true)) cursor.seek(prefix + kRowKind);
  std::optional<std::string_view> row = row_ahead();
  while (row && pass_over_rest(*row)) row = row_ahead();
  if (const RawItem* bound = next_range_bound(row)) return bound;
  if (!row) return nullptr;
  enter_row(false);
  is_on_row = true;
  return &item;
}

const RawRowPart* RawPartitionsState::next_part() {
  const auto* row = std::get_if<RawRow>(&item);
  if (row == nullptr) return nullptr;
  for (; column < columns.size(); ++column, stage = Stage::deletion) {
    const RawColumn& at = columns[column];
    if (at.is_static != row->is_static) continue;
    if (at.is_multicell) {
      if (take_column_deletion(at) || take_element(at)) return &part;
    } else if (take_simple(at)) {
      ++column;
      return &part;
    }
  }
  return nullptr;
}

bool RawPartitionsState::take_simple(const RawColumn& of) {
  const auto found = std::ranges::lower_bound(packed.cells, of.id, {}, &PackedCell::column);
  if (found == packed.cells.end() || found->column != of.id) return false;
  RawCell& cell = part.emplace<RawCell>();
  cell.column = &of;
  cell.version = found->version;
  bool is_there = !found->version.is_tombstone;
  if (found->has_own_entry) {
    std::string own = row_key;
    append_own_entry(own, of.id);
    const std::optional<std::string_view> value = transaction.data.get(own);
    is_there = value.has_value();
    if (is_there) cell.version.value = *value;
  }
  if (!is_there || has_form(*of.type, cell.version.value)) return true;
  if (cell.is_dropped()) return false;
  refuse_value(*layout, row_key, of.name, *of.type);
}

bool RawPartitionsState::take_column_deletion(const RawColumn& of) {
  if (stage != Stage::deletion) return false;
  stage = packed.has_own_entries ? Stage::first_element : Stage::elements;
  elements.clear();
  const auto found = std::ranges::find(packed.column_deletions, of.id, &PackedDeletion::column);
  if (found == packed.column_deletions.end()) return false;
  part = RawColumnDeletion{&of, found->deletion};
  return true;
}

bool RawPartitionsState::take_element(const RawColumn& of) {
  if (!packed.has_own_entries) return false;
  if (stage == Stage::first_element) {
    stage = Stage::elements;
    elements = row_key;
    append_own_entry(elements, of.id);
    own_cursor.seek(elements);
  } else {
    own_cursor.next();
  }
  if (!own_cursor.valid() || !own_cursor.key().starts_with(elements)) return false;
  const Element element = decode_element(own_cursor.value());
  RawCell& cell = part.emplace<RawCell>();
  cell.column = &of;
  cell.version = element.version;
  cell.path = path_of(of, element);
  const Type* const held = element.version.is_tombstone ? nullptr : element_type(*of.type, *cell.path);
  if (held == nullptr || has_form(*held, element.version.value)) return true;
  if (cell.is_dropped()) return take_element(of);
  refuse_value(*layout, row_key, of.name, *of.type);
}

/// Returns the path of the element under its cursor.
std::string RawPartitionsState::path_of(const RawColumn& of, const Element& element) const {
  const bool has_paths_of_a_type = of.type->kind == TypeKind::set || of.type->kind == TypeKind::map;
  ColumnLayout form{of.id, 0, of.is_static, true, false};
  form.path_type = has_paths_of_a_type ? of.type->arguments.data() : nullptr;
  std::string path;
  if (element.path)
    path = *element.path;
  else
    read_path(form, std::string_view(own_cursor.key()).substr(elements.size()), path);
  if (has_paths_of_a_type && !has_form(*form.path_type, path))
    refuse_value(*layout, row_key, of.name, *of.type);
  return path;
}

RawPartitions::RawPartitions(Transaction& transaction, const TablePointer& table, const RawPlace& place) {
  TransactionState& state = *transaction.state_;
  state.settle();
  state_ = std::make_unique<RawPartitionsState>(state, state.layout(table), bounds_of(*table, place));
}
RawPartitions::RawPartitions(RawPartitions&&) noexcept = default;
RawPartitions& RawPartitions::operator=(RawPartitions&&) noexcept = default;
RawPartitions::~RawPartitions() = default;

bool RawPartitions::next() { return state_->next_partition(); }
const std::vector<std::string>& RawPartitions::key() const { return state_->key; }
std::int64_t RawPartitions::token() const { return token_of_prefix(state_->prefix); }
const std::optional<Deletion>& RawPartitions::deletion() const { return state_->deletion; }
const RawItem* RawPartitions::next_item() { return state_->next_item(); }
const RawRowPart* RawPartitions::next_part() { return state_->next_part(); }

}  // namespace cellar
