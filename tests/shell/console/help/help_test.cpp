#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "functions/functions.h"
#include "newcomer.h"
#include "parser/script/splitter.h"
#include "refusal/messages.h"
#include "shell/console/commands.h"
#include "shell/console/help/help.h"
#include "shell/teach/help/glossary.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/help_pages.h"

using namespace cellar;

namespace {

using Catch::Contains;

/// Statements one after another, the last of which answers.
CheckedAnswer ask_all(Learner& sample, const std::string& text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  CheckedAnswer answer;
  while (const auto statement = splitter.next()) answer = sample.type(std::string(statement->text));
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
    CHECK_THAT(*page, Contains("\n  example:\n") || Contains("\n  for example:\n"));
    if (message.id == "undefined_column") CHECK_THAT(*page, Contains("<column>"));
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
  Learner sample;
  for (const char* topic :
       {"CREATE_TABLE", "create_keyspace", "ALTER_MATERIALIZED_VIEW", "DROP_INDEX", "SELECT_JSON",
        "LIST_ROLES", "TEXT", "UUID", "BEGIN", "APPLY", "SERIAL", "UNICODE", "CLS", "DESC"}) {
    INFO(topic);
    CHECK_FALSE(sample.type(std::string("HELP ") + topic).refusal);
  }
  CHECK(sample.type("HELP CREATE_TABLE").text == sample.type("HELP create table").text);
  CHECK(sample.type("HELP COPY FROM").text == sample.type("HELP COPY").text);
  CHECK(sample.type("HELP .mode").text.front() == "MODE csv, or another form (HELP MODE)");
}

TEST_CASE("an unknown topic proposes the nearest one") {
  Learner sample;
  const auto proposal = [&sample](const char* text) {
    return title_of(*sample.type(text).refusal) + ": " +
           fill(find_message(sample.type(text).refusal->id)->fix, sample.type(text).refusal->parameters);
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
    Learner sample;
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
    Learner sample;
    const std::string name = (*found)[1];
    const CheckedAnswer answer = sample.type("SELECT " + name + "() FROM posts WHERE author = 'ann';");
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
      Learner sample;
      const CheckedAnswer answer = sample.type(proposed);
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
  // What stands before <Tab> is the beginning of a word.
  const std::regex reference("HELP ([A-Z][A-Z0-9]+( [A-Z]+)*)(?![A-Za-z0-9<])");
  std::size_t count = 0;
  for (std::sregex_iterator found(words.begin(), words.end(), reference), end; found != end;
       ++found, ++count) {
    INFO((*found)[0]);
    CHECK(help_page((*found)[1].str()));
  }
  CHECK(count > 10);
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
  CHECK(help_page("k6")->starts_with("K6  writes name the whole primary key\n"));
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

TEST_CASE("HELP of a rule names the codes that it explains, and a word like a code means no other page") {
  const std::string page = *help_page("K1");
  CHECK(page.find("HELP E301") != std::string::npos);
  CHECK(page.find("HELP E302") != std::string::npos);
  CHECK(help_page("k1") == page);
  for (const char* const word : {"E999", "e999", "E30", "L9", "z1"}) {
    INFO(word);
    CHECK(is_like_code(word));
    CHECK_FALSE(help_page(word));
  }
  for (const char* const word : {"E301", "l503", "MR1"}) CHECK(help_page(word));
  for (const char* const word : {"", "E", "9", "EE9", "E9x", "E 9"}) CHECK_FALSE(is_like_code(word));
}

TEST_CASE("a word that topics have as a whole is not taken for the beginning of another one") {
  const std::string page = *help_page("key");
  CHECK(page.find("CREATE KEYSPACE\n") == std::string::npos);
  CHECK(page.find("KEY") != std::string::npos);
  CHECK(help_page("keysp")->find("CREATE KEYSPACE\n") != std::string::npos);
}
