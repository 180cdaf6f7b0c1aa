#include "executor/key_choices.h"

#include <algorithm>

#include "types/key_limit.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_null_key(const Column& column, Span span) {
  refuse("null_key", span, {{"column", quote_name(column.name)}});
}

std::string key_value(const Column& column, const Node& node, Span span, const Evaluation& evaluation) {
  const Span blamed = node.span.empty() ? span : node.span;
  if (is_unset(node, evaluation)) refuse("unset_key", blamed, {{"column", quote_name(column.name)}});
  Value value = evaluate(node, evaluation);
  if (!value) refuse_null_key(column, blamed);
  return std::move(*value);
}

/// Returns the elements of the list that was bound to the marker of IN ?.
std::vector<std::string> listed_values(const Column& column, const Node& list, const Evaluation& evaluation) {
  const std::string bytes = key_value(column, list, list.span, evaluation);
  std::vector<std::string> values;
  for (const auto& element : unpack(list.type, bytes)) {
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
      values.push_back(key_value(column, node, choices.span, evaluation));
    }
  }
  if (values.size() < 2) return values;
  const auto order = [&](const std::string& left, const std::string& right) {
    return compare(column.type, left, right) < 0;
  };
  std::sort(values.begin(), values.end(), order);
  const auto same = [&](const std::string& left, const std::string& right) {
    return compare(column.type, left, right) == 0;
  };
  values.erase(std::unique(values.begin(), values.end(), same), values.end());
  return values;
}

void check_partition_key(const Table& table, const KeyValues& key, Span span) {
  if (key.size() == 1 && key[0].empty()) {
    refuse("empty_partition_key", span, {{"column", quote_name(table.columns[0].name)}});
  }
  // A key of several columns is kept with three bytes around each of them.
  std::size_t size = key.size() == 1 ? 0 : 3 * key.size();
  for (const std::string& value : key) size += value.size();
  if (size > kLongestKey)
    refuse("key_too_long", span, {{"what", "partition key"}, {"size", std::to_string(size)}});
}

/// Each of `left` continued with each of `right`.
std::vector<KeyValues> combine(std::vector<KeyValues> left, const std::vector<KeyValues>& right) {
  if (right.size() == 1) {
    for (KeyValues& values : left) values.insert(values.end(), right[0].begin(), right[0].end());
    return left;
  }
  std::vector<KeyValues> combined;
  combined.reserve(left.size() * right.size());
  for (const KeyValues& beginning : left) {
    for (const KeyValues& rest : right) {
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
  const std::vector<std::string> elements = listed_values(column, *step.list, evaluation);
  std::vector<KeyValues> alternatives;
  for (const std::string& element : elements) {
    if (step.count == 1) {
      alternatives.push_back({element});
    } else {
      alternatives.push_back(
          tuple_values(table, step.first, step.list->type.arguments[0], element, step.count, step.span));
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
    alternatives.push_back(clustering_values(table, step.first, step.count, nodes, step.span, evaluation));
  }
  return alternatives;
}

void sort_stored(const Table& table, std::vector<KeyValues>& keys) {
  const auto order = [&](const KeyValues& left, const KeyValues& right) {
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
      values.emplace_back().push_back(std::move(value));
    }
    keys = combine(std::move(keys), values);
  }
  for (const KeyValues& key : keys) check_partition_key(table, key, choices.front().span);
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
    keys = combine(std::move(keys), step_alternatives(table, step, evaluation));
  }
  if (keys.size() > 1) sort_stored(table, keys);
  return keys;
}

bool holds_too_long(const KeyValues& values) {
  return std::any_of(values.begin(), values.end(),
                     [](const std::string& value) { return value.size() > kLongestKey; });
}

void refuse_too_long(const KeyValues& values) {
  for (const std::string& value : values) {
    if (value.size() > kLongestKey)
      refuse("key_too_long", {}, {{"what", "key value"}, {"size", std::to_string(value.size())}});
  }
}

int compare_stored(const Table& table, std::size_t clustering_column_index, std::string_view left,
                   std::string_view right) {
  const Column& column = clustering_column(table, clustering_column_index);
  const int order = compare(column.type, left, right);
  return column.descending ? -order : order;
}

}  // namespace cellar
