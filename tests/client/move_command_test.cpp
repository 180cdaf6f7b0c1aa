// `cellar move`, as its user runs it, to and from `cellar serve`.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "process.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

constexpr const char* kReplication = "{'class': 'NetworkTopologyStrategy', 'datacenter1': 1}";

constexpr const char* kGarden =
    "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE shop;\n"
    "CREATE TYPE place (street text, number int);\n"
    "CREATE TABLE orders (customer int, id int, item text, tags set<text>, at place, log list<text>, vip "
    "boolean STATIC, "
    "PRIMARY KEY (customer, id));\n"
    "CREATE INDEX by_item ON orders (item);\n"
    "CREATE TABLE seen (page text PRIMARY KEY, times counter);\n"
    "INSERT INTO orders (customer, id, item, tags, at, log, vip) VALUES (7, 1, 'pen', {'a'}, {street: "
    "'Main'}, ['x', 'y'], "
    "true) USING TIMESTAMP 1700000000000000;\n"
    "UPDATE orders USING TTL 86400 SET tags = tags + {'b'} WHERE customer = 7 AND id = 1;\n"
    "INSERT INTO orders (customer, id, item) VALUES (7, 2, 'ink') USING TTL 86400;\n"
    "UPDATE seen SET times = times + 41 WHERE page = 'home';\n";

Outcome move_file(const std::filesystem::path& file, const char* direction, const ServeProcess& server,
                  Words more = {}) {
  Words arguments = {"move", file.string(), direction, server.address()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_cellar(arguments);
}

std::string selected(const Words& where, const std::string& select) {
  Words arguments = where;
  arguments.insert(arguments.end(), {"--policy", "cassandra", "--mode", "csv", "-e", select});
  return run_cellar(arguments).output;
}

/// Ends the program by a signal if it has not ended after the time. Returns its exit status; 128 + signal if one ended it.
int run_until(const Words& arguments, std::chrono::milliseconds time, int signal,
              const std::filesystem::path& errors) {
  const pid_t id = ::fork();
  if (id == 0) {
    if (freopen("/dev/null", "r", stdin) == nullptr || freopen("/dev/null", "w", stdout) == nullptr ||
        freopen(errors.c_str(), "w", stderr) == nullptr)
      ::_exit(126);
    std::vector<char*> argv{const_cast<char*>(CELLAR_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(CELLAR_PROGRAM, argv.data());
    ::_exit(127);
  }
  int status = 0;
  const auto end = std::chrono::steady_clock::now() + time;
  bool has_ended = false;
  while (!has_ended && std::chrono::steady_clock::now() < end) {
    has_ended = ::waitpid(id, &status, WNOHANG) == id;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (!has_ended) {
    ::kill(id, signal);
    ::waitpid(id, &status, 0);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Lists, counters, times: what a second write could double.
std::string many_rows(int partitions) {
  std::string script =
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
      "USE k;\n"
      "CREATE TABLE t (p int, c int, v text, l list<int>, PRIMARY KEY (p, c));\n"
      "CREATE TABLE n (p int PRIMARY KEY, c counter);\n";
  for (int p = 0; p < partitions; ++p) {
    const std::string key = std::to_string(p);
    script += "UPDATE n SET c = c + " + key + " WHERE p = " + key + ";\n";
    for (int c = 0; c < 5; ++c)
      script +=
          "INSERT INTO t (p, c, v, l) VALUES (" + key + ", " + std::to_string(c) + ", 'value', [1, 1]);\n";
  }
  return script;
}

/// What an earlier run may have sent cannot arrive any more, so nothing waits for it.
void age(const std::filesystem::path& record) {
  std::error_code absent;
  std::filesystem::last_write_time(
      record, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1), absent);
}

}  // namespace

TEST_CASE("a file goes to a cluster and comes back with all its times") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  const std::string file = (folder / "shop.cellar").string(), back = (folder / "back.cellar").string();
  REQUIRE(run_cellar({file, "-f", "-"}, kGarden).status == 0);
  const Outcome there = move_file(file, "--to", server, {"--replication", kReplication});
  INFO(there.errors);
  CHECK(there.status == 0);
  CHECK_THAT(there.output, Contains("5 definitions made in " + server.address()) &&
                               Contains(file + " and " + server.address() + " hold the same.\n"));
  CHECK_FALSE(std::filesystem::exists(file + ".move"));
  const char* const select =
      "SELECT customer, id, item, tags, at, log, vip, writetime(item), writetime(tags), writetime(at), "
      "writetime(vip) FROM "
      "shop.orders";
  CHECK(selected({"--connect", server.address()}, select) == selected({file}, select));
  CHECK_THAT(selected({"--connect", server.address()}, "DESCRIBE KEYSPACE shop"),
             Contains("NetworkTopologyStrategy") && Contains("CREATE INDEX by_item"));
  const Outcome home = move_file(back, "--from", server);
  INFO(home.errors);
  CHECK(home.status == 0);
  CHECK(selected({back}, select) == selected({file}, select));
  CHECK(selected({back}, "SELECT times FROM shop.seen") == "times\n41\n");
  CHECK(move_file(file, "--to", server).status == 0);
  CHECK(selected({"--connect", server.address()}, "SELECT log, times FROM shop.orders") == "");
  CHECK(selected({"--connect", server.address()}, "SELECT times FROM shop.seen") == "times\n41\n");
}

TEST_CASE("a difference is told with both cells, as text and as JSON, and makes the status 2") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  const std::string file = (folder / "shop.cellar").string();
  REQUIRE(run_cellar({file, "-f", "-"}, kGarden).status == 0);
  REQUIRE(move_file(file, "--to", server, {"--replication", "shop=" + std::string(kReplication)}).status ==
          0);
  selected(
      {"--connect", server.address()},
      "UPDATE shop.orders USING TIMESTAMP 1800000000000000 SET item = 'pencil' WHERE customer = 7 AND id "
      "= 1");
  const Outcome text = move_file(file, "--to", server, {"--check-only"});
  CHECK(text.status == 2);
  CHECK_THAT(text.output,
             Contains("shop.orders: customer = 7 AND id = 1: item: 'pen', written 2023-11-14T22:13:20Z in " +
                      file + "; 'pencil', written 2027-01-15T08:00:00Z in " + server.address()));
  const Outcome json = move_file(file, "--to", server, {"--check-only", "--json"});
  CHECK(json.status == 2);
  CHECK_THAT(json.output,
             Contains(R"("source":{"value":"'pen'","written":"2023-11-14T22:13:20Z","expires":null})"));
}

TEST_CASE("a sample of a cluster comes home") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  REQUIRE(run_cellar({"--connect", server.address(), "-f", "-"}, many_rows(400)).status == 0);
  const auto count = [&](const char* name, Words options) {
    const std::string file = (folder / name).string();
    options.insert(options.end(), {"--table", "k.t"});
    const Outcome outcome = move_file(file, "--from", server, options);
    INFO(outcome.output << outcome.errors);
    CHECK(outcome.status == 0);
    const std::string counted = selected({file}, "SELECT count(*) FROM k.t");
    return std::atoi(counted.substr(counted.find('\n')).c_str());
  };
  const int part = count("part", {"--tokens", "10%"});
  CHECK(part > 50);
  CHECK(part < 500);
  CHECK(count("range", {"--tokens=-9223372036854775808:0"}) + count("rest", {"--tokens", "0:"}) == 2000);
  CHECK(count("first", {"--rows-per-partition", "2"}) == 800);
  CHECK(count("where", {"--where", "c = 3 AND p = 8"}) == 1);
}

TEST_CASE("a file takes a keyspace whose replication is for datacenters that it does not have") {
  const TemporaryFolder folder;
  const ServeProcess server({"--datacenter", "north"});
  REQUIRE(
      run_cellar({"--connect", server.address(), "-e",
                  "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'north': 1}; "
                  "CREATE TABLE k.t (k int PRIMARY KEY); INSERT INTO k.t (k) VALUES (1)"})
          .status == 0);
  CHECK(move_file(folder / "home.cellar", "--from", server).status == 0);
  CHECK(selected({(folder / "home.cellar").string()}, "SELECT k FROM k.t") == "k\n1\n");
}

TEST_CASE("what a move needs and does not have is told before anything is written") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  const std::string file = (folder / "shop.cellar").string();
  REQUIRE(run_cellar({file, "-f", "-"}, kGarden).status == 0);
  const auto refused = [&](const Words& options, const std::string& words) {
    const Outcome outcome = move_file(file, "--to", server, options);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.errors, Contains(words));
  };
  refused({}, "error[E689]: nobody says how keyspace shop is to be replicated");
  refused({"--replication", "shop"}, "error[E689]: --replication does not take shop");
  refused({"--tokens", "half"}, "error[E689]: --tokens does not take half");
  refused({"--tokens", "5:5"}, "error[E689]: --tokens does not take 5:5");
  refused({"--table", "orders"}, "has no table orders");
  refused({"--from", server.address()}, "--from");
  CHECK(selected({"--connect", server.address()}, "SELECT keyspace_name FROM system_schema.keyspaces")
            .find("shop") == std::string::npos);
  CHECK(move_file(folder / "none.cellar", "--to", server).status == 1);
  CHECK(run_cellar({"move", (folder / "none.cellar").string(), "--from", (folder / "nowhere").string()})
            .status == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "none.cellar"));
  REQUIRE(run_cellar({"--connect", server.address(), "-f", "-"}, many_rows(1)).status == 0);
  for (const Words& words : {Words{"--keyspace", "nope"}, Words{"--table", "k.t", "--where", "vv = 1"}}) {
    CHECK(move_file(folder / "none.cellar", "--from", server, words).status == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "none.cellar-lock"));
    CHECK_FALSE(std::filesystem::exists(folder / "none.cellar"));
  }
  CHECK_THAT(move_file(file, "--to", server, {"--rows-per-partition", "0"}).errors,
             Contains("--rows-per-partition") && Contains("2147483647"));
}

TEST_CASE("a move that is killed or interrupted at any moment goes on, and doubles nothing") {
  const TemporaryFolder folder;
  const ServeProcess server({});
  const std::string file = (folder / "k.cellar").string();
  REQUIRE(run_cellar({file, "-f", "-"}, many_rows(3'000)).status == 0);
  std::mt19937 random(7);
  const Words arguments = {"move",       file, "--to", server.address(), "--replication",
                           kReplication, "-u", "ann",  "-psecret"};
  int status = -1;
  for (int runs = 0; runs < 60 && status != 0; ++runs) {
    age(file + ".move");
    const int signal = runs % 3 == 0 ? SIGINT : SIGKILL;
    const auto time = std::chrono::milliseconds(40 + random() % 300 + 4 * runs * runs);
    status = run_until(arguments, time, signal, folder / "errors");
    const std::string errors = read_file(folder / "errors");
    // The signal may come before the program is ready for it, and end it without a word.
    if (status == 130 && !errors.empty())
      CHECK_THAT(errors, Contains("-- what was acknowledged is kept; to go on: ") && Contains("-u ann\n"));
    INFO(errors);
    CHECK((status == 0 || status == 130 || status == 128 + SIGKILL));
  }
  CHECK(status == 0);
  for (const char* const select :
       {"SELECT * FROM k.t", "SELECT * FROM k.n", "SELECT writetime(v), writetime(l) FROM k.t"})
    CHECK(selected({"--connect", server.address()}, select) == selected({file}, select));
}

TEST_CASE("a move goes on by itself when its server was killed and is back") {
  const TemporaryFolder folder;
  const std::string file = (folder / "k.cellar").string(), at = (folder / "node").string();
  const Words options = {(folder / "served.cellar").string(), "--listen", at};
  REQUIRE(run_cellar({file, "-f", "-"}, many_rows(2'000)).status == 0);
  auto server = std::make_unique<ServeProcess>(options);
  int status = -1;
  std::atomic<bool> is_done = false;
  std::thread mover([&] {
    status = run_cellar({"move", file, "--to", at, "--table", "k.t", "--replication", kReplication}).status;
    is_done = true;
  });
  const auto has_rows = [&] {
    const std::string rows = selected({"--connect", at}, "SELECT p FROM k.t LIMIT 1");
    return std::ranges::count(rows, '\n') > 1;
  };
  while (!is_done && !has_rows()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server->end_by(SIGKILL);
  std::filesystem::remove(at);
  server = std::make_unique<ServeProcess>(options);
  mover.join();
  CHECK(status == 0);
  CHECK(selected({"--connect", at}, "SELECT * FROM k.t") == selected({file}, "SELECT * FROM k.t"));
}

}  // namespace cellar::test
