// DUMP with timestamps, times to live and deletions: a database that its script makes has the same cells.
#include <catch2/catch.hpp>

#include "run_program.h"

#include <random>

using Catch::Contains;

namespace {

constexpr const char* kDumpedKeyspace =
    "CLOCK '2025-01-01T00:00:00Z'\nCREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', "
    "'replication_factor': 1};\nUSE k;\n"
    "CREATE TYPE u (a int, b text);\n";

/// Random writes to a table, at random times.
class TimedTable {
 public:
  TimedTable(unsigned seed, std::string name) : random_(seed), name_(std::move(name)) {}

  std::string script(int writes) {
    std::string text =
        "CREATE TABLE " + name_ +
        " (p text, c int, d text, s int static, ms map<int, text> static, v int, w text,"
        " l list<int>, m map<text, int>, e set<int>, o u, f frozen<set<int>>, PRIMARY KEY (p, c, d))"
        " WITH CLUSTERING ORDER BY (c " +
        std::string(roll(2) == 0 ? "DESC" : "ASC") + ", d " + (roll(2) == 0 ? "DESC" : "ASC") + ")" +
        (roll(2) == 0 ? " AND default_time_to_live = 5000" : "") + ";\n";
    for (int i = 0; i < writes; ++i) text += write() + ";\n";
    return text;
  }

 private:
  int roll(int sides) { return static_cast<int>(random_() % static_cast<unsigned>(sides)); }
  template <std::size_t kCount>
  std::string one_of(const char* const (&texts)[kCount]) {
    return texts[roll(static_cast<int>(kCount))];
  }

  std::string partition() {
    return roll(6) == 0 ? "'" + std::string(700, 'p') + "'" : "'p" + std::to_string(roll(2)) + "'";
  }
  std::string c() { return std::to_string(roll(4)); }
  std::string d() {
    return roll(8) == 0 ? "'" + std::string(600, 'd') + "'"
                        : "'" + std::string(1, static_cast<char>('a' + roll(3))) + "'";
  }
  std::string timestamp() { return roll(3) == 0 ? "" : " TIMESTAMP " + std::to_string(1000 + roll(40)); }
  std::string using_times() {
    const std::string timestamp = this->timestamp();
    const std::string time = roll(3) == 0 ? "TTL " + std::to_string(100 * roll(4)) : "";
    if (timestamp.empty() && time.empty()) return "";
    return " USING" + timestamp + (timestamp.empty() || time.empty() ? " " : " AND ") + time;
  }
  std::string row() { return "p = " + partition() + " AND c = " + c() + " AND d = " + d(); }

  std::string write() {
    switch (roll(10)) {
      case 0:
      case 1:
        return "INSERT INTO " + name_ + " (p, c, d, v, w, l, m, e, o, f) VALUES (" + partition() + ", " +
               c() + ", " + d() + ", 1, 'it''s', [1, 2, 2], {'a': 1, 'b': 2}, {1, 2, 3}, {a: 1}, {7, 8})" +
               using_times();
      case 2:
        return "INSERT INTO " + name_ + " (p, c, d, v) VALUES (" + partition() + ", " + c() + ", " + d() +
               ", null)" + using_times();
      case 3:
        return "UPDATE " + name_ + using_times() + " SET " +
               one_of({"s = 1", "s = null", "ms = {1: 'x', 2: 'y'}", "ms[1] = 'z'", "ms = ms + {3: 'w'}"}) +
               " WHERE p = " + partition();
      case 4:
        return deletion();
      case 5:
        return "DELETE " + one_of({"v", "v, w", "m", "m['a']", "e[2]", "o", "o.b", "l", "f"}) + " FROM " +
               name_ + using_deletion() + " WHERE " + row();
      default:
        return "UPDATE " + name_ + using_times() + " SET " +
               one_of({"v = 2", "w = 'x'", "v = 3, w = ''", "l = l + [3, 4]", "l = [5] + l", "m['c'] = 3",
                       "m = m + {'a': 9, 'd': 4}", "e = e + {4, 5}", "e = {9}", "o.a = 5",
                       "o = {a: 1, b: 'q'}", "l = [6]", "f = {1}", "m = {}", "v = null"}) +
               " WHERE " + row();
    }
  }
  std::string using_deletion() {
    const std::string timestamp = this->timestamp();
    return timestamp.empty() ? "" : " USING" + timestamp;
  }
  std::string deletion() {
    std::string where = "p = " + partition();
    const int kind = roll(7);
    if (kind == 1) where += " AND c = " + c();
    if (kind == 2) where += " AND c = " + c() + " AND d = " + d();
    if (kind == 3) where += " AND c > " + c();
    if (kind == 4) where += " AND c >= 1 AND c <= " + c();
    if (kind == 5) where += " AND c = " + c() + " AND d < " + d();
    if (kind == 6) where += " AND c = " + c() + " AND d >= " + d();
    return "DELETE FROM " + name_ + using_deletion() + " WHERE " + where;
  }

  std::mt19937 random_;
  std::string name_;
};

/// What CELLS tells of all tables, but for the ids of the elements of lists.
std::string without_list_ids(const std::string& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size();) {
    const std::size_t path = cells.find("\"l\", \"path\" : [ \"", i);
    if (path == std::string::npos) return text + cells.substr(i);
    const std::size_t end = cells.find(']', path);
    text += cells.substr(i, path - i) + "\"l\", id";
    i = end;
  }
  return text;
}

}  // namespace

TEST_CASE("a database that is made from what DUMP writes has the same cells and deletions") {
  const ScratchFolder folder;
  constexpr int kTables = 40;
  std::string script = kDumpedKeyspace;
  std::string look = "COMPACT\n";
  for (int table = 0; table < kTables; ++table) {
    const std::string name = "k.t" + std::to_string(table);
    script += TimedTable(static_cast<unsigned>(table), name).script(5 + table);
    look += "CELLS JSON " + name + " LIMIT 100\n";
  }
  folder.write("a.cql", script);
  folder.write("dump.cql", "CLOCK '2025-01-01T00:00:00Z'\nDUMP 'dumped.cql'\n");
  folder.write("load.cql", "CLOCK '2025-01-01T00:00:00Z'\nSOURCE 'dumped.cql'\n");
  folder.write("look.cql", "CLOCK '2025-01-01T00:00:00Z'\n" + look);
  const ProgramRun made = folder.run("db --policy cassandra -f a.cql");
  INFO(made.errors);
  REQUIRE(made.status == 0);
  const std::string original = without_list_ids(folder.run("db --policy cassandra -f look.cql").output);
  REQUIRE(folder.run("db -f dump.cql").status == 0);
  const ProgramRun loaded = folder.run("again --policy cassandra -f load.cql");
  INFO(loaded.errors);
  REQUIRE(loaded.status == 0);
  const std::string copy = without_list_ids(folder.run("again --policy cassandra -f look.cql").output);
  CHECK(original.size() > 50'000);
  folder.write("original.txt", original);
  folder.write("copy.txt", copy);
  INFO(folder.read("dumped.cql"));
  CHECK(copy == original);
}

TEST_CASE("DUMP writes the cells of a row that are alike in one statement") {
  const ScratchFolder folder;
  folder.write(
      "a.cql",
      std::string(kDumpedKeyspace) +
          "CLOCK '2025-01-01T00:00:00Z'\n"
          "CREATE TABLE t (p int, c int, s int STATIC, v int, m map<text, int>, l list<int>, PRIMARY KEY (p, "
          "c)) WITH CLUSTERING ORDER BY (c DESC);\n"
          "INSERT INTO t (p, c, v, m) VALUES (1, 1, 7, {'a': 1}) USING TIMESTAMP 100;\n"
          "UPDATE t USING TIMESTAMP 200 AND TTL 60 SET s = 5, v = 8 WHERE p = 1 AND c = 1;\n"
          "UPDATE t USING TIMESTAMP 300 SET m['b'] = 2 WHERE p = 1 AND c = 1;\n"
          "UPDATE t USING TIMESTAMP 400 SET l = l + [1] WHERE p = 1 AND c = 2;\n"
          "UPDATE t USING TIMESTAMP 500 SET l = l + [2] WHERE p = 1 AND c = 2;\n"
          "DELETE FROM t USING TIMESTAMP -5 WHERE p = 1 AND c > 2 AND c <= 9;\n"
          "DELETE v FROM t USING TIMESTAMP 600 WHERE p = 1 AND c = 2;\n"
          "DELETE FROM t USING TIMESTAMP 700 WHERE p = 2;\n"
          "DELETE FROM t USING TIMESTAMP 800 WHERE p = 3 AND c > 0;\n"
          "DUMP\n");
  const ProgramRun run = folder.run("db --policy cassandra -f a.cql");
  CHECK_THAT(run.output,
             Contains("UPDATE k.t USING TIMESTAMP 200 AND TTL 60 SET s = 5 WHERE p = 1;\n") &&
                 Contains("DELETE FROM k.t USING TIMESTAMP -5 WHERE p = 1 AND c <= 9 AND c > 2;\n"));
  CHECK_THAT(run.output, Contains("UPDATE k.t USING TIMESTAMP 400 SET l = l + [1] WHERE p = 1 AND c = 2;\n"
                                  "UPDATE k.t USING TIMESTAMP 500 SET l = l + [2] WHERE p = 1 AND c = 2;\n"
                                  "DELETE v FROM k.t USING TIMESTAMP 600 WHERE p = 1 AND c = 2;\n"
                                  "INSERT INTO k.t (p, c) VALUES (1, 1) USING TIMESTAMP 100;\n"));
  CHECK_THAT(run.output, Contains("DELETE FROM k.t USING TIMESTAMP 700 WHERE p = 2;\n") &&
                             Contains("DELETE FROM k.t USING TIMESTAMP 800 WHERE p = 3 AND c > 0;\n"));
  CHECK_THAT(run.errors, Contains("5 deletions that may not be purged yet: in the script, too\n"));
}

TEST_CASE("DUMP leaves out deletions past their grace, and all times if it is told to") {
  const ScratchFolder folder;
  folder.write("a.cql",
               std::string(kDumpedKeyspace) +
                   "CREATE TABLE t (p int PRIMARY KEY, v int, w int) WITH gc_grace_seconds = 100;\n"
                   "INSERT INTO t (p, v) VALUES (1, 1) USING TIMESTAMP 5;\n"
                   "UPDATE t USING TTL 150 SET w = 1 WHERE p = 1;\n"
                   "DELETE FROM t WHERE p = 2;\nADVANCE 120s\nDELETE FROM t USING TIMESTAMP 9 WHERE p = 3;\n"
                   "DUMP\nADVANCE 60s\nDUMP\nDUMP WITH TIMESTAMPS = false\n");
  const ProgramRun run = folder.run("db --policy cassandra -f a.cql");
  CHECK(run.output.find("WHERE p = 2") == std::string::npos);
  CHECK_THAT(run.output, Contains("DELETE FROM k.t USING TIMESTAMP 9 WHERE p = 3;\n"));
  CHECK_THAT(run.output, Contains("AND TTL 30 SET w = 1 WHERE p = 1;\n"));
  // What has expired is a deletion of its own time.
  CHECK_THAT(run.output, Contains("DELETE w FROM k.t USING TIMESTAMP 1735689600000"));
  CHECK_THAT(run.output, Catch::EndsWith("INSERT INTO k.t (p, v) VALUES (1, 1);\n"));
  folder.write("wrong.cql", "DUMP WITH TIMESTAMPS = maybe\nDUMP 'a' 'b'\nDUMP TIMESTAMPS\n");
  CHECK(folder.run("db -f wrong.cql").status == 2);
}
