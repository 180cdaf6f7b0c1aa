#include "storage/index_rows.h"

#include <algorithm>
#include <queue>

#include "storage/format/format.h"
#include "storage/format/index_entry.h"
#include "storage/format/keys.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

/// Rows as bytes (the key of the row without its table): from `from` to before `to`; empty: to the end.
struct RowStretch {
  std::string from;
  std::string to;

  bool contains(std::string_view row) const { return row >= from && (to.empty() || row < to); }
};

namespace {

/// How many rows a pass over a range of values keeps: few at first, since many reads want few.
constexpr std::size_t kFirstPass = 1'000;
constexpr std::size_t kLargestPass = 64'000;

std::string without_table(const std::string& key) {
  std::string row;
  append_base_row(row, key);
  return row;
}

RowStretch stretch_of(const Table& table, const TokenRange& tokens) {
  RowStretch stretch;
  const auto from_token = [&](std::int64_t token) { return without_table(token_prefix(table.id, token)); };
  // No token is above the largest.
  if (!tokens.lower_inclusive && tokens.lower == INT64_MAX)
    stretch.from = std::string(1 + sizeof(std::int64_t), kAfter);
  else
    stretch.from = from_token(tokens.lower + (tokens.lower_inclusive ? 0 : 1));
  if (!tokens.upper_inclusive || tokens.upper != INT64_MAX) {
    stretch.to = from_token(tokens.upper + (tokens.upper_inclusive ? 1 : 0));
  }
  return stretch;
}

}  // namespace

struct IndexRowsState {
  IndexRowsState(TransactionState& transaction, LayoutPointer of, std::size_t place, TokenRange tokens,
                 Seconds second)
      : state(transaction),
        layout(std::move(of)),
        index(layout->derived->indexes[place]),
        names_partitions(index.place.source == ValueSource::partition_key ||
                         index.place.column->kind == ColumnKind::static_),
        now(second),
        rows(stretch_of(*layout->table, tokens)),
        cursor(transaction.data, &transaction.meter) {}

  void ask(const IndexValues& values);
  void go_on_after(const ReadPosition& position);
  const IndexedRow* next();
  void enter(const std::vector<std::string>& partition_key);
  std::uint64_t count(std::uint64_t most);

  /// The part of the key of an entry that names its row. Sets `value_size` to the size of what is before.
  std::string_view row_under_cursor(std::size_t& value_size) const;
  bool next_of_value();
  bool next_of_range();
  void gather();
  void show(std::string_view row_bytes);
  std::string behind(std::string_view row_bytes) const;

  TransactionState& state;
  const LayoutPointer layout;
  const IndexLayout& index;
  const bool names_partitions;
  const Seconds now;
  RowStretch rows;  // what is left
  OrderedCursor cursor;
  bool is_one_value = false;
  std::string from,
      to;  // keys of entries: those of the value begin with `from`, or those of the range lie between
  std::string row;                    // the row that was named last
  std::vector<std::string> gathered;  // the next rows of a range, the last one first
  std::size_t pass = kFirstPass;
  bool has_more = true;
  IndexedRow named;
};

void IndexRowsState::ask(const IndexValues& values) {
  from = to = index.prefix;
  is_one_value = values.equal || values.key;
  const Type& column = index.place.column->type;
  if (values.key) append_component(column.arguments[0], *values.key, from);
  if (values.equal) {
    const bool is_path = index.of_elements && !index.holds_element;
    append_component(is_path ? column.arguments[0] : *index.type, *values.equal, from);
  }
  if (is_one_value) return;
  if (values.lower) {
    append_component(*index.type, *values.lower, from);
    if (!values.lower_inclusive) from = after_prefix(from);
  }
  if (values.upper) append_component(*index.type, *values.upper, to);
  if (!values.upper || values.upper_inclusive) to = after_prefix(to);
}

/// Returns the least bytes after the row; after all rows of its partition if the index names partitions.
std::string IndexRowsState::behind(std::string_view row_bytes) const {
  if (!names_partitions) return std::string(row_bytes) + kAfter;
  const std::string table = table_prefix(layout->table->id);
  const std::string key = table + std::string(row_bytes);
  const std::size_t prefix = partition_prefix_size(key, *layout->table);
  row_key_size(*layout, key, prefix);  // refuses a key that would be found again behind its partition
  return std::string(row_bytes.substr(0, prefix - table.size())) + kAfter;
}

void IndexRowsState::go_on_after(const ReadPosition& position) {
  std::string after = without_table(partition_prefix(*layout->table, position.partition_key));
  if (!position.clustering.empty() && !names_partitions) {
    after.push_back(kRowKind);
    append_clustering(after, *layout, position.clustering);
  }
  after.push_back(kAfter);
  rows.from = std::max(rows.from, after);
}

std::string_view IndexRowsState::row_under_cursor(std::size_t& value_size) const {
  const std::string_view after_id = cursor.key().substr(index.prefix.size());
  value_size = indexed_value_size(index, after_id);
  const std::string_view row_bytes = after_id.substr(value_size);
  if (!index.repeats) return row_bytes;
  // What follows the row is the path of the element.
  const std::string key = table_prefix(layout->table->id) + std::string(row_bytes);
  const std::size_t table_size = key.size() - row_bytes.size();
  const std::size_t prefix = partition_prefix_size(key, *layout->table);
  return row_bytes.substr(0, row_key_size(*layout, key, prefix) - table_size);
}

bool IndexRowsState::next_of_value() {
  std::size_t value_size = 0;
  bool found = cursor.seek(from + rows.from);
  if (found) cursor.check_neighbours();
  for (; found && cursor.key().starts_with(from); found = cursor.next()) {
    const std::string_view row_bytes = row_under_cursor(value_size);
    if (index.prefix.size() + value_size != from.size() || !rows.contains(row_bytes)) break;
    if (!decode_index_value(cursor.value()).is_live(now)) continue;
    row = row_bytes;
    return true;
  }
  return false;
}

/// Gathers the least rows of the range that are left.
void IndexRowsState::gather() {
  std::priority_queue<std::string> least;
  std::size_t value_size = 0;
  has_more = false;
  bool found = cursor.seek(from);
  if (found) cursor.check_neighbours();
  for (; found && cursor.key() < to; found = cursor.next()) {
    const std::string_view row_bytes = row_under_cursor(value_size);
    if (!rows.contains(row_bytes) || !decode_index_value(cursor.value()).is_live(now)) continue;
    if (least.size() == pass) {
      has_more = true;
      if (row_bytes >= least.top()) continue;
      least.pop();
    }
    least.emplace(row_bytes);
  }
  for (gathered.clear(); !least.empty(); least.pop()) gathered.push_back(least.top());
  pass = std::min(4 * pass, kLargestPass);
}

bool IndexRowsState::next_of_range() {
  while (true) {
    while (!gathered.empty()) {
      row = std::move(gathered.back());
      gathered.pop_back();
      if (rows.contains(row)) return true;
    }
    if (!has_more) return false;
    gather();
  }
}

void IndexRowsState::show(std::string_view row_bytes) {
  const std::string key = table_prefix(layout->table->id) + std::string(row_bytes);
  const std::size_t prefix = partition_prefix_size(key, *layout->table);
  partition_key_of_prefix(std::string_view(key).substr(0, prefix), *layout, named.partition_key);
  named.whole_partition = names_partitions;
  named.clustering.clear();
  if (!names_partitions) {
    const std::size_t size = row_key_size(*layout, key, prefix);
    read_clustering(*layout, std::string_view(key).substr(0, size).substr(prefix + 1), named.clustering);
  }
}

const IndexedRow* IndexRowsState::next() {
  if (!(is_one_value ? next_of_value() : next_of_range())) return nullptr;
  rows.from = behind(row);
  show(row);
  return &named;
}

void IndexRowsState::enter(const std::vector<std::string>& partition_key) {
  const std::string partition = without_table(partition_prefix(*layout->table, partition_key));
  rows.from = std::max(rows.from, partition);
  rows.to = partition + kAfter;
  gathered.clear();
  has_more = true;
}

std::uint64_t IndexRowsState::count(std::uint64_t most) {
  std::uint64_t counted = 0;
  bool found = cursor.seek(from);
  for (; counted < most && found; found = cursor.next(), ++counted) {
    if (is_one_value ? !cursor.key().starts_with(from) : cursor.key() >= to) break;
  }
  return counted;
}

IndexRows::IndexRows(Transaction& transaction, const TablePointer& table, std::size_t index,
                     IndexValues values, const TokenRange& tokens, Seconds now, const ReadPosition* after) {
  TransactionState& state = *transaction.state_;
  state.settle();
  state_ = std::make_unique<IndexRowsState>(state, state.layout(table), index, tokens, now);
  state_->ask(values);
  if (after != nullptr) state_->go_on_after(*after);
}
IndexRows::IndexRows(IndexRows&&) noexcept = default;
IndexRows& IndexRows::operator=(IndexRows&&) noexcept = default;
IndexRows::~IndexRows() = default;

const IndexedRow* IndexRows::next() { return state_->next(); }
void IndexRows::enter(const std::vector<std::string>& partition_key) { state_->enter(partition_key); }
std::uint64_t IndexRows::count(std::uint64_t most) const { return state_->count(most); }

}  // namespace cellar
