#include "shell/terminal/greeting.h"

#include <fmt/format.h>

#include "refusal/counted.h"
#include "schema/schema.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kWhatThisIs =
    "Cellar " CELLAR_VERSION ": CQL, Cassandra's query language. HELP shows the way, EXIT leaves.\n";

constexpr std::size_t kMostNames = 5;

/// "2 keyspaces (school, shop), 7 tables"
std::string contents_of(const Schema& schema) {
  std::size_t keyspaces = 0;
  std::size_t tables = 0;
  std::string names;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    if (is_system_keyspace(name)) continue;
    if (keyspaces < kMostNames) names += (names.empty() ? "" : ", ") + name;
    if (keyspaces++ == kMostNames) names += ", ...";
    tables += keyspace.tables.size();
  }
  if (keyspaces == 0) return "no keyspace yet (HELP CREATE KEYSPACE)";
  return fmt::format("{} ({}), {}", counted(std::to_string(keyspaces), "keyspace", "keyspaces"), names,
                     counted(std::to_string(tables), "table", "tables"));
}

}  // namespace

std::string greeting(const Connection& connection, const std::optional<std::filesystem::path>& file,
                     bool is_new) {
  std::string text(kWhatThisIs);
  if (!file) return text + "The data here are gone at the end. To keep data in a file: cellar shop.cellar\n";
  text += show_on_terminal(file->string());
  text += is_new ? " is a new file: " : ": ";
  return text + show_on_terminal(contents_of(*connection.schema())) + "\n";
}

}  // namespace cellar
