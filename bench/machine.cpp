#include "bench/machine.h"

#include <fmt/format.h>
#include <lmdb.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace cellar::bench {

namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

std::string kernel_name() {
  utsname names{};
  uname(&names);
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

// The mount point that is the longest beginning of the folder's name.
std::string file_system_of(const std::filesystem::path& folder) {
  const std::string name = std::filesystem::canonical(folder).string() + "/";
  std::ifstream file("/proc/self/mounts");
  std::string best, type;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string device, point, kind;
    words >> device >> point >> kind;
    if (point != "/") point += "/";
    if (name.starts_with(point) && point.size() >= best.size()) {
      best = point;
      type = kind;
    }
  }
  return type;
}

std::string load_now() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? fmt::format("{:.1f}", load) : "unknown";
}

}  // namespace

Machine describe_machine(const std::filesystem::path& folder, const std::string& sqlite_version) {
  int major = 0, minor = 0, patch = 0;
  mdb_version(&major, &minor, &patch);
  return {.processor = processor_name(),
          .cores = std::thread::hardware_concurrency(),
          .kernel = kernel_name(),
          .file_system = file_system_of(folder),
          .load = load_now(),
          .sqlite = sqlite_version,
          .lmdb = fmt::format("{}.{}.{}", major, minor, patch)};
}

std::vector<std::pair<std::string, std::string>> facts_of(const Machine& machine) {
  return {{"processor", machine.processor},
          {"cores", std::to_string(machine.cores)},
          {"kernel", machine.kernel},
          {"file system", machine.file_system},
          {"load at the start", machine.load},
          {"sqlite3", machine.sqlite},
          {"lmdb", machine.lmdb},
          {"cellar commits", "a script in groups, each synced to disk (the default)"},
          {"sqlite3 commits", "journal_mode=WAL, synchronous=FULL, a script in one transaction"},
          {"lmdb commits", "groups of the same size, each synced to disk"}};
}

std::string to_text(const Machine& machine) {
  std::string text;
  for (const auto& [name, value] : facts_of(machine)) text += fmt::format("{:<18} {}\n", name, value);
  return text;
}

}  // namespace cellar::bench
