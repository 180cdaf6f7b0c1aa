#include "planner/write/conditional_writes.h"

#include <algorithm>
#include <set>

#include "planner/names.h"
#include "planner/plan/write_plan.h"
#include "planner/select/selection.h"
#include "planner/write/conditions.h"

namespace cellar {

namespace {

using PlannedWrite = std::variant<UpsertPlan, DeletePlan>;

const std::vector<ClusteringStep>& steps_of(const UpsertPlan& plan) { return plan.clustering; }
const std::vector<ClusteringStep>& steps_of(const DeletePlan& plan) { return plan.clustering.steps; }

//
template <typename Write>
void refuse_several_rows(const Write& plan, Span condition) {
  const auto refuse_in = [&](Span in, const char* what) {
    refuse("in_with_condition", in.empty() ? condition : in, {{"what", what}});
  };
  for (const Choices& choices : plan.partition_key) {
    if (choices.is_in) refuse_in(choices.span, "partitions");
  }
  for (const ClusteringStep& step : steps_of(plan)) {
    if (step.is_in) refuse_in(step.span, "rows");
  }
}

WriteCondition condition_of(const Conditions& conditions, const TablePointer& table,
                            const WriteContext& context) {
  Scope scope(context.context, context.sources, context.slots, table.get());
  return plan_condition(conditions, scope);
}

const std::vector<ConditionPlan>* columns_of(const WriteCondition& condition) {
  const auto* columns = std::get_if<ColumnsPass>(&condition);
  return columns == nullptr ? nullptr : &columns->conditions;
}

/// Collects the columns that the statements read, as Cassandra chooses them: all regular columns if a statement
/// writes rows, all static ones if a statement with a condition writes a static column; otherwise only those that
/// conditions and sums name. So the answer may lack values that the row has.
class ColumnsRead {
 public:
  explicit ColumnsRead(const Table& table) : table_(table) {}

  void add(const ConditionalWrite& write) {
    const bool is_conditional = !std::holds_alternative<Unconditional>(write.condition);
    std::visit([&](const auto& plan) { add_written(plan, is_conditional); }, write.write);
    if (const auto* conditions = columns_of(write.condition)) {
      for (const ConditionPlan& condition : *conditions) columns_.insert(condition.column);
    }
  }

  /// Static columns decide whether there is a static row.
  std::vector<std::size_t> tested() const {
    std::vector<std::size_t> tested = wanted();
    std::erase_if(tested, [&](std::size_t column) {
      return table_.columns[column].kind == ColumnKind::regular && !columns_.contains(column);
    });
    return tested;
  }
  std::vector<std::size_t> wanted() const {
    std::vector<std::size_t> wanted;
    for (std::size_t index = 0; index < table_.columns.size(); ++index) {
      const ColumnKind kind = table_.columns[index].kind;
      const bool is_whole =
          (kind == ColumnKind::static_ && writes_static_) || (kind == ColumnKind::regular && writes_rows_);
      if (!table_.columns[index].is_key() && (is_whole || columns_.contains(index))) wanted.push_back(index);
    }
    return wanted;
  }

 private:
  template <typename Write>
  void note_rows(const Write& plan) {
    writes_rows_ = writes_rows_ || table_.clustering_size == 0 || !steps_of(plan).empty();
  }
  void note_column(std::size_t column) {
    writes_static_ = writes_static_ || table_.columns[column].kind == ColumnKind::static_;
  }
  void add_written(const UpsertPlan& plan, bool is_conditional) {
    note_rows(plan);
    for (const AssignmentPlan& assignment : plan.assignments) {
      if (is_conditional) note_column(assignment.column);
      collect_columns(assignment.value, columns_);
    }
  }
  void add_written(const DeletePlan& plan, bool is_conditional) {
    note_rows(plan);
    writes_rows_ = writes_rows_ || plan.clustering.restricts();
    for (const DeletionPlan& deletion : plan.columns) {
      if (is_conditional) note_column(deletion.column);
    }
  }

  const Table& table_;
  std::set<std::size_t> columns_;
  bool writes_rows_ = false;
  bool writes_static_ = false;  // under a condition
};

/// Returns the columns of the answer: all columns if a statement has IF [NOT] EXISTS; otherwise those of the
/// conditions, static ones last, which follow the key in the answer of a batch.
std::vector<std::size_t> shown_columns(const ConditionalPlan& plan, bool in_batch) {
  const Table& table = *plan.table;
  std::vector<std::size_t> shown;
  const auto show_up_to = [&](std::size_t end) {
    for (std::size_t column = 0; column < end; ++column) shown.push_back(column);
  };
  for (const ConditionalWrite& write : plan.writes) {
    const bool asks_for_row = std::holds_alternative<RowExists>(write.condition) ||
                              std::holds_alternative<RowIsAbsent>(write.condition);
    if (!asks_for_row) continue;
    show_up_to(table.columns.size());
    return shown;
  }
  if (in_batch) show_up_to(table.key_size());
  for (const ConditionalWrite& write : plan.writes) {
    const auto* conditions = columns_of(write.condition);
    if (conditions == nullptr) continue;
    for (const bool statics : {false, true}) {
      for (const ConditionPlan& condition : *conditions) {
        if ((table.columns[condition.column].kind == ColumnKind::static_) != statics) continue;
        if (std::ranges::find(shown, condition.column) == shown.end()) shown.push_back(condition.column);
      }
    }
  }
  return shown;
}

void finish(ConditionalPlan& plan, bool in_batch) {
  ColumnsRead read(*plan.table);
  for (const ConditionalWrite& write : plan.writes) {
    std::visit([&](const auto& planned) { refuse_several_rows(planned, write.span); }, write.write);
    read.add(write);
  }
  plan.tested = read.tested();
  plan.wanted = read.wanted();
  plan.shown = shown_columns(plan, in_batch);
}

template <typename Statement>
WritePlan plan_alone(const Statement& statement, const WriteContext& context) {
  auto write = plan_write(statement, context);
  if (!statement.conditions.any()) return write;
  ConditionalPlan plan;
  plan.table = write.table;
  WriteCondition condition = condition_of(statement.conditions, plan.table, context);
  plan.writes.push_back({std::move(condition), std::move(write), statement.conditions.span});
  finish(plan, false);
  return plan;
}

const Conditions& conditions_of(const auto& statement) {
  return std::visit([](const auto& each) -> const Conditions& { return each.conditions; }, statement);
}

}  // namespace

WritePlan plan_with_conditions(const InsertStatement& statement, const WriteContext& context) {
  return plan_alone(statement, context);
}

WritePlan plan_with_conditions(const UpdateStatement& statement, const WriteContext& context) {
  return plan_alone(statement, context);
}

WritePlan plan_with_conditions(const DeleteStatement& statement, const WriteContext& context) {
  return plan_alone(statement, context);
}

WritePlan plan_with_conditions(const BatchStatement& statement, const WriteContext& context) {
  BatchPlan batch = plan_batch(statement, context);
  const bool conditional =
      std::ranges::any_of(statement.statements, [](const auto& each) { return conditions_of(each).any(); });
  if (!conditional) return batch;
  ConditionalPlan plan;
  for (std::size_t index = 0; index < batch.statements.size(); ++index) {
    const Conditions& conditions = conditions_of(statement.statements[index]);
    PlannedWrite& write = batch.statements[index];
    const TablePointer& table =
        std::visit([](const auto& each) -> const TablePointer& { return each.table; }, write);
    if (plan.table == nullptr) plan.table = table;
    if (table->id != plan.table->id) refuse("conditions_on_tables", statement.statement_spans[index]);
    plan.writes.push_back({condition_of(conditions, table, context), std::move(write), conditions.span});
    if (conditions.span.empty()) plan.writes.back().span = statement.statement_spans[index];
  }
  finish(plan, true);
  return plan;
}

}  // namespace cellar
