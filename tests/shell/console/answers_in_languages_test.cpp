// What commands answer under LANGUAGE zh: nothing of it is English.
#include <catch2/catch.hpp>
#include <vector>

#include "shell/connection/database_connection.h"
#include "shell/console/console.h"
#include "shell/console/words/console_words.h"

#include "chinese_screen.h"

using namespace cellar;

namespace {

/// An output that shows nothing.
class UnseenOutput : public Output {
 private:
  int put_results(std::string_view) override { return 0; }
  void put_diagnostic(std::string_view) override {}
};

}  // namespace

TEST_CASE("what commands answer is in Chinese under LANGUAGE zh") {
  DatabaseConnection connection{Database::open_temporary({.sync = false}), Policy::teach};
  ShellSettings settings;
  settings.at_prompt = true;
  UnseenOutput output;
  Console console{connection, settings, output};
  for (const char* command : {"LANGUAGE zh",
                              "LANGUAGE",
                              "EXAMPLES",
                              "POLICY cassandra",
                              "NOTICES",
                              "POLICY teach",
                              "NOTICES on",
                              "NOTICES off",
                              "TIMING on",
                              "TIMING off",
                              "ELAPSED",
                              "PAGING off",
                              "PAGING on",
                              "PAGING 50",
                              "DIAGNOSTICS short",
                              "DIAGNOSTICS full",
                              "MODE csv",
                              "MODE table",
                              "EXPAND off",
                              "EXPAND on",
                              "OUTPUT",
                              "CAPTURE",
                              "WIDTH auto",
                              "WIDTH 100",
                              "WIDTH off",
                              "WRAP on",
                              "WRAP off",
                              "CONSISTENCY",
                              "CONSISTENCY quorum",
                              "SERIAL CONSISTENCY",
                              "SERIAL CONSISTENCY local_serial",
                              "SHOW HOST",
                              "CLOCK",
                              "CLOCK '2025-01-01T00:00:00Z'",
                              "CLOCK '2025-01-01T00:00:00Z' STEP 1ms",
                              "CLOCK off",
                              "CLOCK +1h",
                              "SEED",
                              "SEED 42",
                              "LINT off",
                              "LINT OFF L503 posts",
                              "TRACING",
                              "EDIT"}) {
    const Answer answer = console.answer(command);
    INFO(command << ": " << answer.text << answer.remarks);
    CHECK_FALSE((answer.text + answer.remarks).empty());
    CHECK(english_in(answer.text + answer.remarks) == std::vector<std::string>());
  }
}

TEST_CASE("the phrases of commands are there in each language") {
  CHECK(ConsoleWords::kLanguages + 1 == languages().size());
}
