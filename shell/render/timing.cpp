#include "shell/render/timing.h"

#include <fmt/format.h>

#include "refusal/counted.h"
#include "storage/rows/read/read_counters.h"

namespace cellar {

namespace {

// Prints three significant digits, but nothing below microseconds.
std::string format_time(std::chrono::nanoseconds time) {
  const double milliseconds = std::chrono::duration<double, std::milli>(time).count();
  if (milliseconds < 1) return fmt::format("{:.3f} ms", milliseconds);
  if (milliseconds < 10) return fmt::format("{:.2f} ms", milliseconds);
  if (milliseconds < 100) return fmt::format("{:.1f} ms", milliseconds);
  if (milliseconds < 1000) return fmt::format("{:.0f} ms", milliseconds);
  return fmt::format("{:.2f} s", milliseconds / 1000);
}

std::string count(std::uint64_t number, std::string_view one, std::string_view many) {
  return counted(std::to_string(number), one, many);
}

}  // namespace

std::string format_timing(std::chrono::nanoseconds time, const ReadCounters& read, bool has_rows) {
  const std::string taken = "-- " + format_time(time);
  if (!has_rows && read.entries == 0) return taken + '\n';
  return fmt::format("{}; read {}, {}, {}\n", taken, count(read.partitions, "partition", "partitions"),
                     count(read.rows, "row", "rows"), count(read.entries, "entry", "entries"));
}

}  // namespace cellar
