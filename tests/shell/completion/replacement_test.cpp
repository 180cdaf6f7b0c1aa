// What Tab types.
#include <catch2/catch.hpp>

#include "shell/completion/completion.h"

namespace cellar {

TEST_CASE("Tab types the only candidate, with a blank where one belongs and is not there yet") {
  const Completions one{.begin = 0, .candidates = {{"SELECT", "", true}}};
  CHECK(replacement(one, "SEL", 3) == "SELECT ");
  CHECK(replacement(one, "SEL * FROM t", 3) == "SELECT");
  const Completions function{.begin = 7, .candidates = {{"now(", "now() -> timeuuid"}}};
  CHECK(replacement(function, "SELECT no", 9) == "now(");
}

TEST_CASE("Tab parts a word from the mark before it") {
  const Completions word{.begin = 8, .candidates = {{"FROM", "", true}}};
  CHECK(replacement(word, "SELECT *", 8) == " FROM ");
  CHECK(replacement(word, "SELECT *,", 9) == "FROM ");
  const Completions open{.begin = 8, .candidates = {{"(", ""}}};
  CHECK(replacement(open, "VALUES *", 8) == "(");
}

TEST_CASE("Tab types what several candidates have in common") {
  const Completions tables{.begin = 14, .candidates = {{"orders_by_day", ""}, {"orders_by_item", ""}}};
  CHECK(replacement(tables, "SELECT * FROM o", 15) == "orders_by_");
  CHECK(replacement(tables, "SELECT * FROM orders_by_", 24) == "orders_by_");
}

TEST_CASE("Tab leaves what was typed if the candidates have nothing more in common") {
  const Completions words{.begin = 0, .candidates = {{"select", "", true}, {"SET", "", true}}};
  CHECK(replacement(words, "se", 2) == "se");
  CHECK(replacement({}, "xyz", 3) == "xyz");
  const Completions chinese{.begin = 0, .candidates = {{"\"\xE4\xB8\xAD\"", ""}, {"\"\xE4\xB8\xAE\"", ""}}};
  CHECK(replacement(chinese, "", 0) == "\"");
}

}  // namespace cellar
