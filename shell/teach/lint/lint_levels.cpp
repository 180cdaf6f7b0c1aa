#include "shell/teach/lint/lint_levels.h"

#include <algorithm>

#include "refusal/messages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr LintLevel kLevels[] = {LintLevel::off, LintLevel::info, LintLevel::warn, LintLevel::error};

}  // namespace

bool is_code_of_lint(std::string_view code) {
  return std::ranges::any_of(messages(), [&](const Message& message) {
    return message.message_class.kind == MessageKind::lint && message.code == code;
  });
}

bool has_level(std::string_view code, LeveledCodes codes) {
  if (codes == LeveledCodes::lints) return is_code_of_lint(code);
  return std::ranges::any_of(messages(), [&](const Message& message) { return message.code == code; });
}

std::string_view name(LintLevel level) {
  constexpr std::string_view kNames[] = {"off", "info", "warn", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

Announced announced(LintLevel level) {
  return level == LintLevel::error ? Announced::as_error : Announced::by_kind;
}

bool LintLevels::set(std::string_view code, std::string_view level) {
  const std::string what = to_upper(code);
  const std::string wanted = to_lower(level);
  const auto* const found = std::ranges::find(kLevels, wanted, [](LintLevel each) { return name(each); });
  if (found == std::end(kLevels)) return false;
  if (what == "ALL") {
    all_ = *found;
    return true;
  }
  if (!has_level(what, codes_)) return false;
  levels_.insert_or_assign(what, *found);
  return true;
}

bool LintLevels::set(std::string_view text) {
  const std::size_t sign = text.find('=');
  return sign != text.npos && set(text.substr(0, sign), text.substr(sign + 1));
}

void LintLevels::switch_on(std::string_view code) {
  const auto found = levels_.find(code);
  if (found != levels_.end() && found->second == LintLevel::off) levels_.erase(found);
}

LintLevel LintLevels::level_of(const Diagnostic& lint) const {
  return level_of(lint, lint.has(Trait::minor) ? LintLevel::info : LintLevel::warn);
}

LintLevel LintLevels::level_of(const Diagnostic& found, LintLevel usual) const {
  if (const auto set = levels_.find(found.code()); set != levels_.end()) return set->second;
  return all_.value_or(usual);
}

std::vector<std::string> LintLevels::switched_off() const {
  std::vector<std::string> codes;
  for (const auto& [code, level] : levels_) {
    if (level == LintLevel::off) codes.push_back(code);
  }
  return codes;
}

std::string LintLevels::text() const {
  std::string text;
  for (const auto& [code, level] : levels_)
    text += (text.empty() ? "" : ", ") + code + ' ' + std::string(name(level));
  if (all_) text += (text.empty() ? "ALL " : ", ALL ") + std::string(name(*all_));
  return text;
}

}  // namespace cellar
