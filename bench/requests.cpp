// Requests of drivers: durable INSERTs and reads by the native protocol, from one connection or many.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "bench/files.h"
#include "bench/protocol_client.h"
#include "bench/works.h"
#include "database/database.h"
#include "types/number/number.h"

namespace cellar::bench {

namespace {

BoundValue int_value(std::size_t value) { return {encode_int32(static_cast<std::int32_t>(value))}; }

/// `cellar serve`, until the end.
class ServerProcess {
 public:
  ServerProcess(const Settings& settings, const std::filesystem::path& file) {
    const std::filesystem::path ready = settings.folder / "ready";
    std::filesystem::remove(ready);
    process_ = ::fork();
    if (process_ < 0) throw std::runtime_error("the server cannot be started");
    if (process_ == 0) {
      ::close(STDOUT_FILENO);  // the table is there
      ::execl(settings.cellar.c_str(), settings.cellar.c_str(), "serve", file.c_str(), "--port", "0",
              "--ready-file", ready.c_str(), nullptr);
      ::_exit(127);
    }
    for (;;) {
      std::string line;
      if (std::getline(std::ifstream(ready), line)) {
        address_.port = static_cast<std::uint16_t>(std::stoi(line.substr(line.rfind(':') + 1)));
        return;
      }
      if (::waitpid(process_, nullptr, WNOHANG) != 0) throw std::runtime_error("the server has ended");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  ~ServerProcess() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  const ServerAddress& address() const { return address_; }
  /// Returns the processor time that it has taken, in microseconds.
  double processor_time() const {
    std::ifstream file(fmt::format("/proc/{}/stat", process_));
    std::string field;
    std::getline(file, field, ')');  // the name may have blanks
    constexpr int kFieldsBefore = 11;
    for (int skipped = 0; skipped < kFieldsBefore; ++skipped) file >> field;
    double user = 0, system = 0;
    file >> user >> system;
    return 1e6 * (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }

 private:
  pid_t process_ = -1;
  ServerAddress address_;
};

constexpr const char* kKeyspace =
    "CREATE KEYSPACE IF NOT EXISTS bench_r WITH replication = {'class': 'SimpleStrategy', "
    "'replication_factor': 1}";
constexpr std::size_t kReadPartitions = 500, kRowsEach = 40;

/// What one client sends, `in_flight` at a time over so many connections.
struct Load {
  const char* work;
  const char* statement;
  std::vector<BoundValue> (*values)(std::size_t request);
};

const Load kDurableInsert = {"durable INSERTs", "INSERT INTO bench_r.t (k, c, a, b) VALUES (?, ?, ?, 7)",
                             [](std::size_t request) {
                               return std::vector<BoundValue>{
                                   int_value(request % 64), int_value(request / 64), {std::string(80, 'a')}};
                             }};
const Load kReadOne = {"reads of a row", "SELECT a, b FROM bench_r.read WHERE k = ? AND c = ?",
                       [](std::size_t request) {
                         return std::vector<BoundValue>{int_value(request * 7919 % kReadPartitions),
                                                        int_value(request % kRowsEach)};
                       }};
const Load kNewestTen = {
    "reads of the newest 10 rows", "SELECT c, a, b FROM bench_r.read WHERE k = ? LIMIT 10",
    [](std::size_t request) { return std::vector<BoundValue>{int_value(request * 7919 % kReadPartitions)}; }};

void create_table(ProtocolClient& client, const std::string& table, const std::string& order) {
  client.execute("DROP TABLE IF EXISTS " + table);
  client.execute("CREATE TABLE " + table +
                 " (k int, c int, a text, b bigint, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c " +
                 order + ")");
}

void fill_table(const ServerAddress& address, const std::string& table, std::size_t partitions) {
  ProtocolClient client(address, 1);
  create_table(client, table, "DESC");
  client.run({.statement = "INSERT INTO " + table + " (k, c, a, b) VALUES (?, ?, ?, 7)",
              .values =
                  [](std::size_t request) {
                    return std::vector<BoundValue>{int_value(request / kRowsEach),
                                                   int_value(request % kRowsEach),
                                                   {std::string(80, 'a')}};
                  },
              .requests = partitions * kRowsEach,
              .in_flight = 256});
}

void fill(const ServerAddress& address) {
  ProtocolClient client(address, 1);
  client.execute(kKeyspace);
  create_table(client, "bench_r.t", "ASC");
  fill_table(address, "bench_r.read", kReadPartitions);
}

struct FlightShape {
  std::size_t connections;
  std::size_t in_flight;
};
constexpr FlightShape kFlightShapes[] = {{1, 1}, {1, 64}, {64, 64}, {1, 1024}, {64, 1024}};

LoadTimes send(const ServerAddress& address, const Load& load, const FlightShape& shape,
               std::size_t requests) {
  ProtocolClient client(address, shape.connections);
  return client.run({.statement = load.statement,
                     .values = load.values,
                     .requests = requests,
                     .in_flight = shape.in_flight});
}

std::size_t requests_of(const Settings& settings, const Load& load, const FlightShape& shape) {
  if (shape.in_flight == 1) return settings.pick(5'000, 1'000, 20);
  return &load == &kDurableInsert ? settings.pick(60'000, 10'000, 200) : settings.pick(200'000, 30'000, 200);
}

/// Measures one load in one shape; the times of a request beside that of all.
void measure(Data& data, const ServerProcess& server, const Load& load, const FlightShape& shape,
             std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t requests = requests_of(settings, load, shape);
  std::vector<double> slow, processor, peer_slow;
  std::vector<Side> sides = {[&] {
    const double before = server.processor_time();
    const LoadTimes times = send(server.address(), load, shape, requests);
    slow.push_back(times.percentile_99);
    processor.push_back((server.processor_time() - before) / static_cast<double>(requests));
    return times.each(requests);
  }};
  if (settings.cassandra) {
    sides.push_back([&] {
      const LoadTimes times = send(*settings.cassandra, load, shape, requests);
      peer_slow.push_back(times.percentile_99);
      return times.each(requests);
    });
  }
  const auto values = interleave(settings.rounds, sides);
  const std::string name = fmt::format("{} in flight on {}: {}", shape.in_flight,
                                       shape.connections == 1 ? "1 connection" : "64 connections", load.work);
  const std::string peer = settings.cassandra ? "Cassandra" : "";
  const std::vector<double> none;
  const bool is_insert = &load == &kDurableInsert;
  lines.push_back({"P31", name, "µs/request", peer, settings.cassandra ? (is_insert ? "0.33" : "0.2") : "",
                   values[0], settings.cassandra ? values[1] : none});
  lines.push_back({"P31", name + ", the slowest of a hundred", "µs", peer, settings.cassandra ? "0.2" : "",
                   slow, peer_slow});
  lines.push_back({"P31", name + ", processor time of the server", "µs/request", "", "", processor, {}});
}

/// Clients that read a whole table again and again, until the end.
class EndlessScans {
 public:
  EndlessScans(const ServerAddress& address, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this, address] {
        ProtocolClient client(address, 1);
        const PreparedLoad scan = {.statement = "SELECT a FROM bench_r.scanned WHERE b = 8 ALLOW FILTERING",
                                   .values = [](std::size_t) { return std::vector<BoundValue>(); },
                                   .requests = 1};
        while (!is_over_) client.run(scan);
      });
    }
  }
  ~EndlessScans() {
    is_over_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  EndlessScans(const EndlessScans&) = delete;
  EndlessScans& operator=(const EndlessScans&) = delete;

 private:
  std::atomic<bool> is_over_ = false;
  std::vector<std::thread> threads_;
};

/// Measures point reads beside scans, and beside nothing.
void measure_beside_scans(Data& data, const ServerProcess& server, std::vector<Line>& lines) {
  constexpr std::size_t kScans = 3;
  constexpr FlightShape kShape = {1, 8};
  const Settings& settings = data.settings();
  fill_table(server.address(), "bench_r.scanned", settings.pick(10'000, 2'000, 5));
  const auto slowest = [&] {
    return send(server.address(), kReadOne, kShape, settings.pick(50'000, 10'000, 100)).percentile_99;
  };
  const auto values = interleave(settings.rounds, {[&] {
                                                     const EndlessScans scans(server.address(), kScans);
                                                     return slowest();
                                                   },
                                                   slowest});
  lines.push_back({"P31", "reads of a row beside three scans, 8 in flight: the slowest of a hundred", "µs",
                   "without scans", "3.0", values[0], values[1]});
}

}  // namespace

void measure_requests(Data& data, std::vector<Line>& lines) {
  const std::filesystem::path file = data.place("served.cellar");
  remove_database(file);
  const ServerProcess server(data.settings(), file);
  fill(server.address());
  if (data.settings().cassandra) fill(*data.settings().cassandra);
  for (const Load* const load : {&kReadOne, &kNewestTen, &kDurableInsert}) {
    for (const FlightShape& shape : kFlightShapes) measure(data, server, *load, shape, lines);
  }
  measure_beside_scans(data, server, lines);
}

}  // namespace cellar::bench
