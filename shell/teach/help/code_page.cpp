#include "shell/teach/help/code_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "shell/teach/help/help_pages.h"

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

/// Returns the lines of the sample schema that create the tables named in a statement.
std::string tables_of(std::string_view statement) {
  std::string tables;
  std::string_view schema = sample_schema();
  for (std::size_t end; (end = schema.find('\n')) != schema.npos; schema.remove_prefix(end + 1)) {
    constexpr std::string_view kHead = "CREATE TABLE ";
    const std::string_view line = schema.substr(0, end);
    if (!line.starts_with(kHead)) continue;
    const std::string_view name = line.substr(kHead.size(), line.find(' ', kHead.size()) - kHead.size());
    if (statement.find(name) != statement.npos) tables += fmt::format("    {}\n", line);
  }
  return tables;
}

std::string example_of(std::string_view code) {
  const CodeExample* example = find_example(code);
  if (example == nullptr) return {};
  if (example->example.empty()) return fmt::format("  example: {}\n", example->circumstances);
  return fmt::format("  example:\n{}    {}\n", tables_of(example->example), example->example);
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

std::string mended_example_of(std::string_view code) {
  const CodeExample* example = find_example(code);
  if (example == nullptr || example->mended.empty()) return {};
  std::string text = "  instead:\n" + one_a_line(example->mended);
  if (!example->when.empty()) text += fmt::format("  when to do it anyway: {}\n", example->when);
  return text;
}

/// Returns the rules that the messages of a code enforce, each with its words.
std::string rules_of_code(std::string_view code) {
  std::string text;
  for (const Rule& rule : rule_card()) {
    const bool is_enforced = std::ranges::any_of(messages(), [&](const Message& message) {
      return message.code == code && message.rules.find(rule.name) != message.rules.npos;
    });
    if (is_enforced) text += fmt::format("  rule {} {}\n", rule.name, rule.text);
  }
  return text;
}

}  // namespace

std::string page_of_code(std::string_view code) {
  std::string page;
  std::set<std::string> shown;
  for (const Message& message : messages()) {
    if (message.code != code) continue;
    std::string text = fmt::format("  {}\n", with_placeholders(message.title));
    if (!message.why.empty()) text += fmt::format("    why: {}\n", with_placeholders(message.why));
    if (!message.fix.empty()) text += fmt::format("    fix: {}\n", with_placeholders(message.fix));
    if (shown.insert(text).second) page += text;
  }
  if (page.empty()) return page;
  return fmt::format("{}\n{}{}{}{}", code, rules_of_code(code), page, example_of(code),
                     mended_example_of(code));
}

}  // namespace cellar
