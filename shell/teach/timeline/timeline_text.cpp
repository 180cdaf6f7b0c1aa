#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "shell/teach/cells/time_words.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/timeline/timeline.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

std::string name_in_row(const TimelineEntry& entry, const TeachWords::Speech& say) {
  switch (entry.part) {
    case TimelinePart::partition:
      return say("(partition)");
    case TimelinePart::range:
      return say("range {range}", {{"range", entry.name.empty() ? say("of all rows") : entry.name}});
    case TimelinePart::row:
      return say("(row)");
    case TimelinePart::marker:
      return say("(marker)");
    case TimelinePart::all_elements:
      return say("{column} (all)", {{"column", entry.name}});
    case TimelinePart::cell:
      break;
  }
  return entry.name;
}

/// "id = 1: body"
std::string entry_text(const TimelineEntry& entry, const TeachWords::Speech& say) {
  const std::string name = name_in_row(entry, say);
  return entry.row.empty() ? name : entry.row + ": " + name;
}

/// "'after' @ 2025-01-01T00:00:02Z TTL 60"
std::string state_text(const TimelineState& state, const TeachWords::Speech& say) {
  const std::string what = state.is_deletion ? say("deleted") : state.value;
  const std::string ttl = state.time_to_live == 0 ? "" : fmt::format(" TTL {}", state.time_to_live);
  return fmt::format("{}{}@ {}{}", what, what.empty() ? "" : " ", moment_text(state.timestamp), ttl);
}

std::string change_text(const TimelineChange& change, const TeachWords::Speech& say) {
  std::string text = entry_text(change.entry, say) + "  ";
  if (change.before) text += state_text(*change.before, say) + " → ";
  return text + (change.after ? state_text(*change.after, say) : say("gone"));
}

}  // namespace

std::string no_timeline_text(Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  return figure_lines(
      say("No partition is watched. TIMELINE table WHERE key = value begins, before you write to it."),
      terminal, 2);
}

std::string timeline_text(const Timeline& timeline, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  std::string text = figure_lines(
      say("{table}, {key}: {entries|entry|entries} now", {{"table", timeline.table()},
                                                          {"key", timeline.key()},
                                                          {"entries", std::to_string(timeline.entries())}}),
      terminal, 2);
  if (timeline.steps().empty())
    return text + figure_lines(say("No statement has written to it since TIMELINE began."), terminal, 2);
  for (std::size_t i = 0; i < timeline.steps().size(); ++i) {
    const TimelineStep& step = timeline.steps()[i];
    text += figure_lines(fmt::format("{}  {}", i + 1, step.statement), terminal, 3);
    if (step.changes.empty()) text += figure_lines("   " + say("no change here"), terminal, 3);
    for (const TimelineChange& change : step.changes)
      text += figure_lines("   " + change_text(change, say), terminal, 3);
  }
  return text;
}

/// It is English, as all documents are.
std::string timeline_json(const Timeline& timeline) {
  using nlohmann::ordered_json;
  const TeachWords::Speech say(Language::english);
  const auto json_of = [&](const std::optional<TimelineState>& state) {
    return state ? ordered_json(state_text(*state, say)) : ordered_json();
  };
  ordered_json object = {{"partition", timeline.table() + ", " + timeline.key()},
                         {"cells", timeline.entries()}};
  object["steps"] = ordered_json::array();
  for (const TimelineStep& step : timeline.steps()) {
    ordered_json changes = ordered_json::array();
    for (const TimelineChange& change : step.changes)
      changes.push_back({{"cell", entry_text(change.entry, say)},
                         {"before", json_of(change.before)},
                         {"after", json_of(change.after)}});
    object["steps"].push_back({{"statement", step.statement}, {"changes", std::move(changes)}});
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
