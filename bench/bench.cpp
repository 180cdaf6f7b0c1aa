#include "bench/bench.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <stdexcept>

#include "bench/files.h"

namespace cellar::bench {

namespace {

Command cellar_command(const Settings& settings, const std::filesystem::path& database,
                       const std::filesystem::path& script, const std::filesystem::path& output) {
  return {.arguments = {settings.cellar, database, "--policy", "cassandra", "--stop-on-error",
                        "--report-commits", "-f", script},
          .output = output};
}

}  // namespace

volatile std::sig_atomic_t interrupted = 0;

std::vector<std::vector<double>> interleave(unsigned rounds, const std::vector<Side>& sides) {
  std::vector<std::vector<double>> values(sides.size());
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t side = 0; side < sides.size(); ++side) {
      if (interrupted != 0) throw std::runtime_error("interrupted");
      values[side].push_back(sides[side]());
    }
  }
  return values;
}

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Ended run_cellar(const Settings& settings, const std::filesystem::path& database,
                 const std::filesystem::path& script, const std::filesystem::path& output) {
  settle(settings.folder);
  return run(cellar_command(settings, database, script, output), settings.folder);
}

Ended run_cellar_watched(const Settings& settings, const std::filesystem::path& database,
                         const std::filesystem::path& script) {
  settle(settings.folder);
  return run_watched(cellar_command(settings, database, script, "/dev/null"), settings.folder);
}

std::size_t commits_of_last_run(const Settings& settings) {
  std::ifstream file(errors_of_last_run(settings.folder));
  std::size_t commits = 0;
  for (std::string line; std::getline(file, line);) commits += line.starts_with("-- committed ") ? 1 : 0;
  return commits;
}

Ended run_sqlite(const Settings& settings, const std::filesystem::path& database,
                 const std::filesystem::path& script, const std::filesystem::path& output) {
  settle(settings.folder);
  return run({.arguments = {settings.sqlite, "-bail", "-init", "/dev/null", database},
              .input = script,
              .output = output},
             settings.folder);
}

void say(std::string_view what) { fmt::print(stderr, "-- {}\n", what); }

}  // namespace cellar::bench
