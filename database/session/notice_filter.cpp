#include "database/session/notice_filter.h"

#include "planner/definition/folded_names.h"
#include "refusal/render.h"

namespace cellar {

bool NoticeFilter::tell_or_count(const CachedPlanPointer& planned) {
  constexpr std::size_t kMostPlans = 1'000;
  if (settings_.notices == Notices::all) return true;
  if (told_plans_.size() >= kMostPlans && !told_plans_.contains(planned)) return true;
  const auto [told, is_first] = told_plans_.try_emplace(planned, 0);
  if (!is_first) ++told->second;
  return is_first;
}

bool NoticeFilter::tell_or_count_key_time() {
  if (!std::exchange(has_told_key_time_, true) || settings_.notices == Notices::all) return true;
  ++key_times_left_out_;
  return false;
}

UntoldNotices NoticeFilter::take_left_out() {
  UntoldNotices untold;
  has_told_key_time_ = false;
  if (const std::size_t count = std::exchange(key_times_left_out_, 0))
    untold.counts[std::string(Diagnostic{"key_time_moved", {}, {}, std::nullopt}.code())] = count;
  for (const auto& [plan, count] : std::exchange(told_plans_, {})) {
    if (count == 0) continue;
    for (const Diagnostic& notice : planned(*plan)) untold.counts[std::string(notice.code())] += count;
  }
  untold.waited_for_clock = std::exchange(waited_for_clock_, {});
  return untold;
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
  if (has_told_folding_) return std::nullopt;
  std::optional<Diagnostic> folded = folded_name(statement, text);
  has_told_folding_ = folded.has_value();
  return folded;
}

}  // namespace cellar
