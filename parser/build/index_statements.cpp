#include "parser/build/statement_builder.h"

namespace cellar {

namespace {

using Build = ExpressionBuilder;

IndexedColumn indexed_column(Build& build, Grammar::IndexTargetContext* context) {
  using Part = IndexedColumn::Part;
  IndexedColumn result;
  if (context->VALUES() != nullptr) result.part = Part::values;
  if (context->KEYS() != nullptr) result.part = Part::keys;
  if (context->ENTRIES() != nullptr) result.part = Part::entries;
  if (context->FULL() != nullptr) result.part = Part::full;
  result.column = build.name(context->columnName());
  result.span = Build::span(context);
  return result;
}

}  // namespace

CreateIndexStatement build_create_index(Build& build, Grammar::CreateIndexContext* context) {
  CreateIndexStatement result;
  if (context->indexName() != nullptr) result.index = build.name(context->indexName());
  result.if_not_exists = context->ifNotExists() != nullptr;
  result.custom = context->CUSTOM() != nullptr;
  result.table = build.table_name(context->tableName());
  for (Grammar::IndexTargetContext* target : context->indexTarget())
    result.columns.push_back(indexed_column(build, target));
  result.columns_span = {Build::span(context->OPEN_ROUND()->getSymbol()).begin,
                         Build::span(context->CLOSE_ROUND()->getSymbol()).end};
  if (context->indexClass() != nullptr) {
    result.class_span = Build::span(context->indexClass()->start);
    result.class_name = unquoted(build.text_of(result.class_span));
  }
  if (context->properties() != nullptr)
    result.properties = build_properties(build, context->properties()->property());
  return result;
}

DropIndexStatement build_drop_index(Build& build, Grammar::DropIndexContext* context) {
  Grammar::IndexNameContext* name = context->indexName();
  DropIndexStatement result;
  result.index = {std::nullopt, build.name(name), Build::span(name)};
  if (context->keyspaceName() != nullptr) result.index.keyspace = build.name(context->keyspaceName());
  result.if_exists = context->ifExists() != nullptr;
  return result;
}

}  // namespace cellar
