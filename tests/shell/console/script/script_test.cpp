// What a script says besides its answers.
#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kKeyspace =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE k;\n";
const std::string kRowsTable = "CREATE TABLE t (p int, c int, v text, PRIMARY KEY (p, c));\n";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("COPY ends at its semicolon, over several lines") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kKeyspace + kRowsTable +
                   "COPY t (p, c)\n  FROM 'it;s.csv'\n  WITH HEADER = true;\n"
                   "INSERT INTO t (p, c, v) VALUES (1, 1, 'after');\nSELECT v FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("--diag short -f a.cql");
  CHECK_THAT(run.output, Contains("after"));
  CHECK(run.errors == "a.cql:5:8: error[E645]: no file matches it;s.csv\n-- 5 statements ran, 1 refused\n");
}

TEST_CASE("a COPY without its semicolon is told that it lacks one") {
  const ScratchFolder folder;
  folder.write("a.cql", "COPY t TO 'x.csv'\nSELECT v FROM t WHERE p = 1;\n");
  const ProgramRun run = folder.run("-f a.cql");
  CHECK_THAT(run.errors, Contains("error[E108]: a `;` is missing before SELECT\n --> a.cql:2:1\n"));
}

TEST_CASE("a command of cqlsh that has nothing to do is a notice") {
  const ScratchFolder folder;
  folder.write("a.cql", "LOGIN ann 'secret'\nSHOW REPLICAS 5 k\nDEBUG\nUNICODE;\n");
  const ProgramRun run = folder.run("--diag short -f a.cql");
  CHECK(run.status == 0);
  CHECK(run.errors ==
        "a.cql:1:1: note[W415]: LOGIN changes nothing here\n"
        "a.cql:2:1: note[W415]: SHOW REPLICAS has nothing to show\n"
        "a.cql:3:1: note[W415]: DEBUG changes nothing here\n"
        "a.cql:4:1: note[W415]: UNICODE changes nothing here\n"
        "-- 4 statements ran, 0 refused\n");
}

TEST_CASE("--echo prints what is asked before what is answered") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "\n-- a comment\nINSERT INTO t (p, c, v)\n  VALUES (1, 1, 'x');  -- behind it\n"
                            "SELECT v FROM t WHERE p = 1;\n\nEXPAND OFF\nUSE nosuch; USE k;\n-- the end\n");
  const ProgramRun run = folder.run("--echo --diag short -f a.cql 2>&1");
  CHECK(run.output == kKeyspace + kRowsTable +
                          "\n-- a comment\nINSERT INTO t (p, c, v)\n  VALUES (1, 1, 'x');\n"
                          "SELECT v FROM t WHERE p = 1;\n\n v\n---\n x\n\n(1 rows)\n"
                          "\nEXPAND OFF\nEXPAND is already OFF\n"
                          "\nUSE nosuch;\na.cql:11:5: error[E201]: there is no keyspace nosuch\n"
                          "\nUSE k;\n-- 7 statements ran, 1 refused\n");
}

TEST_CASE("--echo prints a script as it is, however it is read") {
  const ScratchFolder folder;
  std::string script = "-- what this is\n" + kKeyspace + kRowsTable;
  for (int i = 0; i < 3000; ++i) {
    script += "\n-- row " + std::to_string(i) + "\nINSERT INTO t (p, c, v) VALUES (1, 1, '-- ;\tx');\n";
  }
  folder.write("a.cql", "\xEF\xBB\xBF" + script);
  CHECK(folder.run("--echo -f a.cql").output == script);
}

TEST_CASE("what follows from a refused CREATE names it, in a line") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kKeyspace +
                   "CREATE TABLE vidoes (id int PRIMARY KEY);\n"
                   "CREATE TABLE videos (id int PRIMARY KEY) WITH dclocal_read_repair_chance = 0.1;\n"
                   "INSERT INTO videos (id) VALUES (1);\n"
                   "SELECT id FROM k.videos WHERE id = 1;\n");
  const std::string errors = folder.run("-f a.cql").errors;
  CHECK_THAT(
      errors,
      Contains("a.cql:5:13: error[E201]: videos was not created: line 4 was refused (E212)\n") &&
          Contains("-- 2 statements refused in all because videos was not created: line 4 was refused") &&
          Contains("a.cql:6:18: error[E201]: videos was not created: line 4 was refused (E212)\n") &&
          !Contains("vidoes") && Contains("-- 3 statements ran, 3 refused\n"));
  CHECK(count_of(errors, "= fix") == 1);
}

TEST_CASE("twenty statements after a wrong CREATE take a line each") {
  const ScratchFolder folder;
  std::string script = kKeyspace + "This table holds videos.\nCRAETE TABLE videos (id int PRIMARY KEY);\n";
  for (int row = 0; row < 12; ++row)
    script += "INSERT INTO videos (id) VALUES (" + std::to_string(row) + ");\n";
  script +=
      "SELECT id FROM videos WHERE id = 1;\nUPDATE videos SET v = 1 WHERE id = 1;\n"
      "DELETE FROM videos WHERE id = 1;\nCREATE INDEX ON videos (v);\nTRUNCATE videos;\n"
      "CREATE MATERIALIZED VIEW by_v AS SELECT * FROM videos WHERE v IS NOT NULL AND id IS NOT NULL "
      "PRIMARY KEY (v, id);\n"
      "SELECT id FROM by_v WHERE v = 1;\nALTER TABLE videos ADD w int;\n";
  folder.write("a.cql", script);
  const std::string errors = folder.run("-f a.cql").errors;
  CHECK(count_of(errors, "videos was not created: line 3 was refused") == 20);
  CHECK(count_of(errors, "by_v was not created: line 22 was refused") == 1);
  CHECK(count_of(errors, "= fix") == 1);
  CHECK_THAT(errors,
             Contains("-- 19 statements refused in all because videos was not created: line 3 was refused"));
}

TEST_CASE("the same for a keyspace, a type, and a script that another one runs") {
  const ScratchFolder folder;
  folder.write("a.cql", "CREATE KEYSPACE k;\nUSE k;\nCREATE TABLE t (p int PRIMARY KEY);\nSOURCE 'b.cql'\n");
  folder.write("b.cql", "INSERT INTO k.t (p) VALUES (1);\n" +
                            std::string("CREATE KEYSPACE l WITH replication = {'class': 'SimpleStrategy', "
                                        "'replication_factor': 1};\n") +
                            "USE l;\nCREATE TYPE address (street txt);\n"
                            "CREATE TABLE people (id int PRIMARY KEY, home frozen<address>);\n");
  const std::string errors = folder.run("--diag short -f a.cql").errors;
  CHECK_THAT(
      errors,
      Contains("a.cql:2:5: error[E201]: k was not created: line 1 was refused (E100)\n") &&
          Contains("a.cql:3:14: error[E200]: k was not created: line 1 was refused (E100)\n") &&
          Contains("b.cql:1:13: error[E201]: k was not created: line 1 of a.cql was refused (E100)\n") &&
          Contains("b.cql:5:54: error[E205]: address was not created: line 4 was refused (E205)\n"));
}

TEST_CASE("a name that was created after all, and dropped, is simply not there") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace +
                            "CREATE TABLE t (p int);\nCREATE TABLE t (p int PRIMARY KEY);\nDROP TABLE t;\n"
                            "SELECT p FROM t WHERE p = 1;\n");
  CHECK_THAT(folder.run("--diag short -f a.cql").errors,
             Contains("a.cql:6:15: error[E201]: there is no table t in keyspace k\n"));
}

TEST_CASE("--report-commits counts what ran, and not what was refused") {
  const ScratchFolder folder;
  folder.write("a.cql",
               kKeyspace + kRowsTable + "USE nosuch;\nINSERT INTO t (p, c) VALUES (1, 1);\nUSE nosuch;\n");
  const ProgramRun each = folder.run("one --report-commits --sync each --diag short -f a.cql");
  CHECK_THAT(each.errors, Contains("-- committed 3\n") && Contains("-- committed 4\n") &&
                              !Contains("-- committed 5\n") && Contains("-- 4 statements ran, 2 refused\n"));
  CHECK_THAT(folder.run("two --report-commits -f a.cql").errors, Contains("-- committed 4\n"));
}

TEST_CASE("a quote that is left open is blamed where it probably is odd, with what was not run") {
  const ScratchFolder folder;
  const std::string begin = kKeyspace + kRowsTable;  // three lines
  folder.write("a.cql", begin +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'x);\n"
                            "SELECT v FROM t WHERE p = 1;\n-- the end of 'it'\n");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("error[E113]: line 4 probably has a quote too many or too few\n"
                      " --> a.cql:4:1\n4 | INSERT INTO t (p, c, v) VALUES (1, 1, 'x);\n") &&
                 Contains("Not run: lines 5 to 6, with 1 statement."));
  std::string long_script = begin + "INSERT INTO t (p, c, v)\n  VALUES (1, 1, 'it's');\n";
  for (int i = 0; i < 600; ++i) long_script += "INSERT INTO t (p, c, v) VALUES (2, 2, 'x');\n";
  folder.write("b.cql", long_script);
  CHECK_THAT(folder.run("-f b.cql").errors,
             Contains("error[E113]: the quote in it's ends its string too early\n --> b.cql:5:20\n") &&
                 Contains("Not run: lines 6 to 605, with 600 statements.") && Contains("Double it: it''s"));
  folder.write("d.cql",
               begin +
                   "  INSERT INTO t (p, c, v) VALUES (1, 1, 'x);\n"
                   "  INSERT INTO t (p, c, v) VALUES (1, 2, 'y');\n  SELECT v FROM t WHERE p = 1;\n");
  CHECK_THAT(folder.run("-f d.cql").errors,
             Contains("error[E113]: line 4 probably has a quote too many or too few\n") &&
                 Contains("Not run: lines 5 to 6, with 2 statements."));
  folder.write("c.cql", begin + "SELECT v FROM t WHERE p = 1 AND \"c = 1;\n");
  CHECK_THAT(folder.run("-f c.cql").errors,
             Contains("a quote is left open in the statement that begins here\n --> c.cql:4:1\n"));
}

TEST_CASE("what two odd quotes take in is named") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'it's');\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 2, 'x');\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 3, 'it's');\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 4, 'y');\n");
  CHECK_THAT(
      folder.run("-f a.cql").errors,
      Contains("error[E101]: the string ends at this quote, before its text does\n --> a.cql:4:42\n") &&
          Contains("-- if line 4 has a quote too many or too few, these were not run because of it: lines 5 "
                   "to 6, with "
                   "2 statements\n"
                   "-- 4 statements ran, 1 refused\n"));
}

TEST_CASE("an odd quote is named also if a later statement ends within the script") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, '(x));\n"
                            "UPDATE t\n"
                            "  SET v = 'new'\n"
                            "  WHERE p = 1 AND c = 2;\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 3, 'a; b');\n");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("error[E113]: line 4 probably has a quote too many or too few\n --> a.cql:4:1\n") &&
                 Contains("Not run: lines 5 to 8, with 2 statements.") && !Contains("Double it") &&
                 !Contains("-- not run"));
}

TEST_CASE("what follows from an odd quote blames no other line, until a statement runs") {
  const ScratchFolder folder;
  const std::string begin = kKeyspace + kRowsTable +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, '(x));\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 2, 'a; b');\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 3, 'c');\n";
  folder.write("a.cql", begin);
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("line 4 probably has a quote too many or too few") &&
                 Contains("error[E113]: not run, probably because of the quote in line 4: lines 5 to 6\n") &&
                 !Contains("line 5 probably"));
  folder.write("b.cql",
               begin + "-- it's; closed\nSELECT v FROM t WHERE p = 1 AND c = 1;\nUSE k;\nSELCT v;\n");
  CHECK_THAT(folder.run("-f b.cql").errors, Contains("SELCT is not known here"));
}

TEST_CASE("what a string holds on purpose was not taken in by it") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'It''s\n"
                            "INSERT INTO old lines\n"
                            "DELETE FROM me') USING TLL 5;\n"
                            "UPDATE t SET v = 'Use\n"
                            "USE k; it''s' WERE p = 1;\n");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("error[E122]: TLL is not known here") && !Contains("not run"));
}

TEST_CASE("a batch that takes in what follows it says so") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "BEGIN BATCH\n"
                            "INSERT INTO t (p, c) VALUES (1, 1);\n"
                            "BEGIN BATCH\n"
                            "INSERT INTO t (p, c) VALUES (1, 2);\n"
                            "APPLY BATCH;\n");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("error[E121]: BEGIN cannot be part of a batch\n --> a.cql:6:1\n") &&
                 Contains("the batch begins here") &&
                 Contains("-- not run, since the batch takes them in: lines 4 to 8\n"));
  folder.write("b.cql", kKeyspace + kRowsTable +
                            "BEGIN BATCH;\n"
                            "INSERT INTO t (p, c) VALUES (1, 1);\n"
                            "SELECT c FROM t WHERE p = 1;\n"
                            "APPLY BATCH;\n");
  CHECK_THAT(folder.run("-f b.cql").errors,
             Contains("error[E121]: a `;` without a statement before it\n --> b.cql:4:12\n") &&
                 Contains("-- not run, since the batch takes them in: lines 4 to 7\n"));
}

TEST_CASE("a word of another language that was meant to end a batch is named") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "BEGIN BATCH\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'x\ncommit');\n"
                            "  COMMIT;\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("error[E113]: COMMIT ends no batch\n --> a.cql:7:3\n") &&
                                                Contains("Not run: lines 4 to 7.") &&
                                                Contains("Write APPLY BATCH; instead."));
}

TEST_CASE("a comment that mentions APPLY BATCH is not blamed for an open batch") {
  const ScratchFolder folder;
  const std::string begin = kKeyspace + kRowsTable + "BEGIN BATCH\nINSERT INTO t (p, c) VALUES (1, 1); ";
  folder.write("a.cql", begin + "-- no apply batch here\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("inside a batch that begins here"));
  folder.write("b.cql", begin + "-- apply batch;\n");
  CHECK_THAT(folder.run("-f b.cql").errors, Contains("this APPLY BATCH lies in a quote or comment"));
}

TEST_CASE("an open comment, text or batch says what it has taken in") {
  const ScratchFolder folder;
  const std::string begin = kKeyspace + kRowsTable;
  folder.write("a.cql", begin + "/* x\nSELECT v FROM t WHERE p = 1;\nUSE k;\n");
  CHECK_THAT(folder.run("-f a.cql").errors, Contains("inside a comment that begins here\n --> a.cql:4:1\n") &&
                                                Contains("Not run: lines 5 to 6, with 2 statements."));
  folder.write("b.cql", begin + "SELECT $$x\nUSE k;\n");
  CHECK_THAT(folder.run("-f b.cql").errors, Contains("Not run: line 5, with 1 statement."));
  folder.write("c.cql", begin + "BEGIN BATCH;\nINSERT INTO t (p, c) VALUES (1, 1);\nUSE k;\n");
  CHECK_THAT(folder.run("-f c.cql").errors, Contains("inside a batch that begins here\n --> c.cql:4:1\n") &&
                                                Contains("Not run: lines 5 to 6.") &&
                                                Contains("Close it with APPLY BATCH;"));
}

TEST_CASE("APPLY BATCH is not asked for where it is") {
  const ScratchFolder folder;
  const std::string begin = kKeyspace + kRowsTable + "BEGIN BATCH\n";
  folder.write("a.cql", begin + "INSERT INTO t (p, c) VALUES (1, 1);\n-- APPLY BATCH;\nUSE k;\n");
  CHECK_THAT(folder.run("-f a.cql").errors,
             Contains("this APPLY BATCH lies in a quote or comment, and ends no batch\n --> a.cql:6:4\n") &&
                 !Contains("Close it with"));
  folder.write("b.cql", begin +
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'it's');\nAPPLY BATCH;\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'it's');\n");
  CHECK_THAT(folder.run("-f b.cql").errors,
             Contains("the quote in it's ends its string too early\n --> b.cql:5:42\n") &&
                 Contains("The script ends inside a batch. Not run: lines 4 to 7, with 2 statements.") &&
                 !Contains("Close it with"));
  folder.write("c.cql", begin + "INSERT INTO t (p, c) VALUES (1, 1);\n-- apply \t batch;\n");
  CHECK_THAT(folder.run("-f c.cql").errors, Contains("this APPLY BATCH lies in a quote or comment"));
}

TEST_CASE("lines that are no CQL are refused alone") {
  const ScratchFolder folder;
  folder.write("a.cql", "# it's\n" + kKeyspace + "<<<<<<< HEAD\n" + kRowsTable +
                            "=======\ncqlsh:k> USE k;\n"
                            "INSERT INTO t (p, c, v) VALUES (1, 1, 'kept');\n>>>>>>> x\n#");
  const ProgramRun run = folder.run("db -f a.cql --diagnostics short");
  CHECK_THAT(run.errors, Contains("-- 4 statements ran, 6 refused\n"));
  CHECK_THAT(folder.run("db -e \"SELECT v FROM k.t WHERE p = 1\"").output, Contains("kept"));
}

TEST_CASE("a pasted result is refused alone") {
  const ScratchFolder folder;
  const std::string rows = " p | v\n---+------\n 1 | it's\n\n(1 rows)\n";
  folder.write("a.cql",
               kKeyspace + "USE k;\n" + kRowsTable + rows +
                   "INSERT INTO t (p, c, v) VALUES (1, 1, 'kept');\n"
                   "cqlsh:k> SELECT p, v FROM t;\n\n" +
                   rows +
                   "INSERT INTO t (p, c, v) VALUES (3, 1, 'Invalid: Error from server: code=2200');\n"
                   "cqlsh:k> INSERT INTO t (p, c) VALUES (2, 2);\n\n" +
                   rows + "cqlsh:k> ");
  const std::string errors = folder.run("db -f a.cql").errors;
  CHECK_THAT(errors, Contains("error[E111]: this line is part of a result, and no statement\n --> a.cql:") &&
                         Contains("try: INSERT INTO t (p, c) VALUES (2, 2);") && Contains(", 6 refused\n"));
  CHECK_THAT(folder.run("db -e \"SELECT v FROM k.t WHERE p = 1\"").output, Contains("kept"));
  CHECK_THAT(folder.run("db -e \"SELECT v FROM k.t WHERE p = 3\"").output, Contains("code=2200"));
}

TEST_CASE("a batch that was typed at a prompt is refused as a whole") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "cqlsh:k> BEGIN BATCH\n"
                            "INSERT INTO t (p, c) VALUES (1, 1);\n\n"
                            "APPLY BATCH;\n"
                            "INSERT INTO t (p, c) VALUES (1, 2);\n");
  CHECK_THAT(folder.run("db -f a.cql").errors,
             Contains("try: BEGIN BATCH\n         INSERT INTO t (p, c) VALUES (1, 1);") &&
                 Contains(" ran, 1 refused\n"));
  CHECK_THAT(folder.run("db -e \"SELECT c FROM k.t WHERE p = 1\"").output,
             Contains(" 2\n") && Contains("(1 rows)"));
}

TEST_CASE("what cqlsh says when it starts, and the heads of tables in any language, take in nothing") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "Connected to Test Cluster at 127.0.0.1:9042\n"
                            "[cqlsh 6.2.0 | Cassandra 5.0.9 | CQL spec 3.4.7 | Native protocol v5]\n"
                            "Use HELP for help.\n"
                            "INSERT INTO t (p, c) VALUES (1, 1);\n"
                            "名字 | v\n"
                            "INSERT INTO t (p, c) VALUES (1, 2);\n"
                            "[cqlsh 6.2.0 | Cassandra 5.0.9]\n"
                            "INSERT INTO t (p, c) VALUES (1, 3);\n");
  const std::string errors = folder.run("db -f a.cql").errors;
  CHECK_THAT(errors, Contains(", 3 refused\n") && !Contains("read as part of"));
  CHECK_THAT(folder.run("db -e \"SELECT c FROM k.t WHERE p = 1\"").output, Contains("(3 rows)"));
}

TEST_CASE("a mistyped command names the statements that it takes in, and proposes none of them") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable + "hlep\nINSERT INTO t (p, c) VALUES (1, 1);\n");
  const std::string errors = folder.run("db -f a.cql").errors;
  CHECK_THAT(errors, Contains("error[E122]: hlep is not known here; did you mean HELP?") &&
                         Contains("-- not run: line 5 (1 statement), read as part of line 4, ") &&
                         !Contains("try:"));
}

TEST_CASE("what a line that begins no statement takes in is named") {
  const ScratchFolder folder;
  folder.write("a.cql", kKeyspace + kRowsTable +
                            "hello\n\n"
                            "INSERT INTO t (p, c) VALUES (1, 1);\n");
  CHECK_THAT(folder.run("db -f a.cql").errors,
             Contains("-- not run: line 6 (1 statement), read as part of line 4, "));
  folder.write("b.cql", "SELCT *\nFROM k.t\nWHERE p = 1;\nhello;\nSELECT c FROM k.t WHERE p = 1;\n");
  CHECK_THAT(folder.run("db -f b.cql").errors, !Contains("read as part of"));
}

TEST_CASE("a correction of a word that is no statement is not proposed") {
  const ScratchFolder folder;
  const std::string alone = folder.run("-e 'SELEC;'").errors;
  CHECK_THAT(alone, Contains("did you mean SELECT?") && !Contains("try:"));
  CHECK_THAT(folder.run("-e 'SELEC v FROM t;'").errors, Contains("try: SELECT v FROM t;"));
}

TEST_CASE("what steers a terminal is shown in names of files, words of the command line and messages") {
  const ScratchFolder folder;
  const std::string steering = "a\x1b[31m\u202e\u2028b";
  folder.write(steering, "USE nosuch;\nUSE \"\x1b[31m\u202e\";\n");
  const std::string quoted = "'" + steering + "'";
  for (const std::string& arguments :
       {"-f " + quoted, "--diag short -f " + quoted, "--diag json -f " + quoted, "-f nosuch" + quoted,
        "--policy " + quoted, "--" + quoted, "check nosuch" + quoted, "no/such" + quoted + " -e ''",
        "verify no/such" + quoted, "-k " + quoted + " -e ''"}) {
    INFO(arguments);
    const ProgramRun run = folder.run(arguments);
    CHECK(run.status != 0);
    CHECK(!run.errors.empty());
    CHECK(run.errors.find('\x1b') == std::string::npos);
    CHECK(run.errors.find("\u202e") == std::string::npos);
    CHECK(run.errors.find("\u2028") == std::string::npos);
  }
}

TEST_CASE("what DESCRIBE prints into a file is what CREATE was given, byte by byte") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      kKeyspace + "CREATE TABLE t (\"\x1b[31m\" int PRIMARY KEY) WITH comment = '\x1b[1m\u202e\\';\n");
  REQUIRE(folder.run("first -f a.cql").status == 0);
  const ProgramRun described = folder.run("first -e 'DESCRIBE KEYSPACE k'");
  CHECK_THAT(described.output, Contains("\x1b[1m\u202e\\'"));
  folder.write("b.cql", described.output);
  REQUIRE(folder.run("second -f b.cql").status == 0);
  CHECK(folder.run("second -e 'DESCRIBE KEYSPACE k'").output == described.output);
}

TEST_CASE("--parameter takes literals, and says what a shell does with quotes") {
  const ScratchFolder folder;
  const std::string select =
      " -e \"SELECT durable_writes FROM system_schema.keyspaces WHERE keyspace_name = ";
  CHECK_THAT(folder.run("--parameter \"1='system'\"" + select + "?\"").output, Contains("True"));
  CHECK_THAT(folder.run("--parameter \"name='system'\" --parameter n=1" + select + ":name LIMIT :n\"").output,
             Contains("True"));
  const ProgramRun bare = folder.run("--parameter name='system'" + select + ":name\"");
  CHECK(bare.status == 1);
  CHECK_THAT(bare.errors, Contains("E655") && Contains("--parameter \"name='system'\""));
  CHECK_THAT(folder.run("--parameter name -e \"USE system\"").errors,
             Contains("--parameter name does not say name=literal"));
}
