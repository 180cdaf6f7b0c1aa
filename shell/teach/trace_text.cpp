#include "shell/teach/trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

#include "refusal/width.h"
#include "shell/teach/words/teach_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using Clock = std::chrono::system_clock;
using Line = std::array<std::string, 3>;

std::string timestamp_text(Clock::time_point time) {
  const auto microseconds = std::chrono::floor<std::chrono::microseconds>(time.time_since_epoch());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(microseconds);
  const std::time_t since_1970 = seconds.count();
  std::tm parts = {};
  gmtime_r(&since_1970, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:06}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                     (microseconds - seconds).count());
}

Line line_of(const Trace& trace, const std::string& activity, std::chrono::nanoseconds elapsed) {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(elapsed);
  return {show_on_terminal(activity), timestamp_text(trace.began + microseconds),
          std::to_string(microseconds.count())};
}

std::string row_of(const Line& line, const std::array<std::size_t, 3>& widths, bool is_header) {
  std::string row;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string blanks(widths[i] - display_width(line[i]), ' ');
    row += (i == 0 ? " " : " | ") + (is_header ? line[i] + blanks : blanks + line[i]);
  }
  row.erase(row.find_last_not_of(' ') + 1);
  return row + '\n';
}

}  // namespace

std::string format_trace(const Trace& trace, Language language) {
  const TeachWords::Speech say(language);
  const Line header = {"activity", "timestamp", "source_elapsed"};
  std::vector<Line> lines = {line_of(trace, say("Execute CQL3 query"), {})};
  for (const TraceStep& step : trace.steps) lines.push_back(line_of(trace, step.activity, step.elapsed));
  lines.push_back(line_of(trace, say("Request complete"), trace.duration));
  std::array<std::size_t, 3> widths = {};
  for (std::size_t i = 0; i < widths.size(); ++i) {
    widths[i] = header[i].size();
    for (const Line& line : lines) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  std::string text = say("\nTracing session: {id}\n\n", {{"id", trace.id}}) + row_of(header, widths, true);
  for (std::size_t i = 0; i < widths.size(); ++i)
    text += (i == 0 ? "-" : "-+-") + std::string(widths[i], '-');
  text += "-\n";
  for (const Line& line : lines) text += row_of(line, widths, false);
  return text + '\n';
}

}  // namespace cellar
