// Sessions side by side: durable writes, reads, and what one process waits for another.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "bench/files.h"
#include "bench/raw_lmdb.h"
#include "bench/rows.h"
#include "bench/works.h"
#include "database/database.h"
#include "types/number/number.h"

namespace cellar::bench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kSessions[] = {1, 8, 64};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Runs `work(number of the thread)` in so many threads; seconds until the last one has ended.
double in_threads(std::size_t count, const std::function<void(std::size_t)>& work) {
  const Clock::time_point start = Clock::now();
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < count; ++thread)
    threads.emplace_back([&work, thread] { work(thread); });
  for (std::thread& thread : threads) thread.join();
  return seconds_since(start);
}

BoundValue number(std::size_t value) { return {encode_int32(static_cast<std::int32_t>(value))}; }

struct Written {
  double each = 0;          // microseconds, of all sessions together
  double longest_wait = 0;  // milliseconds
};

/// Each INSERT is durable before its session goes on.
Written write_rows(const std::filesystem::path& file, std::size_t sessions, std::size_t rows) {
  remove_database(file);
  const Database database = Database::open(file);
  Session session(database);
  session.execute(
      "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE b.t (k int, c int, a text, b bigint, PRIMARY KEY (k, c))");
  const Prepared insert = session.prepare("INSERT INTO b.t (k, c, a, b) VALUES (?, ?, ?, 7)");
  std::mutex mutex;
  double longest = 0;
  const double seconds = in_threads(sessions, [&](std::size_t thread) {
    Session own(database);
    double own_longest = 0;
    for (std::size_t row = 0; row < rows / sessions; ++row) {
      const BoundValue values[] = {number(thread), number(row), {std::string(80, 'a')}};
      const Clock::time_point start = Clock::now();
      own.execute(insert, values);
      own_longest = std::max(own_longest, seconds_since(start));
    }
    const std::lock_guard guard(mutex);
    longest = std::max(longest, own_longest);
  });
  return {1e6 * seconds / static_cast<double>(rows), 1e3 * longest};
}

double write_raw(const std::filesystem::path& file, std::size_t rows) {
  std::vector<std::string> keys;
  for (std::size_t row = 0; row < rows; ++row) keys.push_back(fmt::format("{:012}", row));
  const std::string value(110, 'a');
  std::vector<Entry> entries;
  for (const std::string& key : keys) entries.push_back({key, value});
  return 1e6 * store_raw(file, entries, 1, Within::as_they_come) / static_cast<double>(rows);
}

constexpr const char* kSelect = "SELECT id, a, b, c, d FROM b.t WHERE id = ?";

struct Readers {
  std::size_t sessions = 1;
  bool own_statements = false;  // each session prepares its own; else all run the same one
};

double read_rows(const Database& database, const Prepared& shared, const Readers& readers, std::size_t reads,
                 const std::vector<std::int32_t>& ids) {
  const std::size_t sessions = readers.sessions;
  std::atomic<std::size_t> found = 0;
  const double seconds = in_threads(sessions, [&](std::size_t thread) {
    Session own(database);
    // A blank more makes it another text, and so another plan.
    const Prepared select =
        readers.own_statements ? own.prepare(kSelect + std::string(thread + 1, ' ')) : shared;
    std::size_t found_here = 0;
    for (std::size_t read = 0; read < reads / sessions; ++read) {
      const BoundValue values[] = {{encode_int32(ids[(read * sessions + thread) % ids.size()])}};
      Result result = own.execute(select, values);
      found_here += result.next() != nullptr ? 1 : 0;
    }
    found += found_here;
  });
  if (found != reads / sessions * sessions) throw std::runtime_error("a row is missing");
  return 1e6 * seconds / static_cast<double>(reads);
}

}  // namespace

void measure_many_writers(Data& data, std::vector<Line>& lines) {
  std::vector<std::vector<double>> written(std::size(kSessions)), waits(std::size(kSessions));
  std::vector<double> raw;
  std::vector<Side> sides;
  for (std::size_t index = 0; index < std::size(kSessions); ++index) {
    sides.push_back([&, index] {
      const std::size_t sessions = kSessions[index];
      const std::size_t rows = sessions * data.settings().pick(3'000, 500, 5);
      const Written result = write_rows(data.place("sessions.cellar"), sessions, rows);
      waits[index].push_back(result.longest_wait);
      return result.each;
    });
  }
  sides.push_back([&] { return write_raw(data.place("raw.lmdb"), data.settings().pick(3'000, 500, 5)); });
  const auto values = interleave(data.settings().rounds, sides);
  const char* const targets[] = {"1000 µs", "", "50 µs"};  // 20,000 a second
  for (std::size_t index = 0; index < std::size(kSessions); ++index) {
    const std::string work = fmt::format("{} sessions in as many threads: ", kSessions[index]);
    lines.push_back({"P16", work + "durable INSERTs", "µs/row", "raw LMDB, a put a commit", targets[index],
                     values[index], values.back()});
    lines.push_back({"P16", work + "longest wait of an INSERT", "ms", "", "", waits[index], {}});
  }
}

void measure_many_readers(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(300'000, 30'000, 300);
  const Database database = Database::open(data.cellar_file(rows));
  Session session(database);
  const Prepared select = session.prepare(kSelect);
  std::vector<std::int32_t> ids = row_ids(rows);
  shuffle(ids);
  constexpr Readers kReaders[] = {{1, false}, {2, false}, {2, true}, {8, false}, {64, false}};
  std::vector<Side> sides;
  for (const Readers& readers : kReaders) {
    sides.push_back([&] { return read_rows(database, select, readers, rows, ids); });
  }
  const auto values = interleave(data.settings().rounds, sides);
  for (std::size_t index = 0; index < std::size(kReaders); ++index) {
    const Readers& readers = kReaders[index];
    lines.push_back({"P17",
                     fmt::format("{} sessions in as many threads: reads of a row{}", readers.sessions,
                                 readers.own_statements ? ", a statement each" : ""),
                     "µs/read", "1 session", readers.sessions == 2 ? "0.56" : "", values[index], values[0]});
  }
}

/// One INSERT after another of this process while the program loads a script into the same file.
void measure_writer_beside_load(Data& data, std::vector<Line>& lines) {
  const std::size_t rows = data.settings().pick(3'000'000, 300'000, 300);
  const std::filesystem::path file = data.place("beside.cellar"), script = data.cql(rows);
  const auto longest_wait = [&] {
    remove_database(file);
    const Database database = Database::open(file);
    Session session(database);
    session.execute(
        "CREATE KEYSPACE o WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE o.t (k int PRIMARY KEY)");
    std::atomic<bool> has_ended = false;
    std::thread load([&] {
      run_cellar(data.settings(), file, script);
      has_ended = true;
    });
    double longest = 0;
    for (std::size_t row = 0; !has_ended; ++row) {
      const Clock::time_point start = Clock::now();
      session.execute(fmt::format("INSERT INTO o.t (k) VALUES ({})", row));
      longest = std::max(longest, seconds_since(start));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    load.join();
    return longest;
  };
  const auto values = interleave(data.settings().rounds, {longest_wait});
  lines.push_back({"P18",
                   fmt::format("longest wait of an INSERT during a load of {} rows by another process", rows),
                   "s",
                   "",
                   "1.0",
                   values[0],
                   {}});
}

}  // namespace cellar::bench
