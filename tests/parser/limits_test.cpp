#include "parsing.h"

using namespace cellar;

namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string nested(int depth, const std::string& open, const std::string& close) {
  return "INSERT INTO t (a) VALUES (" + repeated(open, depth) + "1" + repeated(close, depth) + ")";
}

std::string fault_id(const std::string& text) {
  const std::optional<Diagnostic> diagnostic = refusal_of(text);
  return diagnostic ? std::string(diagnostic->id) : "";
}

}  // namespace

TEST_CASE("values may be nested, but not without end") {
  for (const auto& [open, close] :
       {std::pair{"[", "]"}, {"(", ")"}, {"{", "}"}, {"f(", ")"}, {"{1: ", "}"}}) {
    INFO(open);
    CHECK(fault_id(nested(400, open, close)).empty());
    CHECK(fault_id(nested(10'000, open, close)) == "nested_too_deep");
  }
}

TEST_CASE("nesting without brackets has the same bound") {
  const std::string kTexts[] = {
      "SELECT " + repeated("- ", 10'000) + "a FROM t",
      "SELECT " + repeated("(int) ", 10'000) + "a FROM t",
      "SELECT a" + repeated(".b", 10'000) + " FROM t",
      "SELECT a" + repeated(" + 1", 10'000) + " FROM t",
      "INSERT INTO t (a) VALUES (" + repeated("(int) ", 10'000) + "1)",
      "CREATE TABLE t (a " + repeated("frozen<", 10'000) + "b" + repeated(">", 10'000) + " PRIMARY KEY)",
      "SELECT a FROM t WHERE " + repeated("(", 10'000) + "a = 1" + repeated(")", 10'000),
      "SELECT " + repeated("(", 10'000),
      "SELECT " + nested(100, "(1 + 1 + 1 + 1 + 1 + 1 + ", ")").substr(26),
  };
  for (const std::string& text : kTexts) {
    INFO(text.substr(0, 60));
    CHECK_FALSE(fault_id(text).empty());
  }
}

TEST_CASE("long lists are no nesting") {
  CHECK(fault_id("SELECT a FROM t WHERE k < 1" + repeated(" AND k < 2", 2'000)).empty());
  CHECK(fault_id("INSERT INTO t (a) VALUES ([1" + repeated(", 1", 20'000) + "])").empty());
  CHECK(fault_id("CREATE TABLE t (k int PRIMARY KEY" + repeated(", c list<int>", 2'000) + ")").empty());
}

TEST_CASE("text that is not UTF-8 is refused at its byte") {
  const std::pair<std::string, std::uint32_t> kTexts[] = {
      {"SELECT '\xC3' FROM t", 8},              // cut short
      {"SELECT '\x80' FROM t", 8},              // begins within
      {"SELECT '\xC0\xAF' FROM t", 8},          // longer than needed
      {"SELECT '\xED\xA0\x80' FROM t", 8},      // half of a pair
      {"SELECT '\xF5\x80\x80\x80' FROM t", 8},  // beyond U+10FFFF
      {"SELECT 'é\xFF' FROM t", 10},
      {"SELECT '\xE4\xB8", 8},
  };
  for (const auto& [text, position] : kTexts) {
    const std::optional<Diagnostic> diagnostic = refusal_of(text);
    REQUIRE(diagnostic);
    CHECK(diagnostic->id == "invalid_utf8");
    CHECK(diagnostic->span.begin == position);
  }
  CHECK(fault_id("INSERT INTO t (a) VALUES ('é中😀\xF4\x8F\xBF\xBF')").empty());
}

TEST_CASE("zero bytes and control characters are no CQL outside strings") {
  CHECK(fault_id(std::string("SELECT a\0 FROM t", 16)) == "unknown_character");
  CHECK(fault_id(std::string("INSERT INTO t (a) VALUES ('a\0b')", 32)).empty());
  CHECK(fault_id("SELECT a\x7F FROM t") == "unknown_character");
}

TEST_CASE("long texts") {
  constexpr int kLong = 10'000'000;
  const Statement blob = parse("INSERT INTO t (a) VALUES (0x" + std::string(kLong, 'a') + ")");
  CHECK(blob.slots.at(0).literal.text.size() == kLong + 2);
  const Statement text = parse("INSERT INTO t (a) VALUES ('" + repeated("中''", kLong / 5) + "')");
  CHECK(text.slots.at(0).literal.text.size() == kLong / 5 * 4);
  const Statement batch =
      parse("BEGIN BATCH " + repeated("INSERT INTO t (a, b) VALUES (1, 'x'); ", 50'000) + "APPLY BATCH");
  CHECK(std::get<BatchStatement>(batch.node).statements.size() == 50'000);
  CHECK(batch.slots.size() == 100'000);
}
