#include "shell/render/timing.h"

#include <fmt/format.h>

#include "shell/render/words/render_words.h"
#include "storage/rows/read_counters.h"

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

}  // namespace

std::string format_timing(std::chrono::nanoseconds time, const ReadCounters& read, bool has_rows,
                          Language language) {
  const Parameters parameters = {{"time", format_time(time)},
                                 {"partitions", std::to_string(read.partitions)},
                                 {"rows", std::to_string(read.rows)},
                                 {"entries", std::to_string(read.entries)}};
  if (!has_rows && read.entries == 0) return RenderWords::say(language, "-- {time}\n", parameters);
  return RenderWords::say(
      language,
      "-- {time}; read {partitions|partition|partitions}, {rows|row|rows}, {entries|entry|entries}\n",
      parameters);
}

}  // namespace cellar
