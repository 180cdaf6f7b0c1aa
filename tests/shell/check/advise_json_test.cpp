// Every ADVISE of the goldens as JSON: it fits its schema, and all CQL in it runs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "json_schema.h"
#include "shell/check/checked_answer.h"
#include "shell/check/script_form.h"
#include "shell/connection/database_connection.h"

using namespace cellar;

namespace {

/// A value that may be in a key; unfrozen collections are left as they are.
BoundValue some_value(const Type& type) {
  switch (type.kind) {
    case TypeKind::text:
    case TypeKind::ascii:
      return {"x"};
    case TypeKind::boolean:
      return {std::string(1, '\1')};
    case TypeKind::int_:
    case TypeKind::date:
      return {std::string(4, '\0')};
    case TypeKind::uuid:
      return {std::string(16, '\0')};
    case TypeKind::bigint:
    case TypeKind::counter:
    case TypeKind::timestamp:
    case TypeKind::double_:
      return {std::string(8, '\0')};
    default:
      return type.frozen ? BoundValue{std::string(4, '\0')} : kUnset;
  }
}

void run_with_values(Session& session, const std::string& statement) {
  INFO(statement);
  const Prepared prepared = session.prepare(statement);
  std::vector<BoundValue> values;
  for (const Slot& marker : prepared.markers()) values.push_back(some_value(marker.type));
  CHECK_NOTHROW(session.execute(prepared, std::span<const BoundValue>(values)));
}

void run_all(Session& session, const nlohmann::json& advice) {
  for (const auto& table : advice["tables"]) {
    INFO(table["create"]);
    CHECK_NOTHROW(session.execute(table["create"].get<std::string>()));
  }
  session.set_policy(Policy::teach);
  for (const auto& query : advice["queries"]) {
    if (!query["rewritten"].is_null()) run_with_values(session, query["rewritten"].get<std::string>());
  }
  for (const auto& statement : advice["fill"]) run_with_values(session, statement.get<std::string>());
  for (const auto& batch : advice["writes"]) run_with_values(session, batch.get<std::string>());
}

std::size_t check_advice_of(const std::filesystem::path& file) {
  static const nlohmann::json schema = read_schema("advice");
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const Database database = Database::open_temporary();
  DatabaseConnection connection(database, Policy::teach);
  Session& session = connection.session();
  session.execute(
      "CREATE KEYSPACE conformance WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.use("conformance");
  ShellSettings settings;
  CheckedConsole console(connection, settings);
  settings.diagnostic_form = DiagnosticForm::json;
  std::size_t count = 0;
  for (const ScriptStep& step : read_script_form(text.str()).steps) {
    const CheckedAnswer answer = console.answer(step.statement);
    // Beside the advice there may be lints and faults, each an object in a line of its own.
    const auto line = std::ranges::find_if(
        answer.text, [](const std::string& text) { return text.starts_with(R"({"statement":)"); });
    if (!step.statement.starts_with("ADVISE") || line == answer.text.end()) continue;
    INFO(file << ":" << step.line << " " << step.statement);
    const nlohmann::json advice = nlohmann::json::parse(*line);
    for (const std::string& fault : faults_of(advice, schema)) FAIL_CHECK(fault);
    const bool is_applied = step.statement.find("APPLY") != std::string::npos;
    if (!is_applied) run_all(session, advice);
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("the advice of the goldens as JSON fits its schema, and its CQL runs") {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(CELLAR_SOURCE_DIR);  // the goldens name files of queries
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/cql/advise")) {
    if (entry.path().extension() == ".cql") count += check_advice_of(entry.path());
  }
  std::filesystem::current_path(before);
  CHECK(count > 40);
}
