#include "planner/advise/joined_tables.h"

#include <algorithm>

#include "planner/advise/query_terms.h"

namespace cellar {

namespace {

std::vector<std::string> partition_key_of(const Table& table) {
  std::vector<std::string> names;
  for (std::size_t index = 0; index < table.partition_key_size; ++index)
    names.push_back(table.columns[index].name);
  return names;
}

bool share_partitions(const Table& left, const Table& right) {
  return left.partition_key_size == right.partition_key_size &&
         is_subset(partition_key_of(left), partition_key_of(right));
}

}  // namespace

bool is_subset(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return std::ranges::all_of(
      part, [&](const std::string& name) { return std::ranges::find(whole, name) != whole.end(); });
}

bool is_copy_of(const Table& table, const Table& source) {
  const bool holds_its_columns = std::ranges::all_of(table.columns, [&](const Column& column) {
    const auto place = source.find(column.name);
    return place && freeze(source.columns[*place].type) == freeze(column.type);
  });
  const auto end = source.columns.begin() + static_cast<std::ptrdiff_t>(source.key_size());
  return holds_its_columns && std::all_of(source.columns.begin(), end, [&](const Column& column) {
           const auto place = table.find(column.name);
           return place && *place < table.key_size();
         });
}

std::vector<ElementColumn> elements_in(const Table& copy, const Table& source) {
  using Holds = ElementColumn::Holds;
  std::vector<ElementColumn> elements;
  for (std::size_t index = 0; index < copy.key_size(); ++index) {
    const std::string& name = copy.columns[index].name;
    if (source.find(name)) continue;
    for (const Column& column : source.columns) {
      if (!is_collection(column.type)) continue;
      for (const Holds holds : {Holds::value, Holds::key}) {
        if (element_name(source, column, holds) != name) continue;
        elements.push_back({index, column.name, holds});
        break;
      }
    }
  }
  return elements;
}

bool hold_same_elements(const std::vector<ElementColumn>& elements, const Table& table,
                        const AdvisedTable& other) {
  return std::ranges::equal(
      elements, other.elements, [&](const ElementColumn& left, const ElementColumn& right) {
        return left.collection == right.collection && left.holds == right.holds &&
               table.columns[left.column].name == other.table->columns[right.column].name;
      });
}

Table with_columns_of(const Table& table, const Table& other) {
  Table wider = table;
  const bool keeps_static = table.clustering_size > 0 && share_partitions(table, other);
  for (const Column& column : other.columns) {
    if (table.find(column.name)) continue;
    Column added = column;
    added.descending = false;
    added.kind =
        column.kind == ColumnKind::static_ && keeps_static ? ColumnKind::static_ : ColumnKind::regular;
    wider.columns.push_back(std::move(added));
  }
  sort_columns(wider);
  return wider;
}

std::optional<Table> joined_table(const Table& wide, const Table& narrow) {
  const std::vector<std::string> partition = partition_key_of(wide);
  if (partition.size() >= narrow.partition_key_size || !is_subset(partition, partition_key_of(narrow)))
    return std::nullopt;
  Table joined = wide;
  joined.columns.resize(partition.size());
  for (const Column& column : narrow.columns) {
    if (joined.find(column.name)) continue;
    joined.columns.push_back(column);
    if (column.is_key()) joined.columns.back().kind = ColumnKind::clustering;
    if (column.kind == ColumnKind::static_) joined.columns.back().kind = ColumnKind::regular;
  }
  joined.clustering_size = narrow.key_size() - partition.size();
  sort_columns(joined);
  return with_columns_of(joined, wide);
}

std::vector<KeyReason> joined_reasons(const std::vector<KeyReason>& wide,
                                      const std::vector<KeyReason>& narrow, const Table& joined) {
  std::vector<KeyReason> reasons;
  for (std::size_t index = 0; index < joined.key_size(); ++index) {
    const std::vector<KeyReason>& from = index < joined.partition_key_size ? wide : narrow;
    const auto found = std::ranges::find(from, joined.columns[index].name, &KeyReason::column);
    if (found == from.end()) continue;
    reasons.push_back(*found);
    if (index >= joined.partition_key_size && found->part == KeyPart::partition)
      reasons.back().part = KeyPart::ascending;
  }
  return reasons;
}

}  // namespace cellar
