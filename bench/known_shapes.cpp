// Statements whose shape the database knows already: their first use in a new session, and reads that earn a
// notice.
#include <fmt/format.h>

#include <stdexcept>

#include "bench/rows.h"
#include "bench/works.h"
#include "database/database.h"

namespace cellar::bench {

namespace {

constexpr int kRows = 100;
constexpr int kLimit = 10;

Database make_rows(const std::filesystem::path& path) {
  Database database = Database::open(path);
  Session session(database);
  session.execute(
      "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  session.execute("CREATE TABLE b.s (p int, c int, a text, PRIMARY KEY (p, c))");
  const Prepared insert = session.prepare("INSERT INTO b.s (p, c, a) VALUES (1, ?, ?)");
  Random random(7);
  std::string text;
  session.begin_group();
  for (int row = 0; row < kRows; ++row) {
    text.clear();
    append_words(text, random, 60);
    session.execute(insert, row, text);
  }
  session.commit_group();
  return database;
}

std::string forwards(std::size_t number) {
  return fmt::format("SELECT c, a FROM b.s WHERE p = 1 AND c >= {} LIMIT {}", number % (kRows / 2), kLimit);
}
std::string backwards(std::size_t number) {
  return fmt::format("SELECT c, a FROM b.s WHERE p = 1 AND c <= {} ORDER BY c DESC LIMIT {}",
                     kRows / 2 + number % (kRows / 2), kLimit);
}

void read(Session& session, const std::string& select) {
  Result result = session.execute(select);
  int rows = 0;
  while (result.next() != nullptr) ++rows;
  if (rows != kLimit) throw std::runtime_error(fmt::format("{} rows of {}", rows, select));
}

/// Microseconds of a read.
double read_many(Session& session, std::size_t reads, std::string (*select)(std::size_t)) {
  const double seconds = seconds_of([&] {
    for (std::size_t number = 0; number < reads; ++number) read(session, select(number));
  });
  return seconds * 1e6 / static_cast<double>(reads);
}

/// Microseconds of the first read of a session; making the session is not counted.
double read_in_new_sessions(const Database& database, std::size_t reads) {
  double seconds = 0;
  for (std::size_t number = 0; number < reads; ++number) {
    Session session(database, Policy::teach);
    const std::string select = forwards(number);
    seconds += seconds_of([&] { read(session, select); });
  }
  return seconds * 1e6 / static_cast<double>(reads);
}

}  // namespace

void measure_known_shapes(Data& data, std::vector<Line>& lines) {
  const std::size_t reads = data.settings().pick(50'000, 10'000, 10);
  const Database database = make_rows(data.place("shapes.cellar"));
  Session session(database, Policy::teach);
  const auto one_session = [&] { return read_many(session, reads, forwards); };
  const auto first = interleave(data.settings().rounds,
                                {[&] { return read_in_new_sessions(database, reads); }, one_session});
  lines.push_back({"P19", "API: first use of a known shape in a new session", "µs/read",
                   "a session that has used it", "1.5", first[0], first[1]});
  const auto reversed =
      interleave(data.settings().rounds, {[&] { return read_many(session, reads, backwards); }, one_session});
  lines.push_back({"P20", "API: text of a reversed read of 10 rows, under teach", "µs/read",
                   "the read forwards", "1.5", reversed[0], reversed[1]});
}

}  // namespace cellar::bench
