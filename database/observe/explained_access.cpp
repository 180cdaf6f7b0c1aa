#include "database/observe/explained_access.h"

#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

#include "parser/parser.h"
#include "planner/explain/explain.h"

namespace cellar {

namespace {

bool can_be_explained(const Statement& statement) {
  return std::visit(
      []<typename Kind>(const Kind&) {
        return std::is_same_v<Kind, SelectStatement> || std::is_same_v<Kind, InsertStatement> ||
               std::is_same_v<Kind, UpdateStatement> || std::is_same_v<Kind, DeleteStatement> ||
               std::is_same_v<Kind, BatchStatement>;
      },
      statement.node);
}

/// The rows of EXPLAIN; none of a statement that it has nothing to say of.
std::vector<std::vector<Value>> explained_steps(const std::string& text, const PlanContext& context) {
  ExplainStatement asked;
  asked.text = text;
  try {
    asked.explained = std::make_shared<const Statement>(parse(text));
    if (!can_be_explained(*asked.explained)) return {};
    Plan plan;
    return plan_explain(asked, context, plan).rows;
  } catch (const Refusal&) {
    return {};
  }
}

}  // namespace

/// Takes the steps of EXPLAIN that say how the statement reaches its rows, and what follows a write.
std::string explained_access(const std::string& text, const PlanContext& context) {
  std::string access;
  for (const std::vector<Value>& row : explained_steps(text, context)) {
    std::string step = row[0].value_or("");
    step.erase(0, step.find_first_not_of(' '));
    const std::string detail = row[1].value_or("");
    if (access.empty() && (step == "read" || step == "write")) access = detail;
    if (step == "index") access += ", through the index " + detail.substr(0, detail.find(' '));
    if (step == "changes") access += ", followed by " + detail;
  }
  return access;
}

}  // namespace cellar
