#include "database/statement/statement_answer.h"

#include <utility>

namespace cellar {

namespace {

/// Moves the spans of the result's notices to this text.
ResultPointer with_own_places(const SessionParts& session, const BoundText& bound, ResultPointer result) {
  const std::vector<ShapeLiteral>& literals = session.plans.shape().literals;
  if (bound.known) result->move_places_to(bound.known, literals);
  if (!bound.list_sizes.empty()) count_elements(bound, literals, result->notices);
  return result;
}

}  // namespace

ResultPointer answer_without_rows(SessionParts& session, const RunningStatement& ran) {
  const CachedPlanPointer& planned = ran.planned;
  if (planned->plan.notices.empty() || !session.notice_filter.tell_or_count(planned)) return nullptr;
  std::vector<Diagnostic> wanted = session.notice_filter.planned(*planned);
  if (wanted.empty()) return nullptr;
  return with_own_places(session, ran.bound, std::make_unique<ResultState>(std::move(wanted)));
}

ResultPointer answer_of_write(SessionParts& session, RunningStatement& ran) {
  if (!ran.planned) return std::move(ran.answer);
  if (!ran.answer) return answer_without_rows(session, ran);
  const std::vector<Diagnostic> planned = session.notice_filter.planned(*ran.planned);
  ran.answer->notices.insert(ran.answer->notices.begin(), planned.begin(), planned.end());
  return with_own_places(session, ran.bound, std::move(ran.answer));
}

}  // namespace cellar
