// Tables with indexes and views: what a load costs, and what a read by an index costs.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kRowsOfAnOwner = 10;
constexpr std::size_t kPlaces = 1000;
constexpr std::size_t kBytesOfNote = 80;

constexpr std::string_view kItemsInCql =
    "CREATE TABLE items (id int PRIMARY KEY, owner int, place text, note text);\n";
constexpr std::string_view kItemsInSql =
    "CREATE TABLE items (id INTEGER PRIMARY KEY, owner INTEGER, place TEXT, note TEXT) WITHOUT ROWID;\n";
constexpr std::string_view kIndexes =
    "CREATE INDEX owners ON items (owner);\nCREATE INDEX places ON items (place);\n";
constexpr std::string_view kSaiIndexes =
    "CREATE INDEX owners ON items (owner) USING 'sai';\nCREATE INDEX places ON items (place) USING 'sai';\n";
constexpr std::string_view kView =
    "CREATE MATERIALIZED VIEW by_owner AS SELECT * FROM items WHERE owner IS NOT NULL AND id IS NOT NULL\n"
    "  PRIMARY KEY (owner, id);\n";

void write_items(const std::filesystem::path& path, std::string_view head, std::string_view tail,
                 std::size_t rows) {
  TextFile file(path);
  file.add(head);
  std::string text;
  for (std::size_t index = 0; index < rows; ++index) {
    const std::int32_t id = row_id(index);
    Random random(static_cast<std::uint64_t>(id));
    text = fmt::format("INSERT INTO items (id, owner, place, note) VALUES ({}, {}, 'place {:04}', '", id,
                       row_id(index / kRowsOfAnOwner), random.below(kPlaces));
    append_words(text, random, kBytesOfNote);
    text += "');\n";
    file.add(text);
  }
  file.add(tail);
  file.close();
}

std::filesystem::path cql_script(Data& data, const char* name, std::string_view derived, std::size_t rows) {
  const std::filesystem::path script = data.place(fmt::format("items-{}-{}.cql", name, rows));
  if (!std::filesystem::exists(script))
    write_items(script, fmt::format("{}{}{}", kKeyspaceInCql, kItemsInCql, derived), "", rows);
  return script;
}

std::filesystem::path sql_script(Data& data, std::size_t rows) {
  const std::filesystem::path script = data.place(fmt::format("items-{}.sql", rows));
  if (!std::filesystem::exists(script))
    write_items(script, fmt::format("{}{}{}BEGIN;\n", kSettingsInSql, kItemsInSql, kIndexes), "COMMIT;\n",
                rows);
  return script;
}

/// A load into a new file, as one side: microseconds a row.
Side load_of(Data& data, const char* name, std::string_view derived, std::size_t rows) {
  const std::filesystem::path script = cql_script(data, name, derived, rows);
  const std::filesystem::path database = data.place(fmt::format("items-{}.cellar", name));
  return [&data, script, database, rows] {
    remove_database(database);
    return run_cellar(data.settings(), database, script).seconds * 1e6 / static_cast<double>(rows);
  };
}

Side load_of_sqlite(Data& data, std::size_t rows) {
  const std::filesystem::path script = sql_script(data, rows), database = data.place("items.sqlite");
  return [&data, script, database, rows] {
    remove_database(database);
    return run_sqlite(data.settings(), database, script).seconds * 1e6 / static_cast<double>(rows);
  };
}

void write_reads(const std::filesystem::path& path, std::string_view head, std::size_t rows,
                 std::size_t reads) {
  TextFile file(path);
  file.add(head);
  Random random(rows);
  for (std::size_t read = 0; read < reads; ++read) {
    file.add(fmt::format("SELECT id, place, note FROM items WHERE owner = {};\n",
                         row_id(random.below(rows / kRowsOfAnOwner))));
  }
  file.close();
}

}  // namespace

void measure_derived_loads(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const auto values = interleave(
      data.settings().rounds,
      {load_of(data, "plain", "", rows), load_of(data, "indexes", kIndexes, rows), load_of_sqlite(data, rows),
       load_of(data, "sai", kSaiIndexes, rows), load_of(data, "view", kView, rows)});
  const auto add = [&](const char* id, const char* with, const char* peer, const char* target,
                       std::size_t cellar, std::size_t side) {
    lines.push_back({id, fmt::format("script of {} INSERTs, {}", rows, with), "µs/row", peer, target,
                     values[cellar], values[side]});
  };
  add("P21", "two indexes", "without indexes", "3.0", 1, 0);
  add("P21", "two indexes", "sqlite3", "0.5", 1, 2);
  add("P21", "two sai indexes", "without indexes", "3.0", 3, 0);
  add("P21", "two sai indexes", "sqlite3", "0.5", 3, 2);
  add("P22", "a view", "without a view", "4.0", 4, 0);
}

void measure_index_reads(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(300'000, 30'000, 300), reads = settings.pick(30'000, 10'000, 100);
  const std::filesystem::path cql = data.place("by_index.cql"), sql = data.place("by_index.sql");
  write_reads(cql, "USE b;\n", rows, reads);
  write_reads(sql, ".mode column\n", rows, reads);
  load_of_sqlite(data, rows)();
  const auto read_sqlite = [&] {
    return run_sqlite(settings, data.place("items.sqlite"), sql).seconds * 1e6 / static_cast<double>(reads);
  };
  const auto read_cellar = [&](const char* name) {
    return [&data, &cql, reads, name] {
      const std::filesystem::path database = data.place(fmt::format("items-{}.cellar", name));
      return run_cellar(data.settings(), database, cql).seconds * 1e6 / static_cast<double>(reads);
    };
  };
  load_of(data, "indexes", kIndexes, rows)();
  load_of(data, "sai", kSaiIndexes, rows)();
  const auto values = interleave(settings.rounds, {read_cellar("indexes"), read_cellar("sai"), read_sqlite});
  const std::string work = fmt::format("script of {} reads of {} rows by an index", reads, kRowsOfAnOwner);
  lines.push_back({"P23", work, "µs/read", "sqlite3 .mode column", "1.5", values[0], values[2]});
  lines.push_back({"P23", work + " (sai)", "µs/read", "sqlite3 .mode column", "1.5", values[1], values[2]});
}

}  // namespace cellar::bench
