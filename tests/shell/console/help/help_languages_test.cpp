// HELP in languages besides English: nothing of it is missing, or English. The reviewed file pages.zh.txt holds all pages. Run
// shell_test with CELLAR_UPDATE=1 to write it anew, and read what has changed.
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "functions/functions.h"
#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "shell/console/commands.h"
#include "shell/console/help/help.h"
#include "shell/teach/help/foreign_words.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

#include "chinese_screen.h"

using namespace cellar;

namespace {

const Language kChinese = *find_language("zh");

std::string first_name(const ForeignWord& word) {
  return std::string(word.names.substr(0, word.names.find(',')));
}

/// The names that each part of HELP has in English.
std::set<std::string> names_of(HelpPart part) {
  std::set<std::string> names;
  switch (part) {
    case HelpPart::pages:
      for (const HelpPage& page : help_pages()) names.emplace(page.topic);
      break;
    case HelpPart::commands:
      for (const Command* command : all_commands()) {
        names.emplace(command->word);
        names.insert("form " + std::string(command->word));
      }
      break;
    case HelpPart::words:
      for (const ForeignWord& word : foreign_words()) names.insert(first_name(word));
      break;
    case HelpPart::terms:
      for (const Term& term : glossary()) names.emplace(term.english);
      break;
    case HelpPart::functions:
      for (const FunctionHelp& function : function_help()) {
        names.emplace(function.name);
        names.emplace(function.family);
      }
      break;
  }
  return names;
}

std::string without_examples(std::string_view page) {
  std::string text;
  bool is_example = false;
  std::istringstream lines{std::string(page)};
  for (std::string line; std::getline(lines, line);) {
    is_example = is_example_heading(line) || (is_example && !line.empty());
    if (!is_example && !line.ends_with(';')) text += line + "\n";
  }
  return text;
}

std::set<std::string> topics() {
  std::set<std::string> all;
  for (const HelpPage& page : help_pages()) all.emplace(page.topic);
  for (const Command* command : all_commands()) all.emplace(command->word);
  for (const ForeignWord& word : foreign_words()) all.insert(first_name(word));
  for (const Term& term : glossary()) all.emplace(term.chinese.substr(0, term.chinese.find(' ')));
  for (const FunctionHelp& function : function_help()) all.emplace(function.name);
  return all;
}

std::string reviewed_file() {
  std::stringstream text;
  text << std::ifstream(CELLAR_SOURCE_DIR "/tests/shell/console/help/pages.zh.txt").rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("each language has every page, command, word, term and function of HELP, and no others") {
  REQUIRE(help_texts().size() + 1 == languages().size());
  for (std::size_t number = 1; number < languages().size(); ++number) {
    const auto language = static_cast<Language>(number);
    for (const HelpPart part : {HelpPart::pages, HelpPart::words, HelpPart::terms, HelpPart::functions}) {
      for (const std::string& name : names_of(part)) {
        INFO(languages()[number].code << ": " << name);
        const bool is_empty = name == "rules" && part == HelpPart::pages;
        CHECK(help_text(part, name, language).empty() == is_empty);
      }
    }
    for (const Command* command : all_commands()) {
      INFO(languages()[number].code << ": " << command->word);
      const std::string_view text = help_text(HelpPart::commands, command->word, language);
      if (command->summary.empty()) continue;
      CHECK_FALSE(text.starts_with('\n'));
      CHECK((text.find('\n') + 1 < text.size()) == !command->page.empty());
    }
    for (std::size_t part = 0; part < 5; ++part) {
      const std::set<std::string> names = names_of(static_cast<HelpPart>(part));
      std::istringstream lines{std::string(help_texts()[number - 1].parts[part])};
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        if (line.starts_with("== ")) CHECK(names.contains(line.substr(3)));
      }
    }
  }
}

TEST_CASE("a page in another language has the examples of the English one") {
  for (const HelpPage& page : help_pages()) {
    const std::string text = *help_page(page.topic, nullptr, kChinese);
    std::istringstream examples{std::string(page.examples)};
    for (std::string line; std::getline(examples, line);)
      CHECK_THAT(text, Catch::Contains("  " + line + "\n"));
  }
}

TEST_CASE("no page of HELP is half English on a Chinese screen") {
  // Topics, and what pages of SQL and of files speak of.
  std::set<std::string> names = {"history", "sorted", "incr", "database", "wide",
                                 "row",     "note",   "expr", "expires"};
  for (const HelpPage& page : help_pages()) {
    std::istringstream words{std::regex_replace(std::string(page.topic), std::regex("-"), " ")};
    for (std::string word; words >> word;) names.insert(word);
  }
  CHECK(english_in(without_examples(help_overview(kChinese)), names) == std::vector<std::string>());
  for (const std::string& topic : topics()) {
    INFO(topic);
    const std::string page = help_page(topic, nullptr, kChinese).value();
    // The forms of functions are those of CQL.
    if (find_function_help(topic) == nullptr)
      CHECK(english_in(without_examples(page), names) == std::vector<std::string>());
  }
}

TEST_CASE("the circumstances and the excuses of codes are in Chinese") {
  for (const Message& message : messages()) {
    const CodeExample* example = find_example(message.code);
    if (example == nullptr) continue;
    const CodeWords words = words_of(*example, kChinese);
    INFO(words.code << ": " << words.circumstances << " " << words.when);
    const bool is_typed =
        example->circumstances.ends_with('\'') || example->circumstances.ends_with(';') ||
        (example->circumstances.find(',') == std::string_view::npos &&
         (example->circumstances.starts_with("cellar ") || example->circumstances.starts_with("LEARN ")));
    if (!example->circumstances.empty())
      CHECK((is_typed ||
             words.circumstances.find_first_of("\xE4\xE5\xE6\xE7\xE8\xE9") != std::string_view::npos));
    if (!example->when.empty()) CHECK(words.when != example->when);
  }
}

TEST_CASE("the pages of HELP in Chinese are the reviewed ones") {
  std::string all = fit_help_lines(help_overview(kChinese));
  for (const std::string& topic : topics())
    all += fmt::format("\n## {}\n{}", to_upper(topic), fit_help_lines(*help_page(topic, nullptr, kChinese)));
  if (std::getenv("CELLAR_UPDATE") != nullptr)
    std::ofstream(CELLAR_SOURCE_DIR "/tests/shell/console/help/pages.zh.txt") << all;
  CHECK(all == reviewed_file());
}
