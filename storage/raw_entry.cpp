#include "storage/raw_entry.h"

#include <algorithm>

#include "storage/format/derived_layout.h"
#include "storage/format/format.h"
#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/raw_bounds.h"
#include "storage/rows/range_tombstones.h"
#include "storage/transaction/transaction_state.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string equation(std::string_view name, const Type& type, const std::string& value) {
  return quote_name(name) + " = " + shorten(to_literal(type, value));
}

/// Cuts a key into its parts, from the front.
class KeyCut {
 public:
  KeyCut(const TableLayout& layout, std::string_view key) : layout_(layout), rest_(key) {}

  void take(std::size_t size, std::string meaning) {
    if (size > rest_.size()) refuse_damaged_bytes();
    parts_.push_back({rest_.substr(0, size), std::move(meaning)});
    rest_.remove_prefix(size);
  }
  void take_id(std::string_view word) {
    ByteReader reader(rest_);
    const std::uint32_t id = reader.id();
    take(rest_.size() - reader.rest().size(), std::string(word) + ' ' + std::to_string(id));
  }
  void take_component(std::string_view name, const Type& type, bool descending) {
    std::string_view after = rest_;
    std::string value;
    ComponentForm(type, descending).read(after, value);
    take(rest_.size() - after.size(), equation(name, type, value) + (descending ? " DESC" : ""));
  }
  void take_partition();
  /// The rest of a key, from the kind of its entry on.
  void take_entry();
  void take_position();
  std::string_view rest() const { return rest_; }
  std::vector<RawPart> parts() { return std::move(parts_); }

 private:
  void take_own_entry();

  const TableLayout& layout_;
  std::string_view rest_;
  std::vector<RawPart> parts_;
};

void KeyCut::take_partition() {
  const Table& table = *layout_.table;
  ByteReader token(rest_);
  take(sizeof(std::uint64_t), "token " + std::to_string(token.ordered()));
  for (std::size_t i = 0; i < table.partition_key_size; ++i) {
    std::size_t size = layout_.fixed_key_size;
    if (size == 0) {
      ByteReader reader(rest_);
      size = reader.varint();
      take(rest_.size() - reader.rest().size(), "size " + std::to_string(size));
    }
    const Column& column = table.columns[i];
    take(size, equation(column.name, column.type, std::string(rest_.substr(0, size))));
  }
}

void KeyCut::take_position() {
  for (const Column* column : layout_.clustering) {
    if (rest_.empty() || rest_[0] == kAfter || rest_ == std::string_view(&kRangeTombstoneEnd, 1)) return;
    if (layout_.may_lack_clustering && rest_[0] == kLackingClustering) {
      take(1, "no " + quote_name(column->name));
    } else {
      take_component(column->name, column->type, column->descending);
    }
  }
}

void KeyCut::take_own_entry() {
  take(1, "own entry");
  ByteReader reader(rest_);
  const ColumnId id = reader.id();
  const ColumnLayout* column = layout_.find(id);
  const Column* named = column != nullptr ? &layout_.table->columns[column->index] : nullptr;
  take(rest_.size() - reader.rest().size(),
       named != nullptr ? "column " + quote_name(named->name) : "dropped column " + std::to_string(id));
  if (rest_.empty()) return;
  if (column != nullptr && column->path_type != nullptr) {
    take_component(named->type.kind == TypeKind::map ? "key" : "element", *column->path_type, false);
  } else if (named != nullptr && named->type.kind == TypeKind::user) {
    const std::size_t field = field_of_path(rest_);
    take(rest_.size(), "field " + (field < named->type.field_names.size() ? named->type.field_names[field]
                                                                          : std::to_string(field)));
  } else {
    take(rest_.size(), "position");
  }
}

void KeyCut::take_entry() {
  if (rest_.empty()) refuse_damaged_bytes();
  const char kind = rest_[0];
  take(1, kind == kStaticKind ? "static row" : kind == kRowKind ? "row" : "range tombstone");
  if (kind != kStaticKind) take_position();
  if (kind == kRangeTombstoneKind) {
    if (rest_.size() > 1) take(rest_.size() - 1, "after");
    take(rest_.size(), "end of key");
  } else if (!rest_.empty()) {
    take_own_entry();
  }
}

std::string name_of_column(const TableLayout& layout, ColumnId id) {
  const ColumnLayout* column = layout.find(id);
  if (column != nullptr) return quote_name(layout.table->columns[column->index].name);
  return "dropped column " + std::to_string(id);
}

std::string list_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string meaning_of_packed(const TableLayout& layout, std::string_view value) {
  PackedRow row;
  decode_row(value, row);
  std::vector<std::string> words;
  if (row.marker) words.emplace_back("marker");
  if (row.deletion) words.emplace_back("deletion of the row");
  for (const PackedDeletion& deleted : row.column_deletions) {
    words.push_back("deletion of " + name_of_column(layout, deleted.column));
  }
  for (const PackedCell& cell : row.cells) {
    words.push_back(name_of_column(layout, cell.column) + (cell.version.is_tombstone ? " (deleted)"
                                                           : cell.has_own_entry      ? " (own entry)"
                                                                                     : ""));
  }
  if (row.has_own_entries) words.emplace_back("own entries follow");
  return words.empty() ? "nothing" : list_text(words);
}

}  // namespace

struct RawEntriesState {
  RawEntriesState(TransactionState& transaction, LayoutPointer of, RawBounds key_bounds)
      : layout(std::move(of)), bounds(std::move(key_bounds)), cursor(transaction.data, &transaction.meter) {}

  std::size_t partition_size() const {
    return index != nullptr ? 0 : partition_prefix_size(cursor.key(), *layout->table);
  }

  LayoutPointer layout;
  const IndexLayout* index = nullptr;
  RawBounds bounds;
  OrderedCursor cursor;
  std::string partition;
  bool has_begun = false;
  bool begins_partition = false;
};

RawEntries::RawEntries(Transaction& transaction, const TablePointer& table, const RawPlace& place) {
  TransactionState& state = *transaction.state_;
  state.settle();
  state_ = std::make_unique<RawEntriesState>(state, state.layout(table), bounds_of(*table, place));
}

RawEntries::RawEntries(Transaction& transaction, const TablePointer& table, std::size_t index) {
  TransactionState& state = *transaction.state_;
  state.settle();
  const std::string prefix = table_prefix(table->indexes[index].id);
  state_ =
      std::make_unique<RawEntriesState>(state, state.layout(table), RawBounds{prefix, after_prefix(prefix)});
  state_->index = &state_->layout->derived->indexes[index];
}

RawEntries::RawEntries(RawEntries&&) noexcept = default;
RawEntries& RawEntries::operator=(RawEntries&&) noexcept = default;
RawEntries::~RawEntries() = default;

bool RawEntries::next() {
  RawEntriesState& state = *state_;
  const bool found = state.has_begun ? state.cursor.next() : state.cursor.seek(state.bounds.from);
  if (!found || !state.bounds.contain(state.cursor.key())) return false;
  const std::string_view partition = state.cursor.key().substr(0, state.partition_size());
  state.begins_partition = !state.has_begun || partition != state.partition;
  if (state.begins_partition) state.partition = partition;
  state.has_begun = true;
  return true;
}

std::string_view RawEntries::key() const { return state_->cursor.key(); }
std::string_view RawEntries::value() const { return state_->cursor.value(); }
bool RawEntries::is_long() const { return key().size() > kShortKeySize; }
bool RawEntries::begins_partition() const { return state_->begins_partition; }
bool RawEntries::begins_row() const {
  const std::size_t prefix = state_->partition_size();
  if (state_->index != nullptr || key().size() <= prefix || key()[prefix] != kRowKind) return false;
  const std::string_view behind = key().substr(prefix + 1);
  return behind.size() == clustering_size(*state_->layout, behind);
}
std::int64_t RawEntries::token() const { return token_of_prefix(state_->partition); }

std::vector<RawPart> RawEntries::parts() const {
  const TableLayout& layout = *state_->layout;
  KeyCut cut(layout, key());
  if (state_->index == nullptr) {
    cut.take_id("table");
  } else {
    cut.take_id("index");
    if (const std::size_t size = indexed_value_size(*state_->index, cut.rest()); size > 0) {
      std::string_view after = cut.rest();
      std::string value;
      const IndexLayout& index = *state_->index;
      const bool is_entry = index.of_elements && index.holds_path && index.holds_element;
      const bool is_key = index.of_elements && index.holds_path && !index.holds_element;
      const Type& type = is_key ? index.place.column->type.arguments[0] : *index.type;
      if (is_entry) {
        cut.take(size, "key and value");
      } else {
        ComponentForm(type, false).read(after, value);
        cut.take(size, "value " + shorten(to_literal(type, value)));
      }
    }
  }
  cut.take_partition();
  cut.take_entry();
  return cut.parts();
}

std::string RawEntries::meaning() const {
  const TableLayout& layout = *state_->layout;
  if (state_->index != nullptr) return value().empty() ? "nothing" : "when it expires, and what it keeps";
  const std::size_t prefix = state_->partition_size();
  if (key().size() <= prefix) refuse_damaged_bytes();
  const std::string_view behind = key().substr(prefix + 1);
  if (key()[prefix] == kRangeTombstoneKind) {
    const RangeTombstone range = decode_range_tombstone(range_tombstone_start(key(), prefix), value());
    return range.kind == RangeTombstoneKind::covering
               ? "deletion, and the end of its range; all that is stored inside is dead"
               : "deletion, and the end of its range; nothing that is stored inside is dead";
  }
  const std::size_t row = key()[prefix] == kRowKind ? clustering_size(layout, behind) : 0;
  if (behind.size() == row) return meaning_of_packed(layout, value());
  const auto [id, path] = column_and_path(behind.substr(row));
  if (path.empty()) return "the value of " + name_of_column(layout, id);
  const Element element = decode_element(value());
  return std::string(element.version.is_tombstone ? "deletion of an element of " : "an element of ") +
         name_of_column(layout, id);
}

}  // namespace cellar
