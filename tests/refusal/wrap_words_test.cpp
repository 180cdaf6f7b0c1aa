#include <catch2/catch.hpp>

#include "refusal/excerpt.h"
#include "refusal/render.h"
#include "refusal/width.h"
#include "refusal/wrap_words.h"

using namespace cellar;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  for (const std::string& line : lines_of(text)) width = std::max(width, display_width(line));
  return width;
}

Diagnostic missing_key(std::string_view statement) {
  const std::size_t begin = statement.find("customer");
  return {
      "no_partition_key",
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + 8)},
      {{"table", "likes"},
       {"key", "((product), customer)"},
       {"missing", "product"},

       {"table_fix",
        "CREATE TABLE likes_by_customer (customer text, product text, PRIMARY KEY ((customer), product));"}},
      std::nullopt};
}

}  // namespace

TEST_CASE("words are wrapped between them, and where there is no width not at all") {
  CHECK(wrap_words("one two three", {8, 0, 2}) == "one two\n  three");
  CHECK(wrap_words("one two three", {0, 0, 2}) == "one two three");
  CHECK(wrap_words("one\ntwo", {0, 0, 2}) == "one\n  two");
  CHECK(wrap_words("one two", {9, 6, 2}) == "one\n  two");
  CHECK(wrap_words("unbreakable", {4, 0, 2}) == "unbreakable");
  CHECK(wrap_words("first", {9, 6, 2}) == "\n  first");  // fits below
  CHECK(wrap_words("", {9, 0, 2}).empty());
}

TEST_CASE("what is pasted is never broken") {
  CHECK(wrap_words("Use `DESCRIBE TABLE t` now", {10, 0, 1}) == "Use\n `DESCRIBE TABLE t`\n now");
  const std::vector<std::string> statement = {"CREATE TABLE t (k int);"};
  CHECK(wrap_words("Make one: CREATE TABLE t (k int);", {12, 0, 1}, statement) ==
        "Make one:\n CREATE TABLE t (k int);");
  CHECK(wrap_words("Make one, and put it in use:\nCREATE KEYSPACE k;\nUSE k;", {14, 0, 1}) ==
        "Make one, and\n put it in\n use:\n CREATE KEYSPACE k;\n USE k;");
}

TEST_CASE("text without blanks is wrapped between wide characters, and no sign begins a line that closes") {
  CHECK(wrap_words("\u4E00\u4E8C\u4E09\u56DB", {4, 0, 0}) == "\u4E00\u4E8C\n\u4E09\u56DB");
  CHECK(wrap_words("\u4E00\u4E8C\u3002\u56DB", {4, 0, 0}) == "\u4E00\n\u4E8C\u3002\n\u56DB");
  // Quotes of Chinese text are narrow.
  CHECK(wrap_words("\u4E00\u4E8C\u201C\u4E09\u201D\u56DB", {5, 0, 0}) ==
        "\u4E00\u4E8C\n\u201C\u4E09\u201D\n\u56DB");
  // So are brackets and quotes of CQL, and signs of ASCII.
  CHECK(wrap_words("\u4E00\u4E8C(\u4E09)\u56DB", {5, 0, 0}) == "\u4E00\u4E8C\n(\u4E09)\n\u56DB");
  CHECK(wrap_words("\u4E00\u4E8C'\u4E09'", {5, 0, 0}) == "\u4E00\n\u4E8C'\u4E09'");
  CHECK(wrap_words("\u4E00\u4E8C, \u4E09", {4, 0, 0}) == "\u4E00\n\u4E8C,\n\u4E09");
}

TEST_CASE("a diagnostic fits the terminal, but for what is pasted") {
  const std::string statement =
      "SELECT product FROM likes WHERE customer = 'Anna' AND product_of_another_name = 'x' "
      "AND a_third_column = 4 ALLOW FILTERING;";
  for (const std::size_t columns : {200, 80, 40, 20}) {
    const std::string text =
        render_full(missing_key(statement), {{}, 1, 1, statement}, false, {}, Language::english, columns);
    INFO(text);
    std::string prose;
    for (const std::string& line : lines_of(text)) {
      const bool is_pasted = line.find(
                                 "CREATE TABLE likes_by_customer (customer text, product text, PRIMARY KEY "
                                 "((customer), product));") != line.npos;
      const bool is_one_word = line.find_first_of(' ', line.find_first_not_of(' ')) == line.npos;
      if (!is_pasted && !is_one_word) prose += line + '\n';
    }
    CHECK(widest(prose) <= columns);
    const std::vector<std::string> lines = lines_of(text);
    const auto marks =
        std::ranges::find_if(lines, [](const std::string& line) { return line.find('^') != line.npos; });
    REQUIRE(marks != lines.end());
    const std::size_t caret = marks->find('^');
    const std::string marked = (marks - 1)->substr(caret);  // "custo..." where the line is cut
    CHECK(
        std::string("customer").starts_with(marked.substr(0, std::min<std::size_t>(8, marked.find("...")))));
    CHECK(marks->find_last_of('^') - caret == 7);
  }
}

TEST_CASE("a label that has no room behind its mark is below it") {
  const std::vector<Mark> marks = {{{12, 14}, '^', "a label of some length"}};
  const std::vector<Excerpt> found = excerpts_of("SELECT a FROM bb WHERE c = 1", marks, 30);
  REQUIRE(found.size() == 1);
  CHECK(found[0].marks == std::vector<std::string>{"            ^^", "        a label of some length"});
  CHECK(excerpts_of("SELECT a FROM bb", marks, 14)[0].marks.back() == "a label of ...");
}

TEST_CASE("a mark at the end of a line that fills the terminal is on the screen") {
  const std::string statement(30, 'x');
  const std::vector<Excerpt> found = excerpts_of(statement, {{{30, 30}, '^', {}}}, 30);
  REQUIRE(found.size() == 1);
  CHECK(display_width(found[0].text) <= 30);
  CHECK(found[0].marks[0].size() <= 30);
  CHECK(found[0].marks[0].find('^') == display_width(found[0].text));
}
