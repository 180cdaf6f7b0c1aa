// COPY TO: files of rows.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "run_program.h"
#include "shell/copy/to/export_files.h"

using Catch::Contains;
using cellar::ExportFile;

namespace {

const std::string kExportedTable =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\n"
    "CREATE TABLE t (p int, c int, v text, s int STATIC, PRIMARY KEY (p, c));\n"
    "INSERT INTO t (p, c, v) VALUES (1, 1, 'a,b');\n"
    "INSERT INTO t (p, c, v, s) VALUES (1, 2, '', 7);\n"
    "INSERT INTO t (p, c) VALUES (1, 3);\n";

std::size_t files_in(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

}  // namespace

TEST_CASE("COPY TO writes the columns in cqlsh's order, the empty text and null apart") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kExportedTable + "COPY t TO 'out.csv' WITH HEADER = true;\nCOPY t (v, p) TO STDOUT;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(folder.read("out.csv") == "p,c,s,v\n1,1,7,\"a,b\"\n1,2,7,\"\"\n1,3,7,\n");
  CHECK_THAT(run.errors, Contains("3 rows exported to 1 files in "));
  CHECK_THAT(run.output, Contains("\"a,b\",1\n\"\",1\n,1\n"));
  CHECK_THAT(run.errors, Contains("8 statements ran, 0 refused"));
}

TEST_CASE("COPY TO keeps a text that begins as a byte order mark does") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, '\xEF\xBB\xBF');\n"
                            "COPY t (v, p, c) TO 'out.csv';\nTRUNCATE t;\n"
                            "COPY t (v, p, c) FROM 'out.csv';\nCOPY t (v) TO STDOUT;\n");
  CHECK_THAT(folder.run("-f a.cql").output, Contains("\"\xEF\xBB\xBF\"\n"));
}

TEST_CASE("no command writes over the open database") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable);
  CHECK(folder.run("shop.cellar -f a.cql").status == 0);
  folder.write("b.cql",
               "USE k;\nCOPY t TO './shop.cellar';\nCOPY t TO 'shop.cellar-lock';\nOUTPUT 'shop.cellar'\n"
               "CAPTURE 'shop.cellar'\nCOPY t FROM 'x.csv' WITH ERRFILE = 'shop.cellar';\n"
               "INSERT INTO t (p, c) VALUES (9, 9);\n");
  folder.write("x.csv", "x\n");
  const ProgramRun run = folder.run("shop.cellar -f b.cql");
  CHECK_THAT(run.errors, Contains("error[E590]: shop.cellar belongs to the open database") &&
                             Contains("error[E590]: shop.cellar-lock belongs to the open database") &&
                             Contains("2 statements ran, 5 refused"));
  CHECK_THAT(folder.run("shop.cellar -e 'SELECT c FROM k.t WHERE p = 9'").output, Contains("(1 rows)"));
}

TEST_CASE("COPY TO takes an export apart, and each file has the header") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kExportedTable + "COPY t (p, c) TO 'out.csv' WITH HEADER = true AND MAXOUTPUTSIZE = 2;\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("3 rows exported to 2 files"));
  CHECK(folder.read("out.csv") == "p,c\n1,1\n1,2\n");
  CHECK(folder.read("out.csv.1") == "p,c\n1,3\n");
}

TEST_CASE("MAXOUTPUTSIZE has no effect on standard output, which is no file") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable + "COPY t (p, c) TO STDOUT WITH MAXOUTPUTSIZE = 2;\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("note[W415]: without effect here: MAXOUTPUTSIZE") &&
                                                Contains("nothing is written to a file here"));
}

TEST_CASE("COPY TO writes JSON as SELECT JSON gives it, views, and system tables") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kExportedTable +
                   "CREATE MATERIALIZED VIEW by_c AS SELECT c, p, v FROM t WHERE c IS NOT NULL AND p IS NOT "
                   "NULL PRIMARY KEY (c, p);\n"
                   "COPY t (c, v) TO STDOUT WITH FORMAT = jsonl;\n"
                   "COPY by_c TO 'view.csv';\n"
                   "COPY system_schema.keyspaces (keyspace_name, durable_writes) TO 'system.csv';\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK_THAT(run.output,
             Contains("{\"c\": 1, \"v\": \"a,b\"}\n{\"c\": 2, \"v\": \"\"}\n{\"c\": 3, \"v\": null}\n"));
  CHECK_THAT(folder.read("view.csv"), Contains("1,1,\"a,b\"\n") && Contains("3,1,\n"));
  CHECK_THAT(folder.read("system.csv"), Contains("k,True\n"));
}

TEST_CASE("COPY TO takes the partitions between two tokens, the first token left out") {
  const ScratchFolder folder;
  // The tokens of 1 and 2 are -4069959284402364209 and -3248873570005575792.
  folder.write("a.cql", kExportedTable +
                            "INSERT INTO t (p, c) VALUES (2, 5);\n"
                            "COPY t (p, c) TO STDOUT WITH BEGINTOKEN = '-4069959284402364209';\n"
                            "COPY t (p, c) TO STDOUT WITH ENDTOKEN = -4069959284402364209;\n"
                            "COPY t (p, c) TO STDOUT WITH BEGINTOKEN = 2 AND ENDTOKEN = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(run.output == "2,5\n1,1\n1,2\n1,3\n");
  CHECK_THAT(run.errors, Contains("error[E637]: BEGINTOKEN 2 is larger than ENDTOKEN 1"));
}

TEST_CASE("a COPY TO that fails leaves the file as it was, and nothing beside it") {
  const ScratchFolder folder;
  folder.write("out.csv", "before\n");
  // The second file of the export is a folder.
  std::filesystem::create_directory(folder.path / "out.csv.1");
  // Beside them are the script and what it says on standard error.
  folder.write("a.cql",
               kExportedTable + "COPY t TO 'out.csv' WITH MAXOUTPUTSIZE = 2;\nCOPY t TO 'nosuch/out.csv';\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(folder.read("out.csv") == "before\n");
  CHECK(files_in(folder.path) == 4);
  CHECK_THAT(run.errors, Contains("error[E590]: cannot write out.csv.1: Is a directory") ||
                             Contains("out.csv.1: Is a directory"));
  CHECK_THAT(run.errors, Contains("That was after 2 rows."));
  CHECK_THAT(run.errors, Contains("error[E590]: cannot write nosuch/out.csv: No such file or directory"));
}

TEST_CASE("a COPY TO that is killed leaves nothing beside the file") {
  const ScratchFolder folder;
  folder.write("out.csv", "old\n");
  const std::size_t files = files_in(folder.path);
  const int nameless = open(folder.path.c_str(), O_WRONLY | O_TMPFILE, 0600);
  if (nameless < 0) WARN("the file system of the folder for temporary files has no files without names");
  {
    ExportFile unfinished(folder.path / "out.csv", {});
    unfinished.write("new\n");
    CHECK(files_in(folder.path) == files + (nameless < 0 ? 1 : 0));
  }
  if (nameless >= 0) close(nameless);
  CHECK(files_in(folder.path) == files);
  ExportFile finished(folder.path / "out.csv", {});
  finished.write("new\n");
  finished.close();
  CHECK(folder.read("out.csv") == "old\n");
  finished.publish();
  CHECK(folder.read("out.csv") == "new\n");
  CHECK(files_in(folder.path) == files);
}

TEST_CASE("COPY TO says which files of an earlier export are left beside its own") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable +
                            "COPY t TO 'out.csv' WITH MAXOUTPUTSIZE = 1;\nCOPY t TO 'out.csv' WITH "
                            "MAXOUTPUTSIZE = 2;\nCOPY t TO 'out.csv' WITH MAXOUTPUTSIZE = 1;\n");
  const ProgramRun run = folder.run("-f a.cql --diagnostics short");
  CHECK(run.status == 0);
  CHECK_THAT(run.errors,
             Contains("a.cql:8:11: note[W422]: out.csv.2 was there before, and is not of this export\n"));
  CHECK(run.errors.find("W422") == run.errors.rfind("W422"));
  CHECK_FALSE(std::filesystem::exists(folder.path / "out.csv.3"));
}

TEST_CASE("COPY refuses an empty name before it does anything") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable + "COPY t TO '';\nCOPY t FROM '';\n");
  for (const char* arguments : {"-f a.cql", "-f a.cql --dry-run"}) {
    const ProgramRun run = folder.run(arguments);
    CHECK_THAT(run.errors, Contains("error[E635]: '' names no file\n --> a.cql:7:11\n") &&
                               Contains("error[E635]: '' names no file\n --> a.cql:8:13\n"));
  }
}

TEST_CASE("a full disk leaves the file as it was") {
  const ScratchFolder folder;
  folder.write("a.cql", kExportedTable + "COPY t TO '/dev/full';\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("cannot write /dev/full: No space left on device") &&
                                                Contains("That was after 3 rows."));
}

TEST_CASE("COPY TO keeps a link, the permissions of a file, and writes into pipes and devices") {
  const ScratchFolder folder;
  folder.write("real.csv", "before\n");
  REQUIRE(chmod((folder.path / "real.csv").c_str(), 0640) == 0);
  std::filesystem::create_symlink("real.csv", folder.path / "link.csv");
  folder.write("a.cql", kExportedTable + "COPY t (p, c) TO 'link.csv';\nCOPY t (p, c) TO '/dev/stderr';\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(folder.read("real.csv") == "1,1\n1,2\n1,3\n");
  CHECK(std::filesystem::is_symlink(folder.path / "link.csv"));
  struct stat found = {};
  REQUIRE(stat((folder.path / "real.csv").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0640);
  CHECK_THAT(run.errors, Contains("1,1\n1,2\n1,3\n"));
}
