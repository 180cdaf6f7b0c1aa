#include <algorithm>
#include <iterator>

#include "database/session/session_state.h"
#include "planner/lint/lint.h"

namespace cellar {

ResultPointer SessionState::without_rows(const CachedPlanPointer& planned) {
  if (planned->plan.notices.empty() || told_.leaves_out(planned)) return nullptr;
  std::vector<Diagnostic> wanted = told_.planned(*planned);
  return wanted.empty() ? nullptr : with_own_places(std::make_unique<ResultState>(std::move(wanted)));
}

ResultPointer SessionState::note_definition(const Schema& before, const Schema& after) {
  std::vector<Diagnostic> given = told_.planned(*running_.planned);
  if (settings.teaches()) {
    if (!running_.prepared) {
      if (auto folded = told_.folded_name_once(*running_.planned->statement, running_.text))
        given.push_back(*std::move(folded));
    }
    std::ranges::move(lint(*running_.planned->statement, running_.planned->plan, after),
                      std::back_inserter(given));
  }
  const std::vector<SchemaEvent> events = schema_events(before, after);
  if (given.empty() && events.empty()) return nullptr;
  auto result = std::make_unique<ResultState>(std::move(given));
  if (!events.empty()) result->source = SchemaChanged{events.front()};
  return result;
}

}  // namespace cellar
