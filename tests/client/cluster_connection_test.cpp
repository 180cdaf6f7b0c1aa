// A cluster as a Connection, against `cellar serve`.
#include "client/cluster_connection.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "scripted_server.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

ClusterSettings settings_for(const std::string& addresses) { return {.nodes = read_addresses(addresses)}; }

constexpr const char* kMakeKeyspace =
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
constexpr const char* kMakeTable =
    "CREATE TABLE shop.orders (customer int, id int, item text, PRIMARY KEY (customer, id))";

void make_orders(Connection& connection) {
  connection.execute(kMakeKeyspace);
  connection.execute("USE shop");
  connection.execute(kMakeTable);
}

std::size_t count_rows(Result result) {
  std::size_t count = 0;
  while (result.next() != nullptr) ++count;
  return count;
}

/// What a statement is refused for: code and title.
std::string refusal_by(Connection& connection, const std::string& statement) {
  Reply reply = connection.attempt(statement);
  const auto* const refusal = std::get_if<Refusal>(&reply);
  return refusal == nullptr ? "" : refusal->what();
}

}  // namespace

TEST_CASE("statements run in a cluster in each version of the protocol, compressed or not") {
  const ServeProcess server({});
  for (const ProtocolVersion version : {ProtocolVersion::v3, ProtocolVersion::v4, ProtocolVersion::v5}) {
    for (const bool compresses : {false, true}) {
      ClusterSettings settings = settings_for(server.address());
      settings.connection.version = version;
      settings.connection.compresses = compresses;
      ClusterConnection connection(std::move(settings), Policy::teach);
      connection.execute("DROP KEYSPACE IF EXISTS shop");
      make_orders(connection);
      connection.execute("INSERT INTO orders (customer, id, item) VALUES (1, 2, 'a pen')");
      Result rows = connection.execute("SELECT * FROM orders WHERE customer = 1");
      const ResultRow* const row = rows.next();
      REQUIRE(row != nullptr);
      CHECK(row->get<std::string>("item") == "a pen");
      CHECK(rows.columns().front().source() != nullptr);
      CHECK(rows.next() == nullptr);
    }
  }
}

TEST_CASE("a value that is to be left alone is not sent as null where the protocol has no other way") {
  const ServeProcess server({});
  for (const ProtocolVersion version : {ProtocolVersion::v3, ProtocolVersion::v4}) {
    ClusterSettings settings = settings_for(server.address());
    settings.connection.version = version;
    ClusterConnection connection(std::move(settings), Policy::cassandra);
    connection.execute("DROP KEYSPACE IF EXISTS shop");
    make_orders(connection);
    connection.execute("INSERT INTO orders (customer, id, item) VALUES (1, 2, 'a pen')");
    const Prepared insert = connection.prepare("INSERT INTO orders (customer, id, item) VALUES (1, ?, ?)");
    const std::vector<BoundValue> values{insert.bind(2, "").front(), {.value = std::nullopt, .unset = true}};
    if (version == ProtocolVersion::v3) {
      CHECK_THROWS_WITH(connection.execute(insert, values), Catch::Contains("E682"));
    } else {
      connection.execute(insert, values);
    }
    CHECK(connection.execute("SELECT * FROM orders WHERE customer = 1").next()->get<std::string>("item") ==
          "a pen");
  }
}

TEST_CASE("a result of many pages is read as its rows are pulled, beside other statements") {
  const ServeProcess server({});
  ClusterSettings settings = settings_for(server.address());
  settings.statement.page_size = 10;
  ClusterConnection connection(std::move(settings), Policy::cassandra);
  make_orders(connection);
  const Prepared insert = connection.prepare("INSERT INTO orders (customer, id, item) VALUES (1, ?, 'x')");
  for (std::int32_t id = 0; id < 35; ++id) {
    const std::vector<BoundValue> values = insert.bind(id);
    connection.execute(insert, std::span(values));
  }
  Result all = connection.execute("SELECT id FROM orders");
  for (std::int32_t id = 0; id < 35; ++id) {
    const ResultRow* const row = all.next();
    REQUIRE(row != nullptr);
    CHECK(row->get<std::int32_t>("id") == id);
    CHECK(count_rows(connection.execute("SELECT id FROM orders WHERE customer = 1")) == 35);
  }
  CHECK(all.next() == nullptr);
}

TEST_CASE(
    "under teach a statement is refused before it is sent, and under cassandra the cluster's words are "
    "shown") {
  const ServeProcess server({});
  ClusterConnection connection(settings_for(server.address()), Policy::teach);
  make_orders(connection);
  CHECK_THAT(refusal_by(connection, "SELECT * FROM orders"), Catch::Matchers::StartsWith("E311: "));
  CHECK_THAT(refusal_by(connection, "SELECT colour FROM orders WHERE customer = 1"),
             Catch::Matchers::StartsWith("E203: "));
  connection.set_policy(Policy::cassandra);
  CHECK(count_rows(connection.execute("SELECT * FROM orders")) == 0);
  Reply reply = connection.attempt("SELECT colour FROM orders WHERE customer = 1");
  REQUIRE(std::holds_alternative<Refusal>(reply));
  const Diagnostic& refusal = std::get<Refusal>(reply).diagnostic;
  CHECK(refusal.code() == "E684");
  CHECK(refusal.error_class() == ErrorClass::invalid);
  CHECK(refusal.span == Span{7, 13});
  CHECK_THAT(refusal_by(connection, "SELEC * FROM orders"),
             Catch::Matchers::StartsWith("E684: the cluster answers: "));
}

TEST_CASE("EXPLAIN is answered here, and the schema follows the cluster") {
  const ServeProcess server({});
  ClusterConnection connection(settings_for(server.address()), Policy::teach);
  ClusterConnection other(settings_for(server.address()), Policy::teach);
  make_orders(connection);
  CHECK(count_rows(connection.execute("EXPLAIN SELECT * FROM orders WHERE customer = 1")) > 0);
  other.execute("USE shop");
  CHECK(count_rows(other.execute("EXPLAIN SELECT * FROM orders WHERE customer = 1")) > 0);
  connection.execute("ALTER TABLE orders ADD colour text");
  connection.execute("CREATE INDEX ON orders (colour)");
  connection.execute("CREATE TYPE address (street text)");
  connection.execute("CREATE TABLE people (id int PRIMARY KEY, home frozen<address>)");
  connection.execute(
      "CREATE MATERIALIZED VIEW by_item AS SELECT * FROM orders WHERE item IS NOT NULL AND customer IS "
      "NOT NULL AND id IS NOT NULL PRIMARY KEY (item, customer, id)");
  const SchemaPointer schema = connection.schema();
  REQUIRE(schema->find_table("shop", "orders") != nullptr);
  CHECK(schema->find_table("shop", "orders")->columns.size() == 4);
  CHECK(schema->find_table("shop", "people") != nullptr);
  CHECK(schema->find_table("shop", "by_item") != nullptr);
  connection.execute("INSERT INTO orders (customer, id, item, colour) VALUES (1, 1, 'pen', 'red')");
  CHECK(count_rows(connection.execute("SELECT id FROM orders WHERE colour = 'red'")) == 1);
  CHECK(count_rows(connection.execute("SELECT id FROM by_item WHERE item = 'pen'")) == 1);
  connection.execute("DROP MATERIALIZED VIEW by_item");
  CHECK(connection.schema()->find_table("shop", "by_item") == nullptr);
}

TEST_CASE("conditional writes, batches, counters and notices are as in a database of this process") {
  const ServeProcess server({});
  ClusterConnection connection(settings_for(server.address()), Policy::teach);
  make_orders(connection);
  connection.execute("CREATE TABLE visits (page text PRIMARY KEY, hits counter)");
  Result made = connection.execute("INSERT INTO orders (customer, id) VALUES (1, 1) IF NOT EXISTS");
  CHECK(made.columns().front().name == "[applied]");
  CHECK(made.next()->get<bool>("[applied]"));
  Result again = connection.execute("INSERT INTO orders (customer, id) VALUES (1, 1) IF NOT EXISTS");
  CHECK_FALSE(again.next()->get<bool>("[applied]"));
  connection.execute("UPDATE visits SET hits = hits + 2 WHERE page = 'home'");
  connection.execute(
      "BEGIN BATCH INSERT INTO orders (customer, id) VALUES (1, 2); INSERT INTO orders (customer, id) VALUES "
      "(1, 3); "
      "APPLY BATCH");
  CHECK(count_rows(connection.execute("SELECT * FROM orders WHERE customer = 1")) == 3);
  CHECK(connection.execute("SELECT hits FROM visits WHERE page = 'home'").next()->get<std::int64_t>("hits") ==
        2);
  const Result filtered = connection.execute("SELECT * FROM orders WHERE item = 'x' ALLOW FILTERING");
  REQUIRE(filtered.notices().size() == 1);
  CHECK(filtered.notices().front().id == "several_partitions_searched");
}

TEST_CASE("a statement is traced, and its steps name their nodes") {
  const ServeProcess server({});
  ClusterConnection connection(settings_for(server.address()), Policy::cassandra);
  make_orders(connection);
  connection.set_tracing(true);
  Result rows = connection.execute("SELECT * FROM orders WHERE customer = 1");
  const TracePointer trace = connection.end_trace(&rows);
  REQUIRE(trace != nullptr);
  REQUIRE_FALSE(trace->steps.empty());
  CHECK(trace->steps.front().node == "127.0.0.1");
  CHECK(connection.end_trace(nullptr) == nullptr);
}

TEST_CASE("when a node is lost the statement is refused, and the next one runs at another node") {
  ServeProcess first({});
  const ServeProcess second({});
  ClusterConnection connection(settings_for(first.address() + "," + second.address()), Policy::cassandra);
  CHECK(connection.cluster()->node == first.address());
  first.end_by(SIGKILL);
  CHECK(count_rows(connection.execute("SELECT key FROM system.local")) == 1);
  CHECK(connection.cluster()->node == second.address());
  const std::string nowhere = first.address();
  CHECK_THROWS_AS(ClusterConnection(settings_for(nowhere), Policy::cassandra), Refusal);
}

TEST_CASE("a read that a cluster cannot page is asked for once more, in one page") {
  const std::string no_schema = frame_of(ErrorResponse{"unconfigured table", PlainError{ErrorCode::invalid}});
  Conversation answers = {
      supported(),
      frame_of(ReadyResponse{}),
      rows_of({"local"}, ""),
      frame_of(ReadyResponse{}),
      frame_of(
          ErrorResponse{"Cannot page queries with both ORDER BY and a IN restriction on the partition key",
                        PlainError{ErrorCode::invalid}}),
      rows_of({"one", "two"}, "")};
  constexpr int kTablesOfSchema = 8;
  answers.insert(answers.end(), kTablesOfSchema, no_schema);
  const ScriptedServer server(answers);
  ClusterSettings settings{.nodes = {server.address()}};
  settings.connection.version = ProtocolVersion::v4;
  settings.connection.compresses = false;
  ClusterConnection connection(std::move(settings), Policy::cassandra);
  CHECK(count_rows(connection.execute("SELECT v FROM k.t WHERE k IN (1, 2) ORDER BY v")) == 2);
}

TEST_CASE("what is named after something that a cluster may know better is planned like everything else") {
  const ServeProcess server({});
  ClusterConnection connection(settings_for(server.address()), Policy::teach);
  connection.execute(kMakeKeyspace);
  connection.execute("USE shop");
  connection.execute("CREATE TABLE sys (k int PRIMARY KEY, system_id int, v int)");
  for (const char* const statement :
       {"SELECT system_id FROM sys", "SELECT v FROM sys -- of system_x",
        "SELECT \"system_id\" FROM sys LIMIT 1", "SELECT v /* system */ FROM sys"}) {
    INFO(statement);
    CHECK_THAT(refusal_by(connection, statement), Catch::Matchers::StartsWith("E311: "));
  }
  // Tables that the mirror does not have are asked for, a word in a comment is none of them.
  CHECK(count_rows(connection.execute("SELECT * FROM system_auth.roles LIMIT 1")) <= 1);
  CHECK_THAT(refusal_by(connection, "SELECT nothing FROM sys WHERE k = 1 -- of system_x"),
             Catch::Matchers::StartsWith("E203: "));
}

TEST_CASE("a node that is overloaded when its schema is asked for is no node without a schema") {
  const std::string overloaded = frame_of(ErrorResponse{"too much to do", PlainError{ErrorCode::overloaded}});
  const ScriptedServer server(Conversation{supported(), frame_of(ReadyResponse{}), rows_of({"local"}, ""),
                                           frame_of(ReadyResponse{}), overloaded},
                              1'000'000, AfterAnswers::repeats);
  ClusterSettings settings{.nodes = {server.address()}};
  settings.connection.version = ProtocolVersion::v4;
  settings.connection.compresses = false;
  ClusterConnection connection(std::move(settings), Policy::teach);
  CHECK_THAT(refusal_by(connection, "SELECT v FROM k.t WHERE k = 1"), Catch::Matchers::StartsWith("E685: "));
  CHECK_THROWS_WITH(connection.schema(), Catch::Matchers::StartsWith("E685: "));
  CHECK_THROWS_WITH(connection.scan({}), Catch::Matchers::StartsWith("E685: "));
}

TEST_CASE("what a node refuses while it is asked about itself or a trace is a refusal like others") {
  const std::string refused = frame_of(ErrorResponse{"not now", PlainError{ErrorCode::is_bootstrapping}});
  const auto settings = [](const ServerAddress& address) {
    ClusterSettings all{.nodes = {address}};
    all.connection.version = ProtocolVersion::v4;
    all.connection.compresses = false;
    return all;
  };
  const std::string ready = frame_of(ReadyResponse{});
  for (const Conversation& answers : {Conversation{refused}, Conversation{supported(), refused},
                                      Conversation{supported(), ready, refused}}) {
    const ScriptedServer server(answers);
    CHECK_THROWS_AS(ClusterConnection(settings(server.address()), Policy::cassandra), Refusal);
  }
  const ScriptedServer server(Conversation{supported(), ready, rows_of({"local"}, ""), ready, refused});
  ClusterConnection connection(settings(server.address()), Policy::cassandra);
  CHECK_THROWS_AS(connection.execute("SELECT v FROM k.t"), Refusal);
}

TEST_CASE("a write under way is waited for after an interrupt, and told if nobody knows whether it has run") {
  const ServeProcess server({});
  std::atomic<bool> is_interrupted = false;
  ClusterSettings settings = settings_for(server.address());
  settings.connection.interrupted = [&] { return is_interrupted.load(); };
  settings.connection.after_interrupt = std::chrono::milliseconds(3'000);
  ClusterConnection connection(std::move(settings), Policy::teach);
  ClusterConnection other(settings_for(server.address()), Policy::cassandra);
  make_orders(connection);
  connection.execute("CREATE TABLE visits (page int PRIMARY KEY, hits counter)");
  const auto refusal_of_interrupted = [&](const std::string& statement, const std::string& delay) {
    other.execute("CELLAR FAULT '" + delay + "'");
    std::thread interrupting([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      is_interrupted = true;
    });
    std::string refused = refusal_by(connection, statement);
    interrupting.join();
    is_interrupted = false;
    other.execute("CELLAR FAULTS OFF");
    return refused;
  };
  const std::string count = "UPDATE visits SET hits = hits + 1 WHERE page = 1";
  CHECK(refusal_of_interrupted(count, "delay 1s on writes") == "");
  CHECK(other.execute("SELECT hits FROM shop.visits WHERE page = 1").next()->get<std::int64_t>("hits") == 1);
  CHECK_THAT(refusal_of_interrupted(count, "delay 60s on writes"),
             Catch::Matchers::StartsWith("E683: interrupted, and " + server.address()));
  CHECK(refusal_of_interrupted("INSERT INTO orders (customer, id) VALUES (1, 1)", "delay 60s on writes") ==
        "E420: interrupted");
  CHECK(refusal_of_interrupted("SELECT * FROM orders WHERE customer = 1", "delay 60s on reads") ==
        "E420: interrupted");
}

TEST_CASE("an interrupt ends an attempt to connect to a node that is silent") {
  const ScriptedServer silent(Conversation{supported()});
  ClusterSettings settings{.nodes = {silent.address()}};
  settings.connection.connect_limit = std::chrono::minutes(10);
  settings.connection.compresses = false;
  std::atomic<int> asked = 0;
  settings.connection.interrupted = [&] { return ++asked > 3; };
  CHECK_THROWS_WITH(ClusterConnection(std::move(settings), Policy::cassandra),
                    Catch::Matchers::StartsWith("E420: "));
}

TEST_CASE("a cluster of another datacenter is refused by name") {
  const ServeProcess server({"--datacenter", "vienna"});
  ClusterSettings settings = settings_for(server.address());
  settings.datacenter = "graz";
  try {
    ClusterConnection connection(std::move(settings), Policy::cassandra);
    FAIL();
  } catch (const Refusal& refusal) {
    CHECK(std::string(refusal.what()) == "E680: no connection to any of " + server.address());
  }
  ClusterSettings fitting = settings_for(server.address());
  fitting.datacenter = "vienna";
  const ClusterConnection connection(std::move(fitting), Policy::cassandra);
  CHECK(connection.cluster()->datacenter == "vienna");
}

}  // namespace cellar::test
