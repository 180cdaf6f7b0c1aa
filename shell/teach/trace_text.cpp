#include "shell/teach/trace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <span>
#include <vector>

#include "refusal/width.h"
#include "shell/teach/words/teach_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using Clock = std::chrono::system_clock;
using Line = std::vector<std::string>;

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

/// The lines of a table. The trace of a cluster has a column for the nodes.
class TraceLines {
 public:
  TraceLines(const Trace& trace, const TeachWords::Speech& say)
      : trace_(trace), has_nodes_(!trace.node.empty()) {
    lines_.push_back({"activity", "timestamp"});
    if (has_nodes_) lines_.back().emplace_back("source");
    lines_.back().emplace_back("source_elapsed");
    add(say("Execute CQL3 query"), {}, trace.node);
    for (const TraceStep& step : trace.steps) add(step.activity, step.elapsed, step.node);
    add(say("Request complete"), trace.duration, trace.node);
  }

  std::string text() const {
    std::vector<std::size_t> widths(lines_.front().size());
    for (std::size_t i = 0; i < widths.size(); ++i) {
      for (const Line& line : lines_) widths[i] = std::max(widths[i], display_width(line[i]));
    }
    std::string text = row_of(lines_.front(), widths, true);
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += (i == 0 ? "-" : "-+-") + std::string(widths[i], '-');
    text += "-\n";
    for (const Line& line : std::span(lines_).subspan(1)) text += row_of(line, widths, false);
    return text;
  }

 private:
  void add(const std::string& activity, std::chrono::nanoseconds elapsed, const std::string& node) {
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(elapsed);
    lines_.push_back({show_on_terminal(activity), timestamp_text(trace_.began + microseconds)});
    if (has_nodes_) lines_.back().push_back(node);
    lines_.back().push_back(std::to_string(microseconds.count()));
  }
  static std::string row_of(const Line& line, const std::vector<std::size_t>& widths, bool is_header) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - display_width(line[i]), ' ');
      row += (i == 0 ? " " : " | ") + (is_header ? line[i] + blanks : blanks + line[i]);
    }
    row.erase(row.find_last_not_of(' ') + 1);
    return row + '\n';
  }

  const Trace& trace_;
  bool has_nodes_;
  std::vector<Line> lines_;  // the names of the columns first
};

}  // namespace

std::string format_trace(const Trace& trace, Language language) {
  const TeachWords::Speech say(language);
  return say("\nTracing session: {id}\n\n", {{"id", trace.id}}) + TraceLines(trace, say).text() + '\n';
}

}  // namespace cellar
