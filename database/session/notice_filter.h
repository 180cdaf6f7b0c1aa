// Which notices a session still has to give.
//
// In:      the notices of plans and writes; which ones the session wants.
// Out:     those to be given. Under Notices::usual a notice that every statement of a script would earn is given once,
//          and counted from then on.
// Refused: nothing.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "database/plans/cached_plan.h"
#include "database/session/session_settings.h"

namespace cellar {

class NoticeFilter {
 public:
  explicit NoticeFilter(const SessionSettings& settings) : settings_(settings) {}

  bool wants(const Diagnostic& notice) const;
  /// Returns the notices of the plan that the session wants.
  std::vector<Diagnostic> planned(const CachedPlan& planned) const;
  /// Returns true if the notices of a write's plan are to be given; otherwise counts them as left out, since the
  /// session gave them before.
  bool tell_or_count(const CachedPlanPointer& planned);
  /// Returns the notice about names in capitals, the first time.
  std::optional<Diagnostic> folded_name_once(const Statement& statement, std::string_view text);
  /// Returns true if the notice with this code about a value of the table was not given before. The code must live on.
  bool is_new(const TableId& table, std::string_view code) {
    return told_values_.emplace(table, code).second;
  }
  /// Returns true if a notice about the generated times of keys is to be given; otherwise counts it as left out.
  bool tell_or_count_key_time();
  /// A write has waited for the clock, since the next time that its key could take was too far ahead.
  void count_wait_for_clock(std::chrono::microseconds waited) { waited_for_clock_ += waited; }
  /// Returns what was counted since it was given. From now on all notices are given again.
  UntoldNotices take_left_out();

 private:
  const SessionSettings& settings_;
  bool has_told_folding_ = false;
  /// How often the notices of a write's plan were left out since they were given.
  std::unordered_map<CachedPlanPointer, std::size_t> told_plans_;
  std::set<std::pair<TableId, std::string_view>> told_values_;
  bool has_told_key_time_ = false;
  std::size_t key_times_left_out_ = 0;
  std::chrono::microseconds waited_for_clock_{};
};

}  // namespace cellar
