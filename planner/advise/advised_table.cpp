#include "planner/advise/advised_table.h"

#include <algorithm>
#include <optional>

#include "parser/parser.h"
#include "planner/plan.h"
#include "schema/cql_text.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestName = 48;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A table's name has letters, digits and underscores only; a column's name may have any characters.
std::string in_table_name(std::string_view name) {
  std::string text;
  std::ranges::copy_if(name, std::back_inserter(text), is_word);
  return text;
}

/// Cuts between words if there is a place for it.
std::string cut(std::string name, std::size_t size) {
  if (name.size() <= size) return name;
  name.resize(size);
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

std::string key_name(const KeyColumn& column, const Table& source) {
  const Column& of = source.columns[column.column];
  return column.holds ? element_name(source, of, *column.holds) : of.name;
}

/// An element of a collection, or what a tuple of its column is for the others.
Type key_type(const KeyColumn& column, const Table& source) {
  const Type& type = source.columns[column.column].type;
  if (!column.holds) return freeze(type);
  const bool value_of_map = type.kind == TypeKind::map && *column.holds == ElementColumn::Holds::value;
  return freeze(type.arguments[value_of_map ? 1 : 0]);
}

void add_key(const KeyColumns& columns, ColumnKind kind, const Table& source, Table& table) {
  for (const KeyColumn& chosen : columns) {
    Column column;
    column.name = key_name(chosen, source);
    column.type = key_type(chosen, source);
    column.kind = kind;
    column.descending = kind == ColumnKind::clustering && chosen.descending;
    table.columns.push_back(std::move(column));
  }
}

/// True if every partition of the new table lies in one partition of the source.
bool lies_in_source_partition(const ChosenKey& key, const Table& source) {
  for (std::size_t column = 0; column < source.partition_key_size; ++column) {
    if (!has_column(key.partition, column)) return false;
  }
  return true;
}

void add_others(const ChosenKey& key, const Table& source, Table& table) {
  const bool keeps_static = lies_in_source_partition(key, source) && !key.clustering.empty();
  for (std::size_t index = 0; index < source.columns.size(); ++index) {
    if (has_column(key.partition, index) || has_column(key.clustering, index)) continue;
    Column column;
    column.name = source.columns[index].name;
    column.type = source.columns[index].type;
    const bool is_static = source.columns[index].kind == ColumnKind::static_ && keeps_static;
    column.kind = is_static ? ColumnKind::static_ : ColumnKind::regular;
    table.columns.push_back(std::move(column));
  }
}

KeyPart part_of(const Column& column) {
  switch (column.kind) {
    case ColumnKind::partition_key:
      return KeyPart::partition;
    case ColumnKind::clustering:
      return column.descending ? KeyPart::descending : KeyPart::ascending;
    case ColumnKind::static_:
      return KeyPart::static_column;
    case ColumnKind::regular:
      break;
  }
  return KeyPart::regular;
}

std::vector<ColumnReason> reasons_of(const ChosenKey& key, const Table& table) {
  std::vector<ColumnReason> reasons;
  for (std::size_t index = 0; index < table.columns.size(); ++index) {
    const std::size_t in_clustering = index - key.partition.size();
    const std::string_view rule = index < key.partition.size()            ? key.partition[index].rule
                                  : in_clustering < key.clustering.size() ? key.clustering[in_clustering].rule
                                                                          : "";
    reasons.push_back({index, part_of(table.columns[index]), rule});
  }
  return reasons;
}

/// A script that is refused line after line is proposed the same table each time. Depends on the text alone.
const Statement& parse_once_more(const std::string& text) {
  struct Parsed {
    std::string text;
    Statement statement;
  };
  thread_local std::optional<Parsed> last;
  if (!last || last->text != text) last.emplace(Parsed{text, parse(text)});
  return last->statement;
}

}  // namespace

std::string with_column_name(const std::string& name, std::string_view column) {
  const std::string word = in_table_name(column);
  return word.empty() ? name : cut(name + "_" + word, kLongestName);
}

std::string with_number(const std::string& name, int number) {
  const std::string suffix = "_" + std::to_string(number);
  return cut(name, kLongestName - suffix.size()) + suffix;
}

std::string_view stem_of(std::string_view name) {
  const std::size_t by = name.find("_by_");
  return by == 0 ? name : name.substr(0, by);
}

std::string comment_of_copy(const Table& source) { return "copy of " + quote_name(source.name); }

std::string name_of_table(const ChosenKey& key, const QueryTerms& terms, const Table& source,
                          const Keyspace& keyspace) {
  std::string name = std::string(stem_of(source.name)) + "_by";
  const auto add = [&](const KeyColumn& column) {
    // An element is named after its collection.
    const std::string word = in_table_name(source.columns[column.column].name);
    if (!word.empty() && !name.ends_with("_" + word)) name += "_" + word;
  };
  std::ranges::for_each(key.partition, add);
  const bool same_partition = key.partition.size() == source.partition_key_size && [&] {
    return std::ranges::all_of(key.partition, [&](const KeyColumn& column) {
      return !column.holds && source.columns[column.column].kind == ColumnKind::partition_key;
    });
  }();
  const auto searched = [&] { return terms.in.size() + terms.order.size() + terms.range.size() > 0; };
  if (same_partition && searched() && !key.clustering.empty()) add(key.clustering.front());
  name = cut(std::move(name), kLongestName);
  if (keyspace.has_table_or_view(name) && !key.clustering.empty()) {
    add(key.clustering.front());
    name = cut(std::move(name), kLongestName);
  }
  const std::string first = name;
  for (int number = 2; keyspace.has_table_or_view(name); ++number) name = with_number(first, number);
  return name;
}

Table keyed_table(const ChosenKey& key, const Table& source, std::string name) {
  Table table;
  table.keyspace = source.keyspace;
  table.name = std::move(name);
  table.partition_key_size = key.partition.size();
  table.clustering_size = key.clustering.size();
  add_key(key.partition, ColumnKind::partition_key, source, table);
  add_key(key.clustering, ColumnKind::clustering, source, table);
  add_others(key, source, table);
  if (const auto option = source.options.find("default_time_to_live"); option != source.options.end())
    table.options.insert(*option);
  sort_columns(table);
  return table;
}

AdvisedTable advised_table(const ChosenKey& key, const Table& source, std::string name,
                           const PlanContext& context) {
  AdvisedTable advised;
  advised.create = define(keyed_table(key, source, std::move(name)), context.keyspace);
  const Plan created = plan(parse_once_more(advised.create), context);
  Table table = std::get<PutTable>(schema_changes_in(created.node)->changes.front()).table;
  if (stem_of(source.name) != source.name) table.options["comment"] = comment_of_copy(source);
  advised.table = std::make_shared<const Table>(std::move(table));
  advised.reasons = reasons_of(key, *advised.table);
  const auto add_elements = [&](const KeyColumns& columns) {
    for (const KeyColumn& column : columns) {
      if (column.holds)
        advised.elements.push_back({*advised.table->find(key_name(column, source)),
                                    source.columns[column.column].name, *column.holds});
    }
  };
  add_elements(key.partition);
  return advised;
}

}  // namespace cellar
