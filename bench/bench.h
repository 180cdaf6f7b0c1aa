// What every work is given, and how sides are measured in turns.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/process.h"
#include "bench/protocol_client.h"
#include "bench/report.h"

namespace cellar::bench {

enum class Size { tiny, small, full };

struct Settings {
  Size size = Size::small;
  unsigned rounds = 5;
  std::filesystem::path folder;  // of all files; gone at the end
  std::string cellar;            // the program
  std::string sqlite = "sqlite3";
  std::optional<ServerAddress> cassandra = {};  // a server to compare requests with

  std::size_t pick(std::size_t full, std::size_t small, std::size_t tiny) const {
    return size == Size::full ? full : size == Size::small ? small : tiny;
  }
};

/// Set by Ctrl-C; ends the run at the next measurement.
extern volatile std::sig_atomic_t interrupted;

/// Runs the sides A B A B ... and gives the values of each, one a round.
using Side = std::function<double()>;
std::vector<std::vector<double>> interleave(unsigned rounds, const std::vector<Side>& sides);

/// Seconds that `work` took.
double seconds_of(const std::function<void()>& work);

/// `cellar DATABASE -f SCRIPT` and `sqlite3 DATABASE < SCRIPT`, after what was written before is on the disk.
Ended run_cellar(const Settings& settings, const std::filesystem::path& database,
                 const std::filesystem::path& script, const std::filesystem::path& output = "/dev/null");
Ended run_cellar_watched(const Settings& settings, const std::filesystem::path& database,
                         const std::filesystem::path& script);
/// How often the last run of Cellar has committed.
std::size_t commits_of_last_run(const Settings& settings);
Ended run_sqlite(const Settings& settings, const std::filesystem::path& database,
                 const std::filesystem::path& script, const std::filesystem::path& output = "/dev/null");

/// Says on standard error what is being done.
void say(std::string_view what);

}  // namespace cellar::bench
