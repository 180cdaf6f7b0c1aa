// HELP, and EXAMPLES: the tables of its examples.

#include <fmt/format.h>

#include <algorithm>

#include "functions/json/json_value.h"
#include "shell/console/commands/families.h"
#include "shell/console/help/help.h"
#include "shell/console/settings.h"
#include "shell/console/words/console_words.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/sample_tables.h"
#include "types/text/text.h"

namespace cellar {

namespace {

void answer_page(const CommandCall& call, const std::string& page) {
  const std::size_t columns = call.context.output.terminal_columns().value_or(kHelpColumns);
  call.answer.text = fit_help_lines(page, columns);
  call.answer.may_be_paged = true;
  call.answer.fitted = [page](std::size_t columns_now) { return fit_help_lines(page, columns_now); };
  call.answer.document = [page] { return "{\"page\":" + json_string(page) + "}\n"; };
}

/// A statement behind HELP is known by its first words, and no topic is longer than these.
std::string topic_of(const CommandCall& call) {
  constexpr std::size_t kMostWords = 8, kMostBytes = 100;
  std::string topic;
  for (const CommandWord& word : call.arguments().first(std::min(call.arguments().size(), kMostWords)))
    topic += (topic.empty() || topic == "." ? "" : " ") + word.text;  // ".mode" is two words
  if (topic.size() > kMostBytes) refuse("no_help", call.words[1].span, {{"topic", shorten(topic)}});
  return topic;
}

void help(const CommandCall& call) {
  if (call.arguments().empty()) {
    answer_page(call, help_overview(call.context.settings.language));
    return;
  }
  const std::string topic = topic_of(call);
  const ShellSettings& settings = call.context.settings;
  std::optional<std::string> page = help_page(topic, settings.last_met(to_upper(topic)), settings.language);
  // cqlsh calls its topics CREATE_TABLE; functions have such names, too.
  std::string words = topic;
  if (!page) {
    std::ranges::replace(words, '_', ' ');
    page = help_page(words, nullptr, settings.language);
  }
  // HELP VIEWS OF TABLES shows the pages about views.
  for (std::string part = words; !page && part.find(' ') != part.npos;) {
    part.erase(part.rfind(' '));
    page = help_page(part, nullptr, settings.language);
  }
  if (!page) {
    const Span span = call.words[1].span;
    if (is_like_code(topic)) refuse("no_code", span, {{"code", to_upper(topic)}});
    const std::string nearest = to_upper(nearest_topic(topic));
    if (nearest.empty()) refuse("no_help", span, {{"topic", topic}});
    refuse("no_help_near", span, {{"topic", topic}, {"nearest", nearest}});
  }
  answer_page(call, *page);
}

bool is_counter(std::string_view statement) { return statement.starts_with("UPDATE"); }

/// Refuses if the tables are there and do not take the rows of the examples any more.
void check_tables(Connection& connection) {
  for (const std::string_view statement : sample_statements()) {
    if (statement.starts_with("INSERT") && connection.find_fault(statement)) {
      refuse("examples_changed", {}, {{"keyspace", std::string(kSampleKeyspace)}});
    }
  }
}

/// Makes what is not there yet. A row that is there is written again as it was at first; counters are counted once.
void make_examples(Connection& connection) {
  const bool had_counters = connection.schema()->find_table(kSampleKeyspace, "visits") != nullptr;
  const auto run = [&](auto is_wanted) {
    for (const std::string_view statement : sample_statements()) {
      if (is_wanted(statement)) connection.execute(statement);
    }
  };
  const auto is_row = [](std::string_view statement) { return statement.starts_with("INSERT"); };
  run([&](std::string_view statement) { return !is_row(statement) && !is_counter(statement); });
  check_tables(connection);
  run([&](std::string_view statement) {
    return is_row(statement) || (is_counter(statement) && !had_counters);
  });
}

void make_tables_of_examples(const CommandCall& call) {
  call.refuse_words_from(1);
  call.context.connection.refuse_if_read_only();
  make_examples(call.context.connection);
  const Language language = call.context.settings.language;
  const Parameters keyspace = {{"keyspace", std::string(kSampleKeyspace)}};
  std::string page = ConsoleWords::say(language, "Keyspace {keyspace} is in use. Its tables:\n", keyspace);
  std::string names;
  for (const SampleTable& table : sample_tables()) {
    page += fmt::format("  {:<8}{}\n", table.name, table.key);
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ",", table.name);
  }
  page += ConsoleWords::say(
      language,
      "The examples of HELP run in them: begin with HELP SELECT. DESCRIBE TABLE posts shows all columns of "
      "one.\n"
      "EXAMPLES writes their first rows again; DROP KEYSPACE {keyspace}; ends them.\n",
      keyspace);
  answer_page(call, page);
  call.answer.document = [names] {
    return fmt::format("{{\"keyspace\":\"{}\",\"tables\":[{}]}}\n", kSampleKeyspace, names);
  };
}

constexpr Command kHelpCommands[] = {
    {"HELP", "?", "[topic | code]", "this page, a topic, or what a code such as E301 means",
     "HELP        the commands, and the topics\n"
     "HELP WHERE  a statement, a clause, a command, or another topic\n"
     "HELP E301   what a code means, with an example: first the case that was just met; HELP K1: a rule of "
     "the card\n"
     "HELP JOIN   how CQL does what a word of SQL or of another database does\n"
     "HELP wide row   a term, in English or Chinese (HELP 宽行), or the pages that speak of a word\n",
     help},
    {"EXAMPLES", "EXAMPLE", "", "small tables to try things in: those of HELP's examples",
     "EXAMPLES   makes the keyspace examples, with a few small tables and their rows, and puts it in use\n"
     "The examples of HELP run in these tables. What is there already stays; the rows that EXAMPLES makes "
     "are written "
     "again.\n"
     "DROP KEYSPACE examples; takes all of it away.\n",
     make_tables_of_examples, CommandEffect::writes},
};

}  // namespace

std::span<const Command> help_commands() { return kHelpCommands; }

}  // namespace cellar
