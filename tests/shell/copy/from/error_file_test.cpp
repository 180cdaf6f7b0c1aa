// The file of the rows that COPY FROM refuses, and what is said of a key that is null.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kRefusingTables =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
    "CREATE TABLE t (id int PRIMARY KEY, v text);\nCREATE TABLE names (name text PRIMARY KEY);\n";

}  // namespace

TEST_CASE("a COPY takes another name for its refused rows while another process writes the first") {
  const ScratchFolder folder;
  folder.write("a.cql", kRefusingTables + "COPY t FROM 'rows.csv';\n");
  folder.write("rows.csv", "x,a\n");
  folder.write("import_k_t.err", "theirs\n");
  const int held = open((folder.path / "import_k_t.err").c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(held >= 0);
  REQUIRE(flock(held, LOCK_EX) == 0);
  const ProgramRun run = folder.run("-f a.cql");
  CHECK(folder.read("import_k_t.err") == "theirs\n");
  CHECK(folder.read("import_k_t.err.2") == "x,a\n");
  CHECK_THAT(run.errors, Contains("is in import_k_t.err.2; mend that file, then run\n"
                                  "--   COPY k.t (id, v) FROM 'import_k_t.err.2';\n"));
  close(held);
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("-- import_k_t.err was there before: it is now import_k_t.err.2"));
  CHECK(folder.read("import_k_t.err") == "x,a\n");
}

TEST_CASE("the way out of a null key fits the type of its column") {
  const ScratchFolder folder;
  folder.write("rows.csv", ",a\n");
  folder.write("names.csv", "\n");
  folder.write("rows.jsonl", "{\"v\": \"a\"}\n");
  folder.write("a.cql", kRefusingTables +
                            "COPY t FROM 'rows.csv';\nCOPY names FROM 'names.csv' WITH NULL = '';\n"
                            "COPY t FROM 'rows.jsonl' WITH FORMAT = jsonl;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK_THAT(run.errors, Contains("= fix: Write an int into the field. WITH NULL = '...' chooses") &&
                             Contains("= fix: Give each object a member id with an int."));
}

TEST_CASE("a file that cannot be read is refused with where it was looked for") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path / "sub");
  folder.write("sub/a.cql", "SOURCE 'nosuch.cql';\n");
  const ProgramRun run = folder.run("-f sub/a.cql");
  CHECK_THAT(run.errors, Contains("error[E590]: cannot read sub/nosuch.cql: No such file or directory") &&
                             Contains("= fix: Check the path, and the right to read it."));
}
