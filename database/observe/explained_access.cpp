#include "database/observe/explained_access.h"

#include <memory>

#include "executor/bind.h"
#include "parser/parser.h"
#include "planner/explain/explain.h"

namespace cellar {

std::string explained_access(const std::string& text, const PlanContext& context) {
  ExplainStatement asked;
  asked.text = text;
  try {
    asked.explained = std::make_shared<const Statement>(parse(text));
    const Plan planned = plan(*asked.explained, context);
    bind_literals(*asked.explained, planned);  // refuses as running the statement does
    return summary_of(explain(asked, planned, context.language));
  } catch (const Refusal&) {
    return "";
  }
}

}  // namespace cellar
