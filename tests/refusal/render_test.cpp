#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "refusal/excerpt.h"
#include "refusal/messages.h"
#include "refusal/render.h"

using namespace cellar;

namespace {

// `part` of the statement, as a span.
Span span_of(std::string_view statement, std::string_view part) {
  const std::size_t begin = statement.find(part);
  REQUIRE(begin != statement.npos);
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + part.size())};
}

std::string full(std::string_view statement, std::string_view blamed, SourcePlace place = {}) {
  place.statement = statement;
  const Diagnostic diagnostic{"undefined_column",
                              span_of(statement, blamed),
                              {{"table", "posts"}, {"column", "titel"}},
                              std::nullopt};
  return render_full(diagnostic, place, false);
}

std::string second_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

}  // namespace

TEST_CASE("the full form names code, place, source line and words") {
  const Message& message = *find_message("undefined_column");
  const Parameters parameters = {{"table", "posts"}, {"column", "titel"}};
  CHECK(full("SELECT titel FROM posts;", "titel", {"likes.cql", 31, 1, {}}) ==
        "error[E203]: " + fill(message.title, parameters) +
            "\n --> likes.cql:31:8\n"
            "31 | SELECT titel FROM posts;\n"
            "   |        ^^^^^\n"
            "   = why: " +
            fill(message.why, parameters) + "\n   = fix: " + fill(message.fix, parameters) +
            "\n   = help: HELP E203\n");
}

TEST_CASE("no form holds more of a long literal than its beginning") {
  const std::string literal(1'000'000, 'x');
  const std::string statement = "UPDATE t SET n = '" + literal + "' WHERE k = 1";
  const Diagnostic diagnostic{"value_in_quotes",
                              span_of(statement, literal),
                              {{"literal", literal}, {"column", "n"}, {"type", "int"}, {"form", literal}},
                              std::nullopt};
  const SourcePlace place{"a.cql", 1, 1, statement};
  for (const DiagnosticForm form : {DiagnosticForm::full, DiagnosticForm::one_line, DiagnosticForm::json})
    CHECK(render(form, diagnostic, place, false).size() < 1'500);
}

TEST_CASE("a mended statement is shown whole, or not at all") {
  SourcePlace place;
  place.statement = "UPDATE t\n  SET v = \"x\"\n  WHERE k = 1;";
  const Diagnostic diagnostic{"double_quoted_string",
                              span_of(place.statement, "\"x\""),
                              {},
                              Fix{span_of(place.statement, "\"x\""), "'x'"}};
  CHECK_THAT(render_full(diagnostic, place, false),
             Catch::Contains("  = try: UPDATE t\n           SET v = 'x'\n           WHERE k = 1;\n"));
  const std::string many_lines = std::string(place.statement) + std::string(40, '\n');
  place.statement = many_lines;
  CHECK_THAT(render_full(diagnostic, place, false), !Catch::Contains("try:"));
}

TEST_CASE("a line further down is counted from the statement's first line") {
  const std::string text = full("SELECT\n  titel\nFROM posts;", "titel", {"a.cql", 10, 5, {}});
  CHECK_THAT(text, Catch::Contains(" --> a.cql:11:3\n11 |   titel\n   |   ^^^^^\n"));
}

TEST_CASE("carets stand under tabs and wide characters where the terminal shows them") {
  CHECK_THAT(full("\tSELECT titel", "titel"),
             Catch::Contains("1 |         SELECT titel\n  |                ^^^^^\n"));
  CHECK_THAT(full("SELECT '中文', titel", "titel"), Catch::Contains("  |                ^^^^^\n"));
  CHECK_THAT(full("SELECT '中文', titel", "'中文'"), Catch::Contains("  |        ^^^^^^\n"));
  CHECK_THAT(full("SELECT '中文', titel", "titel"), Catch::Contains(" --> 1:14\n"));  // in characters
}

TEST_CASE("a span over several lines is marked to the end of its first") {
  CHECK_THAT(full("SELECT a,\n  b FROM posts", "a,\n  b"), Catch::Contains("1 | SELECT a,\n  |        ^^\n"));
}

TEST_CASE("a span at the end of the text still gets a caret") {
  const std::string_view statement = "SELECT";
  const Diagnostic diagnostic{"syntax", {6, 7}, {{"found", "the end"}, {"expected", "a name"}}, std::nullopt};
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, statement}, false),
             Catch::Contains(" --> 1:7\n1 | SELECT\n  |       ^\n"));
}

TEST_CASE("a long line is shown around what is blamed") {
  const std::string statement = "SELECT " + std::string(5000, 'x') + " titel " + std::string(5000, 'y');
  const std::string text = full(statement, "titel");
  CHECK(text.size() < 600);
  const std::string excerpt = second_line(second_line(text));
  const std::size_t caret = second_line(excerpt).find('^');
  CHECK(excerpt.substr(caret, 5) == "titel");
}

TEST_CASE("labels, rules and what Cassandra says are lines of their own") {
  const std::string_view statement = "SELECT * FROM t ORDER BY v";
  const Diagnostic diagnostic{
      "order_by_other_column", span_of(statement, "v"), {{"column", "v"}, {"key", "(k)"}}, std::nullopt};
  const std::string text = render_full(diagnostic, {{}, 1, 1, statement}, false);
  CHECK_THAT(text,
             Catch::Contains("  = rule: O2 ORDER BY follows the clustering order;") &&
                 Catch::Contains("  = says: Cassandra refuses it as well (invalid).\n  = help: HELP E308\n"));
}

namespace {

std::string excerpts(std::string_view statement, const std::vector<Mark>& marks) {
  std::string text;
  for (const Excerpt& excerpt : excerpts_of(statement, marks)) {
    text += excerpt.text + "\n";
    for (const std::string& line : excerpt.marks) text += line + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("marks of one line share a line of marks") {
  const std::string_view statement = "f(a, b";
  CHECK(excerpts(statement, {{{6, 6}, '^', "here"}, {{1, 2}, '-', "opened"}}) ==
        "f(a, b\n -    ^ here\n opened\n");
  CHECK(excerpts(statement, {{{6, 6}, '^', "here"}, {{1, 2}, '-'}}) == "f(a, b\n -    ^ here\n");
  CHECK(excerpts(statement, {{{1, 2}, '^', "here"}, {{5, 6}, '-', "there"}}) ==
        "f(a, b\n ^   - there\n here\n");
  CHECK(excerpts(statement, {{{2, 3}, '^', "each"}, {{5, 6}, '^'}}) == "f(a, b\n  ^  ^ each\n");
}

TEST_CASE("marks of several lines stand in the order of the text") {
  CHECK(excerpts("a (\r\nbb\tcc\n", {{{8, 10}, '^', "here"}, {{2, 3}, '-', "there"}}) ==
        "a (\n  - there\nbb      cc\n        ^^ here\n");
}

TEST_CASE("a line with 100,000 marks is shown around the first of them") {
  std::string statement = std::string(9'999, 'x') + "\n" + std::string(60'000, ' ');
  std::vector<Mark> marks = {{{100'000, 100'001}, '^', "here"}};
  for (std::uint32_t place = 70'000; place < 170'000; ++place) {
    statement += "\xEF\xBC\x88";  // a full-width parenthesis
    if (place != 100'000) marks.push_back({{place, place + 1}, '^'});
  }
  const std::vector<Excerpt> found = excerpts_of(statement, marks);
  REQUIRE(found.size() == 1);
  CHECK(found.front().line == 1);
  CHECK(found.front().text.starts_with("...（（"));
  CHECK(found.front().text.ends_with("（（..."));
  REQUIRE(found.front().marks.size() == 1);
  CHECK(found.front().marks.front().starts_with("   ^^"));
}

TEST_CASE("a diagnostic has at most twelve lines, however many places it has") {
  std::string statement;
  std::vector<Span> spans;
  for (std::uint32_t i = 0; i < 20; ++i, statement += "x\n") spans.push_back({i * 2, i * 2 + 1});
  Diagnostic diagnostic{"undefined_column", spans.front(), {{"table", "t"}, {"column", "x"}}, std::nullopt};
  diagnostic.repeated.assign(spans.begin() + 1, spans.end());
  const std::string text = render_full(diagnostic, {{}, 1, 1, statement}, false);
  CHECK(std::ranges::count(text, '\n') <= 12);
  CHECK_THAT(text, Catch::Contains("1 | x\n  | ^\n2 | x\n  | ^\n") &&
                       Catch::Contains("| ... and in 17 more lines\n"));
}

TEST_CASE("without a span there is a place and no excerpt; without a statement neither") {
  const Diagnostic diagnostic{"undefined_keyspace", {}, {{"keyspace", "k"}}, std::nullopt};
  CHECK_THAT(render_full(diagnostic, {"a.cql", 3, 1, "USE k;"}, false),
             Catch::Contains(" --> a.cql:3:1\n  "));
  CHECK_THAT(render_full(diagnostic, {}, false), !Catch::Contains("-->"));
}

TEST_CASE("a replacement is shown put in") {
  const std::string_view statement = "SELECT \"x\" FROM t";
  const Diagnostic diagnostic{"undefined_column",
                              span_of(statement, "\"x\""),
                              {{"table", "t"}, {"column", "x"}},
                              Fix{{7, 10}, "'x'"}};
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, statement}, false),
             Catch::Contains("= try: SELECT 'x' FROM t\n"));
}

TEST_CASE("a mended statement of a file of Windows can be copied") {
  const std::string_view statement = "SELECT \"x\"\r\nFROM t\r\nWHERE p = 1";
  const Diagnostic diagnostic{"undefined_column",
                              span_of(statement, "\"x\""),
                              {{"table", "t"}, {"column", "x"}},
                              Fix{{7, 10}, "'x'"}};
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, statement}, false),
             Catch::Contains("= try: SELECT 'x'\n         FROM t\n         WHERE p = 1\n"));
}

TEST_CASE("colour only where it was asked for") {
  const Diagnostic diagnostic{"undefined_keyspace", {0, 3}, {{"keyspace", "k"}}, std::nullopt};
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, "USE k"}, true),
             Catch::Contains("\033[1;31merror[E201]\033[0m"));
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, "USE k"}, false), !Catch::Contains("\033"));
}

TEST_CASE("one line") {
  const Diagnostic diagnostic{"undefined_keyspace", {4, 5}, {{"keyspace", "k"}}, std::nullopt};
  CHECK(render_line(diagnostic, {"a.cql", 3, 1, "USE k"}) ==
        "a.cql:3:5: error[E201]: there is no keyspace k\n");
  CHECK(render_line(diagnostic, {{}, 1, 1, "USE k"}) == "1:5: error[E201]: there is no keyspace k\n");
  CHECK(render_line(diagnostic, {}) == "error[E201]: there is no keyspace k\n");
}

TEST_CASE("JSON is one object on one line, whatever the text") {
  const std::string_view statement = "USE \"a\n\xFF\"";
  const Diagnostic diagnostic{"undefined_keyspace", {4, 9}, {{"keyspace", "a\n\xFF\""}}, Fix{{4, 9}, "b"}};
  const std::string text = render_json(diagnostic, {"a.cql", 3, 1, statement});
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
  const nlohmann::json object = nlohmann::json::parse(text);
  CHECK(object["code"] == "E201");
  CHECK(object["id"] == "undefined_keyspace");
  CHECK(object["class"] == "invalid");
  CHECK(object["file"] == "a.cql");
  CHECK(object["line"] == 3);
  CHECK(object["column"] == 5);
  CHECK(object["span"] == nlohmann::json({4, 9}));
  CHECK(object["replacement"]["text"] == "b");
  CHECK(object["parameters"].contains("keyspace"));
}

TEST_CASE("words put in cannot steer the terminal") {
  const Diagnostic diagnostic{"undefined_keyspace", {}, {{"keyspace", "\033[2Jk"}}, std::nullopt};
  CHECK_THAT(render_full(diagnostic, {}, false), !Catch::Contains("\033"));
  CHECK_THAT(render_line(diagnostic, {}), !Catch::Contains("\033"));
}

TEST_CASE("templates are filled") {
  CHECK(fill("no {a} in {b}", {{"a", "x"}, {"b", "y"}}) == "no x in y");
  CHECK(fill("{a}{a}", {{"a", "x"}}) == "xx");
  CHECK(fill("no {a}", {}) == "no {a}");
  CHECK(fill("{a}", {{"a", "{b}"}, {"b", "y"}}) == "{b}");
  CHECK(fill("{n|row|rows} and {m|row|rows}", {{"n", "1"}, {"m", "2"}}) == "1 row and 2 rows");
  CHECK(fill("{n|row|rows}", {}) == "{n|row|rows}");
  CHECK(fill("{n|row}", {{"n", "1"}}) == "{n|row}");
  CHECK(fill("open {", {}) == "open {");
  CHECK(fill("", {}) == "");
}

TEST_CASE("an empty span inside the statement gets one caret") {
  const std::string_view statement = "SELECT 1";
  const Diagnostic diagnostic{"undefined_keyspace", {8, 8}, {{"keyspace", "k"}}, std::nullopt};
  CHECK_THAT(render_full(diagnostic, {{}, 1, 1, statement}, false),
             Catch::Contains("1 | SELECT 1\n  |         ^\n"));
}
