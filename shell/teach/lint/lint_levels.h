// How much a lint weighs: the level of each code, for `cellar lint`.
//
// In:      codes and levels: "L503", error.
// Out:     the level of a lint. One that is minor is `info`, and all others `warn`, unless it is set.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

enum class LintLevel : std::uint8_t { off, info, warn, error };
/// "off", "info", "warn", "error"
std::string_view name(LintLevel level);

class LintLevels {
 public:
  /// Returns false if the text is not a code of a lint, or `all`, `=` and a level.
  bool set(std::string_view text);
  LintLevel level_of(const Diagnostic& lint) const;

 private:
  std::optional<LintLevel> all_;
  std::map<std::string, LintLevel, std::less<>> levels_;
};

}  // namespace cellar
