// What COPY refuses before it reads or writes anything: in a dry run, and with the rows that follow it.
#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kDryRunWorld =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
    "CREATE TABLE t (id int PRIMARY KEY, a text);\n";

ProgramRun run_in(const ScratchFolder& folder, const std::string& statements,
                  const std::string& options = "") {
  folder.write("world.cql", kDryRunWorld);
  folder.write("copy.cql", statements);
  return folder.run("db --policy cassandra --diag short " + options + " -f world.cql -f copy.cql");
}

}  // namespace

TEST_CASE("a dry run checks a COPY's table, columns, options and file, and neither reads nor writes") {
  const ScratchFolder folder;
  folder.write("t.csv", "no row\n");
  const ProgramRun run =
      run_in(folder,
             "COPY t FROM 't.csv';\nCOPY t TO 'out.csv';\nCOPY t FROM 'out*';\n"
             "COPY t FROM 'nosuch.csv';\nCOPY t (id, b) FROM 't.csv';\nCOPY t (a) FROM 't.csv';\n"
             "COPY t FROM 't.csv' WITH HEADR = true;\nCOPY t TO 'nosuch/out.csv';\nCOPY u TO 'out.csv';\n"
             "COPY t TO 'u' WITH BEGINTOKEN = 2 AND ENDTOKEN = 1;\n",
             "--dry-run");
  CHECK(run.status == 2);
  CHECK(run.errors ==
        "-- dry run: COPY was not run\n-- dry run: COPY was not run\n-- dry run: COPY was not run\n"
        "copy.cql:4:13: error[E645]: no file matches nosuch.csv\n"
        "copy.cql:5:13: error[E203]: table t has no column b\n"
        "copy.cql:6:1: error[E638]: there is no field for id of the primary key of k.t\n"
        "copy.cql:7:26: error[E636]: COPY has no option HEADR\n"
        "copy.cql:8:11: error[E590]: cannot write nosuch/out.csv: No such file or directory\n"
        "copy.cql:9:6: error[E201]: there is no table u in keyspace k\n"
        "copy.cql:10:1: error[E637]: BEGINTOKEN 2 is larger than ENDTOKEN 1\n"
        "-- 6 statements planned, 7 refused; nothing was written\n");
  CHECK_FALSE(std::filesystem::exists(folder.path / "out.csv"));
  CHECK_FALSE(std::filesystem::exists(folder.path / "import_k_t.err"));
}

TEST_CASE("the rows behind a COPY FROM STDIN that is refused are no statements") {
  const ScratchFolder folder;
  const std::string rows = "\n1,a;b\nSELECT\n";
  const std::string script = "COPY u FROM STDIN;" + rows + "\\.\nCOPY t FROM STDIN WITH HEADR = true;" +
                             rows + ".\nCOPY t (a) FROM STDIN;" + rows + "\\.\nCOPY t FROM STDIN WITH;" +
                             rows +
                             "\\.\nCOPY t FROM STDIN WITH MAXPARSEERRORS = 0;\nx,y\n1,a;b\n\\.\n"
                             "SELECT id FROM t;\n";
  for (const char* options : {"", "--dry-run"}) {
    const ProgramRun run = run_in(folder, script, options);
    for (const char* place : {"copy.cql:1:6: error[E201]", "copy.cql:5:24: error[E636]",
                              "copy.cql:9:1: error[E638]", "copy.cql:13:23: error[E635]"}) {
      CHECK_THAT(run.errors, Contains(place));
    }
    CHECK_THAT(run.errors, !Contains("error[E1"));
  }
}

TEST_CASE("what is no file of rows is refused, and not read to its end") {
  const ScratchFolder folder;
  const ProgramRun run = run_in(folder,
                                "COPY t FROM '/dev/zero';\nCOPY t FROM '/dev/full' WITH FORMAT = 'jsonl';\n"
                                "COPY t FROM '/dev/null';\nCOPY t FROM 'pipe';\n");
  CHECK_THAT(run.errors, Contains("copy.cql:1:13: error[E590]: cannot read /dev/zero: it is a device") &&
                             Contains("error[E590]: cannot read /dev/full: it is a device") &&
                             Contains("0 rows imported from 1 files"));
}
