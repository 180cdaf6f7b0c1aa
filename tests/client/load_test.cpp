// Many writes under way at a cluster: what becomes of each of them, whatever the nodes do.
#include <sys/stat.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "client/cluster_connection.h"
#include "client/load/flight_window.h"
#include "client/load/retry_rule.h"
#include "client/load/write_load.h"
#include "process.h"
#include "refusal/messages.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

using Catch::Matchers::Contains;

constexpr const char* kTables[] = {
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    "CREATE TABLE shop.orders (customer int, id int, item text, PRIMARY KEY (customer, id))",
    "CREATE TABLE shop.visits (page int PRIMARY KEY, hits counter)",
    "CREATE TABLE shop.lists (id int PRIMARY KEY, items list<int>)"};

std::unique_ptr<ClusterConnection> connect(const ServeProcess& server, Policy policy = Policy::cassandra) {
  ClusterSettings settings{.nodes = read_addresses(server.address())};
  auto connection = std::make_unique<ClusterConnection>(std::move(settings), policy);
  for (const char* const table : kTables) connection->execute(table);
  return connection;
}

std::string order(int number, const std::string& item = "pen") {
  return "INSERT INTO shop.orders (customer, id, item) VALUES (" + std::to_string(number % 10) + ", " +
         std::to_string(number) + ", '" + item + "')";
}

/// The first writes of a run are sent one by one, and nothing is sent again.
void begin_load(Connection& connection) {
  connection.begin_group(GroupKind::usual);
  for (int number = 0; connection.late_writes() == nullptr; ++number) connection.execute(order(number));
}

std::int64_t count(Connection& connection, const std::string& table) {
  return connection.execute("SELECT count(*) FROM shop." + table).next()->get<std::int64_t>("count");
}

void fault(const ServeProcess& server, const std::string& words) {
  ClusterConnection connection({.nodes = read_addresses(server.address())}, Policy::cassandra);
  connection.execute(words.empty() ? "CELLAR FAULTS OFF" : "CELLAR FAULT '" + words + "'");
}

std::string script_of_orders(int from, int to) {
  std::string script;
  for (int number = from; number < to; ++number) script += order(number) + ";\n";
  return script;
}

}  // namespace

TEST_CASE("writes of a group are handed over, and done when the group is committed or something is read") {
  const ServeProcess server({});
  for (const Policy policy : {Policy::teach, Policy::cassandra}) {
    auto connection = connect(server, policy);
    connection->begin_group(GroupKind::usual);
    for (int number = 0; number < 3'000; ++number) connection->execute(order(number));
    REQUIRE(connection->late_writes() != nullptr);
    CHECK(connection->late_writes()->handed_over() > 2'900);
    CHECK(connection->execute("SELECT id FROM shop.orders WHERE customer = 9 AND id = 2999").next() !=
          nullptr);
    CHECK(connection->late_writes()->done() == connection->late_writes()->handed_over());
    const Prepared insert =
        connection->prepare("INSERT INTO shop.orders (customer, id, item) VALUES (?, ?, ?)");
    for (std::int32_t number = 3'000; number < 4'000; ++number) {
      const std::vector<BoundValue> values = insert.bind(number % 10, number, "ink");
      connection->execute(insert, std::span(values));
    }
    connection->commit_group();
    connection->set_policy(Policy::cassandra);
    CHECK(count(*connection, "orders") == 4'000);
    connection->execute("DROP KEYSPACE shop");
  }
}

TEST_CASE("what a node refuses for a moment is sent again, and nothing is written twice or lost") {
  for (const char* const words :
       {"overloaded on writes: 1 in 7", "unavailable on writes: 1 in 5", "bootstrapping on writes: 1 in 9",
        "write timeout: 1 in 6", "server error on writes: 1 in 8", "unprepared on writes: 1 in 40",
        "drop on writes: 1 in 400"}) {
    INFO(words);
    const ServeProcess server({});
    auto connection = connect(server);
    begin_load(*connection);
    fault(server, words);
    for (int number = 0; number < 2'000; ++number) connection->execute(order(number));
    connection->commit_group();
    fault(server, "");
    CHECK(count(*connection, "orders") == 2'000);
  }
}

TEST_CASE("what a node refuses is written by another one, although the first has less to do") {
  const ServeProcess refusing({}), taking({});
  connect(refusing);
  auto connection = connect(taking);
  fault(refusing, "bootstrapping on writes: 1 in 1");
  std::vector<ClusterNode> nodes;
  for (const ServeProcess* const server : {&refusing, &taking}) {
    nodes.push_back({.address = read_addresses(server->address()).front(),
                     .host_id = server->address(),
                     .datacenter = {},
                     .rack = {},
                     .tokens = {}});
  }
  LoadSettings settings;
  settings.replication = [](const std::string&) { return std::map<std::string, std::string>(); };
  WriteLoad load(nodes, std::move(settings));
  const Prepared insert =
      connection->prepare("INSERT INTO shop.orders (customer, id, item) VALUES (?, ?, ?)");
  std::vector<LoadedPart> parts(1);
  constexpr std::int32_t kWrites = 200;
  for (std::int32_t number = 0; number < kWrites; ++number) {
    parts.front() = {&insert, insert.bind(number % 10, number, "pen")};
    load.hand_over(parts, std::nullopt, {});
    load.await_all();  // so that neither has anything to do when the next one comes
    REQUIRE(load.take_refusals().empty());
  }
  CHECK(count(*connection, "orders") == kWrites);
}

TEST_CASE("nodes that a load could not reach are told once, with the reason") {
  const ServeProcess server({});
  std::string nowhere;
  {
    const ServeProcess ended({});
    nowhere = ended.address();
  }
  auto connection = connect(server);
  const Prepared insert =
      connection->prepare("INSERT INTO shop.orders (customer, id, item) VALUES (?, ?, ?)");
  std::vector<ClusterNode> nodes(2);
  nodes[0].address = read_addresses(server.address()).front();
  nodes[1].address = read_addresses(nowhere).front();
  WriteLoad load(
      nodes, {.replication = [](const std::string&) {
        return std::map<std::string, std::string>{{"class", "SimpleStrategy"}, {"replication_factor", "1"}};
      }});
  std::vector<LateNotice> notices;
  for (std::int32_t number = 0; number < 200 && notices.empty(); ++number) {
    std::vector<LoadedPart> parts(1);
    parts.front() = {&insert, insert.bind(1, number, "pen")};
    load.hand_over(parts, std::nullopt, {});
    load.await_all();
    notices = load.take_notices();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  REQUIRE(notices.size() == 1);
  CHECK(notices.front().notice.id == "nodes_unreached");
  CHECK(title_of(notices.front().notice) ==
        "1 of 2 nodes take no part in the load: nothing listens at " + nowhere);
  std::vector<LoadedPart> parts(1);
  parts.front() = {&insert, insert.bind(1, 1'000, "pen")};
  load.hand_over(parts, std::nullopt, {});
  load.await_all();
  CHECK(load.take_notices().empty());
}

TEST_CASE("values are not sent to a table that others have made again with other types") {
  const bool is_load = GENERATE(false, true);
  const ServeProcess server({});
  auto connection = connect(server);
  ClusterConnection other({.nodes = read_addresses(server.address())}, Policy::cassandra);
  connection->execute("CREATE TABLE shop.measures (k int PRIMARY KEY, v int)");
  const Prepared insert = connection->prepare("INSERT INTO shop.measures (k, v) VALUES (?, ?)");
  if (is_load) begin_load(*connection);
  for (std::int32_t k = 0; k < 10; ++k) connection->execute(insert, insert.bind(k, 7));
  if (is_load) connection->late_writes()->await_all();
  other.execute("DROP TABLE shop.measures");
  other.execute("CREATE TABLE shop.measures (k int PRIMARY KEY, v float)");
  if (is_load) {
    connection->execute(insert, insert.bind(11, 7));
    connection->late_writes()->await_all();
    const std::vector<LateRefusal> refusals = connection->late_writes()->take_refusals();
    REQUIRE(refusals.size() == 1);
    CHECK_THAT(refusals.front().refusal.what(), Catch::Contains("E527"));
  } else {
    CHECK_THROWS_WITH(connection->execute(insert, insert.bind(11, 7)), Catch::Contains("E527"));
  }
  CHECK(count(other, "measures") == 0);
}

TEST_CASE("a counter is added to once, and is not sent again if its answer is lost") {
  for (const auto& [words, is_begun] :
       std::vector<std::pair<std::string, bool>>{{"overloaded on writes: 1 in 7", false},
                                                 {"unavailable on writes: 1 in 7", false},
                                                 {"write timeout: 1 in 7", true},
                                                 {"drop on writes: 1 in 300", true}}) {
    INFO(words);
    const ServeProcess server({});
    auto connection = connect(server);
    begin_load(*connection);
    connection->execute("UPDATE shop.visits SET hits = hits + 1 WHERE page = 0");
    fault(server, words);
    std::int64_t sent = 1;
    for (; sent < 1'000; ++sent)
      connection->execute("UPDATE shop.visits SET hits = hits + 1 WHERE page = " + std::to_string(sent % 3));
    connection->late_writes()->await_all();
    const auto refused = static_cast<std::int64_t>(connection->late_writes()->take_refusals().size());
    connection->commit_group();
    fault(server, "");
    CHECK((refused > 0) == is_begun);
    std::int64_t hits = 0;
    Result result = connection->execute("SELECT hits FROM shop.visits");
    while (const ResultRow* const row = result.next()) hits += row->get<std::int64_t>("hits");
    // A fault of this server ends a request before it runs, but what is behind it on a lost connection may have run.
    CHECK(hits >= sent - refused);
    CHECK(hits <= sent);
    if (words.find("drop") == words.npos) CHECK(hits == sent - refused);
  }
}

TEST_CASE("elements of a list keep their order, and later writes of a row win over earlier ones") {
  const ServeProcess server({});
  auto connection = connect(server);
  begin_load(*connection);
  const auto write = [&](int number) {
    connection->execute("UPDATE shop.lists SET items = items + [" + std::to_string(number) +
                        "] WHERE id = " + std::to_string(number % 2));
    connection->execute(order(7, "item " + std::to_string(number)));
    connection->execute("DELETE FROM shop.orders WHERE customer = 8 AND id = 1");
    connection->execute("INSERT INTO shop.orders (customer, id) VALUES (8, 1)");
  };
  write(0);
  fault(server, "overloaded on writes: 1 in 5");
  for (int number = 1; number < 200; ++number) write(number);
  connection->commit_group();
  fault(server, "");
  CHECK(connection->execute("SELECT item FROM shop.orders WHERE customer = 7")
            .next()
            ->get<std::string>("item") == "item 199");
  CHECK(connection->execute("SELECT id FROM shop.orders WHERE customer = 8 AND id = 1").next() != nullptr);
  const std::vector<std::int32_t> items = connection->execute("SELECT items FROM shop.lists WHERE id = 1")
                                              .next()
                                              ->get<std::vector<std::int32_t>>("items");
  REQUIRE(items.size() == 100);
  for (std::size_t place = 0; place < items.size(); ++place)
    CHECK(items[place] == static_cast<int>(2 * place + 1));
}

TEST_CASE("times to live begin at the second that is said, by themselves and in a load") {
  const ServeProcess server({});
  auto connection = connect(server);
  const Prepared insert =
      connection->prepare("INSERT INTO shop.orders (customer, id, item) VALUES (1, ?, 'x') USING TTL 1000");
  const Seconds now =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  connection->begin_group(GroupKind::usual);
  for (std::int32_t id = 0; id < 100; ++id) {
    const std::vector<BoundValue> values = insert.bind(id);
    connection->execute(insert, std::span<const BoundValue>(values), now - 900);
  }
  connection->commit_group();
  Result rows = connection->execute("SELECT ttl(item) FROM shop.orders");
  std::size_t count = 0;
  for (; const ResultRow* const row = rows.next(); ++count) CHECK(row->get<std::int32_t>("ttl(item)") <= 100);
  CHECK(count == 100);
}

TEST_CASE("batches are part of a load, with what they are refused for as a whole") {
  const ServeProcess server({});
  auto connection = connect(server, Policy::teach);
  connection->begin_group(GroupKind::usual);
  for (int number = 0; number < 200; ++number) {
    connection->execute("BEGIN UNLOGGED BATCH " + order(number) + "; " + order(number + 1'000) +
                        "; APPLY BATCH");
    connection->execute(
        "BEGIN COUNTER BATCH UPDATE shop.visits SET hits = hits + 1 WHERE page = 1; APPLY BATCH");
  }
  Reply refused = connection->attempt("BEGIN BATCH " + order(1) +
                                      "; UPDATE shop.visits SET hits = hits + 1 WHERE page = 1; APPLY BATCH");
  CHECK(std::holds_alternative<Refusal>(refused));
  connection->commit_group();
  connection->set_policy(Policy::cassandra);
  CHECK(count(*connection, "orders") == 400);
  CHECK(connection->execute("SELECT hits FROM shop.visits").next()->get<std::int64_t>("hits") == 200);
}

TEST_CASE("a node that ends in the middle of a load and comes back is used again") {
  const TemporaryFolder folder;
  const std::string file = (folder / "shop.cellar").string();
  const std::vector<std::string> arguments = {file, "--listen", (folder / "node").string()};
  auto server = std::make_unique<ServeProcess>(arguments);
  auto connection = connect(*server);
  connection->begin_group(GroupKind::usual);
  for (int number = 0; number < 4'000; ++number) {
    if (number == 2'000) {
      server->end_by(SIGKILL);
      server = std::make_unique<ServeProcess>(arguments);
    }
    connection->execute(order(number));
  }
  connection->commit_group();
  CHECK(count(*connection, "orders") == 4'000);
}

TEST_CASE("when the cluster is lost a script says once where to go on, and nothing before that is missing") {
  const TemporaryFolder folder;
  const std::string file = (folder / "shop.cellar").string(), script = (folder / "load.cql").string();
  const std::vector<std::string> arguments = {file, "--listen", (folder / "node").string()};
  auto server = std::make_unique<ServeProcess>(arguments);
  connect(*server);
  REQUIRE(mkfifo(script.c_str(), 0600) == 0);
  Outcome run;
  std::thread loading([&] {
    run = run_cellar({"--connect", server->address(), "--request-timeout", "1", "-f", script});
  });
  {
    std::ofstream pipe(script);
    pipe << script_of_orders(0, 2'000) << std::flush;
    server->end_by(SIGKILL);
    pipe << script_of_orders(2'000, 2'100);
  }
  loading.join();
  server = std::make_unique<ServeProcess>(arguments);
  CHECK(run.status == 1);
  CHECK_THAT(run.errors, Contains("error[E680]"));
  CHECK(run.errors.find("error[") == run.errors.rfind("error["));
  const std::size_t place = run.errors.find("to go on: ");
  REQUIRE(place != run.errors.npos);
  const std::string from =
      run.errors.substr(run.errors.find("load.cql:", run.errors.find("--from", place)) + 9);
  const int next = std::stoi(from) - 1;
  INFO(run.errors);
  ClusterConnection connection({.nodes = read_addresses(server->address())}, Policy::cassandra);
  std::vector<bool> is_there(2'100);
  Result rows = connection.execute("SELECT id FROM shop.orders");
  while (const ResultRow* const row = rows.next())
    is_there[static_cast<std::size_t>(row->get<std::int32_t>("id"))] = true;
  for (int number = 0; number < next; ++number) CHECK(is_there[static_cast<std::size_t>(number)]);
  CHECK(next <= 2'100);
}

TEST_CASE("a statement that the cluster refuses late is reported at its place, and the others are written") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  auto connection = connect(server);
  // The first statement of a shape is sent by itself.
  const std::string visit = "UPDATE shop.visits SET hits = hits + 1 WHERE page = 5;\n";
  const std::string script = script_of_orders(0, 50) + visit + script_of_orders(51, 100) + visit +
                             script_of_orders(101, 300) + visit;
  write_file(folder / "load.cql", script);
  fault(server, "write failure on visits");
  const Outcome run = run_cellar({"--connect", server.address(), "-f", (folder / "load.cql").string()});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("error[E685]") && Contains("load.cql:51:1") && Contains("load.cql:101:1") &&
                             Contains("load.cql:301:1") && Contains("-- 298 statements ran, 3 refused"));
  fault(server, "");
  CHECK(count(*connection, "orders") == 298);
  CHECK(count(*connection, "visits") == 0);
  fault(server, "write failure on visits");
  const Outcome stopped =
      run_cellar({"--connect", server.address(), "--stop-on-error", "-f", (folder / "load.cql").string()});
  CHECK(stopped.status == 2);
  CHECK_THAT(stopped.errors, Contains("load.cql:51:1") && Contains("--from"));
}

TEST_CASE("what the cluster warns of in a load is told once for its words, and counted") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  auto connection = connect(server);
  // A batch of several partitions and more than 5 KiB.
  const auto batch_of = [](const std::string& item) {
    std::string batch = "BEGIN UNLOGGED BATCH\n";
    for (const int customer : {1, 2, 3})
      batch += "INSERT INTO shop.orders (customer, id, item) VALUES (" + std::to_string(customer) + ", 7, '" +
               item + "');\n";
    return batch + "APPLY BATCH;\n";
  };
  std::string script;
  for (int number = 0; number < 60; ++number)
    script += batch_of(std::string(2'500, 'x')) + batch_of(std::string(3'000, 'x'));
  write_file(folder / "load.cql", script);
  const Outcome run =
      run_cellar({"--policy=cassandra", "--connect", server.address(), "-f", (folder / "load.cql").string()});
  CHECK(run.status == 0);
  CHECK_THAT(run.errors, Contains("load.cql:1:1") && Contains("load.cql:6:1") &&
                             Contains("-- W427 was given 118 more times"));
}

TEST_CASE("a row of COPY FROM that the cluster refuses late is kept like others") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  auto connection = connect(server);
  std::string rows;
  for (int page = 0; page < 200; ++page) rows += std::to_string(page) + ",1\n";
  write_file(folder / "visits.csv", rows);
  fault(server, "write failure on visits: 1 in 50");
  const Outcome run = run_cellar({"--connect", server.address(), "-e",
                                  "COPY shop.visits (page, hits) FROM '" + (folder / "visits.csv").string() +
                                      "' WITH ERRFILE = '" + (folder / "refused.csv").string() + "'"});
  CHECK(run.status != 0);
  fault(server, "");
  const std::int64_t written = count(*connection, "visits");
  CHECK(written >= 190);
  CHECK(written < 200);
  std::size_t kept = 0;
  for (const char c : read_file(folder / "refused.csv")) kept += c == '\n';
  CHECK(kept == 200 - static_cast<std::size_t>(written));
}

TEST_CASE(
    "the rows of a table come in the order of the ring, each once, whatever a node refuses for a moment") {
  const ServeProcess server({});
  auto connection = connect(server);
  connection->begin_group(GroupKind::usual);
  for (int number = 0; number < 5'000; ++number)
    connection->execute("INSERT INTO shop.lists (id, items) VALUES (" + std::to_string(number) + ", [1])");
  connection->commit_group();
  const auto ids_of = [](Result result) {
    std::vector<std::int32_t> ids;
    while (const ResultRow* const row = result.next()) ids.push_back(row->get<std::int32_t>("id"));
    return ids;
  };
  TableScan scan = scan_of_table(*connection->schema()->find_table("shop", "lists"), "id, items");
  const std::vector<std::int32_t> all = ids_of(connection->execute("SELECT id FROM shop.lists"));
  REQUIRE(all.size() == 5'000);
  ClusterSettings settings{.nodes = read_addresses(server.address())};
  settings.statement.page_size = 100;
  ClusterConnection in_small_pages(std::move(settings), Policy::teach);
  for (const char* const words : {"", "read timeout on reads: 1 in 9", "overloaded on reads: 1 in 5",
                                  "drop on reads: 1 in 20", "unprepared on reads: 1 in 7"}) {
    INFO(words);
    if (*words != 0) fault(server, words);
    CHECK(ids_of(connection->scan(scan)) == all);
    CHECK(ids_of(in_small_pages.scan(scan)) == all);
    fault(server, "");
  }
  scan.begin = 0;
  const std::vector<std::int32_t> behind = ids_of(in_small_pages.scan(scan));
  CHECK(behind == ids_of(connection->execute("SELECT id FROM shop.lists WHERE token(id) > 0")));
  scan.end = 1'000'000'000'000'000'000;
  CHECK(ids_of(in_small_pages.scan(scan)) ==
        ids_of(connection->execute(
            "SELECT id FROM shop.lists WHERE token(id) > 0 AND token(id) <= 1000000000000000000")));
  connection->execute("TRUNCATE shop.lists");
  CHECK(ids_of(in_small_pages.scan(scan)).empty());
  connection->execute("DROP TABLE shop.lists");
  CHECK_THROWS_AS(in_small_pages.scan(scan), Refusal);
}

TEST_CASE("who reads a table may stop for longer than an answer may take") {
  const ServeProcess server({});
  auto connection = connect(server);
  connection->begin_group(GroupKind::usual);
  for (int number = 0; number < 2'000; ++number) connection->execute(order(number));
  connection->commit_group();
  ClusterSettings settings{.nodes = read_addresses(server.address())};
  settings.statement.page_size = 10;
  settings.connection.answer_limit = std::chrono::milliseconds(200);
  ClusterConnection reader(std::move(settings), Policy::cassandra);
  Result rows = reader.scan(scan_of_table(*reader.schema()->find_table("shop", "orders"), "id"));
  for (int number = 0; number < 2'000; ++number) {
    REQUIRE(rows.next() != nullptr);
    if (number % 700 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  CHECK(rows.next() == nullptr);
}

TEST_CASE("scripts whose writes are many at a time answer as in a database of this process") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  write_file(folder / "before.cql",
             "DROP KEYSPACE IF EXISTS conformance;\nCREATE KEYSPACE conformance WITH replication = {'class': "
             "'SimpleStrategy', 'replication_factor': 1};\nUSE conformance;\n");
  std::vector<std::string> scripts;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(CELLAR_SOURCE_DIR "/tests/conformance")) {
    // Of clustering values that are equal and written otherwise (1.0, 1.00) the one that comes first stays.
    const bool is_script = entry.path().extension() == ".cql" && entry.path().filename() != "decimal.cql";
    if (is_script) scripts.push_back(entry.path().string());
  }
  std::ranges::sort(scripts);
  REQUIRE(scripts.size() > 200);
  std::vector<std::string> options = {"--policy", "cassandra", "--mode", "csv"};
  for (const std::string& script : scripts)
    options.insert(options.end(), {"-f", (folder / "before.cql").string(), "-f", script});
  const Outcome here = run_cellar(options);
  options.insert(options.begin(), {"--connect", server.address()});
  const Outcome there = run_cellar(options);
  CHECK(here.output.size() > 10'000);
  CHECK(there.output == here.output);
  const auto summary = [](const Outcome& run) { return run.errors.substr(run.errors.rfind("\n-- ")); };
  CHECK(summary(there) == summary(here));
}

TEST_CASE("what has run for certain not is sent again, what may have run only if that is harmless") {
  const WriteEffect harmless{.is_unconditional = true, .is_repeatable = true};
  const WriteEffect adding{.is_unconditional = true, .is_repeatable = false, .is_of_one_partition = true};
  const WriteEffect adding_to_several{.is_unconditional = true, .is_repeatable = false};
  for (const ErrorCode code : {ErrorCode::overloaded, ErrorCode::unavailable, ErrorCode::is_bootstrapping}) {
    CHECK(after_error(code, harmless) >= AfterError::send_again);
    CHECK(after_error(code, adding) >= AfterError::send_again);
    CHECK(after_error(code, adding_to_several) == AfterError::refuse);
  }
  for (const ErrorCode code : {ErrorCode::write_timeout, ErrorCode::write_failure, ErrorCode::server}) {
    CHECK(after_error(code, harmless) >= AfterError::send_again);
    CHECK(after_error(code, adding) == AfterError::refuse);
  }
  CHECK(after_error(ErrorCode::overloaded, adding) == AfterError::send_slower);
  for (const ErrorCode code : {ErrorCode::invalid, ErrorCode::syntax, ErrorCode::unauthorized})
    CHECK(after_error(code, harmless) == AfterError::refuse);
  CHECK(after_error(ErrorCode::unprepared, adding) == AfterError::prepare_again);
}

TEST_CASE(
    "fewer requests are under way after a node has said that it is overloaded, and more after answers") {
  FlightWindow window;
  const auto now = FlightWindow::Clock::now();
  const std::size_t first = window.size();
  window.note_pressure(now, now);
  CHECK(window.size() == first / 2);
  CHECK_FALSE(window.has_room(0, now));
  CHECK(window.has_room(0, now + std::chrono::seconds(1)));
  // Answers to what was sent before tell nothing new.
  for (int answer = 0; answer < 100; ++answer) window.note_pressure(now - std::chrono::seconds(1), now);
  CHECK(window.size() == first / 2);
  for (int round = 0; round < 100; ++round)
    window.note_pressure(now + std::chrono::seconds(round + 1), now + std::chrono::seconds(round + 1));
  CHECK(window.size() == 8);
  const std::size_t smallest = window.size();
  for (int answer = 0; answer < 100'000; ++answer) window.note_answer();
  CHECK(window.size() > smallest);
  CHECK(window.size() <= 512);
}

}  // namespace cellar::test
