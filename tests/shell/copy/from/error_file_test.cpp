// The file of the rows that COPY FROM refuses, and what is said of a key that is null.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "../../../mounting.h"
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

TEST_CASE("a link that leads nowhere has the name of the file for refused rows, and is moved away") {
  const ScratchFolder folder;
  folder.write("a.cql", kRefusingTables + "COPY t FROM 'rows.csv';\n");
  folder.write("rows.csv", "x,a\n");
  const std::string target = GENERATE("nowhere", "import_k_t.err");  // the second leads to itself
  std::filesystem::create_symlink(target, folder.path / "import_k_t.err");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("-- import_k_t.err was there before: it is now import_k_t.err.2"));
  CHECK(folder.read("import_k_t.err") == "x,a\n");
  CHECK(!std::filesystem::exists(folder.path / "nowhere"));
}

TEST_CASE("after a full disk each row is once in the table, or in the file of one of the two runs") {
  const ScratchFolder folder;
  const ScratchFolder disk;
  const cellar::test::SmallDisk mounted(disk.path, "6m");
  if (!mounted.is_mounted()) return;
  constexpr int kRows = 300;
  std::string rows, refused;
  for (int id = 0; id < kRows; ++id) {
    const std::string name = id % 3 == 0 ? "x" + std::to_string(id) : std::to_string(id);
    const std::string row = name + "," + std::string(40'000, 'v') + "\n";
    rows += row;
    if (id % 3 == 0) refused += row;
  }
  folder.write("rows.csv", rows);
  const std::string chunk = GENERATE("", " AND CHUNKSIZE = 20", " AND CHUNKSIZE = 1000");
  folder.write("tables.cql", kRefusingTables);
  folder.write("a.cql", "COPY k.t FROM 'rows.csv' WITH MAXPARSEERRORS = -1" + chunk + ";\n");
  const std::string database = (disk.path / "db").string();
  CHECK(folder.run(database + " -f tables.cql").status == 0);
  const ProgramRun first = folder.run(database + " -f a.cql");
  CHECK(first.status == 1);
  CHECK_THAT(first.errors, Contains("error[E505]"));
  const std::string file = "import_k_t.err";
  const bool is_kept = std::filesystem::exists(folder.path / file);
  CHECK(is_kept == (chunk == " AND CHUNKSIZE = 20"));
  const std::string kept = is_kept ? folder.read(file) : "";
  const std::string mark = "to go on: " + std::string(CELLAR_PROGRAM) + " ";
  const std::size_t way = first.errors.find(mark);
  REQUIRE(way != std::string::npos);
  const std::size_t begin = way + mark.size();
  mounted.resize("64m");
  const ProgramRun second = folder.run(first.errors.substr(begin, first.errors.find('\n', begin) - begin));
  CHECK(second.status == 2);
  CHECK(kept + folder.read(file) == refused);
  const ProgramRun count = folder.run(database + " --policy cassandra -e 'SELECT count(*) FROM k.t'");
  CHECK_THAT(count.output, Contains(" 200\n"));
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
