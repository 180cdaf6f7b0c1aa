// Plans BATCH.

#include "planner/expression/expressions.h"
#include "planner/write/writes.h"

namespace cellar {

namespace {

///
std::optional<Node> plan_batch_timestamp(const BatchStatement& statement, const WriteContext& context) {
  const UsingClause& clause = statement.using_clause;
  if (clause.time_to_live) refuse("batch_with_time_to_live", clause.span);
  if (!clause.timestamp) return std::nullopt;
  if (statement.kind == BatchStatement::Kind::counter) refuse("counter_with_timestamp", clause.span);
  for (const auto& write : statement.statements) {
    const bool conditional = std::visit([](const auto& each) { return each.conditions.any(); }, write);
    if (conditional) refuse("timestamp_with_condition", clause.timestamp->span);
  }
  Scope scope(context.context, context.sources, context.slots, nullptr);
  return plan_value(*clause.timestamp, {native_type(TypeKind::bigint), "[timestamp]"}, scope);
}

/// what counters ask of the statements of a batch.
class CounterRules {
 public:
  explicit CounterRules(const BatchStatement& batch) : batch_(batch) {}

  void add(const Table& table, Span span) {
    (table.is_counter() ? counters_ : others_) = true;
    if (table.is_counter() && batch_.using_clause.timestamp)
      refuse("counter_with_timestamp", batch_.using_clause.span);
    if (batch_.kind == BatchStatement::Kind::counter && others_) refuse("plain_write_in_counter_batch", span);
    if (counters_ && others_) refuse("counters_beside_others", span);
    if (batch_.kind == BatchStatement::Kind::logged && counters_) refuse("counter_in_logged_batch", span);
  }

 private:
  const BatchStatement& batch_;
  bool counters_ = false;
  bool others_ = false;
};

}  // namespace

BatchPlan plan_batch(const BatchStatement& statement, const WriteContext& context) {
  BatchPlan plan;
  plan.kind = statement.kind;
  plan.timestamp = plan_batch_timestamp(statement, context);
  CounterRules counters(statement);
  for (std::size_t index = 0; index < statement.statements.size(); ++index) {
    std::visit(
        [&](const auto& write) {
          auto planned = plan_write(write, context);
          if (plan.timestamp && planned.timestamp) {
            refuse("timestamp_twice_in_batch", write.using_clause.timestamp->span);
          }
          counters.add(*planned.table, statement.statement_spans[index]);
          plan.statements.push_back(std::move(planned));
        },
        statement.statements[index]);
  }
  return plan;
}

}  // namespace cellar
