#include "planner/write/batch.h"

#include "planner/expression/expressions.h"

namespace cellar {

BatchPlan plan_batch(const BatchStatement& statement, const WriteContext& context) {
  BatchPlan plan;
  plan.kind = statement.kind;
  const UsingClause& clause = statement.using_clause;
  if (clause.time_to_live) refuse("batch_with_time_to_live", clause.span);
  if (clause.timestamp) {
    if (statement.kind == BatchStatement::Kind::counter) refuse("counter_with_timestamp", clause.span);
    Scope scope(context.context, context.sources, context.slots, nullptr);
    plan.timestamp = plan_value(*clause.timestamp, {native_type(TypeKind::bigint), "[timestamp]"}, scope);
  }
  for (std::size_t index = 0; index < statement.statements.size(); ++index) {
    std::visit(
        [&](const auto& write) {
          auto planned = plan_write(write, context);
          if (clause.timestamp && planned.timestamp) {
            refuse("timestamp_twice_in_batch", write.using_clause.timestamp->span);
          }
          if (statement.kind == BatchStatement::Kind::counter) {
            refuse("plain_write_in_counter_batch", statement.statement_spans[index]);
          }
          plan.statements.push_back(std::move(planned));
        },
        statement.statements[index]);
  }
  return plan;
}

}  // namespace cellar
