// COPY with the times of values: WITH TIMESTAMPS = true, and the files of DSBulk.
#include <catch2/catch.hpp>

#include "run_program.h"

#include <fstream>
#include <random>
#include <sstream>

using Catch::Contains;

namespace {

const std::string kTimedWorld =
    "CLOCK '2025-01-01T00:00:00Z'\n"
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
    "CREATE TYPE u (a int, b text);\n"
    "CREATE TABLE t (p int, c int, s text STATIC, v int, \"W\" text, PRIMARY KEY (p, c));\n"
    "CREATE TABLE m (p int PRIMARY KEY, e set<int>, m map<text, int>, o u, l list<int>, f frozen<set<int>>, "
    "x tuple<int, text>);\n"
    "CREATE TABLE n (p int PRIMARY KEY, c counter);\n";

/// Two databases: what one has written, the other reads.
class TimedFolder {
 public:
  TimedFolder() { folder_.write("world.cql", kTimedWorld); }

  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }
  std::string read(const std::string& name) const { return folder_.read(name); }
  /// Runs statements on an empty database with the tables.
  ProgramRun run(const std::string& statements) const {
    folder_.write("copy.cql", statements);
    return folder_.run("--policy cassandra --diag short --mode jsonl -f world.cql -f copy.cql");
  }

 private:
  ScratchFolder folder_;
};

const std::string kAllOfTimed =
    "SELECT p, c, s, writetime(s) AS ws, ttl(s) AS ts, v, writetime(v) AS wv, ttl(v) AS tv, \"W\", "
    "writetime(\"W\") AS ww, "
    "ttl(\"W\") AS tw FROM t;\n";

std::string file_of_tests(const std::string& name) {
  std::ifstream file(std::string(CELLAR_SOURCE_DIR) + "/tests/shell/copy/dsbulk/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("COPY TO writes when values were written and until when they live, in fields of their own") {
  const TimedFolder folder;
  const ProgramRun run = folder.run(
      "INSERT INTO t (p, c, s, v) VALUES (1, 1, 'st', 5) USING TIMESTAMP 1600000000123456;\n"
      "UPDATE t USING TIMESTAMP 1600000001000000 AND TTL 60 SET \"W\" = 'a,b' WHERE p = 1 AND c = 1;\n"
      "INSERT INTO t (p, c) VALUES (1, 2);\nINSERT INTO t (p, s) VALUES (2, 'alone') USING TIMESTAMP -5;\n"
      "COPY t TO 'f' WITH TIMESTAMPS = true;\nCOPY t (p, c, v, writetime(v)) TO STDOUT;\n"
      "COPY n TO STDOUT WITH TIMESTAMPS = true;\n");
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK(folder.read("f") ==
        "p,c,W,writetime(W),ttl(W),expires(W),s,writetime(s),ttl(s),expires(s),v,writetime(v),ttl(v),expires("
        "v)\n"
        "1,1,\"a,b\",2020-09-13T12:26:41Z,60,2025-01-01T00:01:00Z,st,2020-09-13T12:26:40.123456Z,,,5,"
        "2020-09-13T12:26:40.123456Z,,\n"
        "1,2,,,,,st,2020-09-13T12:26:40.123456Z,,,,,,\n"
        "2,,,,,,alone,1969-12-31T23:59:59.999995Z,,,,,,\n");
  CHECK_THAT(run.output, Contains("1,1,5,2020-09-13T12:26:40.123456Z\n1,2,,\n2,,,\n") && Contains("p,c\n"));
}

TEST_CASE("COPY FROM writes each value at its own time, with what is left of its life") {
  const TimedFolder folder;
  folder.write("f",
               "p,c,v,writetime(v),ttl(v),expires(v),s,writetime(s),W,Writetime(W),expires(W)\n"
               "1,1,5,2020-09-13T12:26:40.123456Z,9,2025-01-01T00:01:00Z,st,77,w,1600000001000000,\n"
               "1,2,6,2020-09-13T12:26:40Z,9,,st,77,,,\n"
               "1,3,7,2020-09-13T12:26:40Z,,2024-12-31T23:59:59Z,st,77,,,\n"
               "1,4,,,,,st,77,,,\n"
               "2,,,,,,alone,-5,,,\n");
  const ProgramRun run = folder.run("COPY t FROM 'f' WITH HEADER = true;\n" + kAllOfTimed +
                                    "ADVANCE 61s\nSELECT c, v FROM t WHERE p = 1;\n");
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK_THAT(
      run.output,
      Contains(
          "{\"p\": 1, \"c\": 1, \"s\": \"st\", \"ws\": 77, \"ts\": null, \"v\": 5, \"wv\": 1600000000123456, "
          "\"tv\": 60, \"\\\"W\\\"\": \"w\", \"ww\": 1600000001000000, \"tw\": null}\n"
          "{\"p\": 1, \"c\": 2, \"s\": \"st\", \"ws\": 77, \"ts\": null, \"v\": 6, \"wv\": 1600000000000000, "
          "\"tv\": 9,") &&
          Contains("{\"p\": 1, \"c\": 4, \"s\": \"st\"") && Contains("\"s\": \"alone\", \"ws\": -5"));
  // The third row is gone with its value; the second one goes with it, and the first and the last one stay.
  CHECK(run.output.find("\"c\": 3") == std::string::npos);
  CHECK_THAT(run.output, Catch::EndsWith("{\"c\": 1, \"v\": null}\n{\"c\": 4, \"v\": null}\n"));
  CHECK_THAT(run.errors, Contains("note[W428]: not written, having expired: 1 value of the file"));
}

TEST_CASE("rows come back with the times of their values, also of elements") {
  const TimedFolder folder;
  const std::string kElements =
      "SELECT p, e, writetime(e), ttl(e), m, writetime(m), ttl(m), o, writetime(o), ttl(o), l, writetime(l), "
      "ttl(l), f, "
      "writetime(f), x, ttl(x) FROM m;\n";
  const ProgramRun original = folder.run(
      "INSERT INTO m (p, e, m, o, l, f, x) VALUES (1, {1, 2}, {'a': 1, 'b,\"': 2}, {a: 1, b: 'q'}, [3, 3], "
      "{}, (1, 'z')) "
      "USING TIMESTAMP 100 AND TTL 1000;\n"
      "UPDATE m USING TIMESTAMP 200 SET e = e + {3}, m['c'] = 3, o.b = 'r' WHERE p = 1;\n"
      "UPDATE m USING TIMESTAMP 300 SET o.b = 'only' WHERE p = 2;\n"
      "UPDATE m USING TIMESTAMP 400 SET l = [1] WHERE p = 3;\nUPDATE m USING TIMESTAMP 500 SET l = l + [2] "
      "WHERE p = 3;\n"
      "COPY m TO 'f' WITH TIMESTAMPS = true;\nDELETE FROM m WHERE p = 3;\n" +
      kElements);
  INFO(original.errors << folder.read("f"));
  CHECK(original.status == 0);
  const ProgramRun copy = folder.run(
      "COPY m FROM 'f' WITH TIMESTAMPS = true;\nSELECT l, writetime(l) AS wl FROM m WHERE p = 3;\n"
      "DELETE FROM m WHERE p = 3;\n" +
      kElements);
  CHECK_THAT(copy.output, Contains("{\"l\": [1, 2], \"wl\": [500, 500]}\n"));
  CHECK(copy.output.substr(copy.output.find("{\"p\"")) ==
        original.output.substr(original.output.find("{\"p\"")));
  CHECK(copy.errors.find("note[W428]: written with one time for all elements: 1 list") != std::string::npos);
}

TEST_CASE("a row is there as long as its longest value, and a row without one for ever") {
  const TimedFolder folder;
  folder.write("f",
               "p,c,v,writetime(v),expires(v),W,writetime(W),expires(W)\n"
               "1,1,1,5,2025-01-01T00:01:00Z,a,6,2025-01-01T00:02:00Z\n"
               "1,2,1,5,,a,6,2025-01-01T00:02:00Z\n"
               "1,3,,,,,,\n");
  const ProgramRun run = folder.run(
      "COPY t FROM 'f' WITH TIMESTAMPS = true;\nADVANCE 61s\nSELECT c, v, \"W\" FROM t;\nADVANCE 60s\n"
      "SELECT c, v FROM t;\nDELETE v FROM t WHERE p = 1 AND c = 2;\nSELECT c FROM t;\n");
  INFO(run.errors);
  CHECK_THAT(run.output, Contains("{\"c\": 1, \"v\": null, \"\\\"W\\\"\": \"a\"}\n") &&
                             Contains("{\"c\": 2, \"v\": 1}\n{\"c\": 3, \"v\": null}\n") &&
                             Catch::EndsWith("{\"c\": 2}\n{\"c\": 3}\n"));
}

TEST_CASE("what a file says wrongly of times is refused at its place, and nothing else") {
  const TimedFolder folder;
  folder.write(
      "f",
      "p,c,v,writetime(v),ttl(v),expires(v)\n1,1,1,yesterday,,\n1,2,2,5,-1,\n1,3,3,5,,soon\n1,4,4,[5, 6],,\n"
      "1,5,5,9223372036854775808,,\n1,6,6,5,,2099-01-01T00:00:00Z\n1,7,7,-9223372036854775808,,\n1,8,8,9,,"
      "\n");
  const ProgramRun run = folder.run("COPY t FROM 'f' WITH TIMESTAMPS = true;\nSELECT c, v FROM t;\n");
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("f:2:7: error[E639]: writetime(v): 'yesterday' is not a moment") &&
                             Contains("f:3:9: error[E639]: ttl(v): '-1' is not a number of seconds") &&
                             Contains("f:4:10: error[E639]: expires(v): 'soon' is not a moment") &&
                             Contains("f:5") && Contains("f:6:7: error[E639]"));
  CHECK_THAT(run.output, Contains("{\"c\": 8, \"v\": 8}\n"));
  CHECK(run.output.find("\"c\": 1") == std::string::npos);
  CHECK(run.output.find("\"c\": 6") == std::string::npos);
  // They are in the file of the refused rows, and the command that is told loads them.
  CHECK_THAT(run.errors,
             Contains("COPY k.t (p, c, v, writetime(v), ttl(v), expires(v)) FROM 'import_k_t.err'"));
  CHECK_THAT(folder.read("import_k_t.err"), Contains("1,7,7,-9223372036854775808,,\n"));
}

TEST_CASE("a header with times of a key, of a counter, or without their value is refused") {
  const TimedFolder folder;
  for (const auto& [header, message] :
       {std::pair("p,c,writetime(c)", "writetime(c) in the header of f: c is part of the primary key"),
        std::pair("p,c,writetime(v)", "there is a field for writetime(v), and none for v"),
        std::pair("p,c,v,ttl(z)", "'ttl(z)' in the header of f is no column of k.t"),
        std::pair("p,c,v,ttl(v),TTL(v)", "ttl(v) is named twice in the header of f")}) {
    folder.write("f", std::string(header) + "\n");
    INFO(header);
    CHECK_THAT(folder.run("COPY t FROM 'f' WITH HEADER = true;\n").errors, Contains(message));
  }
  folder.write("f", "p,c,writetime(c)\n1,2,3\n");
  CHECK_THAT(folder.run("COPY n FROM 'f' WITH HEADER = true;\n").errors,
             Contains("writetime(c) in the header of f: c is a counter"));
  CHECK_THAT(folder.run("COPY t (p, ttl(p)) TO STDOUT;\n").errors,
             Contains("ttl(p) in the list of columns: p is part of the primary key"));
  CHECK_THAT(folder.run("COPY t TO STDOUT WITH TIMESTAMPS = true AND FORMAT = 'jsonl';\n").errors,
             Contains("FORMAT = 'jsonl' does not go with TIMESTAMPS = true"));
}

TEST_CASE("times in a file can be left out") {
  const TimedFolder folder;
  folder.write("f", "p,writetime(v),c,v,ttl(v)\n1,5,1,7,9\n");
  const ProgramRun left =
      folder.run("COPY t FROM 'f' WITH TIMESTAMPS = false AND HEADER = true;\n" + kAllOfTimed);
  CHECK_THAT(left.output, Contains("\"v\": 7, \"wv\": 1735689600000") && Contains("\"tv\": null"));
  const ProgramRun skipped =
      folder.run("COPY t FROM 'f' WITH HEADER = true AND SKIPCOLS = 'ttl(v)';\n" + kAllOfTimed);
  CHECK_THAT(skipped.output, Contains("\"v\": 7, \"wv\": 5, \"tv\": null"));
  const ProgramRun listed =
      folder.run("COPY t (p, writetime(v), c, v, ttl(v)) FROM 'f' WITH SKIPROWS = 1;\n" + kAllOfTimed);
  CHECK_THAT(listed.output, Contains("\"v\": 7, \"wv\": 5, \"tv\": 9"));
}

TEST_CASE("a file that DSBulk has unloaded is read, and DSBulk has loaded the one that is written") {
  const ScratchFolder folder;
  folder.write("unloaded.csv", file_of_tests("unloaded.csv"));
  folder.write("table.cql", "CLOCK '2025-01-01T00:00:00Z'\n" + file_of_tests("table.cql"));
  folder.write("copy.cql",
               "USE dsb;\nCOPY t FROM 'unloaded.csv' WITH HEADER = true AND "
               "BOOLSTYLE = '1,0';\n"
               "COPY t TO 'written.csv' WITH TIMESTAMPS = true;\n");
  const ProgramRun run = folder.run("--policy cassandra -f table.cql -f copy.cql");
  INFO(run.errors);
  CHECK(run.status == 0);
  CHECK(folder.read("written.csv") == file_of_tests("written.csv"));
}

TEST_CASE("the times of static elements come back where no other column has elements") {
  const TimedFolder folder;
  const std::string table = "CREATE TABLE o (p int, c int, s set<int> STATIC, v int, PRIMARY KEY (p, c));\n";
  const std::string all = "SELECT p, c, s, writetime(s), v, writetime(v) FROM o;\n";
  const ProgramRun original =
      folder.run(table +
                 "INSERT INTO o (p, c, s, v) VALUES (1, 1, {1}, 5) USING TIMESTAMP 100;\n"
                 "UPDATE o USING TIMESTAMP 200 SET s = s + {2} WHERE p = 1;\n"
                 "COPY o TO 'f' WITH TIMESTAMPS = true;\n" +
                 all);
  CHECK_THAT(original.output, Contains("[100, 200]"));
  const ProgramRun copied = folder.run(table + "COPY o FROM 'f' WITH HEADER = true;\n" + all);
  INFO(copied.errors);
  CHECK(copied.status == 0);
  CHECK(copied.output == original.output);
}
