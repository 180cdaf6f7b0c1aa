// COPY FROM of what belongs to a partition and not to a row: static columns without a row, static counters.
#include <catch2/catch.hpp>

#include "run_program.h"

using Catch::Contains;

namespace {

const std::string kPartitionWorld =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE k;\n"
    "CREATE TABLE t (p int, c int, s text STATIC, r text, PRIMARY KEY (p, c));\n"
    "CREATE TABLE n (p text, c int, s counter STATIC, r counter, PRIMARY KEY (p, c));\n";

ProgramRun run_on(const std::string& file, const std::string& statements) {
  const ScratchFolder folder;
  folder.write("world.cql", kPartitionWorld);
  folder.write("f", file);
  folder.write("copy.cql", statements);
  return folder.run("--policy cassandra --diag short --mode jsonl -f world.cql -f copy.cql");
}

const std::string kAllOfT = "SELECT * FROM t;\n";
const std::string kAllOfN = "SELECT * FROM n;\n";

}  // namespace

TEST_CASE("a row without clustering columns and values of a row writes the static columns of its partition") {
  const ProgramRun run = run_on("1,,alone,\n2,5,with,row\n", "COPY t (p, c, s, r) FROM 'f';\n" + kAllOfT);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("{\"p\": 1, \"c\": null, \"s\": \"alone\", \"r\": null}\n") &&
                             Contains("{\"p\": 2, \"c\": 5, \"s\": \"with\", \"r\": \"row\"}\n"));
  const ProgramRun documents = run_on("{\"p\": 1, \"c\": null, \"s\": \"alone\"}\n",
                                      "COPY t FROM 'f' WITH FORMAT = 'jsonl';\n" + kAllOfT);
  CHECK_THAT(documents.output, Contains("{\"p\": 1, \"c\": null, \"s\": \"alone\", \"r\": null}\n"));
}

TEST_CASE("a row without clustering columns that has a value of a row, or no static value, is refused") {
  const ProgramRun run = run_on("1,,s,r\n2,,,\n,,s,\n", "COPY t (p, c, s, r) FROM 'f';\n" + kAllOfT);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("f:1:3: error[E639]: c is part of the primary key") &&
                             Contains("f:2:3: error[E639]") && Contains("f:3:1: error[E639]: p is part"));
  CHECK(run.output.find("{") == std::string::npos);
}

TEST_CASE("a file of the partition key and static columns needs no clustering column") {
  const ProgramRun run = run_on("1,x\n", "COPY t (p, s) FROM 'f';\nCOPY t (p, r) FROM 'f';\n" + kAllOfT);
  CHECK_THAT(run.output, Contains("{\"p\": 1, \"c\": null, \"s\": \"x\", \"r\": null}\n"));
  CHECK_THAT(run.errors, Contains("error[E638]: there is no field for c of the primary key of k.t"));
}

TEST_CASE("a static counter is added once for all rows of its partition, wherever they are") {
  const ProgramRun run = run_on("a,1,7,10\na,2,7,20\nb,1,5,1\na,3,7,\na,4,,40\nc,,9,\n",
                                "COPY n (p, c, s, r) FROM 'f';\n" + kAllOfN);
  CHECK(run.status == 0);
  for (const char* row :
       {"{\"p\": \"a\", \"c\": 1, \"s\": 7, \"r\": 10}", "{\"p\": \"a\", \"c\": 4, \"s\": 7, \"r\": 40}",
        "{\"p\": \"b\", \"c\": 1, \"s\": 5, \"r\": 1}",
        "{\"p\": \"c\", \"c\": null, \"s\": 9, \"r\": null}"}) {
    CHECK_THAT(run.output, Contains(row));
  }
}

TEST_CASE("a COPY that goes on does not add the static counters of the rows that it skips") {
  const ProgramRun run = run_on("a,1,7,10\na,2,7,20\n",
                                "COPY n (p, c, s, r) FROM 'f' WITH MAXROWS = 1;\n"
                                "COPY n (p, c, s, r) FROM 'f' WITH SKIPROWS = 1;\n" +
                                    kAllOfN);
  CHECK_THAT(run.output, Contains("{\"p\": \"a\", \"c\": 1, \"s\": 7, \"r\": 10}") &&
                             Contains("{\"p\": \"a\", \"c\": 2, \"s\": 7, \"r\": 20}"));
}

TEST_CASE("a row with static counters that is refused ends the COPY, which goes on with it") {
  const ProgramRun run =
      run_on("a,1,7,10\na,x,7,20\na,3,7,30\n", "COPY n (p, c, s, r) FROM 'f';\n" + kAllOfN);
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("f:2:3: error[E639]") &&
                             Contains("error[E647]: the COPY ends at line 2 of f") &&
                             Contains("-- 1 row is imported; to go on: WITH SKIPROWS = 1\n"));
  CHECK_THAT(run.output, Contains("\"s\": 7, \"r\": 10}") && !Contains("\"r\": 30}"));
  const ProgramRun differs = run_on("a,1,7,10\na,2,8,20\n", "COPY n (p, c, s, r) FROM 'f';\n" + kAllOfN);
  CHECK_THAT(differs.errors,
             Contains("f:2:1: error[E647]: s is 8 here, and 7 in an earlier row of this partition"));
}

TEST_CASE("JSON keeps what INSERT JSON would change: counters, NaN, digits of decimals, far timestamps") {
  const ScratchFolder folder;
  folder.write("world.cql", kPartitionWorld);
  folder.write("copy.cql",
               "CREATE TABLE v (k int PRIMARY KEY, d decimal, f double, t timestamp, u duration);\n"
               "INSERT INTO v (k, d, f, t, u) VALUES (1, 1.50, NaN, -12345678912345678, 0s);\n"
               "INSERT INTO v (k, d, f, t, u) VALUES (2, 1.5, -Infinity, 0, 1d);\n"
               "UPDATE n SET r = r + 5 WHERE p = 'a' AND c = 1;\n"
               "COPY v TO 'v' WITH FORMAT = 'jsonl';\nCOPY n TO 'n' WITH FORMAT = 'jsonl';\n"
               "TRUNCATE v; TRUNCATE n;\n"
               "COPY v FROM 'v' WITH FORMAT = 'jsonl';\nCOPY n FROM 'n' WITH FORMAT = 'jsonl';\n"
               "SELECT * FROM v; SELECT * FROM n;\nCOPY v TO 'again' WITH FORMAT = 'jsonl';\n");
  const ProgramRun run = folder.run("--policy cassandra --mode jsonl -f world.cql -f copy.cql");
  CHECK(run.status == 0);
  CHECK(folder.read("v") ==
        "{\"k\": 1, \"d\": \"1.50\", \"f\": \"NaN\", \"t\": \"-12345678912345678\", \"u\": \"0s\"}\n"
        "{\"k\": 2, \"d\": 1.5, \"f\": \"-Infinity\", \"t\": \"1970-01-01 00:00:00.000Z\", \"u\": \"1d\"}\n");
  CHECK(folder.read("again") == folder.read("v"));
  CHECK_THAT(run.output, Contains("{\"p\": \"a\", \"c\": 1, \"s\": null, \"r\": 5}\n"));
}
