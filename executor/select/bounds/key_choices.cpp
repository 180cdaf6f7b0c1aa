#include "executor/select/bounds/key_choices.h"

#include <algorithm>

#include "executor/select/bounds/listed_tuples.h"
#include "planner/plan/restrictions.h"
#include "types/key_limit.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_null_key(const Column& column, Span span) {
  refuse("null_key", span, {{"column", quote_name(column.name)}});
}

Span blamed(const Node& node, Span span) { return node.span.empty() ? span : node.span; }

/// The value of a ready node.
std::string_view ready_key_value(const Column& column, const Node& node, Span span,
                                 const Evaluation& evaluation) {
  const ValueView value = ready_value(node, evaluation);
  if (value) return *value;
  if (!is_unset(node, evaluation)) refuse_null_key(column, blamed(node, span));
  refuse("unset_key", blamed(node, span), {{"column", quote_name(column.name)}});
}

std::string key_value(const Column& column, const Node& node, Span span, const Evaluation& evaluation) {
  if (is_ready(node)) return std::string(ready_key_value(column, node, span, evaluation));
  Value value = evaluate(node, evaluation);
  if (!value) refuse_null_key(column, blamed(node, span));
  return std::move(*value);
}

/// Returns the elements of the list that was bound to the marker of IN ?.
std::vector<std::string> listed_values(const Column& column, const Node& list, const Evaluation& evaluation) {
  const std::string bytes = key_value(column, list, list.span, evaluation);
  std::vector<std::string> values;
  for (const auto& element : unpack(list.type, bytes)) {
    evaluation.count_step();
    if (!element) refuse_null_key(column, list.span);
    values.emplace_back(*element);
  }
  return values;
}

std::vector<std::string> chosen_values(const Column& column, const Choices& choices,
                                       const Evaluation& evaluation) {
  std::vector<std::string> values;
  if (choices.list) {
    values = listed_values(column, *choices.list, evaluation);
  } else {
    for (const Node& node : choices.values) {
      evaluation.count_step();
      values.push_back(key_value(column, node, choices.span, evaluation));
    }
  }
  if (values.size() < 2) return values;
  const auto order = [&](const std::string& left, const std::string& right) {
    evaluation.count_step();
    return compare(column.type, left, right) < 0;
  };
  std::sort(values.begin(), values.end(), order);
  const auto same = [&](const std::string& left, const std::string& right) {
    evaluation.count_step();
    return compare(column.type, left, right) == 0;
  };
  values.erase(std::unique(values.begin(), values.end(), same), values.end());
  return values;
}

template <typename Values>
void check_partition_key(const Table& table, const Values& key, Span span) {
  if (key.size() == 1 && key[0].empty()) {
    refuse("empty_partition_key", span, {{"column", quote_name(table.columns[0].name)}});
  }
  // A key of several columns is kept with three bytes around each of them.
  std::size_t size = key.size() == 1 ? 0 : 3 * key.size();
  for (const std::string_view value : key) size += value.size();
  if (size > kLongestKey)
    refuse("key_too_long", span, {{"what", "partition key"}, {"size", std::to_string(size)}});
}

/// Each of `left` continued with each of `right`.
std::vector<KeyValues> combine(std::vector<KeyValues> left, const std::vector<KeyValues>& right,
                               const Evaluation& evaluation) {
  if (right.size() == 1) {
    for (KeyValues& values : left) values.insert(values.end(), right[0].begin(), right[0].end());
    return left;
  }
  std::vector<KeyValues> combined;
  combined.reserve(left.size() * right.size());
  for (const KeyValues& beginning : left) {
    for (const KeyValues& rest : right) {
      evaluation.count_step();
      combined.push_back(beginning);
      combined.back().insert(combined.back().end(), rest.begin(), rest.end());
    }
  }
  return combined;
}

const Column& clustering_column(const Table& table, std::size_t index) {
  return table.columns[table.partition_key_size + index];
}

KeyValues tuple_values(const Table& table, std::size_t first, const Type& type, std::string_view bytes,
                       std::size_t count, Span span) {
  KeyValues values;
  const auto parts = unpack(type, bytes);
  for (std::size_t index = 0; index < count; ++index) {
    if (index >= parts.size() || !parts[index])
      refuse_null_key(clustering_column(table, first + index), span);
    values.emplace_back(*parts[index]);
  }
  return values;
}

std::vector<KeyValues> listed_alternatives(const Table& table, const ClusteringStep& step,
                                           const Evaluation& evaluation) {
  const Column& column = clustering_column(table, step.first);
  const Type& element_type = step.list->type.arguments[0];
  const bool are_tuples = step.count > 1 || lists_tuples_of_one(step.list->type, column.type);
  const std::vector<std::string> elements = listed_values(column, *step.list, evaluation);
  std::vector<KeyValues> alternatives;
  for (const std::string& element : elements) {
    evaluation.count_step();
    if (are_tuples) {
      alternatives.push_back(tuple_values(table, step.first, element_type, element, step.count, step.span));
    } else {
      alternatives.push_back({element});
    }
  }
  return alternatives;
}

std::vector<KeyValues> step_alternatives(const Table& table, const ClusteringStep& step,
                                         const Evaluation& evaluation) {
  if (step.list) return listed_alternatives(table, step, evaluation);
  std::vector<KeyValues> alternatives;
  alternatives.reserve(step.alternatives.size());
  for (const std::vector<Node>& nodes : step.alternatives) {
    evaluation.count_step();
    alternatives.push_back(clustering_values(table, step.first, step.count, nodes, step.span, evaluation));
  }
  return alternatives;
}

void sort_stored(const Table& table, std::vector<KeyValues>& keys, const Evaluation& evaluation) {
  const auto order = [&](const KeyValues& left, const KeyValues& right) {
    evaluation.count_step();
    for (std::size_t index = 0; index < left.size(); ++index) {
      if (const int order_here = compare_stored(table, index, left[index], right[index]))
        return order_here < 0;
    }
    return false;
  };
  std::sort(keys.begin(), keys.end(), order);
  const auto same = [&](const KeyValues& left, const KeyValues& right) {
    return !order(left, right) && !order(right, left);
  };
  keys.erase(std::unique(keys.begin(), keys.end(), same), keys.end());
}

}  // namespace

std::vector<KeyValues> partition_keys(const Table& table, const std::vector<Choices>& choices,
                                      const Evaluation& evaluation) {
  std::vector<KeyValues> keys(1);
  for (std::size_t index = 0; index < choices.size(); ++index) {
    std::vector<KeyValues> values;
    for (std::string& value : chosen_values(table.columns[index], choices[index], evaluation)) {
      evaluation.count_step();
      values.emplace_back().push_back(std::move(value));
    }
    keys = combine(std::move(keys), values, evaluation);
  }
  for (const KeyValues& key : keys) {
    evaluation.count_step();
    check_partition_key(table, key, choices.front().span);
  }
  return keys;
}

KeyValues clustering_values(const Table& table, std::size_t first, std::size_t count,
                            const std::vector<Node>& nodes, Span span, const Evaluation& evaluation) {
  if (count > 1 && nodes.size() == 1) {
    const std::string bytes = key_value(clustering_column(table, first), nodes[0], span, evaluation);
    return tuple_values(table, first, nodes[0].type, bytes, count, span);
  }
  KeyValues values;
  values.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    values.push_back(key_value(clustering_column(table, first + index), nodes[index], span, evaluation));
  }
  return values;
}

std::vector<KeyValues> clustering_keys(const Table& table, const std::vector<ClusteringStep>& steps,
                                       const Evaluation& evaluation) {
  std::vector<KeyValues> keys(1);
  for (const ClusteringStep& step : steps) {
    keys = combine(std::move(keys), step_alternatives(table, step, evaluation), evaluation);
  }
  if (keys.size() > 1) sort_stored(table, keys, evaluation);
  return keys;
}

namespace {

bool is_one_value(const Choices& choices) { return !choices.list && choices.values.size() == 1; }

bool is_one_value(const ClusteringStep& step) {
  return !step.list && step.count == 1 && step.alternatives.size() == 1;
}

void set_key_value(const Column& column, const Node& node, Span span, const Evaluation& evaluation,
                   std::string& value) {
  if (is_ready(node)) {
    value.assign(ready_key_value(column, node, span, evaluation));
  } else {
    value = key_value(column, node, span, evaluation);
  }
}

}  // namespace

bool bind_one_row(const Table& table, const std::vector<Choices>& choices,
                  const std::vector<ClusteringStep>& steps, const Evaluation& evaluation,
                  KeyValues& partition, KeyValues& row) {
  const auto is_one = [](const auto& part) { return is_one_value(part); };
  if (!std::ranges::all_of(choices, is_one) || !std::ranges::all_of(steps, is_one)) return false;
  partition.resize(choices.size());
  row.resize(steps.size());
  for (std::size_t index = 0; index < choices.size(); ++index) {
    const Choices& of = choices[index];
    set_key_value(table.columns[index], of.values[0], of.span, evaluation, partition[index]);
  }
  check_partition_key(table, partition, choices.front().span);
  for (std::size_t index = 0; index < steps.size(); ++index) {
    const ClusteringStep& of = steps[index];
    set_key_value(clustering_column(table, of.first), of.alternatives[0][0], of.span, evaluation, row[index]);
  }
  return true;
}

std::optional<SingleKey> SingleKey::of(const Table& table, const std::vector<Choices>& partition_key,
                                       const std::vector<ClusteringStep>& clustering) {
  SingleKey key;
  key.table_ = &table;
  const auto add = [&](const std::vector<Node>& values, Span span) {
    if (values.size() != 1 || !is_ready(values[0])) return false;
    key.values_.push_back({&values[0], span});
    return true;
  };
  for (const Choices& choices : partition_key) {
    if (choices.list || choices.is_in || !add(choices.values, choices.span)) return std::nullopt;
  }
  for (const ClusteringStep& step : clustering) {
    const bool is_one = !step.list && !step.is_in && step.count == 1 && step.alternatives.size() == 1;
    if (!is_one || !add(step.alternatives[0], step.span)) return std::nullopt;
  }
  const bool is_whole = key.size() == table.key_size();
  return is_whole ? std::optional(std::move(key)) : std::nullopt;
}

void SingleKey::bind(const Evaluation& evaluation, std::span<std::string_view> values) const {
  const auto bind_from = [&](std::size_t begin, std::size_t end) {
    for (std::size_t index = begin; index < end; ++index) {
      const auto& [node, span] = values_[index];
      values[index] = ready_key_value(table_->columns[index], *node, span, evaluation);
    }
  };
  bind_from(0, table_->partition_key_size);
  check_partition_key(*table_, values.first(table_->partition_key_size), values_[0].span);
  bind_from(table_->partition_key_size, values_.size());
}

void check_written_partition(const Table& table, const KeyValues& partition_key) {
  check_partition_key(table, partition_key, {});
}

bool is_too_long(std::string_view value) { return value.size() > kLongestKey; }

void refuse_too_long(std::string_view value) {
  if (is_too_long(value))
    refuse("key_too_long", {}, {{"what", "key value"}, {"size", std::to_string(value.size())}});
}

namespace {

template <typename Values>
void check_row(const Table& table, const Values& clustering) {
  std::ranges::for_each(clustering, refuse_too_long);
  if (!table.is_compact || table.clustering_size != 1 || !clustering[0].empty()) return;
  refuse("compact_empty_clustering", {}, {{"column", quote_name(clustering_column(table, 0).name)}});
}

}  // namespace

void check_written_row(const Table& table, std::span<const std::string_view> clustering) {
  check_row(table, clustering);
}

void check_written_row(const Table& table, const KeyValues& clustering) { check_row(table, clustering); }

int compare_stored(const Table& table, std::size_t clustering_column_index, std::string_view left,
                   std::string_view right) {
  const Column& column = clustering_column(table, clustering_column_index);
  const int order = compare(column.type, left, right);
  return column.descending ? -order : order;
}

}  // namespace cellar
