// What `cellar lint` says of a script, as text and as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "refusal/counted.h"
#include "refusal/messages.h"
#include "refusal/width.h"
#include "shell/check/lint_script.h"
#include "types/text/text.h"

namespace cellar {

namespace {

SourcePlace place_of(const ReportedLint& found) { return {found.name, found.line, found.column, found.text}; }

/// "shop.cql:3:12: warn[L503]: ..."
std::string line_of(const ReportedLint& found, std::string_view level, Language language) {
  const Diagnostic& diagnostic = found.lint;
  const LineAndColumn at = locate(place_of(found), diagnostic.span.begin);
  const Words words = words_of(message_of(diagnostic), language);
  std::string title = fill(words.title, diagnostic.parameters);
  std::ranges::replace(title, '\n', ' ');
  std::string text = fmt::format("{}:{}:{}: {}[{}]: {}\n", expand(found.name), at.line, at.column, level,
                                 diagnostic.code(), expand(title));
  if (!is_notice(diagnostic) || words.fix.empty()) return text;
  return text + "    " + expand(fill(words.fix, diagnostic.parameters)) + "\n";
}

std::string refused_object(const ReportedLint& refused, Language language) {
  std::string json = render_json(refused.lint, place_of(refused), {}, language);
  while (json.ends_with('\n')) json.pop_back();
  return json;
}

/// Bytes that are no UTF-8 become U+FFFD.
std::string string_of(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string counts_of(const LintedScript& script) {
  return fmt::format("{}, {}, {}", counted(std::to_string(script.count(LintLevel::error)), "error", "errors"),
                     counted(std::to_string(script.count(LintLevel::warn)), "warning", "warnings"),
                     counted(std::to_string(script.count(LintLevel::info)), "remark", "remarks"));
}

}  // namespace

std::string linted_text(const LintedScript& script, Language language) {
  std::string text;
  for (const ReportedLint& refused : script.refused) text += line_of(refused, "refused", language);
  for (const ReportedLint& each : script.lints) text += line_of(each, name(each.level), language);
  return text + fmt::format("{}: {} in {}, {}; {} refused\n", expand(script.file), counts_of(script),
                            counted(std::to_string(script.tables), "table", "tables"),
                            counted(std::to_string(script.statements), "statement", "statements"),
                            script.refused.size());
}

std::string linted_json(const LintedScript& script, Language language) {
  std::string lints, refused;
  for (const ReportedLint& each : script.lints)
    lints += (lints.empty() ? "" : ",") + lint_object(each, language);
  for (const ReportedLint& each : script.refused)
    refused += (refused.empty() ? "" : ",") + refused_object(each, language);
  return fmt::format(
      "{{\"file\":{},\"statements\":{},\"tables\":{},\"error\":{},\"warn\":{},\"info\":{},\"lints\":[{}],"
      "\"refused\":[{}]}}\n",
      string_of(script.file), script.statements, script.tables, script.count(LintLevel::error),
      script.count(LintLevel::warn), script.count(LintLevel::info), lints, refused);
}

}  // namespace cellar
