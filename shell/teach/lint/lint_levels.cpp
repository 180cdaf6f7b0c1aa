#include "shell/teach/lint/lint_levels.h"

#include <algorithm>

#include "refusal/messages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr LintLevel kLevels[] = {LintLevel::off, LintLevel::info, LintLevel::warn, LintLevel::error};

bool is_code_of_lint(std::string_view code) {
  return std::ranges::any_of(messages(), [&](const Message& message) {
    return message.message_class.kind == MessageKind::lint && message.code == code;
  });
}

}  // namespace

std::string_view name(LintLevel level) {
  constexpr std::string_view kNames[] = {"off", "info", "warn", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

bool LintLevels::set(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == text.npos) return false;
  const std::string what = to_upper(text.substr(0, sign));
  const std::string wanted = to_lower(text.substr(sign + 1));
  const auto* const level = std::ranges::find(kLevels, wanted, [](LintLevel each) { return name(each); });
  if (level == std::end(kLevels)) return false;
  if (what == "ALL") {
    all_ = *level;
    return true;
  }
  if (!is_code_of_lint(what)) return false;
  levels_.insert_or_assign(what, *level);
  return true;
}

LintLevel LintLevels::level_of(const Diagnostic& lint) const {
  if (const auto found = levels_.find(lint.code()); found != levels_.end()) return found->second;
  if (all_) return *all_;
  return lint.has(Trait::minor) ? LintLevel::info : LintLevel::warn;
}

}  // namespace cellar
