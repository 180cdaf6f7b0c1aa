#include "planner/advise/key_choice.h"

#include <algorithm>

#include "planner/key_words.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

std::string names_of_key_columns(const Table& source, const KeyColumns& columns) {
  std::vector<std::size_t> indexes;
  for (const KeyColumn& column : columns) indexes.push_back(column.column);
  return names_of(source, indexes);
}

bool is_time(const Type& type) {
  return type.kind == TypeKind::timestamp || type.kind == TypeKind::timeuuid || type.kind == TypeKind::date ||
         type.kind == TypeKind::time;
}

/// MR2. IN alone names one partition for each of its values.
KeyColumns choose_partition(const QueryTerms& terms, const Table& source, const SelectStatement& statement) {
  if (!terms.equal.empty()) return terms.equal;
  if (!terms.in.empty()) return terms.in;
  const Parameters parameters = {{"table", quote_name(source.name)}};
  const Span span = statement.where_span.empty() ? statement.table.span : statement.where_span;
  if (terms.aggregates) refuse("advise_aggregates", span, parameters);
  const bool in_time = !terms.range.empty() && is_time(source.columns[terms.range.front().column].type);
  refuse(in_time ? "advise_time_without_equality" : "advise_no_equality", span,
         {{"table", quote_name(source.name)}, {"column", names_of_key_columns(source, terms.range)}});
}

/// The first columns of `longer` are those of `shorter`, in some order of the same columns.
bool begins_with(const KeyColumns& longer, const KeyColumns& shorter) {
  if (shorter.size() > longer.size()) return false;
  return std::equal(shorter.begin(), shorter.end(), longer.begin(),
                    [](const KeyColumn& left, const KeyColumn& right) { return left.is_same(right); });
}

/// Returns one list that begins with both; the directions are those of `order`.
KeyColumns joined(const KeyColumns& grouping, const KeyColumns& order, const Table& source, Span span) {
  if (order.empty()) return grouping;
  const bool grouped_first = begins_with(order, grouping);
  if (!grouped_first && !begins_with(grouping, order)) {
    refuse(
        "advise_order_conflict", span,
        {{"range", names_of_key_columns(source, grouping)}, {"order", names_of_key_columns(source, order)}});
  }
  KeyColumns all = order;
  for (const KeyColumn& column : grouping) append(all, column);
  return all;
}

/// The direction of a range that nothing orders: as the source has it; the newest first where only the first rows
/// are wanted.
bool descends(const KeyColumn& range, const QueryTerms& terms, const Table& source) {
  const Column& column = source.columns[range.column];
  if (column.kind == ColumnKind::clustering) return column.descending;
  return terms.has_limit && is_time(column.type);
}

/// MR3, MR4: what IN names, then what orders, then the range; or the range at the place where it orders.
KeyColumns choose_clustering(const QueryTerms& terms, const KeyColumns& partition, const Table& source,
                             const SelectStatement& statement) {
  const Span span = statement.order_by_span.empty() ? statement.group_by_span : statement.order_by_span;
  KeyColumns order = joined(terms.grouping, terms.order, source, span);
  std::erase_if(order, [&](const KeyColumn& column) { return has_column(partition, column.column); });
  KeyColumns searched;
  for (KeyColumn column : terms.in) {
    if (!has_column(partition, column.column)) append(searched, column);
  }
  for (KeyColumn column : terms.range) {
    column.descending = descends(column, terms, source);
    append(searched, column);
  }
  if (order.empty()) return searched;
  // IN does not fix a column, and a range orders by its column first.
  if (!begins_with(order, searched) && !begins_with(searched, order)) {
    refuse(
        "advise_order_conflict", span,
        {{"range", names_of_key_columns(source, searched)}, {"order", names_of_key_columns(source, order)}});
  }
  for (const KeyColumn& column : searched) append(order, column);
  return order;
}

/// MR5
void add_identity(const Table& source, ChosenKey& key) {
  const auto add = [&](std::size_t column) {
    if (has_column(key.partition, column)) return;
    append(key.clustering, {column, "MR5", source.columns[column].descending});
  };
  for (std::size_t column = source.partition_key_size; column < source.key_size(); ++column) add(column);
  for (std::size_t column = 0; column < source.partition_key_size; ++column) add(column);
}

void require_key_types(const KeyColumns& columns, const Table& source) {
  for (const KeyColumn& column : columns) {
    const Type& type = source.columns[column.column].type;
    if (contains_kind(type, TypeKind::duration))
      refuse("advise_duration_key", {}, {{"column", names_of(source, {column.column})}});
  }
}

}  // namespace

ChosenKey choose_key(const QueryTerms& terms, const Table& source, const SelectStatement& statement) {
  if (source.is_counter())
    refuse("advise_counters", statement.table.span, {{"table", quote_name(source.name)}});
  ChosenKey key;
  key.partition = choose_partition(terms, source, statement);
  key.clustering = choose_clustering(terms, key.partition, source, statement);
  add_identity(source, key);
  require_key_types(key.partition, source);
  require_key_types(key.clustering, source);
  return key;
}

std::vector<std::size_t> keep_buckets(ChosenKey& key, const Table& source) {
  std::vector<std::size_t> open;
  for (std::size_t column = 0; column < source.partition_key_size; ++column)
    if (!has_column(key.partition, column)) open.push_back(column);
  const auto is_open_bucket = [&](std::size_t column) { return is_bucket(source.columns[column]); };
  if (open.size() == source.partition_key_size || !std::ranges::all_of(open, is_open_bucket)) return {};
  for (const std::size_t column : open) {
    std::erase_if(key.clustering,
                  [&](const KeyColumn& each) { return each.column == column && !each.holds; });
    append(key.partition, {column, "MR2"});
  }
  return open;
}

bool is_key_of(const Table& source, const ChosenKey& key) {
  const auto is_of_partition = [&](const KeyColumn& column) {
    return !column.holds && column.column < source.partition_key_size;
  };
  if (key.partition.size() != source.partition_key_size ||
      !std::ranges::all_of(key.partition, is_of_partition) || key.clustering.size() != source.clustering_size)
    return false;
  bool is_forward = true, is_backward = true;
  for (std::size_t place = 0; place < key.clustering.size(); ++place) {
    const KeyColumn& column = key.clustering[place];
    if (column.holds || column.column != source.partition_key_size + place) return false;
    // The rest makes the key unique, in any direction.
    if (column.rule == "MR5") continue;
    const bool is_same = column.descending == source.columns[column.column].descending;
    is_forward = is_forward && is_same;
    is_backward = is_backward && !is_same;
  }
  return is_forward || is_backward;
}

}  // namespace cellar
