// Clients behind sockets: slow ones, silent ones, those that end in the middle, many at once.
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>

#include "server/server.h"
#include "socket_client.h"

namespace cellar::test {

namespace {

constexpr ProtocolVersion kVersion = ProtocolVersion::v4;

/// A server on a free port of the loopback, over a database that has the keyspace k.
struct SocketServer {
  Database database;
  Server server;

  explicit SocketServer(const ServerLimits& limits = {},
                        std::vector<ListenAddress> addresses = {{"127.0.0.1", 0}})
      : database(Database::open_temporary()), server(database, options_of(limits, std::move(addresses))) {
    Session(database).execute(
        "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  const std::string& address() const { return server.addresses().front(); }

 private:
  static ServerOptions options_of(const ServerLimits& limits, std::vector<ListenAddress> addresses) {
    ServerOptions options;
    options.addresses = std::move(addresses);
    options.limits = limits;
    return options;
  }
};

/// A table of one row that is so many bytes long.
void create_long_row(TestClient& client, std::size_t length) {
  client.run({"CREATE TABLE k.large (k int PRIMARY KEY, v text)"});
  const Answer answer =
      client.query("INSERT INTO k.large (k, v) VALUES (1, ?)", {text_value(std::string(length, 'x'))});
  CHECK_FALSE(answer.is_error());
}

bool is_served(TestClient& client) { return client.rows("SELECT key FROM system.local") == Rows{"'local'"}; }

/// Returns true once the server has closed the connection, with a reset or without one.
bool await_close(SocketClient& client) {
  try {
    return client.await_end();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

TEST_CASE("clients reach all addresses of a server, and find themselves in system_views.clients") {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("cellar-" + std::to_string(getpid()));
  {
    SocketServer server({}, {{"127.0.0.1", 0}, {"::1", 0}, {path.string(), 0}});
    REQUIRE(server.server.addresses().size() == 3);
    for (const std::string& address : server.server.addresses()) {
      for (const ProtocolVersion version : {ProtocolVersion::v3, ProtocolVersion::v4, ProtocolVersion::v5}) {
        SocketClient client(address, version);
        CHECK(is_served(client));
        CHECK(client.rows("SELECT protocol_version FROM system_views.clients") ==
              Rows{std::to_string(static_cast<int>(version))});
      }
    }
    CHECK(std::filesystem::exists(path));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("an address that is in use, and one that other machines reach, are refused") {
  SocketServer server;
  const std::string address = server.address();
  const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  const auto id_of = [&](const ListenAddress& listen) -> std::string {
    ServerOptions options;
    options.addresses = {listen};
    try {
      const Server second(server.database, options);
      return "none";
    } catch (const Refusal& refusal) {
      return std::string(refusal.diagnostic.id);
    }
  };
  CHECK(id_of({"127.0.0.1", port}) == "cannot_listen");
  CHECK(id_of({"0.0.0.0", 0}) == "listen_address_open");
  CHECK(id_of({"::", 0}) == "listen_address_open");
  CHECK(id_of({"192.0.2.7", 0}) == "listen_address_open");
  CHECK(id_of({"nowhere", 0}) == "listen_address_unknown");
  CHECK(id_of({"/no/such/folder/socket", 0}) == "cannot_listen");
  CHECK(id_of({"/" + std::string(200, 'a'), 0}) == "cannot_listen");
  CHECK(id_of({"127.0.0.1", 0}) == "none");
}

TEST_CASE("the port that was free is among the settings") {
  const SocketServer server;
  SocketClient client(server.address(), kVersion);
  const std::string port = server.address().substr(server.address().rfind(':') + 1);
  CHECK(client.rows("SELECT value FROM system_views.settings WHERE name = 'native_transport_port'") ==
        Rows{"'" + port + "'"});
}

TEST_CASE("a connection that is dropped within a packet of several requests ends at once") {
  SocketServer server;
  for (int round = 0; round < 20; ++round) {
    SocketClient client(server.address(), kVersion);
    client.run({"CREATE TABLE IF NOT EXISTS k.t (k int PRIMARY KEY)", "CELLAR FAULT 'drop on t: next 1'"});
    client.send_bytes(
        client.bytes_of_all({QueryRequest{"USE k", {}}, QueryRequest{"INSERT INTO t (k) VALUES (1)", {}}})
            .first);
    CHECK(client.await_end());
  }
}

TEST_CASE("requests that are cut anywhere reach the server as they were") {
  SocketServer server;
  for (const Compression compression : {Compression::none, Compression::lz4}) {
    SocketClient client(server.address(), ProtocolVersion::v5, compression);
    const auto [bytes, streams] = client.bytes_of_all(
        {OptionsRequest{}, QueryRequest{"SELECT key FROM system.local", {}}, OptionsRequest{}});
    for (const char byte : bytes) client.send_bytes({&byte, 1});
    CHECK(client.await(streams[1]).rows() == Rows{"'local'"});
    CHECK(client.await(streams[2]).summary() == "supported");
  }
}

TEST_CASE("a client that reads slowly has its answer whole, and keeps nobody waiting") {
  constexpr std::size_t kLength = 12 << 20;
  SocketServer server;
  SocketClient slow(server.address(), kVersion), other(server.address(), kVersion);
  create_long_row(other, kLength);
  const std::int16_t stream = slow.send(QueryRequest{"SELECT v FROM k.large WHERE k = 1", {}});
  for (int piece = 0; piece < 50; ++piece) {
    REQUIRE(slow.take_some(100));
    CHECK(is_served(other));
  }
  CHECK(slow.await(stream).rows() == Rows{"'" + std::string(kLength, 'x') + "'"});
}

TEST_CASE("a client that never reads is not read on, and then closed") {
  ServerLimits limits;
  limits.stall = std::chrono::seconds(1);
  limits.unsent_bytes = 1 << 20;
  SocketServer server(limits);
  SocketClient deaf(server.address(), kVersion), other(server.address(), kVersion);
  create_long_row(other, 1 << 20);
  // The system's buffers are full some time, unless the server takes whatever comes.
  constexpr std::size_t kMost = 64 << 20;
  std::size_t sent = 0;
  try {
    for (int idle = 0; sent < kMost && idle < 20'000;) {
      const std::string request = deaf.bytes_of(QueryRequest{"SELECT v FROM k.large WHERE k = 1", {}}).first;
      std::string_view rest = request;
      while (!rest.empty() && idle < 20'000) {
        const std::size_t size = deaf.send_without_waiting(rest);
        rest.remove_prefix(size);
        sent += size;
        if (size > 0) continue;
        ++idle;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      if (!is_served(other)) FAIL("another client waits");
    }
    FAIL("the client is not closed");
  } catch (const std::system_error&) {
    // It is closed.
  }
  CHECK(sent < kMost);
  CHECK(is_served(other));
}

TEST_CASE("a client that does not start is closed, one that has started is not") {
  ServerLimits limits;
  limits.startup = std::chrono::seconds(1);
  SocketServer server(limits);
  SocketClient started(server.address(), kVersion);
  SocketClient silent(server.address(), kVersion, std::nullopt),
      half(server.address(), kVersion, std::nullopt);
  half.send_bytes(half.bytes_of(OptionsRequest{}).first.substr(0, 5));
  CHECK(await_close(silent));
  CHECK(await_close(half));
  CHECK(is_served(started));
}

TEST_CASE("a client that does not end its message is closed, one that has nothing to say is not") {
  ServerLimits limits;
  limits.stall = std::chrono::seconds(1);
  SocketServer server(limits);
  SocketClient idle(server.address(), kVersion), half(server.address(), kVersion);
  const std::string message = half.bytes_of(QueryRequest{"SELECT key FROM system.local", {}}).first;
  half.send_bytes(std::string_view(message).substr(0, message.size() / 2));
  CHECK(await_close(half));
  CHECK(is_served(idle));
}

TEST_CASE("connections that end anywhere leave nothing behind") {
  SocketServer server;
  SocketClient stays(server.address(), kVersion);
  stays.run({"CREATE TABLE k.t (k int PRIMARY KEY, v int)"});
  create_long_row(stays, 4 << 20);
  const std::vector<RequestMessage> requests = {
      QueryRequest{"INSERT INTO k.t (k, v) VALUES (1, 1)", {}}, QueryRequest{"SELECT v FROM k.large", {}},
      RegisterRequest{{kSchemaEvents}}, PrepareRequest{"SELECT * FROM k.t WHERE k = ?", {}},
      QueryRequest{"CREATE TABLE IF NOT EXISTS k.other (k int PRIMARY KEY)", {}}};
  for (int round = 0; round < 300; ++round) {
    const bool starts = round % 7 != 0;
    SocketClient client(server.address(), round % 2 == 0 ? kVersion : ProtocolVersion::v5,
                        starts ? std::optional(Compression::none) : std::nullopt);
    std::string bytes = client.bytes_of_all(requests).first;
    if (round % 3 == 0) bytes.resize(bytes.size() * static_cast<std::size_t>(round) / 300);
    client.send_without_waiting(bytes);
    if (round % 4 == 1) client.end_sending();
    if (round % 4 == 2) client.reset();
  }
  CHECK(is_served(stays));
  CHECK(stays.rows("SELECT k FROM k.large") == Rows{"1"});
  // Those that have ended are forgotten, at the latest after some time.
  Rows clients;
  for (int tries = 0; tries < 12'000; ++tries) {
    clients = stays.rows("SELECT port FROM system_views.clients");
    if (clients.size() == 1) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(clients.size() == 1);
}

TEST_CASE("a server that stops under load answers what it has done, and has done what it has answered") {
  constexpr int kClients = 8;
  const Database database = Database::open_temporary();
  Session(database).execute(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  Session(database).execute("CREATE TABLE k.t (client int, number int, PRIMARY KEY (client, number))");
  ServerOptions options;
  options.addresses = {{"127.0.0.1", 0}};
  Server server(database, options);
  std::vector<int> answered(kClients, 0);
  std::vector<std::thread> threads;
  std::atomic<int> busy = 0;
  for (int number = 0; number < kClients; ++number) {
    threads.emplace_back([&, number] {
      SocketClient client(server.addresses().front(), number % 2 == 0 ? kVersion : ProtocolVersion::v5);
      const KnownStatement insert = client.prepare("INSERT INTO k.t (client, number) VALUES (?, ?)");
      try {
        for (int row = 0;; ++row) {
          if (client.execute(insert, {int_value(number), int_value(row)}).is_error()) break;
          if (++answered[static_cast<std::size_t>(number)] == 10) ++busy;
        }
      } catch (const std::exception&) {
        // The connection has ended.
      }
    });
  }
  while (busy < kClients) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  server.stop(std::chrono::minutes(1));
  for (std::thread& thread : threads) thread.join();
  Session session(database);
  for (int number = 0; number < kClients; ++number) {
    Result result = session.execute("SELECT count(*) FROM k.t WHERE client = " + std::to_string(number));
    const auto stored = result.next()->get<std::int64_t>(0);
    // All that was taken is answered, so that no client is left in doubt.
    CHECK(stored == answered[static_cast<std::size_t>(number)]);
  }
  CHECK_THROWS(SocketClient(server.addresses().front(), kVersion));
}

TEST_CASE("very many connections come and go") {
  SocketServer server;
  std::vector<std::thread> threads;
  std::atomic<int> served = 0;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&] {
      for (int round = 0; round < 250; ++round) {
        SocketClient client(server.address(), kVersion);
        if (is_served(client)) ++served;
        if (round % 2 == 0) client.reset();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(served == 1000);
}

}  // namespace cellar::test
