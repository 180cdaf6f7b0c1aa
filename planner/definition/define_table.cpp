#include <algorithm>

#include "functions/random_bits.h"
#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/definition/options/table_options.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"
#include "types/number/number.h"

namespace cellar {

namespace {

struct PrimaryKey {
  std::vector<Name> partition_key;
  std::vector<Name> clustering;
};

/// Checks what needs no schema. Its refusals come even if IF NOT EXISTS finds the table.
PrimaryKey primary_key_of(const CreateTableStatement& statement) {
  const Parameters table = {{"table", quote_name(statement.table.name.text)}};
  for (std::size_t index = 0; index < statement.columns.size(); ++index) {
    const Name& name = statement.columns[index].name;
    for (std::size_t earlier = 0; earlier < index; ++earlier) {
      if (statement.columns[earlier].name.text != name.text) continue;
      throw Refusal({"column_twice",
                     name.span,
                     {{"column", quote_name(name.text)}, {"table", table[0].value}},
                     std::nullopt,
                     std::nullopt,
                     {},
                     statement.columns[earlier].name.span});
    }
  }
  std::vector<PrimaryKey> found;
  std::vector<Span> spans;
  for (const ColumnDefinition& column : statement.columns) {
    if (!column.primary_key) continue;
    found.push_back({{column.name}, {}});
    spans.push_back(column.span);
  }
  for (const PrimaryKeyDefinition& key : statement.primary_keys) {
    found.push_back({key.partition_key, key.clustering});
    spans.push_back(key.span);
  }
  if (found.empty()) refuse("no_primary_key", statement.table.name.span, table);
  if (found.size() > 1) refuse("two_primary_keys", spans[1], table);
  return found.front();
}

void check_order_names(const CreateTableStatement& statement) {
  const auto& order = statement.clustering_order;
  for (std::size_t index = 0; index < order.size(); ++index) {
    for (std::size_t earlier = 0; earlier < index; ++earlier) {
      if (order[earlier].column.text != order[index].column.text) continue;
      throw Refusal({"order_twice",
                     order[index].column.span,
                     {{"column", quote_name(order[index].column.text)}},
                     std::nullopt,
                     std::nullopt,
                     {},
                     order[earlier].column.span});
    }
  }
}

const ColumnDefinition* find_definition(const CreateTableStatement& statement, const std::string& name) {
  const auto found =
      std::find_if(statement.columns.begin(), statement.columns.end(),
                   [&name](const ColumnDefinition& column) { return column.name.text == name; });
  return found == statement.columns.end() ? nullptr : &*found;
}

[[noreturn]] void refuse_key_column(const CreateTableStatement& statement, const Name& name) {
  std::vector<std::string> candidates;
  for (const ColumnDefinition& column : statement.columns) candidates.push_back(column.name.text);
  const NearestName nearest = find_nearest(name.text, candidates);
  const Parameters parameters = {{"column", quote_name(name.text)},
                                 {"table", quote_name(statement.table.name.text)},
                                 {"nearest", quote_name(nearest.name)}};
  if (nearest.name.empty()) refuse("unknown_key_column", name.span, parameters);
  refuse("unknown_key_column_near", name.span, parameters, fix_of(nearest, name.span));
}

/// `names` may hold the first place, too; else that is in the partition key.
[[noreturn]] void refuse_twice_in_key(const std::vector<Name>& names, const Name& name) {
  Diagnostic fault{"key_column_twice", name.span, {{"column", quote_name(name.text)}}, std::nullopt};
  for (const Name& first : names) {
    if (&first == &name) break;
    if (first.text == name.text) fault.related = first.span;
  }
  throw Refusal(std::move(fault));
}

void check_key_type(const Type& type, const ColumnDefinition& definition) {
  const Span span = definition.type.span;
  const std::string column = quote_name(definition.name.text);
  const std::string text = to_cql(type);
  if (is_multicell(type)) {
    refuse("unfrozen_key", span, {{"column", column}, {"type", text}}, Fix{span, "frozen<" + text + ">"});
  }
  if (type.kind == TypeKind::counter) refuse("counter_key", span, {{"column", column}});
  if (contains_kind(type, TypeKind::duration)) refuse("duration_key", span, {{"column", column}});
  if (definition.is_static) refuse("static_key", definition.name.span, {{"column", column}});
}

/// Orders the columns as in Table::columns, and sets their kinds.
class TableBuilder {
 public:
  TableBuilder(const CreateTableStatement& statement, const Keyspace& home, const PlanContext& context)
      : statement_(statement), home_(home), context_(context) {}

  Table build(const PrimaryKey& key);

 private:
  void resolve_types();
  void add_key(const std::vector<Name>& names, ColumnKind kind);
  void add_others();
  void check_static() const;
  void check_counters() const;
  void apply_order();
  void check_compact() const;
  [[noreturn]] void refuse_order_column(const Name& name) const;

  const CreateTableStatement& statement_;
  const Keyspace& home_;
  const PlanContext& context_;
  std::vector<Type> types_;  // one per column of the statement
  Table table_;
};

void TableBuilder::resolve_types() {
  for (const ColumnDefinition& column : statement_.columns) {
    types_.push_back(resolve_type(column.type, home_.name, context_));
  }
  for (std::size_t index = 0; index < types_.size(); ++index) {
    check_column_type(types_[index], statement_.columns[index].type.span);
  }
}

void TableBuilder::add_key(const std::vector<Name>& names, ColumnKind kind) {
  for (const Name& name : names) {
    const ColumnDefinition* definition = find_definition(statement_, name.text);
    if (definition == nullptr) refuse_key_column(statement_, name);
    if (table_.find(name.text)) refuse_twice_in_key(names, name);
    const Type& type = types_[static_cast<std::size_t>(definition - statement_.columns.data())];
    check_key_type(type, *definition);
    Column column;
    column.name = name.text;
    column.type = type;
    column.kind = kind;
    table_.columns.push_back(std::move(column));
  }
}

void TableBuilder::add_others() {
  for (std::size_t index = 0; index < types_.size(); ++index) {
    const ColumnDefinition& definition = statement_.columns[index];
    if (table_.find(definition.name.text)) continue;
    Column column;
    column.name = definition.name.text;
    column.type = types_[index];
    column.kind = definition.is_static ? ColumnKind::static_ : ColumnKind::regular;
    table_.columns.push_back(std::move(column));
  }
}

void TableBuilder::check_static() const {
  if (table_.clustering_size > 0) return;
  for (const ColumnDefinition& column : statement_.columns) {
    if (column.is_static)
      refuse("useless_static", column.name.span, {{"column", quote_name(column.name.text)}});
  }
}

void TableBuilder::check_counters() const {
  if (!table_.is_counter()) return;
  const std::size_t key_size = table_.key_size();
  for (std::size_t index = key_size; index < table_.columns.size(); ++index) {
    const Column& column = table_.columns[index];
    if (column.type.kind == TypeKind::counter) continue;
    const ColumnDefinition* definition = find_definition(statement_, column.name);
    refuse("mixed_counters", definition->name.span, {{"column", quote_name(column.name)}});
  }
  if (table_.default_time_to_live() == 0) return;
  const Property* property = find_property(statement_.properties, "default_time_to_live");
  refuse("counter_time_to_live", property == nullptr ? Span{} : property->span);
}

void TableBuilder::refuse_order_column(const Name& name) const {
  std::vector<std::string> candidates;
  for (std::size_t index = 0; index < table_.clustering_size; ++index) {
    candidates.push_back(table_.columns[table_.partition_key_size + index].name);
  }
  const NearestName nearest = find_nearest(name.text, candidates);
  const Parameters parameters = {{"column", quote_name(name.text)},
                                 {"clustering", list_of_names(candidates)},
                                 {"nearest", quote_name(nearest.name)}};
  if (candidates.empty()) refuse("order_without_clustering", name.span, parameters);
  if (nearest.name.empty()) refuse("order_of_other_column", name.span, parameters);
  refuse("order_of_other_column_near", name.span, parameters, fix_of(nearest, name.span));
}

/// The clause must name the clustering columns from the first one on; those left out at the end are
/// ascending.
void TableBuilder::apply_order() {
  const auto& order = statement_.clustering_order;
  const std::size_t first = table_.partition_key_size;
  for (const ClusteringOrder& entry : order) {
    const std::optional<std::size_t> column = table_.find(entry.column.text);
    if (!column || table_.columns[*column].kind != ColumnKind::clustering) refuse_order_column(entry.column);
  }
  for (std::size_t index = 0; index < order.size(); ++index) {
    Column& column = table_.columns[first + index];
    if (order[index].column.text != column.name) {
      const bool later = std::any_of(order.begin(), order.end(), [&column](const ClusteringOrder& entry) {
        return entry.column.text == column.name;
      });
      const Parameters parameters = {{"column", quote_name(column.name)},
                                     {"found", quote_name(order[index].column.text)}};
      if (later) refuse("order_sequence", order[index].column.span, parameters);
      refuse("order_missing", order[index].column.span, parameters);
    }
    column.descending = order[index].descending;
  }
}

/// Checks the limits of WITH COMPACT STORAGE.
void TableBuilder::check_compact() const {
  if (!statement_.compact_storage) return;
  const std::size_t key_size = table_.key_size();
  const Span span = statement_.table.name.span;
  for (std::size_t index = key_size; index < table_.columns.size(); ++index) {
    const Column& column = table_.columns[index];
    const ColumnDefinition* definition = find_definition(statement_, column.name);
    const Parameters parameters = {{"column", quote_name(column.name)}};
    if (is_multicell(column.type)) refuse("compact_collection", definition->type.span, parameters);
    if (column.kind == ColumnKind::static_) refuse("compact_static", definition->name.span, parameters);
  }
  const std::size_t others = table_.columns.size() - key_size;
  if (table_.clustering_size == 0 && others == 0)
    refuse("compact_columns", span, {{"wanted", "at least one column"}});
  if (table_.clustering_size > 0 && others > 1)
    refuse("compact_columns", span, {{"wanted", "at most one column"}});
}

Table TableBuilder::build(const PrimaryKey& key) {
  table_.keyspace = home_.name;
  table_.name = statement_.table.name.text;
  table_.options = new_table_options(statement_.properties, statement_.with);
  resolve_types();
  table_.partition_key_size = key.partition_key.size();
  table_.clustering_size = key.clustering.size();
  add_key(key.partition_key, ColumnKind::partition_key);
  add_key(key.clustering, ColumnKind::clustering);
  add_others();
  check_static();
  check_counters();
  apply_order();
  check_compact();
  table_.is_compact = statement_.compact_storage;
  sort_columns(table_);
  return std::move(table_);
}

/// Returns the 16 bytes of a random uuid (version 4).
std::string random_uuid() {
  std::string bytes;
  for (const std::uint64_t bits : {random_bits(), random_bits()})
    bytes += encode_int64(static_cast<std::int64_t>(bits));
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  return bytes;
}

}  // namespace

SchemaPlan plan_definition(const CreateTableStatement& statement, const PlanContext& context) {
  const PrimaryKey key = primary_key_of(statement);
  check_order_names(statement);
  const QualifiedName& name = statement.table;
  const Keyspace& home = existing_home_of(name, context);
  std::ranges::for_each(statement.columns, check_mask);
  if (home.has_table_or_view(name.name.text)) {
    if (statement.if_not_exists) return {};
    refuse("table_exists", name.name.span,
           {{"table", quote_name(name.name.text)}, {"keyspace", quote_name(home.name)}}, std::nullopt,
           Subject{Subject::Kind::table, name.name.text, home.name});
  }
  Table table = TableBuilder(statement, home, context).build(key);
  check_table_name(name.name);
  table.uuid = table_uuid(statement.properties).value_or(random_uuid());
  return {{PutTable{std::move(table)}}};
}

}  // namespace cellar
