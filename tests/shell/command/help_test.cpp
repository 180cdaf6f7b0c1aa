#include <catch2/catch.hpp>

#include "refusal/catalogue.h"
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

TEST_CASE("the overview names every command") {
  for (const char* command :
       {"HELP", "DESCRIBE", "SOURCE", "POLICY", "EXPAND", "PAGING", "TIMING", "COMPACT", "EXIT"}) {
    CHECK_THAT(help_overview(), Catch::Contains(command));
  }
}
