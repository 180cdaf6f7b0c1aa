#include "planner/definition/definitions.h"

#include <algorithm>
#include <array>

#include "planner/definition/definition_checks.h"
#include "planner/definition/options/properties.h"
#include "planner/definition/options/replication.h"
#include "planner/names.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestKeyspaceName = 48;
constexpr auto kKeyspaceOptions = std::to_array<std::string_view>({"replication", "durable_writes"});

void check_keyspace_name(const Name& name) {
  const std::string& text = name.text;
  if (text.size() > kLongestKeyspaceName) {
    refuse("long_keyspace_name", name.span, {{"length", std::to_string(text.size())}});
  }
  if (text.empty() || !std::ranges::all_of(text, is_name_letter)) {
    refuse("keyspace_name", name.span, {{"keyspace", quote_name(text)}});
  }
}

void apply_durable_writes(Keyspace& keyspace, const std::vector<Property>& properties) {
  const Property* property = find_property(properties, "durable_writes");
  if (property != nullptr) keyspace.durable_writes = property_boolean(*property);
}

constexpr std::string_view kReplication =
    "replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

/// Replaces all options. Those that Cassandra has removed said how the keyspace is replicated.
Fix with_replication(const std::vector<Property>& properties) {
  std::string text(kReplication);
  const Property* durable = find_property(properties, "durable_writes");
  const auto* word = durable != nullptr ? std::get_if<Literal>(&durable->value) : nullptr;
  if (word != nullptr) text += " AND durable_writes = " + word->text;
  return {{properties.front().span.begin, properties.back().span.end}, text};
}

}  // namespace

SchemaPlan plan_definition(const CreateKeyspaceStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices) {
  const Name& name = statement.keyspace;
  check_keyspace_name(name);
  const bool replicated = is_replicated_system_keyspace(name.text);
  if (is_system_keyspace(name.text) && !replicated)
    refuse("system_keyspace_name", name.span, {{"keyspace", name.text}});
  check_property_names(statement.properties, kKeyspaceOptions, with_replication(statement.properties));
  const Property* replication = find_property(statement.properties, "replication");
  if (replication == nullptr) {
    const std::uint32_t first = statement.properties.front().span.begin;
    refuse("missing_replication", name.span, {{"keyspace", quote_name(name.text)}},
           Fix{{first, first}, std::string(kReplication) + " AND "});
  }
  const bool exists = replicated || context.schema.find_keyspace(name.text) != nullptr;
  if (exists && statement.if_not_exists) return {};
  if (exists)
    refuse("keyspace_exists", name.span, {{"keyspace", quote_name(name.text)}}, std::nullopt,
           Subject{Subject::Kind::keyspace, name.text});
  Keyspace keyspace;
  keyspace.name = name.text;
  keyspace.replication = read_replication(*replication, {}, context.node.datacenter);
  apply_durable_writes(keyspace, statement.properties);
  if (context.policy == Policy::cassandra)
    warn_of_replicas(keyspace, context.node.datacenter, name.span, notices);
  return {{PutKeyspace{std::move(keyspace)}}};
}

SchemaPlan plan_definition(const AlterKeyspaceStatement& statement, const PlanContext& context,
                           std::vector<Diagnostic>& notices) {
  const Name& name = statement.keyspace;
  const bool replicated = is_replicated_system_keyspace(name.text);
  if (!replicated) protect_system_keyspace(name.text, name.span);
  check_property_names(statement.properties, kKeyspaceOptions);
  const Property* replication = find_property(statement.properties, "replication");
  if (replicated) {  // Cellar keeps one copy of it, whatever the statement says
    if (replication != nullptr) read_replication(*replication, {}, context.node.datacenter);
    return {};
  }
  if (statement.if_exists && context.schema.find_keyspace(name.text) == nullptr) return {};
  const Keyspace& before = resolve_keyspace(name, context);
  Keyspace keyspace;
  keyspace.name = before.name;
  keyspace.replication = before.replication;
  keyspace.durable_writes = before.durable_writes;
  const std::string& datacenter = context.node.datacenter;
  if (replication != nullptr)
    keyspace.replication = read_replication(*replication, before.replication, datacenter);
  apply_durable_writes(keyspace, statement.properties);
  if (context.policy == Policy::cassandra) {
    warn_of_replicas(keyspace, datacenter, name.span, notices);
    warn_of_more_replicas(before, keyspace, datacenter, name.span, notices);
  }
  return {{PutKeyspace{std::move(keyspace)}}};
}

SchemaPlan plan_definition(const DropKeyspaceStatement& statement, const PlanContext& context) {
  const Name& name = statement.keyspace;
  check_keyspace_name(name);
  protect_system_keyspace(name.text, name.span);
  if (statement.if_exists && context.schema.find_keyspace(name.text) == nullptr) return {};
  return {{DropKeyspace{resolve_keyspace(name, context, kDroppedNames).name}}};
}

namespace {

/// Refuses a view, and a table with views. Reads no record of a table, which may be damaged.
void require_droppable(const Keyspace& home, const Name& name) {
  if (const auto view = home.views.get(name.text))
    refuse_view(*view, "DROP TABLE", "DROP MATERIALIZED VIEW " + quote_name(name.text), name.span);
  std::vector<std::string> views;
  for (const auto& [view, place] : home.views) {
    if (place.base == name.text) views.push_back(view);
  }
  if (views.empty()) return;
  refuse("table_has_views", name.span, {{"table", quote_name(name.text)}, {"views", list_of_names(views)}});
}

}  // namespace

SchemaPlan plan_definition(const DropTableStatement& statement, const PlanContext& context) {
  const Keyspace* home = home_of(statement.table, context);
  const std::string& name = statement.table.name.text;
  const bool exists = home != nullptr && home->has_table_or_view(name);
  if (statement.if_exists && !exists) return {};
  if (exists) require_droppable(*home, statement.table.name);
  return {{DropTable{keyspace_of_table(statement.table, context, kDroppedNames).name, name}}};
}

}  // namespace cellar
