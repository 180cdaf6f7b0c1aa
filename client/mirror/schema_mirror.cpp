#include "client/mirror/schema_mirror.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "parser/script/quotes.h"
#include "parser/statement/statement.h"
#include "planner/plan.h"
#include "planner/planner.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

DatabaseOptions options_of(const NodeNames& node) {
  DatabaseOptions options;
  options.node = node;
  return options;
}

/// Calls `take` with each name of a text: bare ones in small letters, quoted ones as they are.
template <typename Take>
void each_name(std::string_view text, Take take) {
  for (std::size_t place = 0; place < text.size();) {
    if (const Quote* const quote = quote_at(text, place)) {
      const std::size_t end = std::min(end_of_quote(text, place, *quote), text.size());
      if (quote->kind == QuoteKind::quoted_name) take(std::string(text.substr(place + 1, end - place - 2)));
      place = end;
    } else if (is_name_byte(text[place])) {
      const std::size_t begin = place;
      while (place < text.size() && is_name_byte(text[place])) ++place;
      take(to_lower(text.substr(begin, place - begin)));
    } else {
      ++place;
    }
  }
}

std::string simple_keyspace(const std::string& name) {
  return fmt::format(
      "CREATE KEYSPACE {} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}",
      quote_name(name));
}

/// Statements about what Cellar does not have: roles, functions, triggers. The cluster alone judges them.
bool is_for_the_cluster(const Statement& statement) {
  const auto is = [&]<typename... Kinds> { return (std::holds_alternative<Kinds>(statement.node) || ...); };
  return is.operator()<RoleStatement, PermissionStatement, LoginStatement, CreateFunctionStatement,
                       CreateAggregateStatement, DropFunctionStatement, CreateTriggerStatement,
                       DropTriggerStatement, DescribeStatement>();
}

/// Returns whether the cluster may decide otherwise, by its settings.
bool depends_on_settings(const Diagnostic& refusal) {
  return refusal.error_class() == ErrorClass::config || refusal.error_class() == ErrorClass::unauthorized;
}

/// What a read costs is known to the cluster alone: notices that would count it say what it does.
void say_without_numbers(Diagnostic& notice) {
  switch (notice.cause()) {
    case Cause::partitions_read:
      notice.id = "several_partitions_sought";
      break;
    case Cause::partitions_filtered:
      notice.id = "several_partitions_searched";
      break;
    case Cause::rows_filtered:
      notice.id = "rows_searched";
      break;
    default:
      break;
  }
}

/// Whether all definitions before are still the first ones, so that only new ones have come.
bool is_continued(const std::vector<DefinitionText>& before, const std::vector<DefinitionText>& now) {
  return std::ranges::all_of(before, [&](const DefinitionText& definition) {
    return std::ranges::find(now, definition.text, &DefinitionText::text) != now.end();
  });
}

}  // namespace

SchemaMirror::SchemaMirror(const NodeNames& node)
    : node_(node), connection_(Database::open_temporary({.sync = false}, options_of(node))) {
  connection_.set_notices(Notices::off);
}

bool SchemaMirror::run(const std::string& statement) {
  return std::holds_alternative<Result>(connection_.attempt(statement));
}

void SchemaMirror::follow(const SchemaTexts& texts) {
  const Policy policy = connection_.policy();
  connection_.set_policy(Policy::cassandra);
  for (const auto& [keyspace, before] : known_.keyspaces) {
    if (!texts.keyspaces.contains(keyspace)) drop(keyspace);
  }
  for (const auto& [keyspace, now] : texts.keyspaces) follow(keyspace, known_.keyspaces[keyspace], now);
  known_ = texts;
  connection_.set_policy(policy);
}

void SchemaMirror::follow(const std::string& keyspace, const Definitions& before, const Definitions& now) {
  if (!is_continued(before, now)) {
    drop(keyspace);
    return define(keyspace, now);
  }
  Definitions fresh;
  for (const DefinitionText& definition : now) {
    if (std::ranges::find(before, definition.text, &DefinitionText::text) == before.end())
      fresh.push_back(definition);
  }
  define(keyspace, fresh);
}

void SchemaMirror::drop(const std::string& keyspace) {
  run("DROP KEYSPACE IF EXISTS " + quote_name(keyspace));
  refused_.erase(keyspace);
}

void SchemaMirror::define(const std::string& keyspace, Definitions definitions) {
  // The datacenters of the cluster may be others than that of this process.
  std::erase_if(definitions, [&](const DefinitionText& definition) {
    return definition.name.empty() && (run(definition.text) || run(simple_keyspace(keyspace)));
  });
  // Types may come before those that they use, so what is refused is tried again as long as another one is not.
  for (std::size_t left = definitions.size() + 1; definitions.size() < left;) {
    left = definitions.size();
    std::erase_if(definitions, [&](const DefinitionText& definition) { return run(definition.text); });
  }
  for (const DefinitionText& definition : definitions) refused_[keyspace].insert(definition.name);
}

void SchemaMirror::set_language(Language language) {
  language_ = language;
  connection_.set_language(language);
}

void SchemaMirror::use(const std::string& keyspace) {
  if (keyspace != connection_.keyspace() && connection_.schema()->find_keyspace(keyspace) != nullptr)
    connection_.use(keyspace);
}

std::vector<Diagnostic> SchemaMirror::plan(std::string_view text) const {
  const Statement statement = parse(text);
  if (is_for_the_cluster(statement)) return {};
  try {
    Plan planned = plan_by(connection_.policy(), statement);
    // Notices about a keyspace describe the one node of this process.
    const bool is_of_keyspace = std::holds_alternative<CreateKeyspaceStatement>(statement.node) ||
                                std::holds_alternative<AlterKeyspaceStatement>(statement.node);
    if (is_of_keyspace) return {};
    std::ranges::for_each(planned.notices, say_without_numbers);
    return std::move(planned.notices);
  } catch (const Refusal& refusal) {
    if (depends_on_settings(refusal.diagnostic)) return {};
    if (may_know_more_there(text) && !policy_alone_refuses(statement)) return {};
    throw;
  }
}

Plan SchemaMirror::plan_by(Policy policy, const Statement& statement) const {
  const SchemaPointer schema = connection_.schema();
  return cellar::plan(statement, {.schema = *schema,
                                  .keyspace = connection_.keyspace(),
                                  .node = node_,
                                  .policy = policy,
                                  .now_microseconds = connection_.database()->now(),
                                  .language = language_});
}

/// Returns true if the policy cassandra takes this statement, which the policy of the connection refuses: the mirror then
/// knows all that the statement names.
bool SchemaMirror::policy_alone_refuses(const Statement& statement) const {
  if (connection_.policy() == Policy::cassandra) return false;
  try {
    plan_by(Policy::cassandra, statement);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

std::optional<std::string> SchemaMirror::analyzed(std::string_view text) const {
  const Statement statement = parse(text);
  const auto* const explain = std::get_if<ExplainStatement>(&statement.node);
  if (explain == nullptr || !explain->analyze) return std::nullopt;
  if (explain->form == ExplainStatement::Form::json) refuse("cluster_measures_no_json", explain->span);
  const std::size_t begin = explain->span.end;
  return std::string(begin, ' ').append(text.substr(begin));
}

bool SchemaMirror::may_know_more_there(std::string_view statement) const {
  bool found = false;
  each_name(statement, [&](const std::string& name) {
    found = found || known_.functions.contains(name) || name == "system" || name.starts_with("system_") ||
            std::ranges::any_of(refused_, [&](const auto& each) { return each.second.contains(name); });
  });
  return found;
}

}  // namespace cellar
