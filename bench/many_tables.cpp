// Schemas of ten, a thousand and ten thousand tables: what a further CREATE TABLE costs, and a start.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/works.h"
#include "database/database.h"

namespace cellar::bench {

namespace {

constexpr const char* kColumnsInCql = "(id int PRIMARY KEY, a text, b bigint, c double, d text)";
constexpr const char* kColumnsInSql = "(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL, d TEXT)";

struct ManyTables {
  std::size_t tables;
  std::filesystem::path cellar_file;
  std::filesystem::path sqlite_file;
};

void create_tables(Session& session, std::size_t first, std::size_t end) {
  for (std::size_t table = first; table < end; ++table)
    session.execute(fmt::format("CREATE TABLE b.t{} {}", table, kColumnsInCql));
}

std::string create_tables_in_sql(std::size_t first, std::size_t end) {
  std::string text;
  for (std::size_t table = first; table < end; ++table)
    text += fmt::format("CREATE TABLE t{} {};\n", table, kColumnsInSql);
  return text;
}

ManyTables make(const Data& data, std::size_t tables) {
  const ManyTables made{tables, data.place(fmt::format("tables-{}.cellar", tables)),
                        data.place(fmt::format("tables-{}.sqlite", tables))};
  {
    StoreOptions options;
    options.sync = false;
    const Database database = Database::open(made.cellar_file, options);
    Session session(database);
    session.execute(
        "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    create_tables(session, 0, tables);
    session.execute("INSERT INTO b.t5 (id, a) VALUES (1, 'one')");
  }
  const std::filesystem::path script = data.place("tables.sql");
  write_text(script, "BEGIN;\n" + create_tables_in_sql(0, tables) +
                         "INSERT INTO t5 (id, a) VALUES (1, 'one');\nCOMMIT;\n");
  run_sqlite(data.settings(), made.sqlite_file, script);
  return made;
}

Line measure_start_with(const Settings& settings, const ManyTables& many) {
  const Command cellar{
      .arguments = {settings.cellar, many.cellar_file, "-e", "SELECT a FROM b.t5 WHERE id = 1"}};
  const Command sqlite{.arguments = {settings.sqlite, "-init", "/dev/null", many.sqlite_file,
                                     "SELECT a FROM t5 WHERE id = 1"}};
  const auto milliseconds = [&](const Command& command) {
    return [&] { return run(command, settings.folder).seconds * 1e3; };
  };
  const auto starts = static_cast<unsigned>(settings.pick(40, 20, 1));
  std::vector<double> of_cellar, of_sqlite;
  for (unsigned round = 0; round < settings.rounds; ++round) {
    const auto values = interleave(starts, {milliseconds(cellar), milliseconds(sqlite)});
    of_cellar.push_back(median(values[0]));
    of_sqlite.push_back(median(values[1]));
  }
  return {"P15",
          fmt::format("{} tables: start, open, one SELECT, exit", many.tables),
          "ms",
          "sqlite3",
          "of 10 + 10 ms",
          of_cellar,
          of_sqlite};
}

/// Durable statements of one session, on a copy of the database.
Side creation(const Data& data, const ManyTables& many, std::size_t further) {
  return [&data, &many, further] {
    const std::filesystem::path copy = data.place("further.cellar");
    copy_database(many.cellar_file, copy);
    settle(data.settings().folder);
    const Database database = Database::open(copy);
    Session session(database);
    create_tables(session, many.tables, many.tables + 1);  // reads the schema
    const double seconds =
        seconds_of([&] { create_tables(session, many.tables + 1, many.tables + 1 + further); });
    return 1e3 * seconds / static_cast<double>(further);
  };
}

Side creation_in_sqlite(const Data& data, const ManyTables& many, std::size_t further) {
  return [&data, &many, further] {
    const std::filesystem::path copy = data.place("further.sqlite"), script = data.place("further.sql");
    copy_database(many.sqlite_file, copy);
    write_text(script,
               "PRAGMA synchronous=FULL;\n" + create_tables_in_sql(many.tables, many.tables + further));
    return 1e3 * run_sqlite(data.settings(), copy, script).seconds / static_cast<double>(further);
  };
}

}  // namespace

void measure_many_tables(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t most = settings.pick(10'000, 2'000, 30);
  const std::size_t further = settings.pick(200, 100, 3);
  const ManyTables few = make(data, 10), hundred = make(data, settings.pick(100, 100, 12)),
                   some = make(data, settings.pick(1'000, 500, 20)), many = make(data, most);
  for (const ManyTables* tables : {&few, &some, &many}) {
    lines.push_back(measure_start_with(settings, *tables));
    const auto values = interleave(
        settings.rounds, {creation(data, *tables, further), creation_in_sqlite(data, *tables, further)});
    lines.push_back({"P15", fmt::format("{} tables: a further CREATE TABLE", tables->tables), "ms", "sqlite3",
                     "", values[0], values[1]});
  }
  const auto values =
      interleave(settings.rounds, {creation(data, many, further), creation(data, hundred, further)});
  lines.push_back({"P15", fmt::format("{} tables: a further CREATE TABLE", many.tables), "ms",
                   fmt::format("{} tables", hundred.tables), "1.5", values[0], values[1]});
}

}  // namespace cellar::bench
