// HELP at terminals of any width.
#include <catch2/catch.hpp>
#include <set>

#include "functions/functions.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/console/help/help.h"
#include "shell/teach/help/foreign_words.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/help_pages.h"

using namespace cellar;

namespace {

std::set<std::string> all_pages(Language language) {
  std::set<std::string> pages = {help_overview(language)};
  const auto add = [&pages, language](std::string_view topic) {
    if (const std::optional<std::string> page = help_page(topic, nullptr, language)) pages.insert(*page);
  };
  for (const HelpPage& page : help_pages()) add(page.topic);
  for (const Command* command : all_commands()) add(command->word);
  for (const Message& message : messages()) add(message.code);
  for (const Rule& rule : rule_card()) add(rule.name);
  for (const Term& term : glossary()) add(term.english);
  for (const FunctionHelp& function : function_help()) add(function.name);
  for (const ForeignWord& word : foreign_words()) add(word.names.substr(0, word.names.find(',')));
  for (const char* word : {"index", "views", "durations", "null pointer", "key", "partition"}) add(word);
  return pages;
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

/// Returns the lines of a page that are wider than the window; all but the first one are left out.
std::string too_wide(const std::string& fitted, std::size_t width) {
  for (std::string_view rest = fitted; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (display_width(line) > width) return std::string(line);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return {};
}

}  // namespace

TEST_CASE("no line of HELP is wider than the window, from 40 columns on, and nothing of it is lost") {
  const bool is_chinese = GENERATE(false, true);
  const std::set<std::string> pages = all_pages(is_chinese ? *find_language("zh") : Language::english);
  REQUIRE(pages.size() > 400);
  for (const std::string& page : pages) {
    const std::string words = without_blanks(page);
    for (std::size_t width = 40; width <= 200; ++width) {
      const std::string fitted = fit_help_lines(page, width);
      const std::string line = too_wide(fitted, std::min(width, kHelpColumns));
      INFO("at " << width << ": " << line);
      CHECK(line.empty());
      CHECK(without_blanks(fitted) == words);
    }
  }
}
