// User-defined functions and aggregates, and triggers. A stock node has switched them off.
#include "planner/definition/definition_checks.h"
#include "planner/definition/definitions.h"
#include "planner/names.h"
#include "planner/plan/definition_plan.h"

namespace cellar {

namespace {

std::string qualified(const Name& name, const std::string& keyspace) {
  return quote_name(keyspace) + "." + quote_name(name.text);
}

/// Returns the keyspace of the name. Refuses a system keyspace, unless a cluster replicates it.
std::string own_keyspace_of(const QualifiedName& name, const PlanContext& context) {
  std::string keyspace = keyspace_of(name, context);
  if (is_system_keyspace(keyspace) && !is_replicated_system_keyspace(keyspace))
    refuse("system_functions", name.span, {{"keyspace", keyspace}});
  return keyspace;
}

bool exists(const std::string& keyspace, const PlanContext& context) {
  return context.schema.find_keyspace(keyspace) != nullptr || is_system_keyspace(keyspace);
}

/// Refuses unknown types and frozen<>: the types of a signature are frozen anyway.
void check_signature(const std::vector<TypeName>& types, const std::string& keyspace,
                     const PlanContext& context) {
  for (const TypeName& type : types) {
    resolve_type(type, keyspace, context);
    if (!type.quoted && type.name == "frozen") refuse("frozen_in_signature", type.span);
  }
}

void check_directives(bool or_replace, bool if_not_exists, Span span) {
  if (or_replace && if_not_exists) refuse("replaced_if_not_exists", span);
}

}  // namespace

SchemaPlan plan_definition(const CreateFunctionStatement& statement, const PlanContext& context) {
  own_keyspace_of(statement.function, context);
  check_directives(statement.or_replace, statement.if_not_exists, statement.function.span);
  refuse("functions_switched_off", statement.function.span);
}

/// Refuses every aggregate: its functions would be user-defined, and there can be none.
SchemaPlan plan_definition(const CreateAggregateStatement& statement, const PlanContext& context) {
  const std::string keyspace = own_keyspace_of(statement.aggregate, context);
  if (!exists(keyspace, context))
    refuse("keyspace_of_aggregate", statement.aggregate.span, {{"keyspace", quote_name(keyspace)}});
  check_directives(statement.or_replace, statement.if_not_exists, statement.aggregate.span);
  check_signature(statement.argument_types, keyspace, context);
  check_signature({statement.state_type}, keyspace, context);
  refuse("undefined_own_function", statement.state_function.span,
         {{"kind", "function"}, {"name", qualified(statement.state_function, keyspace)}});
}

SchemaPlan plan_definition(const DropFunctionStatement& statement, const PlanContext& context) {
  const std::string keyspace = own_keyspace_of(statement.function, context);
  if (exists(keyspace, context)) check_signature(statement.argument_types, keyspace, context);
  if (statement.if_exists) return {};
  refuse("undefined_own_function", statement.function.span,
         {{"kind", statement.kind}, {"name", qualified(statement.function.name, keyspace)}});
}

SchemaPlan plan_definition(const CreateTriggerStatement& statement, const PlanContext& context) {
  own_keyspace_of(statement.table, context);
  resolve_table(statement.table, context);
  refuse("trigger_class", statement.class_span, {{"class", statement.class_name}});
}

SchemaPlan plan_definition(const DropTriggerStatement& statement, const PlanContext& context) {
  const std::string keyspace = own_keyspace_of(statement.table, context);
  if (statement.if_exists) return {};
  refuse("undefined_trigger", statement.trigger.span,
         {{"trigger", quote_name(statement.trigger.text)},
          {"table", qualified(statement.table.name, keyspace)}});
}

}  // namespace cellar
