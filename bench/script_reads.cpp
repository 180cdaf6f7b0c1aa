// SELECTs of a script whose answers go to a file.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kRowsOfPartition = 100;

std::string messages_in_cql() {
  return fmt::format(
      "{}CREATE TABLE m (p int, ts bigint, a text, b int, PRIMARY KEY (p, ts)) "
      "WITH CLUSTERING ORDER BY (ts DESC);\n",
      kKeyspaceInCql);
}

std::string messages_in_sql() {
  return fmt::format(
      "{}CREATE TABLE m (p INTEGER, ts INTEGER, a TEXT, b INTEGER, PRIMARY KEY (p, ts DESC)) WITHOUT ROWID;\n"
      "BEGIN;\n",
      kSettingsInSql);
}

/// Both peers' databases with a table of many partitions of a hundred rows.
struct Messages {
  std::filesystem::path cellar;
  std::filesystem::path sqlite;
};

void write_messages(const std::filesystem::path& path, const std::string& head, const char* tail,
                    std::size_t partitions) {
  TextFile file(path);
  file.add(head);
  Random random(partitions);
  std::string text;
  for (std::size_t row = 0; row < kRowsOfPartition; ++row) {
    for (std::size_t partition = 0; partition < partitions; ++partition) {
      text = fmt::format("INSERT INTO m (p, ts, a, b) VALUES ({}, {}, '", partition,
                         1'700'000'000'000 + row * 1000 + random.below(1000));
      append_words(text, random, 20 + random.below(20));
      text += fmt::format("', {});\n", random.below(100'000));
      file.add(text);
    }
  }
  file.add(tail);
  file.close();
}

Messages make_messages(const Data& data, std::size_t partitions) {
  const Messages messages{data.place("messages.cellar"), data.place("messages.sqlite")};
  const std::filesystem::path script = data.place("messages");
  write_messages(script, messages_in_cql(), "", partitions);
  run_cellar(data.settings(), messages.cellar, script);
  write_messages(script, messages_in_sql(), "COMMIT;\n", partitions);
  run_sqlite(data.settings(), messages.sqlite, script);
  return messages;
}

void write_selects(const std::filesystem::path& path, std::string_view head, const char* order,
                   std::size_t selects, std::size_t partitions) {
  TextFile file(path);
  file.add(head);
  Random random(selects);
  for (std::size_t select = 0; select < selects; ++select) {
    file.add(
        fmt::format("SELECT p, ts, a, b FROM m WHERE p = {}{} LIMIT 10;\n", random.below(partitions), order));
  }
  file.close();
}

}  // namespace

void measure_newest_rows(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t selects = settings.pick(100'000, 10'000, 50);
  const std::size_t partitions = settings.pick(3'000, 1'000, 5);
  const Messages messages = make_messages(data, partitions);
  const std::filesystem::path cql = data.place("newest.cql"), sql = data.place("newest.sql");
  write_selects(cql, "USE b;\n", "", selects, partitions);
  write_selects(sql, ".mode column\n.headers on\n", " ORDER BY ts DESC", selects, partitions);

  const std::filesystem::path output = data.place("printed");
  const double each = 1e6 / static_cast<double>(selects);
  const auto values = interleave(
      settings.rounds, {[&] { return each * run_cellar(settings, messages.cellar, cql, output).seconds; },
                        [&] { return each * run_sqlite(settings, messages.sqlite, sql, output).seconds; }});
  lines.push_back({"P2", fmt::format("script of {} SELECTs of the newest 10 rows, as tables", selects),
                   "µs/SELECT", "sqlite3 .mode column", "0.50 (0.25)", values[0], values[1]});
}

void measure_printing(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(1'000'000, 100'000, 300);
  const std::filesystem::path cellar_file = data.cellar_file(rows), sqlite_file = data.sqlite_file(rows);
  const std::filesystem::path cql = data.place("print.cql"), table = data.place("table.sql");
  const std::filesystem::path list = data.place("list.sql"), output = data.place("printed");
  write_text(cql, "SELECT id, a, b, c, d FROM b.t;\n");
  write_text(table, ".mode column\n.headers on\nSELECT id, a, b, c, d FROM t;\n");
  write_text(list, "SELECT id, a, b, c, d FROM t;\n");

  const double each = 1e6 / static_cast<double>(rows);
  const auto values = interleave(
      settings.rounds, {[&] { return each * run_cellar(settings, cellar_file, cql, output).seconds; },
                        [&] { return each * run_sqlite(settings, sqlite_file, table, output).seconds; },
                        [&] { return each * run_sqlite(settings, sqlite_file, list, output).seconds; }});
  const std::string work = fmt::format("script that prints {} rows as a table", rows);
  lines.push_back({"P4", work, "µs/row", "sqlite3 .mode column", "1.0", values[0], values[1]});
  lines.push_back({"P4", work, "µs/row", "sqlite3 .mode list", "", values[0], values[2]});
}

}  // namespace cellar::bench
