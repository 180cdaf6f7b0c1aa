// COPY: a file of rows into a table, and a table into a file.
#include <fmt/format.h>

#include "bench/files.h"
#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

namespace {

double microseconds_a_row(const Ended& ended, std::size_t rows) {
  return ended.seconds * 1e6 / static_cast<double>(rows);
}

/// sqlite3 writes the file, in its own form of CSV, which has doubled quotes; both sides read this one.
std::filesystem::path csv_of_sqlite(Data& data, std::size_t rows) {
  const std::filesystem::path file = data.place("rows.csv"), script = data.place("rows.sql");
  write_text(script, ".mode csv\nSELECT id, a, b, c, d FROM t;\n");
  run_sqlite(data.settings(), data.sqlite_file(rows), script, file);
  return file;
}

class CopyFrom {
 public:
  CopyFrom(Data& data, std::size_t rows) : data_(data), rows_(rows), file_(csv_of_sqlite(data, rows)) {
    write_text(data_.place("from.cql"),
               fmt::format("{}{}COPY t (id, a, b, c, d) FROM '{}' WITH ESCAPE = '\"';\n", kKeyspaceInCql,
                           kTableInCql, file_.string()));
    write_text(data_.place("from.sql"), fmt::format("{}{}BEGIN;\n.mode csv\n.import {} t\nCOMMIT;\n",
                                                    kSettingsInSql, kTableInSql, file_.string()));
  }
  double cellar() const {
    remove_database(data_.place("from.cellar"));
    return microseconds_a_row(
        run_cellar(data_.settings(), data_.place("from.cellar"), data_.place("from.cql")), rows_);
  }
  double sqlite() const {
    remove_database(data_.place("from.sqlite"));
    return microseconds_a_row(
        run_sqlite(data_.settings(), data_.place("from.sqlite"), data_.place("from.sql")), rows_);
  }

 private:
  Data& data_;
  std::size_t rows_;
  std::filesystem::path file_;
};

class CopyTo {
 public:
  CopyTo(Data& data, std::size_t rows)
      : data_(data), rows_(rows), cellar_file_(data.cellar_file(rows)), sqlite_file_(data.sqlite_file(rows)) {
    write_text(data_.place("to.cql"),
               fmt::format("USE b;\nCOPY t TO '{}';\n", data_.place("to.csv").string()));
    write_text(data_.place("to.sql"), fmt::format(".mode csv\n.output {}\nSELECT id, a, b, c, d FROM t;\n",
                                                  data_.place("to.sqlite.csv").string()));
  }
  double cellar() const {
    return microseconds_a_row(run_cellar(data_.settings(), cellar_file_, data_.place("to.cql")), rows_);
  }
  double sqlite() const {
    return microseconds_a_row(run_sqlite(data_.settings(), sqlite_file_, data_.place("to.sql")), rows_);
  }

 private:
  Data& data_;
  std::size_t rows_;
  std::filesystem::path cellar_file_, sqlite_file_;
};

}  // namespace

void measure_copy_from(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(1'000'000, 100'000, 300);
  const CopyFrom copy(data, rows);
  const auto values =
      interleave(data.settings().rounds, {[&] { return copy.cellar(); }, [&] { return copy.sqlite(); }});
  lines.push_back({"P28", fmt::format("COPY FROM a CSV file of {} rows", rows), "µs/row", "sqlite3 .import",
                   "0.50", values[0], values[1]});
}

void measure_copy_to(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(1'000'000, 100'000, 300);
  const CopyTo copy(data, rows);
  const auto values =
      interleave(data.settings().rounds, {[&] { return copy.cellar(); }, [&] { return copy.sqlite(); }});
  lines.push_back({"P29", fmt::format("COPY TO a CSV file of {} rows", rows), "µs/row", "sqlite3 .mode csv",
                   "1.0", values[0], values[1]});
}

}  // namespace cellar::bench
