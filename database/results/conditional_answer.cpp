#include "database/results/conditional_answer.h"

namespace cellar {

namespace {

const std::string kTrue("\x01", 1);
const std::string kFalse("\x00", 1);

ResultColumns all_columns(const ConditionalPlan& plan) {
  std::vector<ResultColumn> columns = {applied_column(plan)};
  for (const std::size_t index : plan.shown) {
    const Column& column = plan.table->columns[index];
    columns.push_back({column.name, column.type, plan.table, index, plan.table});
  }
  return std::make_shared<const std::vector<ResultColumn>>(std::move(columns));
}

}  // namespace

ResultColumn applied_column(const ConditionalPlan& plan) {
  return {std::string(kAppliedColumn), native_type(TypeKind::boolean), nullptr, 0, plan.table};
}

std::unique_ptr<ResultState> answer_of(const CachedPlanPointer& planned, std::optional<MetRows> met) {
  ComputedRows rows;
  if (!met || met->empty()) {
    rows.rows.push_back({met ? kFalse : kTrue});
    return std::make_unique<ResultState>(ResultColumns(planned, &planned->applied_columns), std::move(rows),
                                         std::vector<Diagnostic>());
  }
  for (std::vector<Value>& values : *met) {
    values.insert(values.begin(), kFalse);
    rows.rows.push_back(std::move(values));
  }
  return std::make_unique<ResultState>(all_columns(std::get<ConditionalPlan>(planned->write())),
                                       std::move(rows), std::vector<Diagnostic>());
}

}  // namespace cellar
