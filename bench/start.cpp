// From the start of the program to its end, with one SELECT between.
#include <fmt/format.h>

#include "bench/rows.h"
#include "bench/works.h"

namespace cellar::bench {

void measure_start(Data& data, std::vector<Line>& lines) {
  const Settings& settings = data.settings();
  const std::size_t rows = settings.pick(300'000, 30'000, 300);
  const std::size_t starts = settings.pick(40, 20, 1);
  const std::filesystem::path cellar_file = data.cellar_file(rows), sqlite_file = data.sqlite_file(rows);
  const std::string condition = fmt::format("WHERE id = {}", row_id(rows / 2));
  const Command cellar{.arguments = {settings.cellar, cellar_file, "-e", "SELECT a FROM b.t " + condition}};
  const Command sqlite{
      .arguments = {settings.sqlite, "-init", "/dev/null", sqlite_file, "SELECT a FROM t " + condition}};
  const auto milliseconds = [&](const Command& command) {
    return [&] { return run(command, settings.folder).seconds * 1e3; };
  };
  // Starts take turns one by one; a round's value is the median of its starts.
  std::vector<double> of_cellar, of_sqlite;
  for (unsigned round = 0; round < settings.rounds; ++round) {
    const auto values =
        interleave(static_cast<unsigned>(starts), {milliseconds(cellar), milliseconds(sqlite)});
    of_cellar.push_back(median(values[0]));
    of_sqlite.push_back(median(values[1]));
  }
  lines.push_back(
      {"P5", "start, open, one SELECT, exit", "ms", "sqlite3", "1.5 (1.0)", of_cellar, of_sqlite});
}

}  // namespace cellar::bench
