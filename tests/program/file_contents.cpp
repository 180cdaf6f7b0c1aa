#include "file_contents.h"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "refusal/refusal.h"
#include "storage/verify/verify.h"
#include "types/value/value.h"

using cellar::Database;
using cellar::Refusal;
using cellar::Result;
using cellar::Session;

std::string outcome_of(const std::function<void()>& run) {
  try {
    run();
    return "done";
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.id);
  }
}

namespace {

std::string line_of(const Result& result, const cellar::ResultRow& row) {
  std::string line = "  ";
  for (std::size_t index = 0; index < result.columns().size(); ++index) {
    const cellar::ResultColumn& column = result.columns()[index];
    const cellar::ValueView value = row[index];
    line += column.name + " = " + (value ? cellar::to_literal(column.type, value) : "null") + "; ";
  }
  return line;
}

/// The literals of a column's values that the table holds.
std::set<std::string> values_in(Session& session, const std::string& table, const std::string& column) {
  std::set<std::string> values;
  Result result = session.execute("SELECT " + column + " FROM " + table);
  while (const cellar::ResultRow* row = result.next()) {
    if ((*row)[0]) values.insert(cellar::to_literal(result.columns()[0].type, (*row)[0]));
  }
  return values;
}

void add_table(Session& session, const cellar::Table& table, Lines& lines) {
  const std::string name = table.keyspace + "." + table.name;
  add_rows(session, "SELECT * FROM " + name, lines);
  for (const cellar::View& view : table.views)
    add_rows(session, "SELECT * FROM " + table.keyspace + "." + view.table->name, lines);
  for (const cellar::Index& index : table.indexes) {
    const std::string column = table.columns[table.find(index.column).value()].name;
    for (const std::string& value : values_in(session, name, column))
      add_rows(session, "SELECT * FROM " + name + " WHERE " + column + " = " + value, lines);
  }
}

void check_ids(const cellar::Schema& schema) {
  std::set<cellar::TableId> ids;
  for (const auto& [name, keyspace] : schema.keyspaces) {
    for (const auto& [table_name, table] : keyspace.tables) {
      CHECK(ids.insert(table->id).second);
      for (const cellar::Index& index : table->indexes) CHECK(ids.insert(index.id).second);
      for (const cellar::View& view : table->views) CHECK(ids.insert(view.table->id).second);
    }
  }
}

}  // namespace

void add_rows(Session& session, const std::string& query, Lines& lines) {
  Lines rows;
  const std::string outcome = outcome_of([&] {
    Result result = session.execute(query);
    while (const cellar::ResultRow* row = result.next()) rows.push_back(line_of(result, *row));
  });
  std::ranges::sort(rows);
  lines.push_back(query + ": " + outcome);
  lines.insert(lines.end(), rows.begin(), rows.end());
}

Lines contents_of(const Database& database, const std::string& keyspace) {
  Session session(database);
  Lines lines;
  add_rows(session, "DESCRIBE KEYSPACE " + keyspace, lines);
  const cellar::SchemaPointer schema = database.schema();
  const cellar::Keyspace* const found = schema->find_keyspace(keyspace);
  if (found == nullptr) return lines;
  for (const auto& [name, table] : found->tables) add_table(session, *table, lines);
  return lines;
}

Lines contents_of(const Database& database) {
  Lines lines;
  const cellar::SchemaPointer schema = database.schema();
  check_ids(*schema);
  for (const auto& [name, keyspace] : schema->keyspaces) {
    const Lines of_keyspace = contents_of(database, name);
    lines.insert(lines.end(), of_keyspace.begin(), of_keyspace.end());
  }
  return lines;
}

Lines damages_in(const std::filesystem::path& path) {
  Lines damages;
  const auto note = [&](const cellar::Damage& damage) {
    damages.push_back(damage.place + ": " + damage.reason);
  };
  cellar::verify_file(path, {note, nullptr});
  return damages;
}

std::filesystem::path memory_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}
