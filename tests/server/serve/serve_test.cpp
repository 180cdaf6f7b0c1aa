// `cellar serve` as its user runs it: what it prints, its files, signals, wrong options.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <deque>
#include <thread>

#include "serve_process.h"
#include "socket_client.h"

namespace cellar::test {

namespace {

constexpr ProtocolVersion kServedVersion = ProtocolVersion::v4;
constexpr const char* kKeyspace =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("serve says where it serves, in one line and in a file, and ends with all that it has answered") {
  TemporaryFolder folder;
  const std::string path = (folder / "shop.cellar").string();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ServeProcess server({path});
    CHECK(server.output() == "cellar serves " + path + " on " + server.address() + "\n");
    SocketClient client(server.address(), kServedVersion);
    if (signal == SIGTERM)
      client.run({kKeyspace, "CREATE TABLE k.t (k int PRIMARY KEY)", "INSERT INTO k.t (k) VALUES (1)"});
    CHECK(client.rows("SELECT k FROM k.t") == Rows{"1"});
    CHECK(server.end_by(signal) == 0);
    CHECK(client.await_end());
    CHECK_FALSE(std::filesystem::exists(server.ready_file()));
    CHECK(server.errors().empty());
  }
  CHECK(run_cellar({path, "-e", "SELECT k FROM k.t WHERE k = 1"}).output.find('1') != std::string::npos);
}

TEST_CASE("the line that says where serve serves is the same in each language") {
  ServeProcess server({}, [] { ::setenv("LC_ALL", "zh_CN.UTF-8", 1); });
  CHECK(server.output() == "cellar serves a temporary database on " + server.address() + "\n");
  // All else is in the language.
  const Outcome wrong = run_cellar({"serve", "--redy-file", "x"}, {}, {"LC_ALL=zh_CN.UTF-8"});
  CHECK(holds(wrong.errors, "是否指 --ready-file"));
}

TEST_CASE("serve ends by one signal where another one is ignored") {
  for (const int ignored : {SIGTERM, SIGINT}) {
    ServeProcess server({}, [&] { ::signal(ignored, SIG_IGN); });
    server.send_signal(ignored);
    CHECK(server.end_by(ignored == SIGTERM ? SIGINT : SIGTERM) == 0);
  }
}

TEST_CASE("signals that come together ask once") {
  ServeProcess server({});
  for (int count = 0; count < 5; ++count) server.send_signal(SIGTERM);
  CHECK(server.end_by(SIGINT) == 0);
  CHECK_FALSE(std::filesystem::exists(server.ready_file()));
}

TEST_CASE("serve without a database forgets its data, and a signal sets them back") {
  TemporaryFolder folder;
  write_file(folder / "start.cql", std::string(kKeyspace) +
                                       "CREATE TABLE k.t (k int PRIMARY KEY);\n"
                                       "INSERT INTO k.t (k) VALUES (1);\n");
  ServeProcess server({"--init", (folder / "start.cql").string()});
  CHECK(holds(server.output(), "cellar serves a temporary database on 127.0.0.1:"));
  SocketClient client(server.address(), kServedVersion);
  client.run({"INSERT INTO k.t (k) VALUES (2)", "CREATE TABLE k.other (k int PRIMARY KEY)"});
  server.send_signal(SIGUSR1);
  for (int tries = 0; tries < 12'000 && client.rows("SELECT k FROM k.t").size() != 1; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(client.rows("SELECT k FROM k.t") == Rows{"1"});
  CHECK(client.query("SELECT k FROM k.other").is_error());
}

TEST_CASE("--init runs files and folders in the order of their names, and stops where one fails") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "init");
  write_file(folder / "init/2.cql", "CREATE TABLE k.t (k int PRIMARY KEY);");
  write_file(folder / "init/1.cql", kKeyspace);
  write_file(folder / "init/notes.txt", "no statement");
  write_file(folder / "init/.hidden.cql", "no statement");
  write_file(folder / "init/._1.cql", std::string("\0\5\x16\7 no statement", 17));
  write_file(folder / "last.cql", "USE k;\nINSERT INTO t (k) VALUES (7);");
  {
    ServeProcess server({"--init", (folder / "init").string(), "--init", (folder / "last.cql").string()});
    SocketClient client(server.address(), kServedVersion);
    CHECK(client.rows("SELECT k FROM k.t") == Rows{"7"});
    CHECK(server.errors().empty());
  }
  write_file(folder / "init/3.cql",
             "INSERT INTO k.t (k) VALUES (1);\nINSERT INTO k.nowhere (k) VALUES (1);\n");
  const std::string database = (folder / "db").string();
  const Outcome outcome =
      run_cellar({"serve", database, "--port", "0", "--init", (folder / "init").string(), "--init",
                  (folder / "last.cql").string(), "--ready-file", (folder / "ready").string()});
  CHECK(outcome.status == 2);
  CHECK(outcome.output.empty());
  CHECK(holds(outcome.errors, "nowhere"));
  CHECK(holds(outcome.errors, "3.cql:2"));
  CHECK_FALSE(std::filesystem::exists(folder / "ready"));
  CHECK(run_cellar({database, "-e", "SELECT count(*) FROM k.t ALLOW FILTERING"}).output.find('1') !=
        std::string::npos);
}

TEST_CASE("scripts that cannot run twice are said to be so where the database was there before") {
  const TemporaryFolder folder;
  const std::string database = (folder / "shop.cellar").string(), script = (folder / "schema.cql").string();
  const std::vector<std::string> arguments = {"serve", database, "--port", "0", "--init", script};
  constexpr const char* kAdvice = "the scripts of --init run at each start";
  write_file(script,
             std::string(kKeyspace) + "CREATE TABLE k.t (k int PRIMARY KEY); SELECT nothing FROM k.t;");
  const Outcome first = run_cellar(arguments);
  CHECK(first.status == 2);
  CHECK(holds(first.errors, "nothing"));
  CHECK_FALSE(holds(first.errors, kAdvice));
  const Outcome second = run_cellar(arguments);
  CHECK(second.status == 2);
  CHECK(holds(second.errors, "E214"));
  CHECK(holds(second.errors, "-- " + database + " was there before"));
  CHECK(holds(second.errors, kAdvice));
  write_file(script,
             "CREATE KEYSPACE IF NOT EXISTS k WITH replication = {'class': 'SimpleStrategy', "
             "'replication_factor': 1}; CREATE TABLE IF NOT EXISTS k.t (k int PRIMARY KEY);");
  for (int start = 0; start < 2; ++start) CHECK(ServeProcess({database, "--init", script}).errors().empty());
}

TEST_CASE("serve takes no file for its ready file that it has not written, nor that of a server that runs") {
  const TemporaryFolder folder;
  const std::string database = (folder / "shop.cellar").string();
  CHECK(run_cellar({database, "-e", kKeyspace}).status == 0);
  const std::string before = read_file(folder / "shop.cellar");
  Outcome outcome = run_cellar({"serve", database, "--port", "0", "--ready-file", database});
  CHECK(outcome.status == 1);
  CHECK(holds(outcome.errors, "no server has written it: name another one"));
  CHECK(read_file(folder / "shop.cellar") == before);
  {
    ServeProcess server({});
    outcome = run_cellar({"serve", "--port", "0", "--ready-file", server.ready_file().string()});
    CHECK(outcome.status == 1);
    CHECK(holds(outcome.errors, "another server that runs has written it"));
    CHECK(std::filesystem::exists(server.ready_file()));
  }
  // One that a killed server has left.
  write_file(folder / "ready", "127.0.0.1:1\n/run/cellar.socket\n");
  outcome =
      run_cellar({"serve", "/no/such/folder/db", "--port", "0", "--ready-file", (folder / "ready").string()});
  CHECK(outcome.status == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "ready"));
  CHECK(run_cellar({"serve", "--port", "0", "--ready-file", ""}).status == 1);
  const std::filesystem::path pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(run_cellar({"serve", "--port", "0", "--ready-file", pipe.string()}).status == 1);
  CHECK(std::filesystem::exists(pipe));
}

TEST_CASE("what serve cannot do is said before it is ready") {
  TemporaryFolder folder;
  write_file(folder / "text", "no database");
  struct Wrong {
    std::vector<std::string> arguments;
    const char* part;
  };
  const std::vector<Wrong> all = {
      {{"--port", "65536"}, "--port: takes a number from 0 to 65535"},
      {{"--port", "x"}, "and not \"x\""},
      {{"--port", "0", "--listen", "0.0.0.0"}, "E532"},
      {{"--port", "0", "--listen", "example.com"}, "E532"},
      {{"--port", "0", "--listen", ""}, "E532"},
      {{"--port", "0", "--listen", (folder / "no/socket").string()}, "No such file or directory"},
      {{"--port", "0", "--listen", (folder / "text").string()}, "E532"},
      {{"--port", "0", "--listen", "/tmp/" + std::string(200, 'x')}, "E532"},
      {{"--port", "0", "--ready-file", (folder / "no/ready").string()}, "No such file or directory"},
      {{"--port", "0", "--ready-file", folder.path.string()}, "Is a directory"},
      {{"--port", "0", "--init", (folder / "none.cql").string()}, "does not exist"},
      {{"--port", "0", "--fault", "banana"}, "E534"},
      {{"--port", "0", "--policy", "strict"}, "takes cassandra|teach"},
      {{"--port", "0", (folder / "text").string()}, "E500"},
      {{"--port", "0", folder.path.string()}, "E504"},
      {{"a", "b"}, "run by --init b"},
      {{"--redy-file", "x"}, "did you mean --ready-file?"},
  };
  for (const Wrong& wrong : all) {
    std::vector<std::string> arguments = {"serve"};
    arguments.insert(arguments.end(), wrong.arguments.begin(), wrong.arguments.end());
    const Outcome outcome = run_cellar(arguments);
    INFO(outcome.errors);
    CHECK(outcome.status == 1);
    CHECK(outcome.output.empty());
    CHECK(holds(outcome.errors, wrong.part));
  }
  CHECK(read_file(folder / "text") == "no database");
}

TEST_CASE("a second server takes neither the port of the first nor its place") {
  ServeProcess first({});
  const std::string port = first.address().substr(first.address().rfind(':') + 1);
  const Outcome second = run_cellar({"serve", "--port", port});
  CHECK(second.status == 1);
  CHECK(holds(second.errors, "Address already in use"));
  SocketClient client(first.address(), kServedVersion);
  CHECK(client.rows("SELECT key FROM system.local") == Rows{"'local'"});
}

TEST_CASE("a socket that a killed server has left is taken over, one that is in use is not") {
  TemporaryFolder folder;
  const std::string path = (folder / "socket").string();
  {
    ServeProcess killed({"--listen", path});
    CHECK(killed.end_by(SIGKILL) == 128 + SIGKILL);
  }
  CHECK(std::filesystem::exists(path));
  ServeProcess server({"--listen", path});
  CHECK(run_cellar({"serve", "--listen", path, "--port", "0"}).status == 1);
  SocketClient client(path, kServedVersion);
  CHECK(client.rows("SELECT key FROM system.local") == Rows{"'local'"});
  CHECK(server.end_by(SIGTERM) == 0);
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a server that cannot start leaves no socket behind") {
  TemporaryFolder folder;
  const std::string path = (folder / "socket").string();
  const Outcome twice = run_cellar({"serve", "--listen", path, "--listen", path});
  CHECK(twice.status == 1);
  CHECK(holds(twice.errors, "Address already in use"));
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("serve --read-only answers reads, and refuses what writes") {
  TemporaryFolder folder;
  const std::string path = (folder / "shop.cellar").string();
  REQUIRE(run_cellar({path, "-e",
                      kKeyspace + std::string("CREATE TABLE k.t (k int PRIMARY KEY); "
                                              "INSERT INTO k.t (k) VALUES (1);")})
              .status == 0);
  ServeProcess server({path, "--read-only"});
  SocketClient client(server.address(), kServedVersion);
  CHECK(client.rows("SELECT k FROM k.t") == Rows{"1"});
  for (const char* write : {"INSERT INTO k.t (k) VALUES (2)", "DROP TABLE k.t", "TRUNCATE k.t"})
    CHECK(client.query(write).is_error());
  CHECK(client.rows("SELECT k FROM k.t") == Rows{"1"});
  CHECK(server.end_by(SIGTERM) == 0);
  const Outcome no_file = run_cellar({"serve", "--read-only"});
  CHECK(no_file.status == 1);
  CHECK(holds(no_file.errors, "--read-only"));
}

TEST_CASE("under teach a driver's user reads why and what to do, and under cassandra what Cassandra says") {
  for (const bool teaches : {true, false}) {
    ServeProcess server({"--policy", teaches ? "teach" : "cassandra"});
    SocketClient client(server.address(), kServedVersion);
    client.run({kKeyspace, "CREATE TABLE k.t (k int PRIMARY KEY, v int)"});
    const Answer scan = client.query("SELECT * FROM k.t");
    CHECK(scan.is_error() == teaches);
    if (teaches) CHECK(holds(scan.summary(), "partition"));
  }
}

TEST_CASE("more clients than descriptors wait until others have ended") {
  constexpr int kClients = 60;
  ServeProcess server({}, [] {
    const rlimit few{48, 48};
    setrlimit(RLIMIT_NOFILE, &few);
  });
  std::deque<SocketClient> all;
  std::vector<std::int16_t> streams;
  for (int number = 0; number < kClients; ++number) {
    all.emplace_back(server.address(), kServedVersion, std::nullopt);
    streams.push_back(all.back().send(OptionsRequest{}));
  }
  // Whoever has ended makes room for one that waits; the first ones are served meanwhile.
  for (int number = 0; number < kClients; ++number) {
    CHECK(all.front().await(streams[static_cast<std::size_t>(number)]).summary() == "supported");
    all.pop_front();
  }
  SocketClient client(server.address(), kServedVersion);
  CHECK(client.rows("SELECT key FROM system.local") == Rows{"'local'"});
  CHECK(server.end_by(SIGTERM) == 0);
}

}  // namespace cellar::test
