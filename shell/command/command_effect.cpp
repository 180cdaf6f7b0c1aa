#include "shell/command/command_effect.h"

#include <algorithm>
#include <iterator>

#include "shell/command/command_text.h"

namespace cellar {

namespace {

constexpr std::string_view kSetting[] = {
    "USE",      "POLICY",      "NOTICES", "EXPAND",    "PAGING",     "TIMING", "DIAGNOSTICS", "VERBOSITY",
    "LANGUAGE", "CONSISTENCY", "SERIAL",  "PARAMETER", "PARAMETERS", "CLOCK",  "SEED",        "MODE",
    "FORMAT",   "WIDTH",       "WRAP",    "TRACING",   "LOGIN",      "LINT",   "ELAPSED",     "ADVANCE",
};
constexpr std::string_view kWriting[] = {"COPY", "OUTPUT", "CAPTURE", "COMPACT", "DUMP"};

bool applies_advice(std::string_view text) {
  if (!is_keyword(first_word(text), "ADVISE")) return false;
  const auto words = split_command(text);
  return says(words.back(), "APPLY");
}

}  // namespace

CommandEffect effect_of(std::string_view text) {
  const std::string_view word = first_word(text);
  const auto is_word = [word](std::string_view each) { return is_keyword(word, each); };
  if (is_word("SOURCE")) return CommandEffect::sources;
  if (std::ranges::any_of(kSetting, is_word)) return CommandEffect::sets;
  if (std::ranges::any_of(kWriting, is_word) || applies_advice(text)) return CommandEffect::writes;
  return CommandEffect::none;
}

}  // namespace cellar
