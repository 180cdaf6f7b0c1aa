// What `cellar lint` says of a script, as text and as JSON.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "refusal/messages.h"
#include "refusal/width.h"
#include "shell/check/lint_script.h"
#include "shell/check/words/check_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

SourcePlace place_of(const ReportedLint& found) { return {found.name, found.line, found.column, found.text}; }

/// "shop.cql:3:12: warn[L503]: ..."
std::string line_of(const ReportedLint& found, std::string_view level, Language language) {
  const Diagnostic& diagnostic = found.lint;
  const LineAndColumn at = locate(place_of(found), diagnostic.span.begin);
  const FilledWords words = words_of(diagnostic, language);
  std::string title = words.title;
  std::ranges::replace(title, '\n', ' ');
  std::string text = fmt::format("{}:{}:{}: {}[{}]: {}\n", expand(found.name), at.line, at.column, level,
                                 diagnostic.code(), expand(title));
  if (!is_notice(diagnostic) || words.fix.empty()) return text;
  return text + "    " + expand(words.fix) + "\n";
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

std::string level_text(LintLevel level, Language language) {
  const std::optional<CheckWords::Text> words = CheckWords::find(name(level));
  return words ? std::string(words->in(language)) : std::string(name(level));
}

}  // namespace

std::string linted_text(const LintedScript& script, Language language) {
  std::string text;
  for (const ReportedLint& refused : script.refused)
    text += line_of(refused, CheckWords::say(language, "refused"), language);
  for (const ReportedLint& each : script.lints)
    text += line_of(each, level_text(each.level, language), language);
  return text + CheckWords::say(
                    language,
                    "{file}: {errors|error|errors}, {warnings|warning|warnings}, {remarks|remark|remarks} in "
                    "{tables|table|tables}, {statements|statement|statements}; {refused} refused\n",
                    {{"file", expand(script.file)},
                     {"errors", std::to_string(script.count(LintLevel::error))},
                     {"warnings", std::to_string(script.count(LintLevel::warn))},
                     {"remarks", std::to_string(script.count(LintLevel::info))},
                     {"tables", std::to_string(script.tables)},
                     {"statements", std::to_string(script.statements)},
                     {"refused", std::to_string(script.refused.size())}});
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
