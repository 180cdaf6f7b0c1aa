#include "parser/shape/shape.h"

#include <catch2/catch.hpp>

namespace cellar {
namespace {

std::vector<std::string> literals_in(const std::string& text) {
  Shape shape;
  if (!read_shape(text, shape)) return {"none"};
  std::vector<std::string> literals;
  std::string unescaped;
  for (const ShapeLiteral& literal : shape.literals) {
    literals.push_back(std::string(name(literal.kind)) + " " +
                       std::string(text_of(literal, text, unescaped)));
  }
  return literals;
}

using Texts = std::vector<std::string>;

TEST_CASE("literals of every kind are taken out") {
  CHECK(literals_in("a 'it''s' $$it's$$ '' 12 -5 1.5 1e5 -2.5E-3 0xAB 0x 1h30m 2mo -3us") ==
        Texts{"STRING it's", "STRING it's", "STRING ", "INTEGER 12", "INTEGER -5", "FLOAT 1.5", "FLOAT 1e5",
              "FLOAT -2.5E-3", "HEX 0xAB", "HEX 0x", "DURATION 1h30m", "DURATION 2mo", "DURATION -3us"});
  CHECK(literals_in("P1Y2M3DT4H5M6S -P1D PT5M P1YT2S P2W P0001-02-03T04:05:06") ==
        Texts{"DURATION P1Y2M3DT4H5M6S", "DURATION -P1D", "DURATION PT5M", "DURATION P1YT2S", "DURATION P2W",
              "DURATION P0001-02-03T04:05:06"});
  CHECK(literals_in("550e8400-e29b-41d4-a716-446655440000 f50e8400-e29b-41d4-a716-446655440000") ==
        Texts{"UUID 550e8400-e29b-41d4-a716-446655440000", "UUID f50e8400-e29b-41d4-a716-446655440000"});
}

TEST_CASE("names, words and operators stay") {
  CHECK(literals_in("t1 _a \"1 'x'\" true NaN -NaN -infinity v - w") == Texts{});
  // Words of which the grammar makes names.
  CHECK(literals_in("P1 p1d P1D2 PT P P1Y_ P1YT P1DM P0001") == Texts{});
  CHECK(literals_in("v -1") == Texts{"INTEGER -1"});
  CHECK(literals_in("v - 1") == Texts{"INTEGER 1"});
  CHECK(literals_in("1-2") == Texts{"INTEGER 1", "INTEGER -2"});
  CHECK(literals_in("12345678-1") == Texts{"INTEGER 12345678", "INTEGER -1"});
}

TEST_CASE("what only the grammar can tell has no shape") {
  for (const char* text : {"-P1",   "-P1D2",        "-P",           "P0001-02-03T04:05:06Z",
                           "-NaNs", "-name",        "1..3",         "1.",
                           "1e",    "1f",           "0xg",          "1hx",
                           "1.2.3", "'open",        "$$open",       "\"open",
                           "a; b",  "a -- comment", "a // comment", "a /* comment */ b",
                           "\x01",  "\xC3\xA9",     "expr('x')",    "$1"}) {
    INFO(text);
    CHECK(literals_in(text) == Texts{"none"});
  }
}

TEST_CASE("statements that differ in literals of one kind have one shape") {
  const auto key = [](const std::string& text) {
    Shape shape;
    REQUIRE(read_shape(text, shape));
    return shape.key;
  };
  CHECK(key("INSERT INTO t (a) VALUES (1);") == key("INSERT INTO t (a) VALUES (-23);"));
  CHECK(key("INSERT INTO t (a) VALUES (1);") != key("INSERT INTO t (a) VALUES (1.0);"));
  CHECK(key("INSERT INTO t (a) VALUES (1);") != key("INSERT INTO t (b) VALUES (1);"));
}

TEST_CASE("a text is of a shape exactly if it has that shape") {
  const Texts texts = {"a = 1",     "a = -1",   "a = 'x'",   "a =1",           "a = 1 ",    "a = 1;",
                       "a = 1.5",   "a = 1, 2", "a = 12, 2", "b = 1",          "a = $$x$$", "a = 'x''y'",
                       "a = 1 - 2", "a = 1 -2", "a = 0x12",  "a = 12345678-1", "a = true"};
  for (const std::string& one : texts) {
    Shape of;
    REQUIRE(read_shape(one, of));
    for (const std::string& other : texts) {
      INFO(one << " | " << other);
      Shape shape;
      REQUIRE(read_shape(other, shape));
      std::vector<ShapeLiteral> literals;
      const bool same = is_of_shape(other, of.key, literals);
      CHECK(same == (shape.key == of.key));
      if (same) CHECK(literals.size() == shape.literals.size());
    }
  }
  std::vector<ShapeLiteral> literals;
  CHECK_FALSE(is_of_shape("", "a", literals));
  CHECK_FALSE(is_of_shape("a", "", literals));
}

TEST_CASE("a batch is split where its statements end") {
  BatchText batch;
  REQUIRE(
      split_batch("BEGIN UNLOGGED BATCH USING TIMESTAMP 5 INSERT INTO t (a) VALUES (';'); delete a FROM t;\n"
                  "apply batch;",
                  batch));
  CHECK(batch.head == "BEGIN UNLOGGED BATCH USING TIMESTAMP 5 ");
  CHECK(batch.statements ==
        std::vector<std::string_view>{"INSERT INTO t (a) VALUES (';');", "delete a FROM t;"});
  for (const char* text :
       {"BEGIN BATCH APPLY BATCH", "BEGIN BATCH INSERT INTO t (a) VALUES (1) APPLY BATCH",
        "BEGIN BATCH INSERT INTO t (a) VALUES (1);; APPLY BATCH", "INSERT INTO t (a) VALUES (1);",
        "BEGIN BATCH INSERT INTO t (a) VALUES (1); APPLY BATCH; SELECT", "BEGIN BATCH INSERT"}) {
    INFO(text);
    CHECK_FALSE(split_batch(text, batch));
  }
}

}  // namespace
}  // namespace cellar
