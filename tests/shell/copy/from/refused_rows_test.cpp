// The rows that COPY FROM refuses: what is said of them, the file that keeps them, the command that loads them again.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "copy_folder.h"

using Catch::Contains;

TEST_CASE("the command that loads refused rows reads them as they are written") {
  const CopyFolder folder;
  folder.write("t.csv", "id;x;a\n1;0;a\n2;0;it's;b\n");
  const ProgramRun run = folder.run(
      "COPY t (id, b, a) FROM 't.csv' WITH HEADER = true AND DELIMITER = ';' AND SKIPCOLS = 'b' AND NULL = "
      "'it''s';\n");
  CHECK_THAT(run.errors,
             Contains("--   COPY k.t (id, b, a) FROM 'import_k_t.err' WITH DELIMITER = ';' AND SKIPCOLS = "
                      "'b' AND NULL = 'it''s';\n"));
  folder.write("import_k_t.err", "2;0;it's\n");
  const ProgramRun again = folder.run(
      "COPY k.t (id, b, a) FROM 'import_k_t.err' WITH DELIMITER = ';' AND SKIPCOLS = 'b' AND NULL = 'it''s' "
      "AND "
      "ERRFILE = 'other';\n");
  CHECK(again.status == 0);
}

TEST_CASE("refused rows never take the place of what is read, of the database or of a device") {
  const CopyFolder folder;
  folder.write("t.csv", "x,a,b\n1,a,b\n");
  const std::string copy = "COPY t FROM 't.csv' WITH ERRFILE = '";
  CHECK_THAT(folder.run(copy + "./t.csv';\n").errors, Contains("ERRFILE is ./t.csv, which COPY reads"));
  CHECK_THAT(folder.run(copy + ".';\n").errors, Contains("cannot write .: Is a directory"));
  CHECK_THAT(folder.run(copy + "/dev/null';\n").errors, Contains("cannot write /dev/null"));
  CHECK(folder.read("t.csv") == "x,a,b\n1,a,b\n");
}

TEST_CASE("a bad row is named, kept in a file as it was, and does not stop the rest") {
  const CopyFolder folder;
  folder.write("t.csv", "1,a,b\nx,a,b\n2,a\n,a,b\n3,\"a\nb\",c,d\n4,\xFF,b\n5,a,b\n\"6,a,b\n");
  const ProgramRun run = folder.run("COPY t FROM 't.csv';\n" + kRows);
  CHECK(run.status == 2);
  CHECK(run.errors.substr(0, run.errors.find("-- the")) ==
        "t.csv:2:1: error[E639]: id: 'x' is no int, which takes a whole number\n"
        "t.csv:3:1: error[E640]: this row has 2 fields, and there are 3 columns\n"
        "t.csv:4:1: error[E639]: id is part of the primary key and cannot be null\n"
        "t.csv:5:1: error[E640]: this row has 4 fields, and there are 3 columns\n"
        "t.csv:7:3: error[E639]: a: these bytes are not text: they are not valid UTF-8\n"
        "-- 1 more row was refused\n");
  CHECK_THAT(run.errors, Contains("-- the 6 refused rows are in import_k_t.err; mend that file, then run\n"
                                  "--   COPY k.t (id, a, b) FROM 'import_k_t.err';\n2 rows imported"));
  CHECK(folder.read("import_k_t.err") == "x,a,b\n2,a\n,a,b\n3,\"a\nb\",c,d\n4,\xFF,b\n\"6,a,b\n");
  CHECK(documents(run.output).find("\"id\": 5") != std::string::npos);
}

TEST_CASE("the file of refused rows keeps an earlier one, and can be loaded once it is mended") {
  const CopyFolder folder;
  folder.write("import_k_t.err", "old\n");
  folder.write("t.csv", "x,a,b\n");
  folder.run("COPY t FROM 't.csv';\n");
  CHECK(folder.read("import_k_t.err") == "x,a,b\n");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files += entry.path().filename().string().starts_with("import_k_t.err") ? 1 : 0;
  CHECK(files == 2);
  folder.write("import_k_t.err", "7,a,b\n");
  CHECK(folder.run("COPY t FROM 'import_k_t.err' WITH ERRFILE = 'other';\n" + kRows).status == 0);
}

TEST_CASE("refused rows of several COPYs within a second are all kept") {
  const CopyFolder folder;
  std::string copies;
  for (const char* row : {"a", "b", "c", "d"}) {
    folder.write(std::string(row) + ".csv", std::string(row) + ",1,1\n");
    copies += std::string("COPY t FROM '") + row + ".csv';\n";
  }
  folder.run(copies);
  std::string rows;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("import_k_t.err")) rows += folder.read(name);
  }
  for (const char* row : {"a,1,1\n", "b,1,1\n", "c,1,1\n", "d,1,1\n"}) CHECK_THAT(rows, Contains(row));
}

TEST_CASE("the command that loads refused rows runs, and refuses rows in its turn") {
  const CopyFolder folder;
  folder.write("import_k_t.err", "7,a,b\nx,a,b\n");
  const ProgramRun run = folder.run("COPY k.t (id, a, b) FROM 'import_k_t.err';\n" + kRows);
  CHECK_THAT(run.errors, Contains("--   COPY k.t (id, a, b) FROM 'import_k_t.err.2';\n1 rows imported"));
  CHECK_THAT(documents(run.output), Contains("\"id\": 7"));
  CHECK(folder.read("import_k_t.err") == "7,a,b\nx,a,b\n");
  CHECK(folder.read("import_k_t.err.2") == "x,a,b\n");
}

TEST_CASE("a run that ends at a COPY with refused rows does not load the others again") {
  const CopyFolder folder;
  folder.write("c.csv", "a,1,1\nb,x,1\nc,1,1\n");
  const std::string copy = "COPY c FROM 'c.csv';\n";
  const ProgramRun run = folder.run(copy, "db --stop-on-error");
  CHECK_THAT(run.errors, Contains(" --from copy.cql:1 --skip-rows 3"));
  const ProgramRun again = folder.run(copy + "SELECT JSON * FROM c WHERE id IN ('a', 'b', 'c');\n",
                                      "db --stop-on-error --from copy.cql:1 --skip-rows 3");
  CHECK(again.status == 0);
  CHECK(documents(again.output) ==
        "{\"id\": \"a\", \"m\": 1, \"n\": 1}\n{\"id\": \"c\", \"m\": 1, \"n\": 1}\n");
}

TEST_CASE("too many errors end a COPY, and what was right before them stays") {
  const CopyFolder folder;
  folder.write("t1.csv", "1,a,b\nx,a,b\n");
  folder.write("t2.csv", "2,a,b\ny,a,b\n3,a,b\n");
  const ProgramRun run = folder.run("COPY t FROM 't*.csv' WITH MAXPARSEERRORS = 1;\n" + kRows);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("error[E643]: 2 rows refused, and MAXPARSEERRORS allows 1") &&
                             Contains("-- 2 rows are imported; to go on: WITH SKIPROWS = 4\n"));
  CHECK(documents(run.output) ==
        "{\"id\": 1, \"a\": \"a\", \"b\": \"b\"}\n{\"id\": 2, \"a\": \"a\", \"b\": \"b\"}\n");
}

// Rows are read some hundreds ahead of those that are written.
TEST_CASE("a file of refused rows that cannot grow ends the COPY, and has whole rows alone") {
  const CopyFolder folder;
  std::string rows = "1,a,b\n";
  for (int i = 0; i < 2000; ++i) rows += "x" + std::string(999, 'x') + ",a,b\n";
  folder.write("t.csv", rows);
  run_program(folder.path(), "my.cellar -f world.cql");
  folder.write(
      "run.sh",
      "ulimit -f 2048; trap '' XFSZ; exec \"$1\" --diag short my.cellar -k k -e \"COPY t FROM 't.csv'\"");
  const ProgramRun run = run_program(folder.path(), "--version; sh run.sh " CELLAR_PROGRAM);
  INFO(run.errors);
  const std::string kept = folder.read("import_k_t.err");
  const std::size_t count = kept.size() / 1005;
  CHECK(count > 0);
  CHECK(kept == rows.substr(6, 1005 * count));
  CHECK_THAT(run.errors,
             Contains("error[E590]: cannot write import_k_t.err: File too large") &&
                 Contains("-- the " + std::to_string(count) + " refused rows are in import_k_t.err") &&
                 Contains("WITH SKIPROWS = " + std::to_string(count + 1) + "\n"));
}
