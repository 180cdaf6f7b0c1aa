// Tab in a keyspace of a thousand tables.
#include "shell/completion/completer.h"
#include "shell/connection/database_connection.h"

#include <fmt/format.h>

#include "bench/works.h"
#include "database/database.h"

namespace cellar::bench {

void measure_completion(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t tables = settings.pick(1'000, 1'000, 20);
  StoreOptions options;
  options.sync = false;
  DatabaseConnection connection(Database::open(data.place("completion.cellar"), options));
  connection.execute(
      "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  for (std::size_t table = 0; table < tables; ++table)
    connection.execute(fmt::format("CREATE TABLE b.t{} (p int, c int, v text, PRIMARY KEY (p, c))", table));
  connection.use("b");
  const Completer completer(connection, {});
  for (const std::string text : {"SELECT * FROM ", "SELECT * FROM t1 WHERE p = 1 AND ", "SELECT "}) {
    const auto milliseconds = [&] {
      constexpr int kTimes = 20;
      const double seconds = seconds_of([&] {
        for (int time = 0; time < kTimes; ++time) completer(text, text.size());
      });
      return seconds * 1e3 / kTimes;
    };
    const auto values = interleave(settings.rounds, {milliseconds});
    lines.push_back(
        {"P30", fmt::format("{} tables: Tab behind {}", tables, text), "ms", "", "20 ms", values[0], {}});
  }
}

}  // namespace cellar::bench
