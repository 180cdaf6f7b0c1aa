// What a client makes of answers that are damaged on their way: it refuses, and goes on or ends, and never waits for long.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "client/cluster_connection.h"
#include "protocol/message/rows_writer.h"
#include "scripted_server.h"
#include "serve_process.h"

namespace cellar::test {

namespace {

/// Stands between a client and a server, and damages some of what the server answers.
class DamagingProxy {
 public:
  DamagingProxy(const ServerAddress& server, unsigned seed) : server_(server), random_(seed) {
    listening_ = listen_on_loopback(address_.port);
    thread_ = std::thread([this] { serve(); });
  }
  ~DamagingProxy() {
    is_ending_ = true;
    thread_.join();
    close(listening_);
    for (const auto& [client, server] : pairs_) {
      close(client);
      close(server);
    }
  }
  DamagingProxy(const DamagingProxy&) = delete;
  DamagingProxy& operator=(const DamagingProxy&) = delete;

  const ServerAddress& address() const { return address_; }

 private:
  int dial() const {
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server_.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? server : -1;
  }
  std::size_t any(std::size_t below) { return random_() % below; }

  void damage(std::string& bytes) {
    if (any(12) != 0) return;
    const std::size_t place = any(bytes.size());
    switch (any(6)) {
      case 0:
        return bytes.resize(place);
      case 1:
        return static_cast<void>(bytes.insert(place, any(20) + 1, static_cast<char>(any(256))));
      case 2:  // a length that lies
        return static_cast<void>(
            bytes.replace(place, 4, any(2) == 0 ? "\x7F\xFF\xFF\xFF" : "\xFF\xFF\xFF\xFE", 4));
      default:
        for (std::size_t count = any(4) + 1; count > 0; --count)
          bytes[any(bytes.size())] = static_cast<char>(any(256));
    }
  }

  /// Returns false at the end of a connection.
  bool pass_on(int from, int to, bool is_answer) {
    char buffer[4096];
    const ssize_t size = recv(from, buffer, sizeof buffer, 0);
    if (size <= 0) return false;
    std::string bytes(buffer, static_cast<std::size_t>(size));
    if (is_answer) damage(bytes);
    return bytes.empty() || send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0;
  }

  void serve() {
    while (!is_ending_) {
      std::vector<pollfd> waited = {{.fd = listening_, .events = POLLIN, .revents = 0}};
      for (const auto& [client, server] : pairs_) {
        waited.push_back({.fd = client, .events = POLLIN, .revents = 0});
        waited.push_back({.fd = server, .events = POLLIN, .revents = 0});
      }
      if (poll(waited.data(), waited.size(), 20) <= 0) continue;
      const std::size_t known = pairs_.size();
      if (waited[0].revents != 0)
        pairs_.emplace_back(accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC), dial());
      std::vector<std::pair<int, int>> ended;
      for (std::size_t at = 0; at < known; ++at) {
        const auto [client, server] = pairs_[at];
        const bool goes_on = (waited[2 * at + 1].revents == 0 || pass_on(client, server, false)) &&
                             (waited[2 * at + 2].revents == 0 || pass_on(server, client, true));
        if (!goes_on) ended.emplace_back(client, server);
      }
      for (const auto& pair : ended) {
        close(pair.first);
        close(pair.second);
        std::erase(pairs_, pair);
      }
    }
  }

  ServerAddress server_;
  std::minstd_rand random_;
  ServerAddress address_;
  int listening_ = -1;
  std::vector<std::pair<int, int>> pairs_;
  std::atomic<bool> is_ending_ = false;
  std::thread thread_;
};

/// Runs one thing after the other. Returns how many were refused.
int use(const ServerAddress& address, unsigned seed) {
  ClusterSettings settings{.nodes = {address}};
  settings.connection.version =
      std::vector{ProtocolVersion::v3, ProtocolVersion::v4, ProtocolVersion::v5}[seed % 3];
  settings.connection.compresses = seed % 2 == 0;
  settings.connection.connect_limit = settings.connection.answer_limit = std::chrono::milliseconds(200);
  settings.statement.page_size = 20;
  int refused = 0;
  const auto attempt = [&](const auto& action) {
    try {
      action();
    } catch (const Refusal&) {
      ++refused;
    }
  };
  std::unique_ptr<ClusterConnection> connection;
  attempt([&] { connection = std::make_unique<ClusterConnection>(std::move(settings), Policy::teach); });
  if (connection == nullptr) return refused;
  const auto read_all = [](Result result) {
    while (result.next() != nullptr) continue;
  };
  attempt([&] { read_all(connection->execute("SELECT * FROM shop.t WHERE k = 1")); });
  attempt([&] { read_all(connection->execute("DESCRIBE SCHEMA")); });
  attempt([&] {
    connection->begin_group(GroupKind::usual);
    for (int row = 0; row < 100; ++row)
      connection->execute("INSERT INTO shop.t (k, c, v) VALUES (1, " + std::to_string(row) +
                          ", {'a': [1, 2]})");
    connection->commit_group();
  });
  attempt([&] { connection->drop_group(); });
  attempt([&] {
    read_all(connection->scan(scan_of_table(*connection->schema()->find_table("shop", "t"), "k, c, v")));
  });
  attempt([&] {
    connection->set_tracing(true), read_all(connection->execute("SELECT c FROM shop.t WHERE k = 1"));
  });
  attempt([&] { connection->end_trace(nullptr); });
  return refused;
}

/// The most memory that this process has had, in bytes.
std::size_t most_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}

ResponseHead head_of_v4(std::int16_t stream) {
  return {.version = ProtocolVersion::v4, .stream = stream, .trace_id = {}, .warnings = {}, .payload = {}};
}

std::string page_of_nulls(std::int32_t count) {
  const std::vector<ColumnSpec> columns = {
      {.keyspace = "k", .table = "t", .name = "v", .type = native_type(TypeKind::text)}};
  RowsWriter rows(encode_columns(columns, ProtocolVersion::v4), ProtocolVersion::v4, false);
  for (std::int32_t row = 0; row < count; ++row) rows.append_row(std::vector<ValueView>(1));
  return std::string(rows.finish(head_of_v4(0), {}));
}

ClusterSettings plain_settings(const ServerAddress& address) {
  ClusterSettings settings{.nodes = {address}};
  settings.connection.version = ProtocolVersion::v4;
  settings.connection.compresses = false;
  return settings;
}

}  // namespace

TEST_CASE("an answer without an end, and one of nothing but nulls, take no more than some memory") {
  constexpr std::size_t kMost = std::size_t{900} << 20;
  const std::size_t before = most_memory();
  const std::string ready = frame_of(ReadyResponse{});
  SECTION("pages of a node about itself") {
    const std::string page = rows_of({std::string(500'000, 'x')}, "more");
    const ScriptedServer server(Conversation{supported(), ready, page}, 1'000'000, AfterAnswers::repeats);
    CHECK_THROWS_WITH(ClusterConnection(plain_settings(server.address()), Policy::cassandra),
                      Catch::StartsWith("E682: "));
  }
  SECTION("pages without rows") {
    const ScriptedServer server(Conversation{supported(), ready, rows_of({}, "more")}, 1'000'000,
                                AfterAnswers::repeats);
    CHECK_THROWS_WITH(ClusterConnection(plain_settings(server.address()), Policy::cassandra),
                      Catch::StartsWith("E682: "));
  }
  SECTION("events instead of an answer") {
    const EventResponse event =
        TopologyChange{TopologyChange::Kind::new_node, {std::string_view("\x7F\0\0\1", 4), 9042}};
    std::string events;
    for (int count = 0; count < 10'000; ++count) append_response(events, event, head_of_v4(kEventStream));
    const ScriptedServer server(Conversation{supported(), ready, rows_of({"local"}, ""), ready, events},
                                1'000'000, AfterAnswers::floods);
    ClusterSettings settings = plain_settings(server.address());
    settings.connection.answer_limit = std::chrono::milliseconds(2'000);
    ClusterConnection connection(std::move(settings), Policy::cassandra);
    CHECK_THROWS_WITH(connection.execute("SELECT v FROM k.t"), Catch::StartsWith("E68"));
  }
  SECTION("a page of nulls") {
    const ScriptedServer server(
        Conversation{supported(), ready, rows_of({"local"}, ""), ready, page_of_nulls(20'000'000)});
    ClusterConnection connection(plain_settings(server.address()), Policy::cassandra);
    CHECK_THROWS_WITH(connection.execute("SELECT v FROM k.t"), Catch::StartsWith("E682: "));
  }
  CHECK(most_memory() - before < kMost);
}

TEST_CASE("values that are none of their types are refused, and pages of other columns than the first one") {
  const std::string ready = frame_of(ReadyResponse{}), local = rows_of({"local"}, "");
  const auto page_of_int = [](const std::string& bytes) {
    const std::vector<ColumnSpec> columns = {
        {.keyspace = "k", .table = "t", .name = "v", .type = native_type(TypeKind::int_)}};
    RowsWriter rows(encode_columns(columns, ProtocolVersion::v4), ProtocolVersion::v4, false);
    rows.append_row(std::vector<ValueView>{bytes});
    return std::string(rows.finish(head_of_v4(0), {}));
  };
  const std::string no_schema = frame_of(ErrorResponse{"unconfigured table", PlainError{ErrorCode::invalid}});
  const auto read = [&](Conversation answers) {
    Conversation all = {supported(), ready, local, ready};
    all.insert(all.end(), answers.begin(), answers.end());
    const ScriptedServer server(all, 1'000'000, AfterAnswers::repeats);
    ClusterConnection connection(plain_settings(server.address()), Policy::cassandra);
    Result rows = connection.execute("SELECT v FROM k.t");
    while (rows.next() != nullptr) continue;
  };
  CHECK_THROWS_WITH(read({page_of_int("abc")}), Catch::StartsWith("E682: "));
  Conversation two = {rows_of({"a"}, "more")};
  two.insert(two.end(), 8, no_schema);
  two.push_back(page_of_int("abcd"));
  CHECK_THROWS_WITH(read(two), Catch::StartsWith("E682: "));
}

TEST_CASE("damaged answers are refused, whatever is asked") {
  const ServeProcess server({});
  const ServerAddress address = read_addresses(server.address()).front();
  ClusterConnection sound({.nodes = {address}}, Policy::cassandra);
  sound.execute(
      "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  sound.execute("CREATE TABLE shop.t (k int, c int, v map<text, frozen<list<int>>>, PRIMARY KEY (k, c))");
  const char* const wanted = std::getenv("CELLAR_HOSTILE_SERVERS");
  const unsigned servers = wanted == nullptr ? 30 : static_cast<unsigned>(std::atoi(wanted));
  int refused = 0;
  for (unsigned seed = 0; seed < servers; ++seed) {
    INFO("seed " << seed);
    const DamagingProxy proxy(address, seed);
    refused += use(proxy.address(), seed);
  }
  CHECK(refused > static_cast<int>(servers) / 2);
  CHECK(sound.execute("SELECT c FROM shop.t WHERE k = 1 LIMIT 1").next() != nullptr);
}

}  // namespace cellar::test
