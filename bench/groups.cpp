// GROUP BY over one large partition.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

constexpr std::size_t kGroupedPartitions = 5;
constexpr std::size_t kDays = 1000;

struct Question {
  const char* cql;
  const char* sql;
};
constexpr Question kGroupQuestions[] = {
    {"SELECT day, count(*), sum(v) FROM g WHERE p = 3 GROUP BY p, day;\n",
     "SELECT day, count(*), sum(v) FROM g WHERE p = 3 GROUP BY p, day;\n"},
    {"SELECT day, max(v), avg(v) FROM g WHERE p = 3 GROUP BY p, day;\n",
     "SELECT day, max(v), avg(v) FROM g WHERE p = 3 GROUP BY p, day;\n"},
};

void write_rows(const std::filesystem::path& path, std::string_view head, std::string_view tail,
                std::size_t rows) {
  TextFile file(path);
  file.add(head);
  Random random(rows);
  for (std::size_t index = 0; index < rows; ++index) {
    for (std::size_t partition = 0; partition < kGroupedPartitions; ++partition) {
      file.add(fmt::format("INSERT INTO g (p, day, t, v) VALUES ({}, {}, {}, {});\n", partition,
                           index % kDays, index / kDays, random.below(1'000'000)));
    }
  }
  file.add(tail);
  file.close();
}

}  // namespace

void measure_groups(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(100'000, 100'000, 2000);
  const std::filesystem::path cql = data.place("groups.cql"), sql = data.place("groups.sql");
  const std::filesystem::path cellar = data.place("groups.cellar"), sqlite = data.place("groups.sqlite");
  write_rows(cql,
             fmt::format("{}CREATE TABLE g (p int, day int, t int, v int, PRIMARY KEY (p, day, t));\n",
                         kKeyspaceInCql),
             "", rows);
  write_rows(
      sql,
      fmt::format("{}CREATE TABLE g (p INTEGER, day INTEGER, t INTEGER, v INTEGER, PRIMARY KEY (p, day, t)) "
                  "WITHOUT ROWID;\nBEGIN;\n",
                  kSettingsInSql),
      "COMMIT;\n", rows);
  run_cellar(settings, cellar, cql);
  run_sqlite(settings, sqlite, sql);
  for (const Question& question : kGroupQuestions) {
    write_text(cql, fmt::format("USE b;\n{}", question.cql));
    write_text(sql, fmt::format(".mode column\n{}", question.sql));
    constexpr double kMilliseconds = 1e3;
    const auto values = interleave(
        settings.rounds, {[&] { return kMilliseconds * run_cellar(settings, cellar, cql).seconds; },
                          [&] { return kMilliseconds * run_sqlite(settings, sqlite, sql).seconds; }});
    std::string asked(question.cql);
    asked.resize(asked.find(';'));
    lines.push_back({"P26", fmt::format("{}: {} rows, {} groups", asked, rows, kDays), "ms", "sqlite3", "1.0",
                     values[0], values[1]});
  }
}

}  // namespace cellar::bench
