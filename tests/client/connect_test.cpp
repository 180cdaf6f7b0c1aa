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

TEST_CASE("DUMP of a cluster keeps when values were written, and until when they live") {
  const TemporaryFolder folder;
  const ServeProcess server({}), other({});
  const std::string statements =
      "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "USE shop;\n"
      "CREATE TYPE place (street text, number int);\n"
      "CREATE TABLE t (p int, c int, s text STATIC, v text, w int, m map<text, int>, l list<int>, u place, "
      "PRIMARY KEY (p, c)) WITH default_time_to_live = 9000;\n"
      "INSERT INTO t (p, c, s, v, w, m, l, u) VALUES (1, 1, 'one', 'a', 5, {'x': 1}, [1, 2], {street: "
      "'Main', number: 3}) USING TIMESTAMP 1600000000000000 AND TTL 0;\n"
      "UPDATE t USING TIMESTAMP 1600000000000001 AND TTL 500000 SET v = 'b', m['y'] = 2, u.number = 4, l = l "
      "+ [3] WHERE p = 1 AND c = 1;\n"
      "INSERT INTO t (p, c, v) VALUES (1, 2, 'c') USING TIMESTAMP 1600000000000002;\n"
      "UPDATE t USING TIMESTAMP 1600000000000003 AND TTL 500000 SET s = 'alone' WHERE p = 2;\n"
      "CREATE TABLE n (k int PRIMARY KEY, c counter);\n"
      "UPDATE n SET c = c + 7 WHERE k = 1;\n";
  REQUIRE(run_at(server, {"-f", "-"}, statements).status == 0);
  const std::string dump = (folder / "shop.cql").string();
  const Outcome dumped = run_at(server, {"-e", "DUMP '" + dump + "'"});
  CHECK_THAT(dumped.output + dumped.errors, Contains("4 rows of 2 tables") &&
                                                Contains("3 rows with a time to live") &&
                                                Contains("1 list with elements of several times"));
  REQUIRE(run_at(other, {"-f", dump}).status == 0);
  const std::string select =
      "SELECT p, c, s, v, w, m, l, u, writetime(s), writetime(v), writetime(w), writetime(m), writetime(u) "
      "FROM shop.t; SELECT * FROM shop.n";
  const auto rows_at = [&](const ServeProcess& node, const std::string& text) {
    return run_at(node, {"--policy", "cassandra", "--mode", "csv", "-e", text}).output;
  };
  CHECK_THAT(rows_at(server, select), Contains("1600000000000001"));
  CHECK(rows_at(other, select) == rows_at(server, select));
  CHECK_THAT(rows_at(other, "SELECT ttl(w), ttl(v) FROM shop.t WHERE p = 1 AND c = 1"),
             Contains("\n,4999") || Contains("\n,500000"));
  CHECK_THAT(read_file(dump), Contains("UPDATE shop.t USING TIMESTAMP 1600000000000001 AND TTL ") &&
                                  Contains("m = m + {'y': 2}") && Contains("u.number = 4"));
  REQUIRE(run_at(server, {"-e", "DUMP '" + dump + "' WITH TIMESTAMPS = false"}).status == 0);
  CHECK(read_file(dump).find("TIMESTAMP") == std::string::npos);
  REQUIRE(run_at(other, {"-e", "DROP KEYSPACE shop"}).status == 0);
  const Outcome again = run_at(other, {"-f", dump});
  CHECK(again.status == 0);
  CHECK(rows_at(other, "SELECT p, s FROM shop.t WHERE p = 2") == "p,s\n2,alone\n");
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
  const Outcome written =
      run_at(server, {"--parameter", "id=9", "-e",
                      "EXPLAIN ANALYZE INSERT INTO shop.orders (customer, id, item) VALUES (7, :id, 'nib')"});
  CHECK_THAT(written.output, Contains("rows returned") && Contains("127.0.0.1"));
  CHECK(run_at(server, {"--mode", "csv", "-e", "SELECT item FROM shop.orders WHERE customer = 7 AND id = 9"})
            .output == "item\nnib\n");
  const Outcome as_json =
      run_at(server, {"-e", "EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM shop.orders WHERE customer = 7"});
  CHECK(as_json.status == 2);
  CHECK_THAT(as_json.errors, Contains("error[E600]"));
  CHECK_THAT(
      run_at(server, {"-e", "EXPLAIN (FORMAT JSON) SELECT * FROM shop.orders WHERE customer = 7"}).output,
      Contains("\"verdict\""));
}

TEST_CASE("what a file alone can do leaves nothing in a cluster") {
  const ServeProcess server({});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  for (const char* const command :
       {"ADVISE SELECT * FROM shop.orders WHERE item = 'pen' APPLY", "LOGIN ann", "SHOW REPLICAS 7 shop"}) {
    const Outcome outcome = run_at(server, {"-e", command});
    INFO(command << ": " << outcome.output << outcome.errors);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.errors, Contains("error[E600]"));
  }
  CHECK(run_at(server, {"--mode", "csv", "-e",
                        "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop'"})
            .output == "table_name\norders\n");
}

TEST_CASE("every level of consistency is sent as it was set, by the option or the command") {
  const ServeProcess server({"--strict-consistency"});
  REQUIRE(run_at(server, {}, kShop).status == 0);
  const std::string select = "TRACING ON; SELECT item FROM shop.orders WHERE customer = 7";
  for (const char* const level : {"ONE", "LOCAL_ONE", "NODE_LOCAL", "SERIAL", "LOCAL_SERIAL"}) {
    INFO(level);
    CHECK_THAT(run_at(server, {"--consistency", level, "-e", "CONSISTENCY; " + select}).output,
               Contains("Current consistency level is " + std::string(level) + ".") && Contains("(2 rows)"));
    run_at(server, {"-e", "CONSISTENCY " + std::string(level) + "; " + select});
    CHECK_THAT(run_at(server, {"--policy", "cassandra", "--mode", "csv", "-e",
                               "SELECT parameters FROM system_traces.sessions"})
                   .output,
               Contains("'consistency_level': '" + std::string(level) + "'"));
  }
}

TEST_CASE("an option of a cluster without --connect says that it lacks it") {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"shop.cellar", "--consistency", "QUORUM"},
        {"--datacenter=dc1"},
        {"--translate", "10.0.0.2=db2"},
        {"shop.cellar", "--ssl-ca", "ca.pem"},
        {"--no-compression"}}) {
    const Outcome outcome = run_cellar(arguments);
    INFO(arguments.back());
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.errors, Contains("is for a cluster: cellar --connect HOST"));
  }
  for (const char* const command : {"verify", "readiness"}) {
    const Outcome outcome = run_cellar({command, "--connect", "127.0.0.1"});
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.errors, Contains("this reads a file; cellar move FILE --from HOST brings a cluster"));
  }
}

TEST_CASE("numbers that do not fit are refused, in options and in the file of configuration") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  for (const char* const seconds : {"1e300", "0", "-3", "nan", "1x"})
    CHECK_THAT(run_at(server, {"--request-timeout", seconds, "-e", "SHOW HOST"}).errors,
               Contains("--request-timeout: takes a number of seconds from 0.001 to 86400, and not"));
  CHECK(run_at(server, {"--connect-timeout", "2.5", "-e", "SHOW HOST"}).status == 0);
  const std::string rc = (folder / "cqlshrc").string();
  for (const char* const line :
       {"port = 99999", "port = 0", "port = 9042x", "timeout = nan", "request_timeout = 0"}) {
    write_file(rc, "[connection]\n" + std::string(line) + "\n");
    const Outcome outcome = run_at(server, {"--cqlshrc", rc, "-e", "SHOW HOST"});
    INFO(line << ": " << outcome.output);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.errors, Contains("error[E687]: [connection] "));
  }
  write_file(rc, "[connection]\nrequest_timeout = 5\n");
  CHECK(run_at(server, {"--cqlshrc", rc, "-e", "SHOW HOST"}).status == 0);
  const std::string password = (folder / "password").string();
  write_file(password, "secret\n");
  CHECK_THAT(run_at(server, {"--cqlshrc", rc, "--password-file", password, "-e", "SHOW HOST"}).errors,
             Contains("error[E687]: --password-file needs --username"));
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

TEST_CASE("the command that goes on does not tell the password, however it was typed") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  const std::string script = (folder / "-psecret.cql").string();
  write_file(script, std::string(kShop) + "SELECT nothing FROM shop.orders;\n");
  using Words = std::vector<std::string>;
  for (const Words& password : {Words{"-psecret"}, Words{"-p", "secret"}, Words{"--password=secret"},
                                Words{"--password", "secret"}, Words{"-Cpsecret"}, Words{"-Cp", "secret"}}) {
    Words arguments = {"-u", "ann"};
    arguments.insert(arguments.end(), password.begin(), password.end());
    arguments.insert(arguments.end(), {"--no-color", "--stop-on-error", "-e", "-p", "-f", script});
    const Outcome outcome = run_at(server, arguments);
    INFO(password.front() << ": " << outcome.errors);
    CHECK_THAT(outcome.errors, Contains("--connect " + server.address() + " -u ann --no-color") &&
                                   Contains(" --stop-on-error -e -p --from -e"));
    CHECK(outcome.errors.find("secret ") == std::string::npos);
  }
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
  for (const char* const words : {"a:b:c d", "127.0.0.1:9042:x", "::1:19042x", "a,,b", ""})
    CHECK_THAT(run_cellar({"--connect", words, "-e", "SHOW HOST"}).errors,
               Contains("error[E687]: '") && Contains("is no address of a node"));
}

}  // namespace cellar::test
