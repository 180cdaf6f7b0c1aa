// `cellar --connect`, as its user runs it, against `cellar serve`.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "process.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

using Catch::Matchers::Contains;

constexpr const char* kShop =
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE shop;\n"
    "CREATE TABLE orders (customer int, id int, item text, PRIMARY KEY (customer, id));\n"
    "INSERT INTO orders (customer, id, item) VALUES (7, 1, 'pen');\n"
    "INSERT INTO orders (customer, id, item) VALUES (7, 2, 'ink');\n";

Outcome run_at(const ServeProcess& server, std::vector<std::string> arguments,
               const std::string& input = {}) {
  arguments.insert(arguments.begin(), {"--connect", server.address()});
  return run_cellar(arguments, input);
}

}  // namespace

TEST_CASE("scripts, forms of results, DESCRIBE and SHOW work on a cluster") {
  const ServeProcess server({"--cluster-name", "try"});
  const Outcome script = run_at(server, {}, kShop);
  CHECK(script.status == 0);
  CHECK(script.errors == "-- 5 statements ran, 0 refused\n");
  const Outcome csv = run_at(server, {"--mode", "csv", "-e", "SELECT * FROM shop.orders WHERE customer = 7"});
  CHECK(csv.output == "customer,id,item\n7,1,pen\n7,2,ink\n");
  const Outcome insert =
      run_at(server, {"--mode", "insert", "-e", "SELECT * FROM shop.orders WHERE customer = 7"});
  CHECK_THAT(insert.output, Contains("INSERT INTO shop.orders (customer, id, item) VALUES (7, 1, 'pen')"));
  CHECK_THAT(run_at(server, {"-e", "DESCRIBE shop.orders"}).output, Contains("CREATE TABLE shop.orders ("));
  CHECK_THAT(
      run_at(server, {"-e", "SHOW HOST"}).output,
      Contains("Connected to try at " + server.address() + " (Cassandra ") && Contains("protocol v5, lz4)"));
  CHECK_THAT(run_at(server, {"-k", "shop", "-e", "SELECT item FROM orders WHERE customer = 7"}).output,
             Contains("(2 rows)"));
}

TEST_CASE("COPY and DUMP carry tables to and from a cluster") {
  const TemporaryFolder folder;
  const ServeProcess server({}), other({});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  const std::string csv = (folder / "orders.csv").string(), dump = (folder / "shop.cql").string();
  CHECK(run_at(server, {"-e", "COPY shop.orders TO '" + csv + "'"}).status == 0);
  CHECK(read_file(csv) == "7,1,pen\n7,2,ink\n");
  CHECK(run_at(server, {"-e", "TRUNCATE shop.orders; COPY shop.orders FROM '" + csv + "'"}).status == 0);
  CHECK(run_at(server, {"-e", "DUMP '" + dump + "'"}).status == 0);
  CHECK(run_at(other, {"-f", dump}).status == 0);
  CHECK_THAT(run_at(other, {"-e", "SELECT * FROM shop.orders WHERE customer = 7"}).output,
             Contains("pen") && Contains("(2 rows)"));
}

TEST_CASE(
    "teach refuses before a cluster does, and a statement that it refuses changes no exit status but its "
    "own") {
  const ServeProcess server({});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  const Outcome refused = run_at(server, {"-e", "SELECT * FROM shop.orders WHERE item = 'pen'"});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.errors, Contains("error[E30"));
  const Outcome answered =
      run_at(server, {"--policy", "cassandra", "-e", "SELECT * FROM shop.orders WHERE item = 'pen'"});
  CHECK(answered.status == 2);
  CHECK_THAT(answered.errors, Contains("error[E684]") && Contains("the cluster answers: "));
}

TEST_CASE("commands about the file of a database say that there is none") {
  const ServeProcess server({});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  for (const char* const command : {"CELLS shop.orders", "COMPACT", "CLOCK '2025-01-01'", "SEED 7"}) {
    const Outcome outcome = run_at(server, {"-e", command});
    INFO(command << ": " << outcome.output << outcome.errors);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.errors, Contains("error[E600]"));
  }
  CHECK(run_at(server, {"--debug", "-e", "SHOW HOST"}).status == 0);
  const Outcome option = run_at(server, {"--dry-run", "-f", "-"});
  CHECK(option.status == 1);
  CHECK_THAT(option.errors, Contains("error[E687]") && Contains("--dry-run"));
}

TEST_CASE("parameters are bound, levels of consistency are sent, and TRACING shows the node") {
  const ServeProcess server({"--strict-consistency"});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  const Outcome bound = run_at(server, {"--parameter", "who=7", "--mode", "csv", "-e",
                                        "SELECT item FROM shop.orders WHERE customer = :who"});
  CHECK(bound.output == "item\npen\nink\n");
  const Outcome too_many =
      run_at(server, {"-e",
                      "CREATE KEYSPACE three WITH replication = {'class': 'SimpleStrategy', "
                      "'replication_factor': 3}; CREATE TABLE three.t (k int PRIMARY KEY); "
                      "CONSISTENCY QUORUM; SELECT * FROM three.t WHERE k = 1"});
  CHECK(too_many.status == 2);
  CHECK_THAT(too_many.errors, Contains("error[E685]"));
  const Outcome traced = run_at(server, {"-e", "TRACING ON; SELECT * FROM shop.orders WHERE customer = 7"});
  CHECK_THAT(traced.output, Contains("Tracing session: ") && Contains("| 127.0.0.1 |"));
  const Outcome analyzed =
      run_at(server, {"-e", "EXPLAIN ANALYZE SELECT * FROM shop.orders WHERE customer = 7"});
  CHECK_THAT(analyzed.output, Contains("rows returned") && Contains("127.0.0.1"));
}

TEST_CASE("a checked script runs in a cluster and leaves nothing there") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  write_file(folder / "answers.cql",
             "CREATE TABLE t (k int PRIMARY KEY, v text);\n--> ok\n"
             "INSERT INTO t (k, v) VALUES (1, 'a');\n--> ok\n"
             "SELECT * FROM t;\n--> rows\n--| k | v\n--| 1 | 'a'\n"
             "SELECT nothing FROM t;\n--> error invalid\n");
  const std::string path = (folder / "answers.cql").string();
  const Outcome checked = run_cellar({"check", "--connect", server.address(), path});
  INFO(checked.output << checked.errors);
  CHECK(checked.status == 0);
  CHECK(run_cellar({"check", "--connect", server.address(), path}).status == 0);
}

TEST_CASE("the recorded answers of Cassandra come through a connection, too") {
  const ServeProcess server({});
  const std::string scripts = CELLAR_SOURCE_DIR "/tests/conformance/";
  const Outcome checked = run_cellar(
      {"check", "--connect", server.address(), "--known", CELLAR_SOURCE_DIR "/tests/known_differences.txt",
       scripts + "case", scripts + "collections_map", scripts + "counters", scripts + "json", scripts + "lwt",
       scripts + "tuple", scripts + "udt", scripts + "vector"});
  INFO(checked.output << checked.errors);
  CHECK(checked.status == 0);
}

TEST_CASE("nothing that listens, and words that are no address, are refused in a line that says what to do") {
  std::string nowhere;
  {
    const ServeProcess ended({});
    nowhere = ended.address();
  }
  const Outcome refused = run_cellar({"--connect", nowhere, "-e", "SHOW HOST"});
  CHECK(refused.status == 1);
  CHECK_THAT(refused.errors, Contains("error[E680]") && Contains(nowhere) && Contains("--connect HOST:PORT"));
  CHECK_THAT(run_cellar({"--connect", "a:b:c d", "-e", "SHOW HOST"}).errors, Contains("error[E687]"));
}

}  // namespace cellar::test
