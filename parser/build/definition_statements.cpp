// CREATE, ALTER and DROP, and the way from a tree to the statement that it holds.
#include "parser/build/statement_builder.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <set>

namespace cellar {

namespace {

using Build = ExpressionBuilder;

/// A map's keys and values must be constants.
Literal constant_term(Build& build, Grammar::TermContext* term) {
  const Span place = Build::span(term);
  if (term->termOperand().size() == 1 && term->termOperand(0)->MINUS() == nullptr)
    if (auto* literal = dynamic_cast<Grammar::TermLiteralContext*>(term->termOperand(0)->termPrimary()))
      if (literal->literal()->constant() != nullptr) return build.constant(literal->literal()->constant());
  refuse("constant_expected", place);
}

std::vector<std::pair<Literal, Literal>> map_of_constants(Build& build,
                                                          Grammar::MapOfConstantsContext* context) {
  std::vector<std::pair<Literal, Literal>> result;
  std::set<std::string> keys;
  const std::vector<Grammar::TermContext*> terms = context->term();
  for (std::size_t i = 0; i + 1 < terms.size(); i += 2) {
    Literal key = constant_term(build, terms[i]);
    if (!keys.insert(key.text).second)
      refuse("property_twice", Build::span(terms[i]), {{"property", key.text}});
    result.emplace_back(std::move(key), constant_term(build, terms[i + 1]));
  }
  return result;
}

Property property(Build& build, Grammar::PropertyContext* context) {
  Property result{build.name(context->name()), {}, Build::span(context)};
  if (context->constant() != nullptr) result.value = build.constant(context->constant());
  if (context->mapOfConstants() != nullptr) result.value = map_of_constants(build, context->mapOfConstants());
  if (context->unreservedWord() != nullptr) result.value = build.name(context->unreservedWord());
  return result;
}

ColumnDefinition column_definition(Build& build, Grammar::NameContext* name, Grammar::TypeContext* type) {
  ColumnDefinition result;
  result.name = build.name(name);
  result.type = build.type(type);
  return result;
}

PrimaryKeyDefinition primary_key(Build& build, Grammar::TableElementContext* context) {
  PrimaryKeyDefinition result;
  result.partition_key = build.names(context->partitionKey()->name());
  result.clustering = build.names(context->name());
  result.span = Build::span(context);
  return result;
}

void add_element(Build& build, CreateTableStatement& table, Grammar::TableElementContext* context) {
  if (context->partitionKey() != nullptr) {
    table.primary_keys.push_back(primary_key(build, context));
    return;
  }
  ColumnDefinition column = column_definition(build, context->name(0), context->type());
  column.is_static = context->STATIC() != nullptr;
  column.masked = context->mask() != nullptr;
  column.primary_key = context->PRIMARY() != nullptr;
  column.span = Build::span(context);
  table.columns.push_back(std::move(column));
}

std::vector<std::pair<Name, Name>> renamings(Build& build,
                                             const std::vector<Grammar::RenamingContext*>& contexts) {
  std::vector<std::pair<Name, Name>> result;
  for (Grammar::RenamingContext* context : contexts)
    result.emplace_back(build.name(context->name(0)), build.name(context->name(1)));
  return result;
}

std::pair<Name, TypeName> field(Build& build, Grammar::FieldContext* context) {
  Name name = build.name(context->name());
  return {std::move(name), build.type(context->type())};
}

void alter_by_dropping(Build& build, AlterTableStatement& table, Grammar::DropColumnsContext* context) {
  table.kind = AlterTableStatement::Kind::drop;
  table.if_column_exists = context->ifExists() != nullptr;
  table.drop = build.names(context->name());
  if (context->INTEGER() == nullptr) return;
  const antlr4::Token* timestamp = context->INTEGER()->getSymbol();
  table.drop_timestamp = build.integer(timestamp);
  errno = 0;
  const std::string& number = build.slots.back().literal.text;
  std::strtoll(number.c_str(), nullptr, 10);
  if (errno != 0) refuse("number_out_of_range", Build::span(timestamp), {{"number", number}});
}

void alter_by_adding(Build& build, AlterTableStatement& table, Grammar::AddColumnsContext* context) {
  table.kind = AlterTableStatement::Kind::add;
  table.if_column_not_exists = context->ifNotExists() != nullptr;
  for (Grammar::AddedColumnContext* part : context->addedColumn()) {
    ColumnDefinition column = column_definition(build, part->name(), part->type());
    column.is_static = part->STATIC() != nullptr;
    column.masked = part->mask() != nullptr;
    column.span = Build::span(part);
    table.add.push_back(std::move(column));
  }
}

}  // namespace

std::vector<Property> build_properties(Build& build, const std::vector<Grammar::PropertyContext*>& contexts) {
  std::vector<Property> result;
  for (Grammar::PropertyContext* context : contexts) {
    Property added = property(build, context);
    for (const Property& known : result)
      if (known.name.text == added.name.text)
        refuse("property_twice", added.name.span, {{"property", added.name.text}});
    result.push_back(std::move(added));
  }
  return result;
}

WithClause build_with_clause(const Build& build, std::uint32_t before,
                             const std::vector<antlr4::ParserRuleContext*>& parts) {
  WithClause result;
  result.span = {before, before};
  for (antlr4::ParserRuleContext* part : parts) {
    const Span span = Build::span(part);
    auto* table_property = dynamic_cast<Grammar::TablePropertyContext*>(part);
    auto* view_property = dynamic_cast<Grammar::ViewPropertyContext*>(part);
    auto* property = table_property != nullptr  ? table_property->property()
                     : view_property != nullptr ? view_property->property()
                                                : dynamic_cast<Grammar::PropertyContext*>(part);
    result.parts.push_back({property != nullptr ? build.name(property->name()).text : "",
                            std::string(build.text_of({result.span.end, span.begin})),
                            std::string(build.text_of(span))});
    result.span.end = span.end;
  }
  return result;
}

void add_clustering_order(Build& build, Grammar::ClusteringOrderContext* context,
                          std::vector<ClusteringOrder>& order) {
  for (Grammar::ClusteringColumnContext* column : context->clusteringColumn())
    order.push_back({build.name(column->name()), column->DESC() != nullptr});
}

CreateTableStatement build_create_table(Build& build, Grammar::CreateTableContext* context) {
  CreateTableStatement result;
  result.table = build.table_name(context->tableName());
  result.if_not_exists = context->ifNotExists() != nullptr;
  for (Grammar::TableElementContext* element : context->tableElement()) add_element(build, result, element);
  std::vector<Grammar::PropertyContext*> properties;
  for (Grammar::TablePropertyContext* part : context->tableProperty()) {
    if (part->property() != nullptr) properties.push_back(part->property());
    if (part->COMPACT() != nullptr) result.compact_storage = true;
    if (part->clusteringOrder() == nullptr) continue;
    result.has_clustering_order = true;
    add_clustering_order(build, part->clusteringOrder(), result.clustering_order);
  }
  result.properties = build_properties(build, properties);
  const auto parts = context->tableProperty();
  result.with = build_with_clause(build, Build::span(context->CLOSE_ROUND()->getSymbol()).end,
                                  {parts.begin(), parts.end()});
  result.with.is_optional = true;
  return result;
}

AlterTableStatement build_alter_table(Build& build, Grammar::AlterTableContext* context) {
  using Kind = AlterTableStatement::Kind;
  AlterTableStatement result;
  result.table = build.table_name(context->tableName());
  result.if_exists = context->ifExists() != nullptr;
  if (Grammar::AddColumnsContext* adding = context->addColumns()) alter_by_adding(build, result, adding);
  if (Grammar::DropColumnsContext* dropping = context->dropColumns())
    alter_by_dropping(build, result, dropping);
  if (context->dropCompactStorage() != nullptr) result.kind = Kind::drop_compact_storage;
  if (Grammar::RenameColumnsContext* renaming = context->renameColumns()) {
    result.kind = Kind::rename;
    result.if_column_exists = renaming->ifExists() != nullptr;
    result.rename = renamings(build, renaming->renaming());
  }
  if (Grammar::AlterColumnTypeContext* altering = context->alterColumnType()) {
    result.kind = Kind::alter_type;
    ColumnDefinition column;
    column.name = build.name(altering->columnName());
    column.type = build.type(altering->type());
    column.span = Build::span(altering);
    result.add.push_back(std::move(column));
  }
  if (Grammar::AlterMaskContext* masking = context->alterMask()) {
    result.kind = Kind::mask;
    result.if_column_exists = masking->ifExists() != nullptr;
    ColumnDefinition column;
    column.name = build.name(masking->columnName());
    column.masked = masking->mask() != nullptr;
    column.span = Build::span(masking);
    result.add.push_back(std::move(column));
  }
  if (context->properties() != nullptr) {
    const auto properties = context->properties()->property();
    result.properties = build_properties(build, properties);
    result.with = build_with_clause(build, result.table.span.end, {properties.begin(), properties.end()});
  }
  return result;
}

CreateTypeStatement build_create_type(Build& build, Grammar::CreateTypeContext* context) {
  CreateTypeStatement result;
  result.type = build.user_type_name(context->userTypeName());
  result.if_not_exists = context->ifNotExists() != nullptr;
  for (Grammar::FieldContext* part : context->field()) result.fields.push_back(field(build, part));
  return result;
}

AlterTypeStatement build_alter_type(Build& build, Grammar::AlterTypeContext* context) {
  using Kind = AlterTypeStatement::Kind;
  AlterTypeStatement result;
  result.type = build.user_type_name(context->userTypeName());
  // `ALTER TYPE IF EXISTS t` has it before the type's name, `RENAME IF EXISTS` after it.
  for (Grammar::IfExistsContext* exists : context->ifExists())
    (Build::span(exists).begin < result.type.span.begin ? result.if_exists : result.if_field_exists) = true;
  result.if_field_not_exists = context->ifNotExists() != nullptr;
  if (context->field() != nullptr) result.add.push_back(field(build, context->field()));
  if (context->RENAME() != nullptr) {
    result.kind = Kind::rename;
    result.rename = renamings(build, context->renaming());
  }
  if (context->type() != nullptr) {
    result.kind = Kind::alter_type;
    Name name = build.name(context->name());
    result.add.emplace_back(std::move(name), build.type(context->type()));
  }
  return result;
}

namespace {

using Node = decltype(Statement::node);

std::optional<Node> data_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* select = body->select()) return build_select(build, select);
  if (auto* insert = body->insert()) return build_insert(build, insert);
  if (auto* update = body->update()) return build_update(build, update);
  if (auto* deletion = body->deletion()) return build_delete(build, deletion);
  if (auto* use = body->use()) return UseStatement{build.name(use->keyspaceName())};
  if (auto* truncate = body->truncate()) return TruncateStatement{build.table_name(truncate->tableName())};
  return std::nullopt;
}

std::optional<Node> keyspace_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createKeyspace())
    return CreateKeyspaceStatement{build.name(create->keyspaceName()), create->ifNotExists() != nullptr,
                                   build_properties(build, create->properties()->property())};
  if (auto* alter = body->alterKeyspace())
    return AlterKeyspaceStatement{build.name(alter->keyspaceName()), alter->ifExists() != nullptr,
                                  build_properties(build, alter->properties()->property())};
  if (auto* drop = body->dropKeyspace())
    return DropKeyspaceStatement{build.name(drop->keyspaceName()), drop->ifExists() != nullptr};
  return std::nullopt;
}

std::optional<Node> table_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createTable()) return build_create_table(build, create);
  if (auto* alter = body->alterTable()) return build_alter_table(build, alter);
  if (auto* drop = body->dropTable())
    return DropTableStatement{build.table_name(drop->tableName()), drop->ifExists() != nullptr};
  if (auto* create_type = body->createType()) return build_create_type(build, create_type);
  if (auto* alter_type = body->alterType()) return build_alter_type(build, alter_type);
  if (auto* drop_type = body->dropType())
    return DropTypeStatement{build.user_type_name(drop_type->userTypeName()),
                             drop_type->ifExists() != nullptr};
  return std::nullopt;
}

std::optional<Node> index_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createIndex()) return build_create_index(build, create);
  if (auto* drop = body->dropIndex()) return build_drop_index(build, drop);
  return std::nullopt;
}

std::optional<Node> view_node(Build& build, Grammar::StatementBodyContext* body) {
  if (auto* create = body->createView()) return build_create_view(build, create);
  if (auto* alter = body->alterView()) return build_alter_view(build, alter);
  if (auto* drop = body->dropView()) return build_drop_view(build, drop);
  return std::nullopt;
}

}  // namespace

Statement build_statement(std::string_view text, Grammar::StatementBodyContext* body) {
  Build build(text);
  std::optional<Node> node = data_node(build, body);
  if (!node) node = keyspace_node(build, body);
  if (!node) node = table_node(build, body);
  if (!node) node = index_node(build, body);
  if (!node) node = view_node(build, body);
  if (!node) node = build_access_statement(build, body);
  assert(node);  // the grammar has no other statements
  return {std::move(*node), std::move(build.slots)};
}

}  // namespace cellar
