#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "functions/functions.h"
#include "parser/script/splitter.h"
#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "refusal/width.h"
#include "shell/check/checked_answer.h"
#include "shell/connection/database_connection.h"
#include "shell/console/commands.h"
#include "shell/console/help/help.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/help_pages.h"

using namespace cellar;

namespace {

using Catch::Contains;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines.emplace_back(text.substr(0, end));
  }
  return lines;
}

/// The sample schema, in use, under the policy of the shell.
struct Sample {
  const Database database = Database::open_temporary();
  DatabaseConnection connection{database, Policy::teach};
  Session& session = connection.session();

  Sample() {
    session.set_notices(Notices::all);
    for (const std::string& line : lines_of(sample_schema())) session.execute(line);
  }
  ShellSettings settings;
  CheckedConsole console{connection, settings};
  CheckedAnswer ask(const std::string& text) { return console.answer(text); }
};

std::string code_of(const CheckedAnswer& answer) {
  if (!answer.refusal) return {};
  return std::string(answer.refusal->code());
}

bool answers_with(const CheckedAnswer& answer, std::string_view code) {
  if (answer.refusal) return answer.refusal->code() == code;
  return std::ranges::any_of(answer.notices,
                             [code](const Diagnostic& notice) { return notice.code() == code; });
}

/// Statements one after another, the last of which answers.
CheckedAnswer ask_all(Sample& sample, const std::string& text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  CheckedAnswer answer;
  while (const auto statement = splitter.next()) answer = sample.ask(std::string(statement->text));
  return answer;
}

}  // namespace

TEST_CASE("every code of a message has a page, with an example and without names of parameters") {
  const std::regex slot("\\{[a-z_]+(\\|[^}]*)?\\}");
  for (const Message& message : messages()) {
    const auto page = help_page(message.code);
    REQUIRE(page);
    INFO(*page);
    CHECK_THAT(*page, Contains(std::string(message.title.substr(0, message.title.find('{')))));
    CHECK_FALSE(std::regex_search(*page, slot));
    CHECK_THAT(*page, Contains("\n  example:"));
    if (message.id == "undefined_column") CHECK_THAT(*page, Contains("<column>"));
  }
}

TEST_CASE("the example of a code is answered with it") {
  std::set<std::string_view> codes;
  for (const Message& message : messages()) codes.insert(message.code);
  for (const std::string_view code : codes) {
    const CodeExample* example = find_example(code);
    REQUIRE(example != nullptr);
    CHECK(example->example.empty() != example->circumstances.empty());
    if (example->example.empty()) continue;
    Sample sample;
    const CheckedAnswer answer = ask_all(sample, std::string(example->example));
    INFO(code << ": " << example->example << " answers " << code_of(answer));
    CHECK(answers_with(answer, code));
  }
}

TEST_CASE("the mended example of a code runs, and each refusal of a statement has one") {
  std::set<std::string_view> codes;
  for (const Message& message : messages()) codes.insert(message.code);
  for (const std::string_view code : codes) {
    const CodeExample* example = find_example(code);
    INFO(code);
    REQUIRE(example != nullptr);
    // What is switched off, and who may log in, cannot be mended by another statement.
    const bool of_statement = !example->example.empty() && code >= "E1" && code < "E5";
    if (of_statement) CHECK_FALSE(example->mended.empty());
    if (example->mended.empty()) continue;
    Sample sample;
    Splitter splitter(begins_line_command);
    splitter.feed(example->mended);
    splitter.end();
    while (const auto statement = splitter.next()) {
      const std::string text(statement->text);
      const CheckedAnswer answer = sample.ask(text);
      INFO(text << " answers " << code_of(answer));
      CHECK_FALSE(answer.refusal);
      CHECK_FALSE(answers_with(answer, code));
    }
    CHECK_THAT(*help_page(code), Contains("\n  instead:\n"));
  }
}

TEST_CASE("HELP finds terms in English and Chinese, and pages by their words") {
  for (const char* word : {"wide row", "Wide Rows", "宽行"}) {
    CHECK_THAT(*help_page(word), Catch::StartsWith("wide row (宽行)\n") && Contains("\n  HELP PRIMARY KEY "));
  }
  CHECK(help_page("分区键") == help_page("partition key"));
  CHECK(help_page("聚合键") == help_page("聚簇列"));
  CHECK_THAT(*help_page("tombstone"), Contains("HELP DELETE "));
  CHECK_THAT(*help_page("filtering"), Contains("HELP ALLOW FILTERING") && Contains("HELP E304"));
  CHECK_THAT(*help_page("durations"), Catch::StartsWith("Pages that speak of \"durations\":\n"));
  CHECK_THAT(*help_page("super column"), Catch::StartsWith("THEN-NOW\n"));
  CHECK(help_page("then-now"));
  CHECK_THAT(*help_page("order"), Catch::StartsWith("The order of rows is stored"));
}

TEST_CASE("each term of the glossary leads to pages that exist, and no two share a name") {
  std::set<std::string> names;
  for (const Term& term : glossary()) {
    INFO(term.english);
    CHECK(find_term(term.english) == &term);
    std::string words(term.chinese);
    std::ranges::replace(words, ' ', '\n');
    for (const std::string& word : lines_of(words + "\n")) {
      CHECK(names.insert(word).second);
      CHECK(find_term(word) == &term);
    }
    std::string pages(term.pages);
    std::ranges::replace(pages, ',', '\n');
    for (const std::string& page : lines_of(pages + "\n")) {
      INFO(page);
      CHECK(help_page(page));
    }
  }
}

TEST_CASE("the topics of cqlsh have pages") {
  Sample sample;
  for (const char* topic :
       {"CREATE_TABLE", "create_keyspace", "ALTER_MATERIALIZED_VIEW", "DROP_INDEX", "SELECT_JSON",
        "LIST_ROLES", "TEXT", "UUID", "BEGIN", "APPLY", "SERIAL", "UNICODE", "CLS", "DESC"}) {
    INFO(topic);
    CHECK_FALSE(sample.ask(std::string("HELP ") + topic).refusal);
  }
  CHECK(sample.ask("HELP CREATE_TABLE").text == sample.ask("HELP create table").text);
  CHECK(sample.ask("HELP COPY FROM").text == sample.ask("HELP COPY").text);
  CHECK(sample.ask("HELP .mode").text.front() == "MODE csv, or another form (HELP MODE)");
}

TEST_CASE("an unknown topic proposes the nearest one") {
  Sample sample;
  const auto proposal = [&sample](const char* text) {
    return title_of(*sample.ask(text).refusal) + ": " +
           fill(find_message(sample.ask(text).refusal->id)->fix, sample.ask(text).refusal->parameters);
  };
  CHECK(proposal("HELP selct") == "there is no help on selct: Did you mean HELP SELECT?");
  CHECK(proposal("HELP tombstoen") == "there is no help on tombstoen: Did you mean HELP TOMBSTONE?");
  CHECK(proposal("HELP broccoli") == "there is no help on broccoli: `HELP` lists the topics.");
}

TEST_CASE("the program holds each page as it is written") {
  const std::filesystem::path folder(CELLAR_SOURCE_DIR "/shell/teach/help/pages");
  for (const HelpPage& page : help_pages()) {
    std::string name(page.topic);
    std::ranges::replace(name, ' ', '_');
    std::stringstream written;
    written << std::ifstream(folder / (name + ".txt")).rdbuf();
    INFO(page.topic);
    const std::string mark = page.examples.empty() ? "" : "\nExample:\n";
    CHECK(std::string(page.text) + mark + std::string(page.examples) == written.str());
  }
  const auto texts = std::distance(std::filesystem::directory_iterator(folder), {});
  CHECK(help_pages().size() + 1 == static_cast<std::size_t>(texts));  // contents.txt
}

TEST_CASE("the examples of the pages run") {
  for (const HelpPage& page : help_pages()) {
    Sample sample;
    for (const std::string& statement : lines_of(page.examples)) {
      const CheckedAnswer answer = sample.ask(statement);
      INFO(page.topic << ": " << statement << " answers " << code_of(answer));
      CHECK_FALSE(answer.refusal);
      CHECK_THAT(*help_page(page.topic), Contains("  " + statement + "\n"));
    }
  }
}

TEST_CASE("no page proposes what is refused as not run yet") {
  const struct {
    const char* word;
    const char* statement;
  } probes[] = {
      {"JSON", "SELECT JSON body FROM posts WHERE author = 'ann';"},
      {"GROUP BY", "SELECT author, count(*) FROM posts WHERE author = 'ann' GROUP BY author;"},
      {"[IF NOT EXISTS] [USING", "INSERT INTO posts (author, id) VALUES ('ann', 5) IF NOT EXISTS;"},
      {"IF condition", "UPDATE posts SET body = 'x' WHERE author = 'ann' AND id = 1 IF body = 'y';"},
      {"[IF EXISTS |", "DELETE FROM posts WHERE author = 'ann' AND id = 1 IF EXISTS;"},
      {"counter +", "UPDATE visits SET count = count + 1 WHERE page = '/';"},
      {"COUNTER]", "BEGIN COUNTER BATCH UPDATE visits SET count = count + 1 WHERE page = '/'; APPLY BATCH;"},
      {"CREATE INDEX", "CREATE INDEX ON posts (body);"},
      {"MATERIALIZED VIEW",
       "CREATE MATERIALIZED VIEW v AS SELECT author, id FROM posts WHERE author IS NOT NULL AND id IS NOT "
       "NULL "
       "PRIMARY "
       "KEY (id, author);"},
      {"ANN OF",
       "CREATE TABLE v (id int PRIMARY KEY, v vector<float, 2>); CREATE INDEX ON v (v) USING 'sai'; "
       "SELECT id FROM v ORDER BY v ANN OF [1, 2] LIMIT 1;"},
      {"EXPLAIN", "EXPLAIN SELECT id FROM posts WHERE author = 'ann';"},
      {"CREATE ROLE", "CREATE ROLE ann;"},
      {"CREATE FUNCTION",
       "CREATE FUNCTION f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'x';"},
  };
  for (const auto& probe : probes) {
    Sample sample;
    if (!ask_all(sample, probe.statement).refusal) continue;
    for (const HelpPage& page : help_pages()) {
      INFO(page.topic);
      CHECK_THAT(std::string(page.text), !Contains(probe.word));
    }
  }
}

TEST_CASE("every function that HELP names is one") {
  const std::string page = *help_page("functions");
  const std::regex call("([a-z_0-9]+)\\(");
  std::size_t count = 0;
  for (std::sregex_iterator found(page.begin(), page.end(), call), end; found != end; ++found, ++count) {
    Sample sample;
    const std::string name = (*found)[1];
    const CheckedAnswer answer = sample.ask("SELECT " + name + "() FROM posts WHERE author = 'ann';");
    INFO(name << ": " << code_of(answer));
    CHECK_FALSE(answers_with(answer, "E230"));
  }
  CHECK(count > 40);
}

TEST_CASE("what the pages of commands propose is known") {
  for (const Command* command : all_commands()) {
    // Lessons are played at the prompt alone; their tests are in tests/shell/check/lesson/.
    if (command->summary.empty() || command->word == "LEARN") continue;
    for (const std::string& line : lines_of(*help_page(command->word))) {
      const std::string proposed = line.substr(0, line.find("  "));
      if (!proposed.starts_with(command->word) || proposed.find_first_of("['") != proposed.npos) continue;
      Sample sample;
      const CheckedAnswer answer = sample.ask(proposed);
      INFO(proposed << " answers " << code_of(answer));
      CHECK_FALSE(answer.refusal);
    }
  }
}

TEST_CASE("HELP is not referred to in vain") {
  std::string words = help_overview();
  for (const HelpPage& page : help_pages()) words += *help_page(page.topic) + "\n";
  for (const Command* command : all_commands()) words += *help_page(command->word) + "\n";
  for (const Message& message : messages()) words += *help_page(message.code) + "\n";
  const std::regex reference("HELP ([A-Z][A-Z0-9]+( [A-Z]+)*)");
  std::size_t count = 0;
  for (std::sregex_iterator found(words.begin(), words.end(), reference), end; found != end;
       ++found, ++count) {
    INFO((*found)[0]);
    CHECK(help_page((*found)[1].str()));
  }
  CHECK(count > 10);
}

TEST_CASE("no line of HELP is wider than a hundred columns") {
  std::vector<std::string> pages = {help_overview()};
  for (const HelpPage& page : help_pages()) pages.push_back(*help_page(page.topic));
  for (const Command* command : all_commands()) pages.push_back(*help_page(command->word));
  for (const Message& message : messages()) pages.push_back(*help_page(message.code));
  for (const Term& term : glossary()) pages.push_back(*help_page(term.english));
  for (const FunctionHelp& function : function_help()) pages.push_back(*help_page(function.name));
  for (const std::string& page : pages) {
    for (const std::string& line : lines_of(fit_help_lines(page))) {
      INFO(line);
      CHECK(display_width(line) <= kHelpColumns);
    }
  }
}

TEST_CASE("what is too much of a line goes on below it, and takes nothing away") {
  const std::string words(90, 'x');
  CHECK(fit_help_lines(words + " one two three four\nfive. Six.\nSeven\n") ==
        words + " one two\nthree four five. Six.\nSeven\n");
  CHECK(fit_help_lines("FORM   " + words + " end of it.\nOTHER   text\n") ==
        "FORM   " + words + "\n       end of it.\nOTHER   text\n");
  const auto without_blanks = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  for (const HelpPage& page : help_pages()) {
    const std::string text = *help_page(page.topic);
    CHECK(without_blanks(fit_help_lines(text)) == without_blanks(text));
  }
}

TEST_CASE("topics are found by name or part, in any case") {
  CHECK_THAT(*help_page("Select"), Catch::StartsWith("SELECT "));
  CHECK_THAT(*help_page("table"), Catch::Contains("CREATE TABLE"));
  CHECK_THAT(*help_page("table"), Catch::Contains("ALTER TABLE"));
  CHECK(help_page("e100") == help_page("E100"));
  CHECK(help_page("k6") == "K6  writes name the whole primary key\n");
  for (const char* topic :
       {"where",   "primary key", "functions", "order by", "key",           "copy",   "tracing",
        "indexes", "views",       "index",     "view",     "counter",       "ann",    "vector",
        "json",    "if",          "group by",  "group",    "system tables", "system", "describe"}) {
    INFO(topic);
    CHECK(help_page(topic));
  }
  CHECK_THAT(*help_page("indexes"), Catch::StartsWith("CREATE INDEX\n"));
  CHECK_THAT(*help_page("counter"), Catch::StartsWith("counter (计数器)\n") && Contains("HELP COUNTERS "));
  CHECK_FALSE(help_page("broccoli"));
  CHECK_FALSE(help_page(""));
}

TEST_CASE("the overview names every command that there is, and each of them has a page") {
  for (const Command* command : all_commands()) {
    INFO(command->word);
    const auto page = help_page(command->word);
    REQUIRE(page);
    if (!command->summary.empty()) {
      CHECK_THAT(help_overview(), Catch::Contains("\n  " + command->form()));
      CHECK_THAT(*page, Catch::StartsWith(std::string(command->word)));
    }
    if (!command->other_word.empty()) CHECK(help_page(command->other_word) == page);
  }
}

TEST_CASE("no two commands begin with the same word") {
  std::set<std::string_view> words;
  for (const Command* command : all_commands()) {
    CHECK(words.insert(command->word).second);
    if (!command->other_word.empty()) CHECK(words.insert(command->other_word).second);
  }
}

TEST_CASE("each page of HELP is broken between words at any width of a terminal") {
  std::vector<std::string> pages = {help_overview()};
  for (const HelpPage& page : help_pages()) pages.push_back(*help_page(page.topic));
  for (const Command* command : all_commands()) {
    if (const std::optional<std::string> page = help_page(command->word)) pages.push_back(*page);
  }
  for (const Message& message : messages()) pages.push_back(*help_page(message.code));
  REQUIRE(pages.size() > 300);
  for (const std::string& page : pages) {
    for (const std::size_t width : {40, 41, 47, 53, 60, 66, 72, 80, 99, 120, 160, 200}) {
      for (const std::string& line : lines_of(fit_help_lines(page, width))) {
        if (display_width(line) <= width) continue;
        // What cannot be broken is a single word, or text in quotes.
        const std::string word = line.substr(line.find_first_not_of(' '));
        INFO("at " << width << ": " << line);
        CHECK((word.find(' ') == word.npos || word.front() == '\''));
      }
    }
  }
}
