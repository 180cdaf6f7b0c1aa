// Narrow rows: how large their files are, and what an aggregate over all of them costs.
#include "bench/narrow_rows.h"

#include <fmt/format.h>

#include "bench/files.h"
#include "bench/raw_lmdb.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kPartitions = 100;
constexpr std::size_t kPartitionsInTimeOrder = 1000;
constexpr std::size_t kBytesOfText = 20;

constexpr const char* kNarrowInCql =
    "CREATE TABLE n (p int, c int, a text, d double, i int, PRIMARY KEY (p, c));\n";
constexpr const char* kNarrowInSql =
    "CREATE TABLE n (p INTEGER, c INTEGER, a TEXT, d REAL, i INTEGER, PRIMARY KEY (p, c)) WITHOUT ROWID;\n"
    "BEGIN;\n";
constexpr const char* kCount = "SELECT count(*) FROM n";

struct Key {
  std::size_t partition, clustering;
};

Key key_of(Shape shape, std::size_t row, Random& random) {
  switch (shape) {
    case Shape::hundred_partitions:
      return {row % kPartitions, row / kPartitions};
    case Shape::one_row_each:
      return {row, random.below(1000)};
    case Shape::time_order:
      return {random.below(kPartitionsInTimeOrder), row};
  }
  return {};
}

void append_row(std::string& text, Shape shape, std::size_t row) {
  Random random(row);
  const auto [partition, clustering] = key_of(shape, row, random);
  text += fmt::format("INSERT INTO n (p, c, a, d, i) VALUES ({}, {}, '", partition, clustering);
  for (std::size_t i = 0; i < kBytesOfText; ++i) text += static_cast<char>('a' + random.below(26));
  text += fmt::format("', {:.6f}, {});\n", static_cast<double>(random.below(1'000'000'000)) / 1e6,
                      random.below(1'000'000));
}

void write_rows(const std::filesystem::path& path, const std::string& head, const char* tail, Shape shape,
                std::size_t rows) {
  std::vector<std::size_t> order(rows);
  for (std::size_t row = 0; row < rows; ++row) order[row] = row;
  if (shape != Shape::time_order) shuffle(order);
  TextFile file(path);
  file.add(head);
  std::string text;
  for (const std::size_t row : order) {
    text.clear();
    append_row(text, shape, row);
    file.add(text);
  }
  file.add(tail);
  file.close();
}

std::filesystem::path named(const Data& data, Shape shape, std::size_t rows, const char* kind) {
  return data.place(fmt::format("narrow-{}-{}.{}", static_cast<int>(shape), rows, kind));
}

double compacted_megabytes(const Data& data, const std::filesystem::path& database) {
  const std::filesystem::path copy = data.place("compact.cellar"), script = data.place("compact.cql");
  copy_database(database, copy);
  write_text(script, "COMPACT;\n");
  run_cellar(data.settings(), copy, script);
  return megabytes(copy);
}

double vacuumed_megabytes(const Data& data, const std::filesystem::path& database) {
  const std::filesystem::path copy = data.place("vacuum.sqlite"), script = data.place("vacuum.sql");
  copy_database(database, copy);
  write_text(script, "VACUUM;\n");
  run_sqlite(data.settings(), copy, script);
  return megabytes(copy);
}

void add_sizes(const Data& data, const std::string& rows, const char* order, const char* target_loaded,
               const char* target_compact, const std::filesystem::path& cellar,
               const std::filesystem::path& sqlite, std::vector<Line>& lines) {
  lines.push_back({"P12",
                   "file after " + rows + ", " + order,
                   "MB",
                   "sqlite3",
                   target_loaded,
                   {megabytes(cellar)},
                   {megabytes(sqlite)}});
  lines.push_back({"P12",
                   "file after " + rows + " and COMPACT",
                   "MB",
                   "sqlite3 after VACUUM",
                   target_compact,
                   {compacted_megabytes(data, cellar)},
                   {vacuumed_megabytes(data, sqlite)}});
}

constexpr const char* kQuestions[] = {
    kCount,
    "SELECT sum(i) FROM n",
    "SELECT max(i) FROM n",
    "SELECT avg(d) FROM n",
    "SELECT p, c FROM n WHERE i = 500",
    "SELECT count(*) FROM n WHERE a > 'm'",
};

/// The rows of narrow_sqlite_file(), in its order, with quotes that both sides read.
std::filesystem::path narrow_csv_file(Data& data, Shape shape, std::size_t rows) {
  const std::filesystem::path file = data.place("narrow.csv"), script = data.place("narrow-csv.sql");
  write_text(script, ".mode csv\nSELECT p, c, a, d, i FROM n;\n");
  run_sqlite(data.settings(), narrow_sqlite_file(data, shape, rows), script, file);
  return file;
}

/// Loads `csv` into a new file, which COPY fills in the order of the tokens.
std::filesystem::path copied_cellar_file(const Data& data, const std::filesystem::path& csv) {
  const std::filesystem::path database = data.place("copied.cellar"), script = data.place("copied.cql");
  remove_database(database);
  write_text(script, fmt::format("{}{}COPY n (p, c, a, d, i) FROM '{}' WITH ESCAPE = '\"';\n", kKeyspaceInCql,
                                 kNarrowInCql, csv.string()));
  run_cellar(data.settings(), database, script);
  return database;
}

std::filesystem::path imported_sqlite_file(const Data& data, const std::filesystem::path& csv) {
  const std::filesystem::path database = data.place("imported.sqlite"), script = data.place("imported.sql");
  remove_database(database);
  write_text(script, fmt::format("{}{}.mode csv\n.import {} n\nCOMMIT;\n", kSettingsInSql, kNarrowInSql,
                                 csv.string()));
  run_sqlite(data.settings(), database, script);
  return database;
}

void measure_question(const Data& data, const std::string& select, const std::string& rows,
                      const std::filesystem::path& cellar, const std::filesystem::path& sqlite,
                      std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::filesystem::path cql = data.place("question.cql"), sql = data.place("question.sql");
  write_text(cql, "USE b;\n" + select + " ALLOW FILTERING;\n");
  write_text(sql, select + ";\n");
  constexpr double kMilliseconds = 1e3;
  const auto values = interleave(settings.rounds,
                                 {[&] { return kMilliseconds * run_cellar(settings, cellar, cql).seconds; },
                                  [&] { return kMilliseconds * run_sqlite(settings, sqlite, sql).seconds; }});
  lines.push_back({"P13", select + ": " + rows, "ms", "sqlite3", "1.0", values[0], values[1]});
}

}  // namespace

const char* words_of(Shape shape) {
  switch (shape) {
    case Shape::hundred_partitions:
      return "100 partitions";
    case Shape::one_row_each:
      return "a partition each";
    case Shape::time_order:
      return "1000 partitions";
  }
  return "";
}

std::filesystem::path narrow_cellar_file(Data& data, Shape shape, std::size_t rows) {
  const std::filesystem::path database = named(data, shape, rows, "cellar");
  if (std::filesystem::exists(database)) return database;
  const std::filesystem::path script = data.place("narrow.cql");
  write_rows(script, std::string(kKeyspaceInCql) + kNarrowInCql, "", shape, rows);
  run_cellar(data.settings(), database, script);
  return database;
}

std::filesystem::path narrow_sqlite_file(Data& data, Shape shape, std::size_t rows) {
  const std::filesystem::path database = named(data, shape, rows, "sqlite");
  if (std::filesystem::exists(database)) return database;
  const std::filesystem::path script = data.place("narrow.sql");
  write_rows(script, std::string(kSettingsInSql) + kNarrowInSql, "COMMIT;\n", shape, rows);
  run_sqlite(data.settings(), database, script);
  return database;
}

// Sizes hardly differ from round to round, so there is one.
void measure_narrow_sizes(Data& data, std::vector<Line>& lines) {
  const std::size_t narrow = data.settings().pick(1'000'000, 300'000, 300);
  for (const Shape shape : {Shape::hundred_partitions, Shape::one_row_each, Shape::time_order}) {
    const bool is_random = shape != Shape::time_order;
    add_sizes(data, fmt::format("{} narrow rows, {}", narrow, words_of(shape)),
              is_random ? "random order" : "time order", is_random ? "2.5" : "2.0", "1.7",
              narrow_cellar_file(data, shape, narrow), narrow_sqlite_file(data, shape, narrow), lines);
  }
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  add_sizes(data, fmt::format("{} rows of P1", rows), "random order", "1.5", "1.2", data.cellar_file(rows),
            data.sqlite_file(rows), lines);
}

void measure_aggregates(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(1'000'000, 300'000, 300);
  for (const Shape shape : kShapesInRandomOrder) {
    const std::string all = fmt::format("{} rows, {}", rows, words_of(shape));
    for (const char* select : kQuestions) {
      measure_question(data, select, all, narrow_cellar_file(data, shape, rows),
                       narrow_sqlite_file(data, shape, rows), lines);
    }
    const std::filesystem::path csv = narrow_csv_file(data, shape, rows);
    measure_question(data, kCount, all + ", from a CSV file", copied_cellar_file(data, csv),
                     imported_sqlite_file(data, csv), lines);
  }
}

}  // namespace cellar::bench
