#include <catch2/catch.hpp>
#include <set>

#include "refusal/catalogue.h"
#include "shell/command/commands.h"
#include "shell/command/help.h"

using namespace cellar;

TEST_CASE("every code of the catalogue has a page") {
  for (const CatalogueEntry& entry : catalogue()) {
    const auto page = help_page(entry.code);
    REQUIRE(page);
    CHECK_THAT(*page, Catch::Contains(std::string(entry.title)));
    CHECK_THAT(*page, Catch::Contains(std::string(entry.fix)));
  }
}

TEST_CASE("topics are found by name or part, in any case") {
  CHECK_THAT(*help_page("Select"), Catch::StartsWith("SELECT "));
  CHECK_THAT(*help_page("table"), Catch::Contains("CREATE TABLE"));
  CHECK_THAT(*help_page("table"), Catch::Contains("ALTER TABLE"));
  CHECK(help_page("e100") == help_page("E100"));
  CHECK(help_page("k6") == "K6  writes name the whole primary key\n");
  CHECK_FALSE(help_page("cooking"));
  CHECK_FALSE(help_page(""));
}

TEST_CASE("the overview names every command that there is, and each of them has a page") {
  for (const Command* command : all_commands()) {
    if (command->summary.empty()) continue;
    INFO(command->word);
    CHECK_THAT(help_overview(), Catch::Contains("\n  " + command->form() + " "));
    const auto page = help_page(command->word);
    REQUIRE(page);
    CHECK_THAT(*page, Catch::StartsWith(std::string(command->word)));
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
