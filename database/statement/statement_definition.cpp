#include "database/statement/statement_definition.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "database/statement/statement_answer.h"
#include "executor/definitions.h"
#include "planner/lint/lint.h"

namespace cellar {

namespace {

/// Returns the event of what the statement names; nothing if no driver sees the change. Other events may be of what
/// uses a type or was in a keyspace, and to find them may need many tables.
std::optional<SchemaEvent> event_of(const Statement& statement, const std::string& keyspace,
                                    const Schema& before, const Schema& after) {
  using enum SchemaEvent::Change;
  if (const auto* const type = std::get_if<AlterTypeStatement>(&statement.node)) {
    const QualifiedName& name = type->type;
    return SchemaEvent{updated, SchemaEvent::Target::type, name.keyspace ? name.keyspace->text : keyspace,
                       name.name.text};
  }
  if (const auto* const dropped_keyspace = std::get_if<DropKeyspaceStatement>(&statement.node))
    return SchemaEvent{dropped, SchemaEvent::Target::keyspace, dropped_keyspace->keyspace.text, {}};
  const std::vector<SchemaEvent> events = schema_events(before, after);
  return events.empty() ? std::nullopt : std::optional(events.front());
}

/// Makes the change that a plan asks for, and returns the schema after it.
struct PlannedChange {
  SessionParts& session;
  RunningStatement& running;
  WriteTransaction& transaction;
  const Schema& before;

  SchemaPointer operator()(const SchemaPlan& plan) const {
    EvaluationContext context = session.database->evaluation_context();
    running.bind();
    return run_definition(
        plan, before, transaction,
        {running.slots, &context, running.now_seconds(context.now_microseconds), nullptr, {}});
  }
  SchemaPointer operator()(const TruncatePlan& plan) const { return run_truncate(plan, before, transaction); }
};

}  // namespace

ResultPointer StatementDefinition::run() {
  session_.group.commit();
  WriteTransaction transaction = session_.wait.begin_to_write();
  session_.note("Acquired the write lock");
  CachedPlanPointer& planned = running_.planned;
  // A prepared statement keeps its keyspace.
  const std::string keyspace = running_.prepared != nullptr ? planned->keyspace : session_.settings.keyspace;
  // The time of a dropped column must be later than that of every earlier write.
  planned = session_.plans.plan_anew(transaction, running_.statement, keyspace, transaction.next_timestamp());
  const SchemaPlan* const definition = schema_changes_in(planned->plan.node);
  if (definition != nullptr && definition->changes.empty()) return run_unchanged(std::move(transaction));
  const SchemaPointer before = session_.database->schema_of(transaction);
  const SchemaPointer after = change_schema(transaction, *before);
  session_.note("Made the change");
  transaction.commit();
  session_.note("Committed");
  session_.database->publish(after);
  if (definition != nullptr) {
    for (const SchemaEdit& change : definition->changes) session_.builds.build_after(change, *after);
  }
  return answer(*before, *after);
}

SchemaPointer StatementDefinition::change_schema(WriteTransaction& transaction, const Schema& before) {
  return std::visit(PlannedChange{session_, running_, transaction, before},
                    std::get<DefinitionPlan>(running_.planned->plan.node));
}

/// What IF NOT EXISTS finds may have been left unbuilt.
ResultPointer StatementDefinition::run_unchanged(WriteTransaction transaction) {
  const QualifiedName* name = nullptr;
  if (const auto* index = std::get_if<CreateIndexStatement>(&running_.statement->node)) name = &index->table;
  if (const auto* view = std::get_if<CreateViewStatement>(&running_.statement->node)) name = &view->base;
  if (name != nullptr) {
    const SchemaPointer schema = session_.database->schema_of(transaction);
    { const WriteTransaction ended = std::move(transaction); }
    session_.builds.build_if_lacking(
        {name->keyspace ? name->keyspace->text : running_.planned->keyspace, name->name.text}, *schema);
  }
  return answer_without_rows(session_, running_);
}

ResultPointer StatementDefinition::answer(const Schema& before, const Schema& after) {
  const CachedPlan& planned = *running_.planned;
  std::vector<Diagnostic> given = session_.notice_filter.planned(planned);
  if (session_.settings.teaches()) {
    if (!running_.prepared) {
      if (auto folded = session_.notice_filter.folded_name_once(*planned.statement, running_.text))
        given.push_back(*std::move(folded));
    }
    std::ranges::move(lint(*planned.statement, planned.plan, after), std::back_inserter(given));
  }
  std::optional<SchemaEvent> event = event_of(*planned.statement, planned.keyspace, before, after);
  if (given.empty() && !event) return nullptr;
  auto result = std::make_unique<ResultState>(std::move(given));
  if (event) result->source = SchemaChanged{*std::move(event)};
  return result;
}

}  // namespace cellar
