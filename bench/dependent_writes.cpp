// Writes that depend on what is stored: conditional INSERTs and increments of counters.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kCounters = 1000;

std::filesystem::path write_inserts(Data& data, const char* name, const char* condition, std::size_t rows) {
  const std::filesystem::path script = data.place(name);
  TextFile file(script);
  file.add(kKeyspaceInCql);
  file.add(kTableInCql);
  std::string text;
  for (std::size_t index = 0; index < rows; ++index) {
    text.clear();
    append_insert(text, row_id(index));
    text.resize(text.rfind(';'));
    file.add(text);
    file.add(condition);
  }
  file.close();
  return script;
}

/// Increments of counters in no order.
void write_increments(const std::filesystem::path& path, std::string_view head,
                      fmt::format_string<std::size_t&> statement, std::string_view tail,
                      std::size_t increments) {
  TextFile file(path);
  file.add(head);
  Random random(increments);
  for (std::size_t index = 0; index < increments; ++index) {
    std::size_t counter = random.below(kCounters);
    file.add(fmt::format(statement, counter));
  }
  file.add(tail);
  file.close();
}

}  // namespace

void measure_conditional_inserts(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(300'000, 30'000, 300);
  const std::filesystem::path plain = write_inserts(data, "plain.cql", ";\n", rows);
  const std::filesystem::path conditional = write_inserts(data, "conditional.cql", " IF NOT EXISTS;\n", rows);
  const auto load = [&](const std::filesystem::path& script) {
    return [&settings, &data, script, rows] {
      const std::filesystem::path database = data.place("conditional.cellar");
      remove_database(database);
      return run_cellar(settings, database, script).seconds * 1e6 / static_cast<double>(rows);
    };
  };
  const auto values = interleave(settings.rounds, {load(conditional), load(plain)});
  lines.push_back({"P24", fmt::format("script of {} INSERT IF NOT EXISTS", rows), "µs/row", "plain INSERTs",
                   "2.0", values[0], values[1]});
}

void measure_counters(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t increments = settings.pick(100'000, 100'000, 3000);
  const std::filesystem::path cql = data.place("counters.cql"), sql = data.place("counters.sql");
  write_increments(cql, fmt::format("{}CREATE TABLE k (id int PRIMARY KEY, n counter);\n", kKeyspaceInCql),
                   "UPDATE k SET n = n + 1 WHERE id = {};\n", "", increments);
  write_increments(
      sql,
      fmt::format("{}CREATE TABLE k (id INTEGER PRIMARY KEY, n INTEGER) WITHOUT ROWID;\nBEGIN;\n",
                  kSettingsInSql),
      "INSERT INTO k (id, n) VALUES ({}, 1) ON CONFLICT (id) DO UPDATE SET n = n + 1;\n", "COMMIT;\n",
      increments);
  const std::filesystem::path cellar = data.place("counters.cellar"), sqlite = data.place("counters.sqlite");
  const double each = 1e6 / static_cast<double>(increments);
  const auto values = interleave(settings.rounds, {[&] {
                                                     remove_database(cellar);
                                                     return each * run_cellar(settings, cellar, cql).seconds;
                                                   },
                                                   [&] {
                                                     remove_database(sqlite);
                                                     return each * run_sqlite(settings, sqlite, sql).seconds;
                                                   }});
  lines.push_back({"P25", fmt::format("script of {} increments of {} counters", increments, kCounters),
                   "µs/statement", "sqlite3 upsert", "0.5", values[0], values[1]});
}

}  // namespace cellar::bench
