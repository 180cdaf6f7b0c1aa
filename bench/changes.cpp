// Scripts that change rows which are there: UPDATE, DELETE, an element more in a set.
#include <fmt/format.h>

#include <functional>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

using MakeStatement = std::function<std::string(std::int32_t id)>;

void write_statements(const std::filesystem::path& path, std::string_view head, std::string_view tail,
                      const std::vector<std::int32_t>& ids, const MakeStatement& statement) {
  TextFile file(path);
  file.add(head);
  for (const std::int32_t id : ids) file.add(statement(id));
  file.add(tail);
  file.close();
}

/// A change of some rows, as both peers say it, of databases that are copied for each round.
struct Change {
  std::string work;
  std::filesystem::path cellar_file;
  std::filesystem::path sqlite_file;
  MakeStatement cql;
  MakeStatement sql;
};

/// Some of the rows that are there, in an order of their own.
std::vector<std::int32_t> chosen_ids(std::size_t rows, std::size_t changes) {
  std::vector<std::int32_t> ids = row_ids(rows);
  shuffle(ids);
  ids.resize(changes);
  return ids;
}

Line measure_change(const Data& data, const Change& change, const std::vector<std::int32_t>& ids) {
  const Settings& settings = data.settings();
  const std::filesystem::path cql = data.place("change.cql"), sql = data.place("change.sql");
  write_statements(cql, "USE b;\n", "", ids, change.cql);
  write_statements(sql, "PRAGMA synchronous=FULL;\nBEGIN;\n", "COMMIT;\n", ids, change.sql);
  const std::filesystem::path cellar = data.place("change.cellar"), sqlite = data.place("change.sqlite");
  const double each = 1e6 / static_cast<double>(ids.size());
  const auto change_cellar = [&] {
    copy_database(change.cellar_file, cellar);
    return each * run_cellar(settings, cellar, cql).seconds;
  };
  const auto change_sqlite = [&] {
    copy_database(change.sqlite_file, sqlite);
    return each * run_sqlite(settings, sqlite, sql).seconds;
  };
  const auto values = interleave(settings.rounds, {change_cellar, change_sqlite});
  return {"P9", change.work, "µs/statement", "sqlite3", "0.50 (0.33)", values[0], values[1]};
}

Change update_of(Data& data, std::size_t rows) {
  const MakeStatement statement = [](std::int32_t id) {
    return fmt::format("UPDATE t SET b = {} WHERE id = {};\n", id / 3, id);
  };
  return {"UPDATE of one column", data.cellar_file(rows), data.sqlite_file(rows), statement, statement};
}

Change deletion_of(Data& data, std::size_t rows) {
  const MakeStatement statement = [](std::int32_t id) {
    return fmt::format("DELETE FROM t WHERE id = {};\n", id);
  };
  return {"DELETE of a row", data.cellar_file(rows), data.sqlite_file(rows), statement, statement};
}

/// The set of a row is a child table in sqlite3.
Change append_to(Data& data, std::size_t rows) {
  const std::filesystem::path cellar = data.place("sets.cellar"), sqlite = data.place("sets.sqlite");
  const std::filesystem::path script = data.place("sets");
  write_statements(
      script, fmt::format("{}CREATE TABLE s (id int PRIMARY KEY, e set<text>);\n", kKeyspaceInCql), "",
      row_ids(rows),
      [](std::int32_t id) { return fmt::format("INSERT INTO s (id, e) VALUES ({}, {{'first'}});\n", id); });
  run_cellar(data.settings(), cellar, script);
  write_statements(
      script,
      fmt::format("{}CREATE TABLE s (id INTEGER, e TEXT, PRIMARY KEY (id, e)) WITHOUT ROWID;\nBEGIN;\n",
                  kSettingsInSql),
      "COMMIT;\n", row_ids(rows),
      [](std::int32_t id) { return fmt::format("INSERT INTO s (id, e) VALUES ({}, 'first');\n", id); });
  run_sqlite(data.settings(), sqlite, script);
  return {"an element more in a set", cellar, sqlite,
          [](std::int32_t id) {
            return fmt::format("UPDATE s SET e = e + {{'number {}'}} WHERE id = {};\n", id / 7, id);
          },
          [](std::int32_t id) {
            return fmt::format("INSERT INTO s (id, e) VALUES ({}, 'number {}');\n", id, id / 7);
          }};
}

}  // namespace

void measure_changes(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const std::vector<std::int32_t> ids = chosen_ids(rows, rows / 3);
  for (Change (*change)(Data&, std::size_t) : {update_of, deletion_of, append_to}) {
    lines.push_back(measure_change(data, change(data, rows), ids));
    lines.back().work = fmt::format("script of {}: {}", ids.size(), lines.back().work);
  }
}

}  // namespace cellar::bench
