#include "executor/select/index_source.h"

#include <algorithm>
#include <utility>

#include "planner/plan/restrictions.h"
#include "types/key_limit.h"
#include "types/token.h"

namespace cellar {

namespace {

/// The most rows of a partition that are returned at once.
constexpr std::size_t kMostRows = 256;
/// The most entries that are counted to find the one of several indexes that names the fewest rows.
constexpr std::uint64_t kMostCounted = 2'000;

IndexValues values_of(const IndexTest& test, const Evaluation& evaluation, bool& is_empty) {
  IndexValues values;
  // The filters refuse null where it is not permitted; no row has it.
  const auto value_of = [&](const Node& node) {
    Value value = evaluate(node, evaluation);
    if (!value) is_empty = true;
    return std::move(value).value_or("");
  };
  if (test.equal) values.equal = value_of(*test.equal);
  if (test.key) values.key = value_of(*test.key);
  // The filters decide what null means as a bound.
  if (test.lower) values.lower = evaluate(test.lower->value, evaluation);
  if (test.upper) values.upper = evaluate(test.upper->value, evaluation);
  values.lower_inclusive = test.lower && test.lower->inclusive;
  values.upper_inclusive = test.upper && test.upper->inclusive;
  return values;
}

/// A read takes one byte more than a write: no row has such a value.
void check_length(const Index& index, const Column& column, const IndexTest& test,
                  const IndexValues& values) {
  if (index.kind != IndexKind::legacy) return;
  std::size_t size = values.equal ? values.equal->size() : 0;
  if (values.key) size += values.key->size() + (values.equal ? kEntryOverhead : 0);
  if (size <= kLongestKey) return;
  refuse("indexed_value_too_long", test.span,
         {{"column", quote_name(column.name)},
          {"size", std::to_string(size)},
          {"most", std::to_string(kLongestIndexedValue)}});
}

bool names_whole_partitions(const Table& table, const Index& index) {
  const ColumnKind kind = table.columns[*table.find(index.column)].kind;
  return kind == ColumnKind::partition_key || kind == ColumnKind::static_;
}

}  // namespace

IndexSource::IndexSource(const TablePointer& table, const IndexRead& read, const Evaluation& evaluation)
    : table_(table) {
  bool is_empty = false;
  for (const IndexTest& test : read.tests) {
    tests_.push_back({test.index, values_of(test, evaluation, is_empty)});
    const Index& index = table_->indexes[test.index];
    check_length(index, table_->columns[*table_->find(index.column)], test, tests_.back().values);
  }
  if (is_empty) tests_.clear();
}

void IndexSource::choose(Transaction& transaction, Seconds now) {
  is_chosen_ = true;
  std::uint64_t fewest = UINT64_MAX;
  for (std::size_t i = 0; i < tests_.size() && tests_.size() > 1; ++i) {
    const auto& [index, values] = tests_[i];
    const std::uint64_t count =
        IndexRows(transaction, table_, index, values, tokens_, now).count(kMostCounted);
    if (count >= fewest) continue;
    fewest = count;
    chosen_ = i;
  }
}

bool IndexSource::names_partitions(Transaction& transaction, Seconds now) {
  if (!is_chosen_) choose(transaction, now);
  return !tests_.empty() && names_whole_partitions(*table_, table_->indexes[tests_[chosen_].index]);
}

void IndexSource::go_on_after(ReadPosition place) {
  suspend();
  if (keys_) {
    const auto key = std::ranges::find(*keys_, place.partition_key);
    if (key == keys_->end()) refuse("read_position_unknown");
    next_key_ = static_cast<std::size_t>(key - keys_->begin());
  }
  after_ = std::move(place);
}

void IndexSource::suspend() {
  rows_.reset();
  ahead_ = nullptr;
}

/// Begins to read the index; of named partitions, in the next one. Returns false if there is none.
bool IndexSource::begin(Transaction& transaction, Seconds now) {
  if (!is_chosen_) choose(transaction, now);
  if (tests_.empty() || (keys_ && next_key_ == keys_->size())) return false;
  const auto& [index, values] = tests_[chosen_];
  TokenRange tokens = tokens_;
  const KeyValues* key = keys_ ? &(*keys_)[next_key_++] : nullptr;
  if (key != nullptr) tokens.lower = tokens.upper = token_of(*key);
  const std::optional<ReadPosition> after = std::exchange(after_, std::nullopt);
  rows_.emplace(transaction, table_, index, values, tokens, now, after ? &*after : nullptr);
  if (key != nullptr) rows_->enter(*key);
  return true;
}

const IndexSource::Found* IndexSource::next(Transaction& transaction, Seconds now) {
  while (true) {
    if (!rows_ && !begin(transaction, now)) return nullptr;
    const IndexedRow* row = ahead_ != nullptr ? std::exchange(ahead_, nullptr) : rows_->next();
    if (row != nullptr) {
      take_rows_of(*row);
      return &found_;
    }
    if (!keys_ || next_key_ == keys_->size()) return nullptr;
    rows_.reset();
  }
}

void IndexSource::take_rows_of(const IndexedRow& first) {
  found_.partition_key = first.partition_key;
  found_.whole_partition = first.whole_partition || table_->clustering_size == 0;
  found_.rows.clear();
  if (found_.whole_partition) return;
  for (const IndexedRow* row = &first; row != nullptr; row = rows_->next()) {
    if (row->partition_key != found_.partition_key || found_.rows.size() == kMostRows) {
      ahead_ = row;
      return;
    }
    found_.rows.push_back(row->clustering);
  }
}

}  // namespace cellar
