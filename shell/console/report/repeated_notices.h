// How much is said of a notice that was given before.
//
// In:      the notices of a run, one after another.
// Out:     whether each is shown in full, in a line, or only counted. At the prompt a message about a table is shown in
//          full once, then in a line. In a script it is shown once, and the others are counted. The warnings of a cluster
//          are as many messages as they have words.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "refusal/language.h"
#include "refusal/refusal.h"

namespace cellar {

class RepeatedNotices {
 public:
  enum class Show { full, line, nothing };

  Show note(const Diagnostic& notice, bool at_prompt);
  /// Counts more of the same, which are not shown.
  void count(const Diagnostic& notice, std::size_t times);
  /// "-- W404 was given 12 more times", a line a code, and how long writes have waited for the clock; empty if nothing
  /// was only counted. Begins anew. `further` were left out before they came here.
  std::string take_counts(const UntoldNotices& further, Language language);

 private:
  std::map<std::pair<std::string_view, std::string>, std::size_t> given_;  // by id and subject
  std::map<std::string, std::size_t> counted_;  // by code: those that were not shown
};

}  // namespace cellar
