// What DESCRIBE SCHEMA says runs again, and makes the same schema: for every schema that a recorded or golden
// script makes.

#include <catch2/catch.hpp>
#include <filesystem>

#include "database/database.h"
#include "parser/script/splitter.h"
#include "script_text.h"

namespace cellar {
namespace {

void execute_leniently(Session& session, std::string_view statement) {
  try {
    Result result = session.execute(statement);
    while (result.next() != nullptr) {
    }
  } catch (const Refusal&) {
    // The scripts hold statements that are refused, and commands of the shell.
  }
}

/// The statements that make the keyspaces of the database again.
std::vector<std::string> described(Session& session) {
  std::vector<std::string> statements;
  Result result = session.execute("DESCRIBE SCHEMA");
  while (const ResultRow* row = result.next())
    statements.push_back(row->get<std::string>("create_statement"));
  return statements;
}

/// The schema of the script at its largest; later statements may drop what earlier ones made.
std::vector<std::string> schema_of_script(const std::filesystem::path& path) {
  const Database database = Database::open_temporary();
  Session session(database);
  session.execute(
      "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("conformance");
  std::vector<std::string> most = described(session);
  Splitter splitter;
  splitter.feed(read_whole(path));
  while (const auto statement = splitter.next()) {
    const std::string_view text = statement->text;
    if (text.find("CREATE") == text.npos && text.find("ALTER") == text.npos) continue;
    execute_leniently(session, text);
    std::vector<std::string> now = described(session);
    if (now.size() >= most.size()) most = std::move(now);
  }
  return most;
}

}  // namespace

TEST_CASE("a described schema runs again and is described alike") {
  const std::filesystem::path tests = std::filesystem::path(CELLAR_SOURCE_DIR) / "tests";
  for (const char* folder : {"conformance", "cql"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests / folder)) {
      if (entry.path().extension() != ".cql") continue;
      INFO(entry.path().string());
      const std::vector<std::string> statements = schema_of_script(entry.path());
      const Database database = Database::open_temporary();
      Session session(database);
      for (const std::string& statement : statements) CHECK_NOTHROW(session.execute(statement));
      CHECK(described(session) == statements);
    }
  }
}

}  // namespace cellar
