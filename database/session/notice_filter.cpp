#include "database/session/notice_filter.h"

#include "planner/definition/folded_names.h"
#include "refusal/render.h"

namespace cellar {

bool NoticeFilter::count_repeat(const CachedPlanPointer& planned) {
  constexpr std::size_t kMostPlans = 1'000;
  if (settings_.notices == Notices::all) return false;
  if (plans_.size() > kMostPlans) return false;
  const auto [told, is_first] = plans_.try_emplace(planned, 0);
  if (!is_first) ++told->second;
  return !is_first;
}

bool NoticeFilter::note_key_time() {
  if (!std::exchange(of_key_times_, true) || settings_.notices == Notices::all) return true;
  ++key_times_left_out_;
  return false;
}

std::map<std::string, std::size_t> NoticeFilter::take_left_out() {
  std::map<std::string, std::size_t> counts;
  of_key_times_ = false;
  if (const std::size_t count = std::exchange(key_times_left_out_, 0))
    counts[std::string(Diagnostic{"key_time_moved", {}, {}, std::nullopt}.code())] = count;
  for (const auto& [plan, count] : std::exchange(plans_, {})) {
    if (count == 0) continue;
    for (const Diagnostic& notice : planned(*plan)) counts[std::string(notice.code())] += count;
  }
  return counts;
}

/// A lesson about clusters is not for scripts. The refusal that EXPLAIN answers is always wanted.
bool NoticeFilter::wants(const Diagnostic& notice) const {
  if (!is_notice(notice)) return true;
  switch (settings_.notices) {
    case Notices::off:
      return notice.kind() == MessageKind::warning;
    case Notices::usual:
      return notice.kind() != MessageKind::lesson;
    case Notices::all:
      break;
  }
  return true;
}

std::vector<Diagnostic> NoticeFilter::planned(const CachedPlan& planned) const {
  std::vector<Diagnostic> wanted;
  for (const Diagnostic& notice : planned.plan.notices) {
    if (wants(notice)) wanted.push_back(notice);
  }
  return wanted;
}

std::optional<Diagnostic> NoticeFilter::folded_name_once(const Statement& statement, std::string_view text) {
  if (of_folding_) return std::nullopt;
  std::optional<Diagnostic> folded = folded_name(statement, text);
  of_folding_ = folded.has_value();
  return folded;
}

}  // namespace cellar
