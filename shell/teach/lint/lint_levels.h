// How much a lint weighs: the level of each code, for `cellar lint`, `cellar readiness`, and for LINT and definitions at
// the prompt.
//
// In:      codes and levels: "L503", "error".
// Out:     the level of a lint. One that is minor is `info`, and all others `warn`, unless it is set, or who asks says
//          which level is the usual one.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "refusal/refusal.h"
#include "refusal/render.h"

namespace cellar {

enum class LintLevel : std::uint8_t { off, info, warn, error };
/// "off", "info", "warn", "error"
std::string_view name(LintLevel level);
/// A lint of the level `error` is announced as one.
Announced announced(LintLevel level);

/// The codes that have levels.
enum class LeveledCodes : std::uint8_t { lints, all };
/// True for a code of a lint, or of any message.
bool has_level(std::string_view code, LeveledCodes codes);

class LintLevels {
 public:
  LintLevels() = default;
  explicit LintLevels(LeveledCodes codes) : codes_(codes) {}

  /// `code` is that of a lint, or `all` for those that are not set by themselves, in any case. Returns false if it is
  /// neither, or if there is no such level.
  bool set(std::string_view code, std::string_view level);
  /// The same of one text: "L503=error".
  bool set(std::string_view text);
  /// Gives the code its own level again if it is off.
  void switch_on(std::string_view code);
  LintLevel level_of(const Diagnostic& lint) const;
  LintLevel level_of(const Diagnostic& found, LintLevel usual) const;
  /// The codes that are off, in their order.
  std::vector<std::string> switched_off() const;
  /// "L503 error, ALL off": that of the others; empty if none is set.
  std::string text() const;

 private:
  LeveledCodes codes_ = LeveledCodes::lints;
  std::optional<LintLevel> all_;
  std::map<std::string, LintLevel, std::less<>> levels_;
};

bool is_code_of_lint(std::string_view code);

}  // namespace cellar
