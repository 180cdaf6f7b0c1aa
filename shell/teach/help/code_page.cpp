#include "shell/teach/help/code_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "refusal/render.h"
#include "refusal/rule_card.h"
#include "shell/teach/help/sample_tables.h"

namespace cellar {

namespace {

/// Returns "column" for the slots `column` and `column|row|rows` of a message; empty if the slot has no name.
std::string_view name_of_slot(std::string_view slot) {
  const std::string_view name = slot.substr(0, slot.find('|'));
  const bool is_name = std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  return is_name ? name : std::string_view();
}

/// Returns a message's text with <column> for each `{column}`.
std::string with_placeholders(std::string_view words) {
  std::string text;
  for (std::size_t open; (open = words.find('{')) != words.npos;) {
    const std::size_t close = std::min(words.find('}', open), words.size() - 1);
    const std::string_view name = name_of_slot(words.substr(open + 1, close - open - 1));
    text += words.substr(0, open);
    std::string placeholder = fmt::format("<{}>", name);
    std::ranges::replace(placeholder, '_', ' ');
    text += name.empty() ? std::string(words.substr(open, close + 1 - open)) : placeholder;
    words.remove_prefix(close + 1);
  }
  return text + std::string(words);
}

bool names_table(std::string_view statements, std::string_view table) {
  for (std::size_t begin; (begin = statements.find(table)) != statements.npos;) {
    statements.remove_prefix(begin + table.size());
    if (statements.empty() || std::string_view(" ;.").find(statements.front()) != std::string_view::npos)
      return true;
  }
  return false;
}

/// Says which tables of EXAMPLES the statements need, and what their keys are.
std::string tables_of(std::string_view statements, const FrameWords& labels) {
  std::string tables;
  for (const SampleTable& table : sample_tables()) {
    if (names_table(statements, table.name)) tables += fmt::format("    {}, {}\n", table.name, table.key);
  }
  return tables.empty() ? tables : fmt::format("  {}:\n{}", labels.sample_tables, tables);
}

/// Returns the statements of a line below each other.
std::string one_a_line(std::string_view statements) {
  std::string lines;
  for (std::size_t end; (end = statements.find("; ")) != statements.npos; statements.remove_prefix(end + 2)) {
    const bool in_batch = statements.starts_with("BEGIN");
    if (in_batch) break;
    lines += fmt::format("    {}\n", statements.substr(0, end + 1));
  }
  return lines + fmt::format("    {}\n", statements);
}

std::string examples_of(std::string_view code, Language language) {
  const FrameWords& labels = frame_words(language);
  const CodeExample* example = find_example(code);
  if (example == nullptr) return {};
  const CodeWords words = words_of(*example, language);
  std::string text = tables_of(std::string(example->example) + " " + std::string(example->mended), labels);
  text += example->example.empty() ? fmt::format("  {}:\n    {}\n", labels.circumstances, words.circumstances)
                                   : fmt::format("  {}:\n{}", labels.example, one_a_line(example->example));
  if (example->mended.empty()) return text;
  text += fmt::format("  {}:\n{}", labels.mended, one_a_line(example->mended));
  if (!example->when.empty()) text += fmt::format("  {}: {}\n", labels.when, words.when);
  return text;
}

/// Returns the rules that the messages of a code enforce, each with its words.
std::string rules_of_code(std::string_view code, Language language) {
  std::string text;
  for (const Rule& rule : rule_card()) {
    const bool is_enforced = std::ranges::any_of(messages(), [&](const Message& message) {
      return message.code == code && message.rules.find(rule.name) != message.rules.npos;
    });
    if (is_enforced)
      text += fmt::format("  {} {} {}\n", frame_words(language).rule, rule.name, words_of(rule, language));
  }
  return text;
}

/// Returns a text of one line or several under its label, each line of it at the same depth.
std::string labelled(std::string_view label, std::string_view text) {
  if (text.empty()) return {};
  if (text.find('\n') == text.npos) return fmt::format("    {}: {}\n", label, text);
  std::string lines = fmt::format("    {}:\n", label);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines += fmt::format("      {}\n", line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return lines;
}

/// Returns the messages of a code but the one with the id `without`, as they are whatever the names.
std::string cases_of(std::string_view code, std::string_view without, Language language) {
  const FrameWords& labels = frame_words(language);
  std::string cases;
  std::set<std::string> shown;
  for (const Message& message : messages()) {
    if (message.code != code || message.id == without) continue;
    const Words words = words_of(message, language);
    const std::string text = fmt::format("  {}\n{}{}", with_placeholders(words.title),
                                         labelled(labels.why, with_placeholders(words.why)),
                                         labelled(labels.fix, with_placeholders(words.fix)));
    if (shown.insert(text).second) cases += text;
  }
  return cases;
}

std::string words_of_case(const MetCase& met, Language language) {
  const SaidWords said = said_words(met.diagnostic, met.statement, language);
  const FrameWords& labels = frame_words(language);
  return fmt::format("  {}\n{}{}{}{}", said.title, labelled(labels.said_of, met.statement),
                     labelled(labels.why, said.why), labelled(labels.fix, said.fix),
                     labelled(labels.attempt, said.attempt));
}

}  // namespace

std::string page_of_code(std::string_view code, const MetCase* met, Language language) {
  const FrameWords& labels = frame_words(language);
  const std::string cases =
      cases_of(code, met == nullptr ? std::string_view() : met->diagnostic.id, language);
  if (met == nullptr && cases.empty()) return {};
  const std::string rules = rules_of_code(code, language), examples = examples_of(code, language);
  if (met == nullptr) return fmt::format("{}\n{}{}{}", code, rules, cases, examples);
  const std::string others =
      cases.empty() ? ""
                    : fmt::format("\n{}\n{}", fill(labels.other_cases, {{"code", std::string(code)}}), cases);
  return fmt::format("{}\n{}{}{}\n{}", code, words_of_case(*met, language), rules, others, examples);
}

}  // namespace cellar
