#include "shell/command/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "functions/functions.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "shell/command/code_examples.h"
#include "shell/command/commands.h"
#include "shell/command/families.h"
#include "shell/command/help_pages.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kBeforeCommands =
    "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
    "\n";
constexpr std::string_view kBehindCommands =
    "\n"
    "Ctrl-C drops what is being typed and stops a running statement.\n"
    "\n"
    "Topics:";

std::string page_of_command(const Command& command) {
  if (!command.page.empty()) return std::string(command.page);
  return command.summary.empty() ? "" : fmt::format("{}   {}\n", command.form(), command.summary);
}

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
  if (example->statement.empty()) return fmt::format("  example: {}\n", example->circumstances);
  return fmt::format("  example:\n{}    {}\n", tables_of(example->statement), example->statement);
}

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
  return page.empty() ? page : fmt::format("{}\n{}{}", code, page, example_of(code));
}

/// Returns the names of all functions by family, without those of operators.
std::string names_of_functions() {
  constexpr std::size_t kWidth = 100, kIndent = 17;
  std::string text;
  std::string_view family;
  std::size_t column = 0;
  for (const FunctionHelp& function : function_help()) {
    if (function.name.starts_with('_')) continue;
    if (function.family != family) {
      family = function.family;
      text += fmt::format("{}{:<{}}", text.empty() ? "" : "\n", family, kIndent);
      column = kIndent;
    } else if (column + function.name.size() + 3 > kWidth) {
      text += fmt::format("\n{:<{}}", "", kIndent);
      column = kIndent;
    } else {
      text += ' ';
    }
    text += fmt::format("{}()", function.name);
    column += function.name.size() + 3;
  }
  return text + "\n";
}

/// Returns the signatures of a function, and what it does; empty if there is none of that name.
std::string page_of_function(std::string_view name) {
  const FunctionHelp* function = find_function_help(name.substr(0, name.find('(')));
  if (function == nullptr) return {};
  std::string text;
  for (const std::string& signature : function->signatures) text += fmt::format("{}\n", signature);
  if (!function->older_name.empty()) text += fmt::format("older name: {}\n", function->older_name);
  return text + fmt::format("  {}\n", function->text);
}

std::string line_of(const Rule& rule) { return fmt::format("{}  {}\n", rule.name, rule.text); }

std::string page_of_topic(const HelpPage& page) {
  std::string text = page.topic == "functions" ? names_of_functions() : "";
  if (page.topic == "rules") {
    for (const Rule& rule : rule_card()) text += line_of(rule);
  }
  text += page.text;
  if (page.examples.empty()) return text;
  text += "\nExample:\n";
  std::string_view examples = page.examples;
  for (std::size_t end; (end = examples.find('\n')) != examples.npos; examples.remove_prefix(end + 1)) {
    text += fmt::format("  {}\n", examples.substr(0, end));
  }
  return text;
}

/// Returns the pages that have `part` in their topic, each under its topic: HELP TABLE, HELP desc.
std::string pages_about(std::string_view part) {
  std::string pages;
  for (const HelpPage& page : help_pages()) {
    if (part.empty() || page.topic.find(part) == page.topic.npos) continue;
    pages += fmt::format("{}{}\n{}", pages.empty() ? "" : "\n", to_upper(page.topic), page_of_topic(page));
  }
  return pages;
}

}  // namespace

std::string help_overview() {
  std::string text(kBeforeCommands);
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) text += fmt::format("  {:<27}  {}\n", command->form(), command->summary);
  }
  text += kBehindCommands;
  std::size_t column = 8;
  std::string_view separator;
  for (const HelpPage& page : help_pages()) {
    text += separator;
    if (column + page.topic.size() > 76) {
      text += "\n       ";
      column = 8;
    }
    text += ' ';
    text += page.topic;
    column += page.topic.size() + 2;
    separator = ",";
  }
  return text + '\n';
}

std::optional<std::string> help_page(std::string_view topic) {
  const std::string code_page = page_of_code(to_upper(topic));
  if (!code_page.empty()) return code_page;
  if (const Rule* rule = find_rule(to_upper(topic))) return line_of(*rule);
  const std::string wanted = to_lower(topic);
  for (const HelpPage& page : help_pages()) {
    if (page.topic == wanted) return page_of_topic(page);
  }
  for (const Command* command : all_commands()) {
    if (command->is_called(topic) && !page_of_command(*command).empty()) return page_of_command(*command);
  }
  const std::string function = page_of_function(wanted);
  if (!function.empty()) return function;
  std::string pages = pages_about(wanted);
  // HELP INDEXES and HELP VIEWS mean one of them.
  for (const std::string_view plural : {"s", "es"}) {
    if (pages.empty() && wanted.ends_with(plural)) {
      pages = pages_about(wanted.substr(0, wanted.size() - plural.size()));
    }
  }
  if (!pages.empty()) return pages;
  return std::nullopt;
}

namespace {

std::optional<CommandOutcome> help(const CommandCall& call) {
  if (call.arguments().empty()) {
    call.context.output.write(help_overview());
    return CommandOutcome::done;
  }
  std::string topic;
  for (const CommandWord& word : call.arguments()) topic += (topic.empty() ? "" : " ") + word.text;
  std::optional<std::string> page = help_page(topic);
  // HELP DROP TABLE shows the page of DROP.
  for (std::string part = topic; !page && part.find(' ') != part.npos;) {
    part.erase(part.rfind(' '));
    page = help_page(part);
  }
  if (!page) refuse("no_help", call.words[1].span, {{"topic", topic}});
  call.context.output.write(*page);
  return CommandOutcome::done;
}

constexpr Command kHelpCommands[] = {
    {"HELP", "?", "[topic | code]", "this page, a topic, or what a code such as E301 means",
     "HELP        the commands, and the topics\n"
     "HELP WHERE  a statement, a clause, a command, or another topic\n"
     "HELP E301   what a code means, with an example; HELP K1: a rule of the card\n",
     help},
};

}  // namespace

std::span<const Command> help_commands() { return kHelpCommands; }

}  // namespace cellar
