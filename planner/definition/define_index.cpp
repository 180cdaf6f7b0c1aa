#include <algorithm>
#include <functional>

#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/definition/index_class.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"
#include "schema/index_type.h"

namespace cellar {

namespace {

using Part = IndexedColumn::Part;

struct FoundIndex {
  TablePointer table;
  const Index* index = nullptr;  // null: there is none of this name
};

/// Names of indexes are unique within a keyspace. A table whose record is damaged is passed over.
FoundIndex find_index(const Keyspace& keyspace, const std::string& name) {
  for (const auto& [table_name, stored] : keyspace.tables.stored()) {
    if (!stored.is_readable()) continue;
    const TablePointer& table = stored.table();
    if (const Index* index = table->find_index(name)) return {table, index};
  }
  return {};
}

/// Returns the letters, digits and _ of the table's and the column's name, followed by a number if that name is
/// taken.
std::string default_name(const Keyspace& keyspace, const Table& table, const std::string& column) {
  std::string name = table.name + "_" + column + "_idx";
  std::erase_if(name, std::not_fn(is_name_letter));
  std::string free = name;
  for (int number = 1; find_index(keyspace, free).index != nullptr; ++number)
    free = name + "_" + std::to_string(number);
  return free;
}

void check_index_name(const std::optional<Name>& name) {
  if (!name || (!name->text.empty() && std::ranges::all_of(name->text, is_name_letter))) return;
  refuse("index_name", name->span, {{"index", quote_name(name->text)}});
}

std::string word_of(Part part) {
  constexpr const char* kWords[] = {"", "values", "keys", "entries", "full"};
  return kWords[static_cast<int>(part)];
}

/// A collection without a word around it is indexed by its values.
Part part_of(const IndexedColumn& indexed, const Column& column) {
  return indexed.part == Part::simple && is_collection(column.type) ? Part::values : indexed.part;
}

// R-230, for one column
void check_target(const IndexedColumn& indexed, const Column& column, const Table& table) {
  const Part part = part_of(indexed, column);
  const Type& type = column.type;
  const std::string name = quote_name(column.name);
  const Parameters parameters = {{"column", name}, {"type", to_cql(type)}, {"part", word_of(part)}};
  if (contains_kind(type, TypeKind::duration)) refuse("index_of_durations", indexed.span, parameters);
  if (table.is_compact && (column.is_key() || !table.is_static_compact()))
    refuse("index_of_compact", indexed.span, parameters);
  if (column.kind == ColumnKind::partition_key && table.partition_key_size == 1)
    refuse("index_of_partition_key", indexed.span, parameters);
  const bool is_frozen_collection = is_collection(type) && !is_multicell(type);
  if (is_frozen_collection && part != Part::full)
    refuse("index_of_frozen_part", indexed.span, parameters, Fix{indexed.span, "full(" + name + ")"});
  if (!is_frozen_collection && part == Part::full) refuse("index_full_of_other", indexed.span, parameters);
  if (!is_collection(type) && part != Part::simple)
    refuse("index_part_of_scalar", indexed.span, parameters, Fix{indexed.span, name});
  if (type.kind != TypeKind::map && (part == Part::keys || part == Part::entries))
    refuse("index_keys_without_map", indexed.span, parameters);
  if (type.kind == TypeKind::user && is_multicell(type))
    refuse("index_of_user_type", indexed.span, parameters);
}

IndexTarget target_of(Part part) {
  constexpr IndexTarget kTargets[] = {IndexTarget::value, IndexTarget::values, IndexTarget::keys,
                                      IndexTarget::entries, IndexTarget::full};
  return kTargets[static_cast<int>(part)];
}

TablePointer indexed_table(const CreateIndexStatement& statement, const Keyspace& home,
                           const PlanContext& context) {
  const TablePointer found = context.schema.find_table(home.name, statement.table.name.text);
  return found ? found : resolve_table(statement.table, context);
}

void check_table(const CreateIndexStatement& statement, const Table& table) {
  const Parameters parameters = {{"table", quote_name(table.name)}};
  if (table.is_counter()) refuse("index_of_counters", statement.table.span, parameters);
  if (table.is_view()) refuse("index_of_view", statement.table.span, parameters);
}

void check_columns(const CreateIndexStatement& statement, bool is_custom, const Table& table) {
  for (const IndexedColumn& indexed : statement.columns) resolve_column(table, indexed.column);
  if (statement.columns.empty()) refuse("index_without_column", statement.columns_span);
  if (statement.columns.size() > 1 && !is_custom) refuse("index_of_several_columns", statement.columns_span);
  for (const IndexedColumn& indexed : statement.columns)
    check_target(indexed, table.columns[resolve_column(table, indexed.column)], table);
}

/// Two indexes are equal if they differ in name only.
const Index* find_equal(const Table& table, const Index& index) {
  const auto found = std::ranges::find_if(table.indexes, [&](const Index& other) {
    return other.kind == index.kind && other.column == index.column && other.target == index.target &&
           other.options == index.options;
  });
  return found == table.indexes.end() ? nullptr : &*found;
}

Index described_index(const CreateIndexStatement& statement, const IndexClass& index_class,
                      const Keyspace& home, const Table& table) {
  const IndexedColumn& indexed = statement.columns.front();
  const Column& column = table.columns[resolve_column(table, indexed.column)];
  Index index;
  index.name = statement.index ? statement.index->text : default_name(home, table, column.name);
  index.column = column.id;
  index.target = target_of(part_of(indexed, column));
  if (index_class.known == IndexClass::Known::legacy) return index;
  index.kind = IndexKind::sai;
  index.options = index_class.options;
  index.options.emplace("class_name", index_class.name);
  return index;
}

}  // namespace

SchemaPlan plan_definition(const CreateIndexStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices) {
  const IndexClass index_class = read_index_class(statement);
  const Keyspace& home = existing_home_of(statement.table, context);
  const TablePointer before = indexed_table(statement, home, context);
  if (statement.index && find_index(home, statement.index->text).index != nullptr) {
    if (statement.if_not_exists) return {};
    refuse("index_exists", statement.index->span, {{"index", quote_name(statement.index->text)}});
  }
  const bool is_custom = index_class.known != IndexClass::Known::legacy;
  check_table(statement, *before);
  // A class of one's own may do without a column, so the class is what is wrong here.
  if (statement.columns.empty()) require_known_class(index_class, statement);
  check_columns(statement, is_custom, *before);
  const Index index = described_index(statement, index_class, home, *before);
  if (const Index* equal = find_equal(*before, index)) {
    if (statement.if_not_exists) return {};
    refuse("index_is_duplicate", statement.columns_span,
           {{"column", target_text(index, *before)}, {"index", quote_name(equal->name)}});
  }
  check_index_name(statement.index);
  require_known_class(index_class, statement);
  if (is_custom) check_sai_index(statement, index, *before);
  if (is_custom && context.policy == Policy::cassandra) {
    const Column& column = before->columns[*before->find(index.column)];
    if (column.type.kind == TypeKind::vector)
      notices.push_back({"vector_index_made",
                         statement.columns_span,
                         {{"table", quote_name(before->name)}},
                         std::nullopt,
                         subject_of(*before)});
  }
  Table table = *before;
  put_index(table, index);
  return {{PutTable{std::move(table)}}};
}

[[noreturn]] void refuse_index(const QualifiedName& name, const Keyspace* home, const PlanContext& context) {
  std::vector<std::string> known;
  if (home != nullptr) {
    for (const auto& [table_name, stored] : home->tables.stored()) {
      if (!stored.is_readable()) continue;
      for (const Index& index : stored.table()->indexes) known.push_back(index.name);
    }
  }
  const NearestName nearest = find_nearest(name.name.text, known);
  refuse(nearest.name.empty() ? "undefined_index" : "undefined_index_near", name.name.span,
         {{"index", quote_name(name.name.text)},
          {"keyspace", quote_name(keyspace_of(name, context))},
          {"nearest", quote_name(nearest.name)}},
         fix_of(nearest, name.name.span));
}

SchemaPlan plan_definition(const DropIndexStatement& statement, const PlanContext& context) {
  const QualifiedName& name = statement.index;
  const Keyspace* home = home_of(name, context);
  const FoundIndex found = home != nullptr ? find_index(*home, name.name.text) : FoundIndex{};
  if (found.index == nullptr) {
    if (statement.if_exists) return {};
    refuse_index(name, home, context);
  }
  Table table = *found.table;
  std::erase_if(table.indexes, [&name](const Index& index) { return index.name == name.name.text; });
  return {{PutTable{std::move(table)}}};
}

}  // namespace cellar
