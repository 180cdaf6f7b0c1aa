// CREATE, ALTER and DROP MATERIALIZED VIEW.
#include "parser/build/statement_builder.h"

namespace cellar {

namespace {

using Build = ExpressionBuilder;

void take_properties(Build& build, const std::vector<Grammar::ViewPropertyContext*>& parts,
                     CreateViewStatement& result) {
  std::vector<Grammar::PropertyContext*> properties;
  for (Grammar::ViewPropertyContext* part : parts) {
    if (part->property() != nullptr) properties.push_back(part->property());
    if (part->clusteringOrder() != nullptr)
      add_clustering_order(build, part->clusteringOrder(), result.clustering_order);
  }
  result.properties = build_properties(build, properties);
}

}  // namespace

CreateViewStatement build_create_view(Build& build, Grammar::CreateViewContext* context) {
  CreateViewStatement result;
  result.view = build.table_name(context->tableName(0));
  result.if_not_exists = context->ifNotExists() != nullptr;
  build_selectors(build, context->selectors(), result.star, result.selectors);
  result.base = build.table_name(context->tableName(1));
  result.where = build.where(context->whereClause());
  if (context->whereClause() != nullptr) result.where_span = Build::span(context->whereClause());
  result.primary_key.partition_key = build.names(context->partitionKey()->name());
  result.primary_key.clustering = build.names(context->name());
  result.primary_key.span = Build::span(context->partitionKey());
  const auto parts = context->viewProperty();
  take_properties(build, parts, result);
  const auto closing = context->CLOSE_ROUND();
  result.with = build_with_clause(build, Build::span(closing->getSymbol()).end, {parts.begin(), parts.end()});
  result.with.is_optional = true;
  return result;
}

AlterViewStatement build_alter_view(Build& build, Grammar::AlterViewContext* context) {
  AlterViewStatement result;
  result.view = build.table_name(context->tableName());
  result.if_exists = context->ifExists() != nullptr;
  const auto properties = context->properties()->property();
  result.properties = build_properties(build, properties);
  result.with = build_with_clause(build, result.view.span.end, {properties.begin(), properties.end()});
  return result;
}

DropViewStatement build_drop_view(Build& build, Grammar::DropViewContext* context) {
  return {build.table_name(context->tableName()), context->ifExists() != nullptr};
}

}  // namespace cellar
