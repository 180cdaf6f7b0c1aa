#include "executor/select/system_source.h"

#include <algorithm>
#include <utility>

#include "executor/select/bounds/token_bounds.h"
#include "planner/plan/read_plan.h"
#include "schema/system_keyspaces.h"
#include "types/token.h"

namespace cellar {

namespace {

std::vector<std::string> clustering_of(const Table& table, const std::vector<Value>& values) {
  std::vector<std::string> clustering;
  for (std::size_t index = 0; index < table.clustering_size; ++index)
    clustering.push_back(values[table.partition_key_size + index].value_or(""));
  return clustering;
}

bool is_in_slice(const Table& table, const Slice& slice, const std::vector<std::string>& clustering) {
  return compare(table, slice.start, {clustering, false}) <= 0 &&
         compare(table, {clustering, true}, slice.end) <= 0;
}

/// The elements of a packed collection, as the store hands them out.
std::vector<StoredElement> elements_of(const Type& type, std::string_view packed) {
  std::vector<StoredElement> elements;
  const std::vector<ValueView> values = unpack(type, packed);
  for (std::size_t index = 0; index < values.size(); ++index) {
    StoredElement& element = elements.emplace_back();
    if (type.kind == TypeKind::list) {
      element.cell.value = *values[index];
      continue;
    }
    element.path = *values[index];
    if (type.kind == TypeKind::map) element.cell.value = *values[++index];
  }
  return elements;
}

/// Returns the range of tokens of a restriction; the whole ring if it has none.
struct TokensOf {
  const Evaluation& evaluation;

  TokenRange operator()(const NamedPartitions& named) const {
    return named.within.is_bounded() ? bind_tokens(named.within, evaluation, true) : TokenRange{};
  }
  TokenRange operator()(const RingPart& part) const {
    const TokenRange range = bind_tokens(part, evaluation, false);
    // Without named keys, bounds that cross contain no token.
    return has_tokens(range) ? range : TokenRange{INT64_MAX, INT64_MAX, false, false};
  }
  TokenRange operator()(const IndexRead& read) const { return std::visit(*this, read.within); }
};

/// Returns the named partitions of a restriction; null if it names none.
struct KeysOf {
  const NamedPartitions* operator()(const NamedPartitions& named) const { return &named; }
  const NamedPartitions* operator()(const RingPart&) const { return nullptr; }
  const NamedPartitions* operator()(const IndexRead& read) const { return std::visit(*this, read.within); }
};

}  // namespace

SystemSource::SystemSource(const SelectPlan& plan, const SystemFacts& facts, const Evaluation& evaluation,
                           std::optional<std::int32_t> per_partition_limit)
    : plan_(plan),
      facts_(facts),
      content_(content_of(*plan.table)),
      per_partition_limit_(plan.distinct ? 1 : per_partition_limit),
      slices_(clustering_slices(*plan.table, plan.clustering, evaluation, NullBound::sorts_first)),
      filters_(bind_filters(*plan.table, plan.filters, evaluation)) {
  view_.table = plan.table.get();
  if (content_ == nullptr && facts.supply) supplied_.emplace(*plan.table, *facts.supply);
  find_partitions(evaluation);
}

std::vector<KeyValues> SystemSource::all_partitions() const {
  if (supplied_) return supplied_->partitions();
  std::vector<KeyValues> partitions;
  if (content_ == nullptr) return partitions;
  for (std::string& key : content_->partitions(*facts_.schema)) partitions.push_back({std::move(key)});
  return partitions;
}

void SystemSource::find_partitions(const Evaluation& evaluation) {
  const TokenRange tokens = std::visit(TokensOf{evaluation}, plan_.partitions);
  const NamedPartitions* const keys = std::visit(KeysOf{}, plan_.partitions);
  std::vector<KeyValues> all = all_partitions();
  is_in_order_of_keys_ = keys != nullptr || is_virtual_keyspace(plan_.table->keyspace);
  if (keys != nullptr) {
    for (KeyValues& key : partition_keys(*plan_.table, keys->key, evaluation)) {
      if (std::ranges::find(all, key) != all.end()) partitions_.push_back(std::move(key));
    }
  } else {
    partitions_ = std::move(all);
    std::ranges::sort(partitions_,
                      [this](const auto& left, const auto& right) { return comes_before(left, right); });
  }
  std::erase_if(partitions_, [&](const KeyValues& key) { return !is_within(tokens, token_of(key)); });
}

bool SystemSource::comes_before(const KeyValues& left, const KeyValues& right) const {
  if (!is_in_order_of_keys_) return std::pair(token_of(left), left) < std::pair(token_of(right), right);
  for (std::size_t column = 0; column < left.size(); ++column) {
    const int order = compare(plan_.table->columns[column].type, left[column], right[column]);
    if (order != 0) return order < 0;
  }
  return false;
}

std::vector<std::vector<Value>> SystemSource::rows_of(const KeyValues& partition) const {
  if (supplied_) return supplied_->rows(partition);
  SystemRows computed(*plan_.table);
  content_->rows(facts_, partition[0], computed);
  return std::move(computed.rows);
}

const RowView* SystemSource::next(Transaction&, Seconds now) {
  if (std::exchange(is_unread_, false)) return &view_;
  liveness_.timestamp = now * 1'000'000;
  while (true) {
    const bool is_full = per_partition_limit_ && returned_ >= *per_partition_limit_;
    if (next_row_ == rows_.size() || is_full) {
      if (next_partition_ == partitions_.size()) return nullptr;
      begin_partition(slices_);
      continue;
    }
    show(rows_[next_row_++]);
    if (!passes(filters_, view_)) continue;
    ++returned_;
    return &view_;
  }
}

void SystemSource::begin_partition(std::vector<Slice> slices) {
  const Table& table = *plan_.table;
  partition_key_ = partitions_[next_partition_++];
  rows_ = rows_of(partition_key_);
  std::erase_if(rows_, [&](const std::vector<Value>& values) { return !is_selected(values, slices); });
  std::ranges::sort(rows_, [&](const std::vector<Value>& left, const std::vector<Value>& right) {
    const int order =
        compare(table, {clustering_of(table, left), false}, {clustering_of(table, right), false});
    return plan_.reversed ? order > 0 : order < 0;
  });
  next_row_ = 0;
  returned_ = 0;
}

bool SystemSource::is_selected(const std::vector<Value>& values, const std::vector<Slice>& slices) const {
  const std::vector<std::string> clustering = clustering_of(*plan_.table, values);
  return std::ranges::any_of(
      slices, [&](const Slice& slice) { return is_in_slice(*plan_.table, slice, clustering); });
}

/// Puts the row into the view. The cells refer to `values`.
void SystemSource::show(const std::vector<Value>& values) {
  const Table& table = *plan_.table;
  row_.clustering = clustering_of(table, values);
  row_.marker = &liveness_;
  row_.cells.assign(table.columns.size(), std::nullopt);
  row_.elements.assign(table.columns.size(), {});
  for (std::size_t index = table.key_size(); index < values.size(); ++index) {
    if (!values[index]) continue;
    const Type& type = table.columns[index].type;
    if (is_multicell(type)) {
      row_.elements[index] = elements_of(type, *values[index]);
      for (StoredElement& element : row_.elements[index]) element.cell.liveness = liveness_;
    } else {
      row_.cells[index] = StoredCell{*values[index], liveness_};
    }
  }
  view_.partition_key = &partition_key_;
  view_.row = &row_;
}

bool SystemSource::is_at_end() const {
  return next_row_ == rows_.size() && next_partition_ == partitions_.size();
}

void SystemSource::go_on(const ReadPosition& place, bool at_row, std::int32_t returned_of_partition) {
  if (place.clustering.size() != plan_.table->clustering_size) refuse("read_position_of_another_read");
  const auto found = std::ranges::lower_bound(
      partitions_, place.partition_key,
      [this](const auto& left, const auto& right) { return comes_before(left, right); });
  next_partition_ = static_cast<std::size_t>(found - partitions_.begin());
  if (found == partitions_.end() || *found != place.partition_key) {
    // A program may have removed the supplied row since the previous page.
    if (content_ != nullptr) refuse("read_position_of_another_read");
    return;
  }
  const bool has_more = at_row || !place.clustering.empty();
  begin_partition(has_more ? slices_from(*plan_.table, slices_, place.clustering, at_row, plan_.reversed)
                           : std::vector<Slice>{});
  returned_ = returned_of_partition;
}

}  // namespace cellar
