// COPY FROM as a person calls it: files in, rows, refusals, the exit status.
#include "copy_folder.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>

using Catch::Contains;

TEST_CASE("without a header the columns come in cqlsh's order") {
  const CopyFolder folder;
  folder.write("t.csv", "1,one,first\n2,,\"\"\n3,\"x, \"\"y\"\"\nz\",\\\"\n");
  const ProgramRun run = folder.run("COPY t FROM 't.csv';\n" + kRows);
  CHECK(run.status == 0);
  CHECK(documents(run.output) ==
        "{\"id\": 1, \"a\": \"one\", \"b\": \"first\"}\n"
        "{\"id\": 2, \"a\": null, \"b\": \"\"}\n"
        "{\"id\": 3, \"a\": \"x, \\\\\"y\\\\\"\\\\nz\", \"b\": \"\\\\\"\"}\n");
  CHECK_THAT(run.errors, Contains("3 rows imported from 1 files in ") && Contains(" seconds (0 skipped).\n"));
  CHECK_FALSE(folder.has("import_k_t.err"));
}

TEST_CASE("a header names the columns, in any order, and a list wins over it") {
  const CopyFolder folder;
  folder.write("a.csv", "b,ID\nx,1\n");
  folder.write("b.csv", "id,b\n2,y\n");
  folder.write("c.csv", "who,cares\n3,z\n");
  const ProgramRun run = folder.run(
      "COPY t FROM 'a.csv, b.csv' WITH HEADER = true;\nCOPY t (id, a) FROM 'c.csv' WITH HEADER = true;\n" +
      kRows);
  CHECK(run.status == 0);
  CHECK(documents(run.output) ==
        "{\"id\": 1, \"a\": null, \"b\": \"x\"}\n{\"id\": 2, \"a\": null, \"b\": \"y\"}\n"
        "{\"id\": 3, \"a\": \"z\", \"b\": null}\n");
  CHECK_THAT(run.errors, Contains("2 rows imported from 2 files"));
}

TEST_CASE(
    "a header that is partly wrong is refused, one without a column of the table is passed over with a "
    "notice") {
  const CopyFolder folder;
  folder.write("a.csv", "id,bb\n1,x\n");
  folder.write("b.csv", "Nummer,Eins,Zwei\n1,x,y\n");
  folder.write("c.csv", "id,id\n1,2\n");
  const ProgramRun run = folder.run(
      "COPY t FROM 'a.csv' WITH HEADER = true;\nCOPY t FROM 'c.csv' WITH HEADER = true;\n"
      "COPY t FROM 'b.csv' WITH HEADER = true;\nCOPY t FROM 'a.csv' WITH HEADER = true AND SKIPCOLS = 'bb' "
      "AND NULL = "
      "'-';\n" +
      kRows);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("error[E638]: 'bb' in the header of a.csv is no column of k.t") &&
                             Contains("error[E638]: id is named twice in the header of c.csv") &&
                             Contains("note[W415]: the header of b.csv changes nothing"));
  CHECK(documents(run.output) == "{\"id\": 1, \"a\": \"x\", \"b\": \"y\"}\n");
}

TEST_CASE("rows are skipped, limited and read from patterns") {
  const CopyFolder folder;
  folder.write("p1.csv", "1,a,b\n2,c,d\n");
  folder.write("p2.csv", "3,e,f\n\n4,g,h\n5,i,j\n");
  const ProgramRun run = folder.run("COPY t FROM 'p*.csv' WITH SKIPROWS = 1 AND MAXROWS = 4;\n" + kRows);
  CHECK(run.status == 0);
  CHECK_THAT(run.errors, Contains("3 rows imported from 2 files") && Contains("(1 skipped)."));
  CHECK(documents(run.output) ==
        "{\"id\": 2, \"a\": \"c\", \"b\": \"d\"}\n{\"id\": 3, \"a\": \"e\", \"b\": \"f\"}\n"
        "{\"id\": 4, \"a\": \"g\", \"b\": \"h\"}\n");
}

TEST_CASE("the files of the open database are not read as rows or statements") {
  const CopyFolder folder;
  const ProgramRun run = folder.run(
      "COPY t FROM 'd*';\nCOPY t FROM 'db-lock';\nSOURCE 'db-lock'\nSOURCE './db'\n"
      "ADVISE FILE 'db-lock'\nCOPY t FROM 'x' WITH CONFIGFILE = 'db-lock';\n",
      "db");
  CHECK(run.status == 2);
  for (const char* file : {"1:1: error[E590]: db", "2:1: error[E590]: db-lock", "3:1: error[E590]: db-lock",
                           "4:1: error[E590]: db", "5:1: error[E590]: db-lock", "6:1: error[E590]: db-lock"})
    CHECK_THAT(run.errors, Contains(std::string(file) + " belongs to the open database"));
  CHECK_FALSE(folder.has("import_k_t.err"));
}

TEST_CASE("a long file keeps its order: refused rows, lines, limits and what is skipped") {
  const CopyFolder folder;
  std::string rows;
  std::string refused;
  for (int i = 1; i <= 5'000; ++i) {
    const std::string row = (i % 1'000 == 0 ? "x" : "") + std::to_string(i) + ",\"a\nb\",c\n";
    rows += row + (i % 7 == 0 ? "\n" : "");
    if (i % 1'000 == 0 && i > 1'000) refused += row;
  }
  folder.write("t.csv", rows);
  const ProgramRun run = folder.run(
      "COPY t FROM 't.csv' WITH SKIPROWS = 1500 AND MAXROWS = 4900 AND ERRFILE = 'bad.csv';\n"
      "SELECT count(*), min(id), max(id) FROM t;\n");
  CHECK(run.status == 2);
  // Two lines a row, and a blank line behind each seventh row.
  CHECK_THAT(run.errors, Contains("t.csv:4284:1: error[E639]") && Contains("t.csv:8570:1: error[E639]") &&
                             Contains("3397 rows imported from 1 files"));
  CHECK_THAT(run.output, Contains("3397 |") && Contains("1501 |") && Contains("4900"));
  CHECK(folder.read("bad.csv") == refused.substr(0, refused.find("x5000")));
}

TEST_CASE("rows follow the statement in the script itself, or come by standard input") {
  const CopyFolder folder;
  const ProgramRun run =
      folder.run("COPY t FROM STDIN; -- rows follow\n1,a,b\nx\n\\.\n" + kRows +
                 "COPY t FROM STDIN;\n2,c,d\n.\n" + kRows + "nosuch;\nCOPY t FROM STDIN;\n3,a,b");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("stdin:2:1: error[E640]") && Contains("copy.cql:10:1: error[E1"));
  CHECK(documents(run.output) ==
        "{\"id\": 1, \"a\": \"a\", \"b\": \"b\"}\n{\"id\": 1, \"a\": \"a\", \"b\": \"b\"}\n"
        "{\"id\": 2, \"a\": \"c\", \"b\": \"d\"}\n");
  folder.write("rows.txt", "1,a,b\n\\.\n2,a,b\n");
  const ProgramRun piped = run_program(
      folder.path(),
      "--policy cassandra --diag short -f world.cql -e \"USE k; COPY t FROM STDIN; COPY t FROM STDIN; "
      "SELECT id FROM t WHERE id = 2;\" < rows.txt");
  CHECK_THAT(piped.errors, Contains("1 rows imported from 1 files"));
  CHECK_THAT(piped.output, Contains("(1 rows)"));
}

TEST_CASE("counters are added to") {
  const CopyFolder folder;
  folder.write("c.csv", "a,1,2\nb,,-5\na,10,\n");
  folder.write("bad.csv", "a,x,1\n");
  const ProgramRun run = folder.run(
      "COPY c FROM 'c.csv';\nSELECT JSON * FROM c WHERE id IN ('a', 'b');\nCOPY c FROM 'bad.csv';\n"
      "COPY c (id) FROM 'c.csv';\n");
  CHECK(documents(run.output) ==
        "{\"id\": \"a\", \"m\": 11, \"n\": 2}\n{\"id\": \"b\", \"m\": null, \"n\": -5}\n");
  CHECK_THAT(run.errors, Contains("bad.csv:1:3: error[E639]: m: 'x' is no counter") &&
                             Contains("error[E638]: there is no field for a counter of k.c"));
}

TEST_CASE("a file of JSON has an object a line") {
  const CopyFolder folder;
  folder.write("t.jsonl",
               "{\"id\": 1, \"a\": \"x\"}\n\n{\"id\": \"y\"}\n{\"id\": 2, \"b\": \"\\u00e9\"}\r\n");
  const ProgramRun run = folder.run("COPY t FROM 't.jsonl' WITH FORMAT = 'jsonl';\n" + kRows +
                                    "COPY t (id) FROM 't.jsonl' WITH FORMAT = jsonl;\n");
  CHECK_THAT(run.errors,
             Contains("t.jsonl:3:1: error[E333]") && Contains("2 rows imported") && Contains("error[E638]"));
  CHECK(documents(run.output) ==
        "{\"id\": 1, \"a\": \"x\", \"b\": null}\n{\"id\": 2, \"a\": null, \"b\": \"\u00e9\"}\n");
}

TEST_CASE("times to live, defaults of a configuration file") {
  const CopyFolder folder;
  folder.write("t.csv", "1;a;-\n");
  folder.write(
      "defaults",
      "[copy]\ndelimiter = ;\nheader = true\n[copy-from]\nttl = 1000\n[copy-from:k.t]\nheader = false\n"
      "[copy:k.t]\nnull = -\n[copy-to]\nheader = nonsense\n");
  const ProgramRun run = folder.run(
      "COPY t FROM 't.csv' WITH CONFIGFILE = 'defaults';\nSELECT JSON a, b, ttl(a) FROM t WHERE id = 1;\n"
      "COPY t FROM 't.csv' WITH CONFIGFILE = 'nosuch';\n");
  CHECK_THAT(documents(run.output), Contains("{\"a\": \"a\", \"b\": null, \"ttl(a)\": "));
  CHECK_THAT(run.errors, Contains("error[E590]: cannot read nosuch"));
}

TEST_CASE("what is wrong in a configuration file of COPY is refused with its file and line") {
  const CopyFolder folder;
  folder.write("t.csv", "1,a,-\n");
  std::filesystem::create_directory(folder.path() / "sub");
  folder.write("unknown", "[copy]\ndelimiter = ,\nheadr = true\n");
  folder.write("wrong", "[copy-from]\n\nheader = perhaps\n");
  folder.write("broken", "[copy]\nnull = -\nno line at all\n");
  std::string script;
  for (const char* file : {"unknown", "wrong", "broken", "sub", "/dev/zero"})
    script += "COPY t FROM 't.csv' WITH CONFIGFILE = '" + std::string(file) + "';\n";
  const ProgramRun run = folder.run(script);
  CHECK_THAT(run.errors, Contains("error[E636]: unknown:3 sets headr, which COPY does not have"));
  CHECK_THAT(run.errors, Contains("error[E637]: wrong:3 sets HEADER to 'perhaps'"));
  CHECK_THAT(
      run.errors,
      Contains("note[W415]: 1 line of the configuration without effect, first broken:3: no line at all"));
  CHECK_THAT(run.errors, Contains("error[E590]: cannot read sub: it is a folder"));
  CHECK_THAT(run.errors, Contains("error[E590]: cannot read /dev/zero: it is longer than 1 MiB"));
}

TEST_CASE("what cannot be read or written is refused") {
  const CopyFolder folder;
  folder.write("t.csv", "1,a,b\n");
  folder.write("empty.csv", "");
  folder.write("header.csv", "id,b\n");
  folder.write("utf16.csv", std::string("\xFF\xFE") + "1\0,\0");
  folder.write("binary.csv", std::string("\0\1\2\xFF\n", 5));
  const ProgramRun run = folder.run(
      "CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE id IS NOT NULL AND a IS NOT NULL PRIMARY KEY (a, "
      "id);\n"
      "COPY t FROM 'nosuch.csv';\nCOPY t FROM '.';\nCOPY nosuch FROM 't.csv';\nCOPY v FROM 't.csv';\n"
      "COPY t (id, nosuch) FROM 't.csv';\nCOPY t (a) FROM 't.csv';\nCOPY t FROM 'utf16.csv';\nCOPY t FROM "
      "'binary.csv';\n"
      "COPY t FROM 't.csv' WITH SKIPCOLS = 'x';\nCOPY t FROM 'empty.csv';\nCOPY t FROM 'header.csv' WITH "
      "HEADER = true;\n"
      "COPY system.local FROM 't.csv';\nCOPY t FROM 'empty.csv' WITH HEADER = true;\n");
  for (const char* expected :
       {"error[E645]: no file matches nosuch.csv", "error[E590]: cannot read .: Is a directory",
        "error[E201]", "error[E227]", "error[E203]",
        "error[E638]: there is no field for id of the primary key of k.t", "error[E646]",
        "binary.csv:1:1: error[E640]", "error[E638]: SKIPCOLS names 'x'", "0 rows imported from 1 files"}) {
    CHECK_THAT(run.errors, Contains(expected));
  }
  CHECK_THAT(run.errors, Contains("-- 8 statements ran, 10 refused"));
}

TEST_CASE("a read-only database takes no rows") {
  const CopyFolder folder;
  folder.write("t.csv", "1,a,b\n");
  run_program(folder.path(), "my.cellar -f world.cql");
  const ProgramRun run =
      run_program(folder.path(), "--read-only --diag short my.cellar -k k -e \"COPY t FROM 't.csv'\"");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("error[E508]"));
}

TEST_CASE("a field of many megabytes comes back") {
  const CopyFolder folder;
  // The sanitizers take their time.
#ifdef NDEBUG
  constexpr std::size_t kSize = 50'000'000;
#else
  constexpr std::size_t kSize = 5'000'000;
#endif
  std::string text(kSize, 'x');
  for (std::size_t i = 0; i < text.size(); i += 1000) text[i] = "\"\n,\\"[i / 1000 % 4];
  std::string written;
  for (const char c : text) written.append(c == '"' ? 2 : 1, c);
  const std::string file = "1,\"" + written + "\",b\n2,a,b\n";
  folder.write("t.csv", file);
  const ProgramRun run =
      folder.run("COPY t FROM 't.csv' WITH ESCAPE = '\"';\nCOPY t TO 'out.csv' WITH ESCAPE = '\"';\n");
  CHECK(run.status == 0);
  CHECK_THAT(run.errors, Contains("2 rows imported"));
  CHECK(folder.read("out.csv") == file);
}

TEST_CASE("a full disk ends a COPY and says how far it came") {
  const CopyFolder folder;
  std::string rows;
  for (int i = 0; i < 20'000; ++i) rows += std::to_string(i) + "," + std::string(200, 'x') + ",b\n";
  folder.write("t.csv", rows);
  run_program(folder.path(), "my.cellar -f world.cql");
  folder.write("copy.cql",
               "USE k;\nCOPY t FROM 't.csv' WITH CHUNKSIZE = 500;\nSELECT id FROM t WHERE id = 1;\n");
  folder.write("run.sh", "ulimit -f 2048; exec \"$1\" --diag short my.cellar -f copy.cql");
  const ProgramRun run = run_program(folder.path(), "--version; sh run.sh " CELLAR_PROGRAM);
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Contains("error[E505]") && Contains("to go on: WITH SKIPROWS = "));
  const std::size_t place = run.errors.find("SKIPROWS = ");
  REQUIRE(place != run.errors.npos);
  const int kept = std::stoi(run.errors.substr(place + 11));
  folder.write("count.cql", "SELECT count(*) FROM k.t;\n");
  const ProgramRun count = run_program(folder.path(), "my.cellar --policy cassandra --mode csv -f count.cql");
  CHECK(count.output == "count\n" + std::to_string(kept) + "\n");
}
