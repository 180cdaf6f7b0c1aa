#include <algorithm>
#include <iterator>

#include "database/session/session_state.h"
#include "planner/definition/folded_names.h"
#include "planner/lint/lint.h"
#include "refusal/render.h"

namespace cellar {

ResultPointer SessionState::without_rows(const CachedPlanPointer& planned) {
  if (planned->plan.notices.empty() || is_told(planned)) return nullptr;
  std::vector<Diagnostic> wanted = planned_notices(*planned);
  return wanted.empty() ? nullptr : with_own_places(std::make_unique<ResultState>(std::move(wanted)));
}

bool SessionState::is_told(const CachedPlanPointer& planned) {
  constexpr std::size_t kMostPlans = 1'000;
  if (wanted_notices == Notices::all) return false;
  if (told_plans_.size() > kMostPlans) return false;
  const auto [told, is_new] = told_plans_.try_emplace(planned, 0);
  if (!is_new) ++told->second;
  return !is_new;
}

std::map<std::string, std::size_t> SessionState::take_untold_notices() {
  std::map<std::string, std::size_t> counts;
  told_of_key_times_ = false;
  if (const std::size_t count = std::exchange(untold_key_times_, 0))
    counts[std::string(Diagnostic{"key_time_moved", {}, {}, std::nullopt}.code())] = count;
  for (const auto& [planned, count] : std::exchange(told_plans_, {})) {
    if (count == 0) continue;
    for (const Diagnostic& notice : planned_notices(*planned)) counts[std::string(notice.code())] += count;
  }
  return counts;
}

/// A lesson about clusters is not for scripts. The refusal that EXPLAIN answers is always wanted.
bool SessionState::wants(const Diagnostic& notice) const {
  if (!is_notice(notice)) return true;
  switch (wanted_notices) {
    case Notices::off:
      return notice.kind() == MessageKind::warning;
    case Notices::usual:
      return notice.kind() != MessageKind::lesson;
    case Notices::all:
      break;
  }
  return true;
}

std::vector<Diagnostic> SessionState::planned_notices(const CachedPlan& planned) const {
  std::vector<Diagnostic> wanted;
  for (const Diagnostic& notice : planned.plan.notices) {
    if (wants(notice)) wanted.push_back(notice);
  }
  return wanted;
}

ResultPointer SessionState::note_definition(const Schema& before, const Schema& after) {
  std::vector<Diagnostic> given = planned_notices(*running_.planned);
  if (policy == Policy::teach && wanted_notices != Notices::off) {
    if (!told_of_folding_ && !running_.prepared) {
      if (auto folded = folded_name(*running_.planned->statement, running_.text)) {
        given.push_back(*std::move(folded));
        told_of_folding_ = true;
      }
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
