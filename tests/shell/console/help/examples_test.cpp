// Types what HELP shows: each example of each page, in the tables that EXAMPLES makes, as it stands on the page.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "newcomer.h"
#include "parser/script/splitter.h"
#include "refusal/code_examples.h"
#include "refusal/messages.h"
#include "shell/console/commands.h"
#include "shell/console/help/help.h"
#include "shell/teach/help/foreign_words.h"
#include "shell/teach/help/help_lines.h"
#include "shell/teach/help/help_pages.h"
#include "shell/teach/help/sample_tables.h"

using namespace cellar;

namespace {

using Catch::Contains;

/// Returns the lines below a heading that are indented more than it, as one text.
std::string below(std::string_view page, std::string_view heading) {
  std::string text;
  std::size_t indent = 0;
  bool is_below = false;
  for (const std::string& line : lines_of(page)) {
    const std::size_t depth = std::min(line.find_first_not_of(' '), line.size());
    is_below = is_below && !line.empty() && depth > indent;
    if (is_below) text += line + '\n';
    if (std::string_view(line).substr(depth) != heading) continue;
    is_below = true;
    indent = depth;
  }
  return text;
}

std::vector<std::string> statements_of(const std::string& text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::vector<std::string> statements;
  while (const auto statement = splitter.next()) statements.emplace_back(statement->text);
  return statements;
}

/// Types statements, each of which must be accepted; a SELECT must find rows.
void type_all(Newcomer& newcomer, const std::string& page, const std::string& text) {
  const std::vector<std::string> statements = statements_of(text);
  for (const std::string& statement : statements) {
    const CheckedAnswer answer = newcomer.type(statement);
    INFO(page << ": " << statement << " answers " << code_of(answer));
    CHECK_FALSE(answer.refusal);
    if (statement.starts_with("SELECT")) CHECK_FALSE(answer.rows.empty());
  }
}

/// Returns the examples of a page as they are shown at a terminal.
std::string shown_examples(std::string_view topic, std::size_t columns) {
  return below(fit_help_lines(*help_page(topic), columns), example_heading(Language::english));
}

std::set<std::string_view> codes_of_messages() {
  std::set<std::string_view> codes;
  for (const Message& message : messages()) codes.insert(message.code);
  return codes;
}

std::vector<std::string> names_of(const ForeignWord& word) {
  std::string names(word.names);
  std::ranges::replace(names, ',', '\n');
  return lines_of(names + '\n');
}

}  // namespace

TEST_CASE("what HELP proposes runs page by page, in the order in which it proposes it") {
  for (const std::size_t columns : {40, 80, 100}) {
    Newcomer newcomer;
    type_all(newcomer, "HELP", below(fit_help_lines(help_overview(), columns), "Type these to begin with:"));
    std::size_t pages = 0;
    for (const HelpPage& page : help_pages()) {
      const std::string examples = shown_examples(page.topic, columns);
      INFO(page.topic << " at " << columns << "\n" << examples);
      CHECK(examples.empty() == page.examples.empty());
      CHECK(statements_of(examples).size() == lines_of(page.examples).size());
      pages += examples.empty() ? 0 : 1;
      type_all(newcomer, std::string(page.topic), examples);
    }
    CHECK(pages > 30);
    for (const ForeignWord& word : foreign_words()) {
      const std::string name = names_of(word).front();
      type_all(newcomer, name, shown_examples(name, columns));
    }
    CHECK_FALSE(newcomer.type("EXAMPLES").refusal);
  }
}

TEST_CASE("the examples of each page run behind EXAMPLES alone, and again after it") {
  std::vector<std::string> topics;
  for (const HelpPage& page : help_pages()) topics.emplace_back(page.topic);
  for (const ForeignWord& word : foreign_words()) topics.push_back(names_of(word).front());
  for (const std::string& topic : topics) {
    Learner newcomer;
    type_all(newcomer, topic, shown_examples(topic, kHelpColumns));
    INFO(topic);
    CHECK_FALSE(newcomer.type("EXAMPLES").refusal);
    CHECK(newcomer.type("SELECT id FROM posts WHERE author = 'bob' AND id = 1;").rows.size() == 1);
    CHECK(newcomer.type("SELECT id FROM posts WHERE author = 'ann' AND id <= 7;").rows.size() >= 3);
    CHECK(newcomer.type("SELECT name FROM gyms WHERE country = 'us' AND city = 'Phoenix';").rows.size() >= 3);
  }
}

TEST_CASE("the page of a code shows what is answered with it, and then what is accepted instead") {
  for (const std::string_view code : codes_of_messages()) {
    const std::string page = fit_help_lines(*help_page(code), 60);
    const CodeExample* example = find_example(code);
    INFO(page);
    REQUIRE(example != nullptr);
    CHECK(example->example.empty() != example->circumstances.empty());
    // What is switched off, and who may log in, cannot be mended by another statement.
    const bool of_statement = !example->example.empty() && code >= "E1" && code < "E5";
    if (of_statement) CHECK_FALSE(example->mended.empty());
    Learner newcomer;
    const std::vector<std::string> refused = statements_of(below(page, "example:"));
    CHECK(refused.empty() == example->example.empty());
    for (std::size_t i = 0; i < refused.size(); ++i) {
      const CheckedAnswer answer = newcomer.type(refused[i]);
      INFO(refused[i] << " answers " << code_of(answer));
      if (i + 1 == refused.size()) {
        CHECK(answers_with(answer, code));
      } else {
        CHECK_FALSE(answer.refusal);
      }
    }
    const std::vector<std::string> mended = statements_of(below(page, "instead:"));
    CHECK(mended.empty() == example->mended.empty());
    for (const std::string& statement : mended) {
      const CheckedAnswer answer = newcomer.type(statement);
      INFO(statement << " answers " << code_of(answer));
      CHECK_FALSE(answer.refusal);
      CHECK_FALSE(answers_with(answer, code));
    }
  }
}

TEST_CASE("EXAMPLES makes its tables once, puts their keyspace in use, and says if they were changed") {
  Newcomer newcomer;
  const CheckedAnswer answer = newcomer.type("EXAMPLES");
  CHECK(answer.text.front() == "Keyspace examples is in use. Its tables:");
  CHECK(newcomer.connection.keyspace() == "examples");
  for (const SampleTable& table : sample_tables()) {
    CHECK(std::ranges::any_of(answer.text, [&](const std::string& line) {
      return line.find(table.name) != line.npos && line.find(table.key) != line.npos;
    }));
  }
  newcomer.type("USE system;");
  newcomer.type("UPDATE examples.posts SET body = 'changed' WHERE author = 'ann' AND id = 1;");
  CHECK_FALSE(newcomer.type("EXAMPLE").refusal);
  CHECK(newcomer.type("SELECT body FROM posts WHERE author = 'ann' AND id = 1;").rows[0][0] == "hello");
  // A counter that was counted again would be two.
  CHECK(
      newcomer.type("SELECT count FROM visits WHERE page = '/' AND count = 1 ALLOW FILTERING;").rows.size() ==
      1);
  newcomer.type("ALTER TABLE posts DROP body;");
  CHECK(code_of(newcomer.type("EXAMPLES")) == "E615");
  newcomer.type("DROP KEYSPACE examples;");
  CHECK_FALSE(newcomer.type("EXAMPLES").refusal);
}

TEST_CASE("HELP of a code begins with the case that was just met") {
  Newcomer newcomer;
  const auto page_of = [&newcomer](const std::string& topic) {
    std::string text;
    for (const std::string& line : newcomer.type("HELP " + topic).text) text += line + '\n';
    return text;
  };
  newcomer.type("EXAMPLES");
  const std::string before = page_of("E304");
  CHECK_THAT(before, Catch::StartsWith("E304\n  rule K5 ") && Contains("<column>"));
  newcomer.type("SELECT id FROM posts WHERE author = 'ann' AND pinned CONTAINS 'x';");
  newcomer.type("SELECT size FROM gyms WHERE country = 'us' AND city = 'Phoenix' AND size = 7;");
  CHECK_THAT(
      page_of("e304"),
      Catch::StartsWith("E304\n  size is stored, but not searchable\n    said of: SELECT size FROM gyms ") &&
          Contains("((country, city), opened, name)") && Contains("\nE304 has other cases:\n") &&
          Contains("\n  example:\n"));
  // A code with one case shows it once.
  newcomer.type("SELECT body FROM posts WHERE body = 'x';");
  const std::string of_one = page_of("E301");
  CHECK_THAT(of_one,
             Catch::StartsWith("E301\n  the query does not say which partition to read\n    said of: "));
  CHECK_THAT(of_one, !Contains("other cases") && !Contains("<table>"));
  // A mended statement is proposed, and a notice is met as a refusal is.
  newcomer.type("SELECT bdy FROM posts WHERE author = 'ann';");
  CHECK_THAT(page_of("E203"), Contains("    try: SELECT body FROM posts WHERE author = 'ann';\n"));
  newcomer.type("SELECT body FROM posts WHERE author = 'ann' ORDER BY id DESC;");
  CHECK_THAT(page_of("W401"),
             Contains("    said of: SELECT body FROM posts WHERE author = 'ann' ORDER BY id DESC;"));
  newcomer.settings.language = *find_language("zh");
  CHECK_THAT(page_of("E301"), !Contains("the query does not say which partition to read"));
}

TEST_CASE("each word of SQL and of other databases has a page, and no two entries share a name") {
  std::set<std::string> names;
  for (const ForeignWord& word : foreign_words()) {
    CHECK_FALSE(word.examples.empty());
    for (const std::string& name : names_of(word)) {
      INFO(name);
      CHECK(names.insert(name).second);
      CHECK(find_foreign_word(name) == &word);
      // A topic, a command or a code of that name would hide it.
      CHECK_THAT(*help_page(name), Contains(std::string(word.text)));
    }
    std::string pages(word.pages);
    std::ranges::replace(pages, ',', '\n');
    for (const std::string& page : lines_of(pages + '\n')) {
      INFO(page);
      CHECK(help_page(page));
    }
  }
}

TEST_CASE("what people ask for who know SQL has an answer with an example") {
  Newcomer newcomer;
  for (const char* topic : {"JOIN",
                            "left outer join",
                            "OR",
                            "UNIQUE",
                            "VARCHAR",
                            "VARCHAR(20)",
                            "AUTO_INCREMENT",
                            "FOREIGN KEY",
                            "LIKE",
                            "GROUP BY",
                            "UPSERT",
                            "DEFAULT",
                            "NULL",
                            "COMMIT",
                            "SHOW TABLES",
                            "LIMIT OFFSET",
                            "COUNT",
                            "count(*)",
                            "SUBQUERY",
                            "ALTER PRIMARY KEY",
                            "HAVING",
                            "BETWEEN",
                            "UNION",
                            "TRANSACTION",
                            "ROLLBACK",
                            "INSERT SELECT",
                            "SUM",
                            "INT",
                            "date",
                            "TUTORIAL",
                            "SQL",
                            "ENUM",
                            "SEQUENCE",
                            "CREATE DATABASE",
                            "CREATE UNIQUE INDEX",
                            "find",
                            "incr"}) {
    const CheckedAnswer answer = newcomer.type(std::string("HELP ") + topic);
    INFO(topic);
    CHECK_FALSE(answer.refusal);
    CHECK(std::ranges::find(answer.text, example_heading(Language::english)) != answer.text.end());
  }
  const CheckedAnswer answer = newcomer.type("HELP VARCAHR");
  REQUIRE(answer.refusal);
  CHECK(fill(find_message(answer.refusal->id)->fix, answer.refusal->parameters) ==
        "Did you mean HELP VARCHAR?");
  CHECK_THAT(*help_page("upsert"), Contains("INSERT or UPDATE of a key that is there"));
  CHECK_THAT(*help_page("COUNT"), Contains("count(*)") && Contains("\ncount("));
}
