#include "shell/console/help/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "functions/functions.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/teach/help/code_page.h"
#include "shell/teach/help/foreign_words.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kBeforeCommands =
    "Type these to begin with:\n"
    "  EXAMPLES\n"
    "  SELECT id, body FROM posts WHERE author = 'ann';\n"
    "  INSERT INTO posts (author, id, body) VALUES ('ann', 8, 'my first row');\n"
    "  HELP SELECT\n"
    "EXAMPLES makes a few small tables, in which the examples of all pages run. The topics below are in an "
    "order to read "
    "them. Tables of your own go into a keyspace of your own: HELP CREATE KEYSPACE.\n"
    "  LEARN       lessons, step by step\n"
    "  HELP E301   what a code means: right behind a refusal, what it means for your statement\n"
    "  HELP JOIN   how CQL does what a word of SQL, or of another database, does\n"
    "\n"
    "Topics:";
constexpr std::string_view kBeforeListOfCommands =
    "\n"
    "Statements of CQL end with a semicolon. Commands of the shell end with the line:\n"
    "\n";
constexpr std::string_view kBehindCommands =
    "\n"
    "Ctrl-C drops what is being typed and stops a running statement.\n";

std::string page_of_command(const Command& command) {
  if (!command.page.empty()) return std::string(command.page);
  return command.summary.empty() ? "" : fmt::format("{}   {}\n", command.form(), command.summary);
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

std::string line_of(const Rule& rule, Language language) {
  return fmt::format("{}  {}\n", rule.name, words_of(rule, language));
}

/// Returns statements under their heading, each in a line; empty if there are none.
std::string lines_of_examples(std::string_view examples) {
  if (examples.empty()) return {};
  std::string text = fmt::format("\n{}\n", kExampleHeading);
  for (std::size_t end; (end = examples.find('\n')) != examples.npos; examples.remove_prefix(end + 1)) {
    text += fmt::format("  {}\n", examples.substr(0, end));
  }
  return text;
}

std::string page_of_topic(const HelpPage& page) {
  std::string text = page.topic == "functions" ? names_of_functions() : "";
  if (page.topic == "rules") {
    for (const Rule& rule : rule_card()) text += line_of(rule, Language::english);
  }
  text += page.text;
  return text + lines_of_examples(page.examples);
}

/// "HELP CREATE TABLE, HELP BATCH" of "create table,batch"
std::string list_of_pages(std::string_view pages) {
  std::string text;
  while (!pages.empty()) {
    const std::string_view topic = pages.substr(0, pages.find(','));
    text += fmt::format("{}HELP {}", text.empty() ? "" : ", ", to_upper(topic));
    pages.remove_prefix(std::min(pages.size(), topic.size() + 1));
  }
  return text;
}

/// Returns how CQL does what a word of elsewhere does; also what the word is here, if it is a term or a function.
std::string page_of_foreign_word(const ForeignWord& word, std::string_view name) {
  std::string text = to_upper(name) + '\n';
  if (const Term* term = find_term(name)) text += fmt::format("  {}\n", term->text);
  text += fmt::format("  {}\n{}\n  More: {}\n", word.text, lines_of_examples(word.examples),
                      list_of_pages(word.pages));
  return text + page_of_function(to_lower(name));
}

// Shorter parts of words are in pages of all kinds.
constexpr std::size_t kShortestPart = 3;

/// "create index" has one that begins with "ind", and "update" none that begins with "date".
bool has_word_that_begins(std::string_view topic, std::string_view part) {
  for (std::size_t found = topic.find(part); found != topic.npos; found = topic.find(part, found + 1)) {
    if (found == 0 || topic[found - 1] == ' ') return true;
  }
  return false;
}

/// Returns the pages that have `part` in their topic, each under its topic: HELP TABLE, HELP desc.
std::string pages_about(std::string_view part) {
  if (part.size() < kShortestPart) return {};
  std::string pages;
  for (const HelpPage& page : help_pages()) {
    if (!has_word_that_begins(page.topic, part)) continue;
    pages += fmt::format("{}{}\n{}", pages.empty() ? "" : "\n", to_upper(page.topic), page_of_topic(page));
  }
  return pages;
}

constexpr std::size_t kMostListed = 20;

bool speaks_of(std::string_view page, std::string_view word) {
  return to_lower(page).find(word) != std::string::npos;
}

/// Returns the topics, commands and codes whose pages have a word.
std::vector<std::string> topics_about(std::string_view word) {
  std::vector<std::string> topics;
  for (const HelpPage& page : help_pages()) {
    if (speaks_of(page.topic, word) || speaks_of(page.text, word)) topics.push_back(to_upper(page.topic));
  }
  for (const Command* command : all_commands()) {
    if (!command->summary.empty() && speaks_of(page_of_command(*command), word)) {
      topics.emplace_back(command->word);
    }
  }
  std::set<std::string_view> codes;
  for (const Message& message : messages()) {
    const bool speaks =
        speaks_of(message.title, word) || speaks_of(message.why, word) || speaks_of(message.fix, word);
    if (speaks && codes.insert(message.code).second) topics.emplace_back(message.code);
  }
  return topics;
}

/// Returns the first words of a line, with a blank between each two.
std::string first_words_of(std::string_view line) {
  constexpr std::size_t kMostColumns = 80;
  std::string words;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    const std::string_view word = line.substr(0, line.find(' '));
    if (display_width(words) + display_width(word) >= kMostColumns) return words + " ...";
    words += fmt::format("{}{}", words.empty() ? "" : " ", word);
    line.remove_prefix(word.size());
  }
  return words;
}

/// Returns what a topic is about: the summary of a command, the title of a code, or how its page begins.
std::string summary_of_topic(std::string_view topic) {
  for (const Command* command : all_commands()) {
    if (command->word == topic) return std::string(command->summary);
  }
  std::string_view text;
  const std::string page = *help_page(topic);
  for (std::string_view rest = page; !rest.empty();) {
    text = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    while (text.starts_with(' ')) text.remove_prefix(1);
    // The page of a code begins with the code and its rules.
    if (text != topic && !text.starts_with("rule ")) break;
  }
  return first_words_of(text);
}

std::string line_of_topic(std::string_view topic) {
  return fmt::format("  HELP {:<26} {}\n", topic, summary_of_topic(topic));
}

std::string list_of(const std::vector<std::string>& topics) {
  std::string text;
  for (std::size_t i = 0; i < topics.size() && i < kMostListed; ++i) text += line_of_topic(topics[i]);
  if (topics.size() > kMostListed) text += fmt::format("  ... and {} more\n", topics.size() - kMostListed);
  return text;
}

/// Returns what a term is, and the pages that speak of it: first those to begin with.
std::string page_of_term(const Term& term) {
  const std::string_view chinese = term.chinese.substr(0, term.chinese.find(' '));
  std::vector<std::string> topics;
  for (std::string_view rest = term.pages; !rest.empty();) {
    const std::string_view topic = rest.substr(0, rest.find(','));
    topics.push_back(to_upper(topic));
    rest.remove_prefix(std::min(rest.size(), topic.size() + 1));
  }
  for (const std::string& topic : topics_about(term.english)) {
    if (std::ranges::find(topics, topic) == topics.end()) topics.push_back(topic);
  }
  return fmt::format("{} ({})\n  {}\nPages:\n{}", term.english, chinese, term.text, list_of(topics));
}

/// Returns the page that has a word, or a list of those that have it; empty if there is none.
std::string pages_with(std::string_view word) {
  if (word.size() < kShortestPart) return {};
  const std::vector<std::string> topics = topics_about(word);
  if (topics.empty()) return {};
  if (topics.size() == 1) {
    const std::string page = *help_page(topics.front());
    return page.starts_with(topics.front()) ? page : topics.front() + "\n" + page;
  }
  return fmt::format("Pages that speak of \"{}\":\n{}", word, list_of(topics));
}

/// Returns the page of a thing of this very name: a code, a rule, a topic, a command, a word of elsewhere, a term, a function.
std::optional<std::string> page_named(std::string_view topic, const MetCase* met = nullptr,
                                      Language language = Language::english) {
  std::string code_page = page_of_code(to_upper(topic), met, language);
  if (!code_page.empty()) return code_page;
  if (const Rule* rule = find_rule(to_upper(topic))) return line_of(*rule, language);
  const std::string wanted = to_lower(topic);
  for (const HelpPage& page : help_pages()) {
    if (page.topic == wanted) return page_of_topic(page);
  }
  for (const Command* command : all_commands()) {
    if (command->is_called(topic) && !page_of_command(*command).empty()) return page_of_command(*command);
  }
  if (const ForeignWord* word = find_foreign_word(topic)) return page_of_foreign_word(*word, topic);
  if (const Term* term = find_term(topic)) return page_of_term(*term);
  std::string function = page_of_function(wanted);
  if (!function.empty()) return function;
  return std::nullopt;
}

/// Returns the page of what the first words name: HELP DROP TABLE shows that of DROP, HELP COPY FROM that of COPY. Empty
/// if they name nothing.
std::string page_of_beginning(std::string topic) {
  while (topic.find(' ') != topic.npos) {
    topic.erase(topic.rfind(' '));
    if (const std::optional<std::string> page = page_named(topic)) return *page;
  }
  return {};
}

/// Returns how CQL does what the last words name: HELP LEFT OUTER JOIN shows that of OUTER JOIN.
std::string page_of_end(std::string_view topic) {
  for (std::size_t blank; (blank = topic.find(' ')) != topic.npos;) {
    topic.remove_prefix(blank + 1);
    if (const ForeignWord* word = find_foreign_word(topic)) return page_of_foreign_word(*word, topic);
  }
  return {};
}

/// Returns the names of the topics, separated by commas, in lines of an indent of their own.
std::string names_of_topics() {
  constexpr std::size_t kColumns = 76, kIndent = 8;
  std::string text;
  std::size_t column = kIndent;
  std::string_view separator;
  for (const HelpPage& page : help_pages()) {
    text += separator;
    if (column + page.topic.size() > kColumns) {
      text += fmt::format("\n{:{}}", "", kIndent - 1);
      column = kIndent;
    }
    text += fmt::format(" {}", page.topic);
    column += page.topic.size() + 2;
    separator = ",";
  }
  return text + '\n';
}

std::string list_of_commands() {
  constexpr std::size_t kFormColumns = 27;
  std::string text;
  for (const Command* command : all_commands()) {
    if (command->summary.empty()) continue;
    // The summary of a long form is in a line of its own.
    std::string form = command->form();
    if (form.size() > kFormColumns) form += '\n' + std::string(kFormColumns + 2, ' ');
    text += fmt::format("  {:<{}}  {}\n", form, kFormColumns, command->summary);
  }
  return text;
}

}  // namespace

std::string help_overview() {
  return fmt::format("{}{}{}{}{}", kBeforeCommands, names_of_topics(), kBeforeListOfCommands,
                     list_of_commands(), kBehindCommands);
}

std::optional<std::string> help_page(std::string_view topic, const MetCase* met, Language language) {
  if (std::optional<std::string> page = page_named(topic, met, language)) return page;
  const std::string wanted = to_lower(topic);
  std::string pages = pages_about(wanted);
  // HELP INDEXES and HELP VIEWS mean one of them.
  for (const std::string_view plural : {"s", "es"}) {
    if (pages.empty() && wanted.ends_with(plural)) {
      pages = pages_about(wanted.substr(0, wanted.size() - plural.size()));
    }
  }
  if (pages.empty()) pages = page_of_beginning(wanted);
  if (pages.empty()) pages = page_of_end(wanted);
  if (pages.empty()) pages = pages_with(wanted);
  if (!pages.empty()) return pages;
  return std::nullopt;
}

std::string nearest_topic(std::string_view topic) {
  std::vector<std::string> names;
  for (const HelpPage& page : help_pages()) names.emplace_back(page.topic);
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) names.emplace_back(command->word);
  }
  for (const Term& term : glossary()) names.emplace_back(term.english);
  for (const ForeignWord& word : foreign_words()) {
    for (std::string_view rest = word.names; !rest.empty();) {
      names.emplace_back(rest.substr(0, rest.find(',')));
      rest.remove_prefix(std::min(rest.size(), names.back().size() + 1));
    }
  }
  for (const FunctionHelp& function : function_help()) names.emplace_back(function.name);
  for (const Message& message : messages()) {
    if (names.back() != message.code) names.emplace_back(message.code);
  }
  return nearest_name(topic, names);
}

}  // namespace cellar
