// Which notices a session still has to give.
//
// In:      the notices of plans and writes; which ones the session wants.
// Out:     those to be given. Under Notices::usual a notice that every statement of a script would earn is given once,
//          and counted from then on.
// Refused: nothing.
#pragma once

#include <map>
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
  /// Returns true if the session gave the notices of a write's plan before: then they are left out, and counted.
  bool count_repeat(const CachedPlanPointer& planned);
  /// Returns the notice about names in capitals, the first time.
  std::optional<Diagnostic> folded_name_once(const Statement& statement, std::string_view text);
  /// Returns true if the notice with this code about a value of the table was not given before. The code must live on.
  bool is_new(const TableId& table, std::string_view code) { return of_values_.emplace(table, code).second; }
  /// Returns true if a notice about the generated times of keys is to be given; otherwise counts it as left out.
  bool note_key_time();
  /// Returns how often notices of each code were left out since they were given. From now on they are given again.
  std::map<std::string, std::size_t> take_left_out();

 private:
  const SessionSettings& settings_;
  bool of_folding_ = false;
  /// How often the notices of a write's plan were left out since they were given.
  std::unordered_map<CachedPlanPointer, std::size_t> plans_;
  std::set<std::pair<TableId, std::string_view>> of_values_;
  bool of_key_times_ = false;
  std::size_t key_times_left_out_ = 0;
};

}  // namespace cellar
