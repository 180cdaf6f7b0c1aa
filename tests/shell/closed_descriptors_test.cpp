// The program is started with some of its standard descriptors closed.

#include <catch2/catch.hpp>

#include "run_program.h"

TEST_CASE("a closed standard descriptor does not become the database") {
  for (const std::string closed : {"2>&-", ">&-", "<&-", "<&- >&- 2>&-"}) {
    INFO(closed);
    const ScratchFolder folder;
    folder.write(
        "one.cql",
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
        "CREATE TABLE k.t (k int PRIMARY KEY, v int);\n"
        "INSERT INTO k.t (k, v) VALUES (1, 42);\nSELECT * FROM k.t WHERE k = 1;\nCOMPACT;\n");
    CHECK(folder.run("d.cellar -f one.cql " + closed).status == 0);
    const ProgramRun after = folder.run("d.cellar -e 'SELECT v FROM k.t WHERE k = 1'");
    CHECK(after.status == 0);
    CHECK(after.errors == "");
    CHECK(after.output.find("42") != std::string::npos);
    CHECK(folder.run("-f one.cql " + closed).status == 0);
  }
}
