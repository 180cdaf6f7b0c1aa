#include "database/conditional_answer.h"

namespace cellar {

namespace {

const std::string kTrue("\x01", 1);
const std::string kFalse("\x00", 1);

ResultColumn applied() { return {"[applied]", native_type(TypeKind::boolean)}; }

/// Shared by all answers that have no other column.
ResultColumns applied_alone() {
  static const auto columns = std::make_shared<const std::vector<ResultColumn>>(1, applied());
  return columns;
}

ResultColumns all_columns(const ConditionalPlan& plan) {
  std::vector<ResultColumn> columns = {applied()};
  for (const std::size_t index : plan.shown) {
    const Column& column = plan.table->columns[index];
    columns.push_back({column.name, column.type, plan.table, index});
  }
  return std::make_shared<const std::vector<ResultColumn>>(std::move(columns));
}

}  // namespace

std::unique_ptr<ResultState> answer_of(const ConditionalPlan& plan, std::optional<MetRows> met) {
  ComputedRows rows;
  if (!met || met->empty()) {
    rows.rows.push_back({met ? kFalse : kTrue});
    return std::make_unique<ResultState>(applied_alone(), std::move(rows), std::vector<Diagnostic>());
  }
  for (std::vector<Value>& values : *met) {
    values.insert(values.begin(), kFalse);
    rows.rows.push_back(std::move(values));
  }
  return std::make_unique<ResultState>(all_columns(plan), std::move(rows), std::vector<Diagnostic>());
}

}  // namespace cellar
