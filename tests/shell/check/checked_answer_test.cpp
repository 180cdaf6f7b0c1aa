// What a checked console answers.
#include "shell/check/checked_answer.h"
#include "shell/connection/database_connection.h"

#include <catch2/catch.hpp>

#include "run_program.h"

using namespace cellar;

TEST_CASE("a COPY is answered the same on each run, and once") {
  const ScratchFolder folder;
  const Database database = Database::open_temporary({.sync = false});
  DatabaseConnection connection(database);
  ShellSettings settings;
  CheckedConsole console(connection, settings);
  console.answer("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  console.answer("CREATE TABLE k.t (p int PRIMARY KEY)");
  console.answer("INSERT INTO k.t (p) VALUES (1)");
  const std::string copy = "COPY k.t TO '" + (folder.path / "t.csv").string() + "';";
  for (const DiagnosticForm form : {DiagnosticForm::full, DiagnosticForm::json}) {
    settings.diagnostic_form = form;
    const CheckedAnswer answer = console.answer(copy);
    CHECK_FALSE(answer.refusal);
    CHECK(answer.text.empty());
  }
}

TEST_CASE("a command answers its document once to who asks for JSON") {
  const Database database = Database::open_temporary({.sync = false});
  DatabaseConnection connection(database);
  ShellSettings settings;
  settings.diagnostic_form = DiagnosticForm::json;
  CheckedConsole console(connection, settings);
  CHECK(console.answer("LINT").text == std::vector<std::string>{"{\"tables\":0,\"lints\":[]}"});
}
