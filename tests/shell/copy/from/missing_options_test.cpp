// What COPY FROM says to those who leave out the option that their file needs.
#include <catch2/catch.hpp>

#include "run_program.h"

namespace {

constexpr const char* kReadingsTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "CREATE TABLE k.readings (station int PRIMARY KEY, at timestamp, celsius decimal, visitors int);\n";

/// Returns the diagnostics of loading the file with these options, which follow WITH.
std::string said_of(const std::string& file, const std::string& columns, const std::string& options = "") {
  const ScratchFolder folder;
  folder.write("t.cql", kReadingsTable);
  folder.write("f.csv", file);
  REQUIRE(folder.run("db -f t.cql").status == 0);
  folder.write("c.cql", "COPY k.readings" + columns + " FROM 'f.csv'" +
                            (options.empty() ? "" : " WITH " + options) + ";");
  const ProgramRun run = folder.run("db -f c.cql");
  return std::to_string(run.status) + "\n" + run.errors;
}

constexpr const char* kReadingsColumns = " (station, at, celsius, visitors)";

}  // namespace

TEST_CASE("another delimiter is seen in the header, or in a row without one") {
  const std::string semicolons = "station;at;celsius;visitors\n1;2024-03-01;4.5;7\n";
  CHECK_THAT(
      said_of(semicolons, "", "HEADER = true"),
      Catch::StartsWith("2\n") &&
          Catch::Contains("error[E638]: the header of f.csv is one field: 'station;at;celsius;visitors'") &&
          Catch::Contains("= fix: If ; separates its fields: WITH DELIMITER = ';'"));
  CHECK_THAT(said_of(semicolons, kReadingsColumns, "HEADER = true"),
             Catch::Contains("f.csv:2:1") && Catch::Contains("WITH DELIMITER = ';'"));
  CHECK_THAT(said_of("1\t2024-03-01\t4.5\t7\n", kReadingsColumns), Catch::Contains("WITH DELIMITER = '\\t'"));
  CHECK_THAT(said_of(semicolons, "", "HEADER = true AND DELIMITER = ';'"), Catch::StartsWith("0\n"));
  CHECK_THAT(said_of("1\t2024-03-01\t4.5\t7\n", kReadingsColumns, "DELIMITER = '\\t'"),
             Catch::StartsWith("0\n"));
  CHECK_THAT(said_of("1\n", kReadingsColumns),
             Catch::Contains("error[E640]") && !Catch::Contains("DELIMITER"));
}

TEST_CASE("all names that are no columns are in what leaves them out, and a file's name needs its quotes") {
  const std::string file = "station,source,visitors,remark,\"a, b\"\n1,x,7,y,z\n";
  CHECK_THAT(said_of(file, "", "HEADER = true"),
             Catch::Contains("error[E638]: 'source' in the header of f.csv is no column") &&
                 Catch::Contains("SKIPCOLS = 'source,remark'"));
  CHECK_THAT(said_of(file, "", "HEADER = true AND SKIPCOLS = 'source'"),
             Catch::Contains("SKIPCOLS = 'source,remark'"));
  CHECK_THAT(said_of("station,source\n1,x\n", "", "HEADER = true AND SKIPCOLS = 'source'"),
             Catch::StartsWith("0\n"));
  const ScratchFolder folder;
  CHECK_THAT(folder.run("-e 'COPY k.t FROM rows.csv WITH HEADER = true; COPY k.t FROM \"rows.csv\";'").errors,
             Catch::Contains("Put the name of the file into single quotes: 'rows.csv'"));
}

TEST_CASE("names of columns in a row say that HEADER is missing") {
  const std::string file = "Station,at,celsius,visitors\n1,2024-03-01,4.5,7\n";
  CHECK_THAT(said_of(file, kReadingsColumns),
             Catch::Contains("error[E639]: station: 'Station' is no int") &&
                 Catch::Contains("= fix: If the first line holds the names of columns: WITH HEADER = true"));
  CHECK_THAT(said_of(file, kReadingsColumns, "HEADER = true"), Catch::StartsWith("0\n"));
}

TEST_CASE("commas in numbers, and timestamps in another form, name the option for them") {
  CHECK_THAT(said_of("1;;4,5;\n", kReadingsColumns, "DELIMITER = ';'"),
             Catch::Contains("error[E639]: celsius: 4,5 is not a number of type decimal") &&
                 Catch::Contains("WITH DECIMALSEP = ','"));
  CHECK_THAT(said_of("1;;4,5;\n", kReadingsColumns, "DELIMITER = ';' AND DECIMALSEP = ','"),
             Catch::StartsWith("0\n"));
  for (const char* row : {"1;;\"1,204.5\";\n", "1;;;1,204\n"})
    CHECK_THAT(said_of(row, kReadingsColumns, "DELIMITER = ';'"), Catch::Contains("WITH THOUSANDSSEP = ','"));
  CHECK_THAT(said_of("1,01.03.2024 07:00,,\n", kReadingsColumns),
             Catch::Contains("error[E639]: at: '01.03.2024 07:00' is not a timestamp") &&
                 Catch::Contains("WITH DATETIMEFORMAT = '%d.%m.%Y %H:%M'"));
  CHECK_THAT(said_of("1,01.03.2024 07:00,,\n", kReadingsColumns, "DATETIMEFORMAT = '%d.%m.%Y %H:%M'"),
             Catch::StartsWith("0\n"));
  CHECK_THAT(said_of("1,,abc,\n", kReadingsColumns),
             Catch::Contains("error[E639]") && !Catch::Contains("WITH "));
}
