#include <fmt/format.h>

#include <cmath>

#include "shell/teach/cells/time_words.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/ring/write_replay.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

std::string width_text(std::int64_t microseconds) {
  constexpr std::pair<std::int64_t, std::string_view> kUnits[] = {
      {86'400'000'000, "d"}, {3'600'000'000, "h"}, {60'000'000, "min"}, {1'000'000, "s"}};
  for (const auto& [length, name] : kUnits) {
    if (microseconds % length == 0) return fmt::format("{} {}", microseconds / length, name);
  }
  return fmt::format("{} µs", microseconds);
}

std::string_view shade(std::uint64_t writes, std::uint64_t most) {
  constexpr std::string_view kShades[] = {"░", "▒", "▓", "█"};
  if (writes == 0) return "·";
  return kShades[std::min<std::uint64_t>((writes * 4 - 1) / most, 3)];
}

std::uint64_t most_in_slice(const WriteReplay& replay) {
  std::uint64_t most = 1;
  for (const ReplaySlice& slice : replay.slices) most = std::max(most, std::ranges::max(slice.nodes));
  return most;
}

std::string heat_text(const WriteReplay& replay, const TeachWords::Speech& say, std::size_t terminal) {
  Figure figure({{say("node")}, {say("time →"), FigureSide::left}, {say("writes")}, {say("of all")}});
  const std::uint64_t most = most_in_slice(replay);
  for (std::size_t node = 0; node < replay.nodes.size(); ++node) {
    std::string heat;
    for (const ReplaySlice& slice : replay.slices) heat += shade(slice.nodes[node], most);
    const double share = 100 * static_cast<double>(replay.nodes[node]) / static_cast<double>(replay.writes);
    figure.add(
        {std::to_string(node + 1), heat, with_commas(replay.nodes[node]), fmt::format("{:.0f} %", share)});
  }
  return figure.text(terminal);
}

/// Writes that spread at random leave some node busier than the others, the more so the fewer they are in a slice:
/// by about two standard deviations.
bool is_hot(const WriteReplay& replay) {
  constexpr double kDeviations = 2.5;
  const double in_slice = static_cast<double>(replay.writes) / static_cast<double>(replay.slices.size());
  const double deviation = std::sqrt(replay.even * (1 - replay.even) / in_slice);
  return replay.slices.size() > 1 && replay.busiest - replay.even > kDeviations * deviation;
}

}  // namespace

std::string replay_text(const WriteReplay& replay, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  const auto line = [&](TeachWords::Text text, const Parameters& parameters) {
    return figure_lines(say(text, parameters), terminal, 2);
  };
  if (replay.writes == 0) return line("no write in the file", {});
  std::string text = line("{writes|write|writes} on {nodes|node|nodes}, {replicas|replica|replicas} of each",
                          {{"writes", with_commas(replay.writes)},
                           {"nodes", std::to_string(replay.nodes.size())},
                           {"replicas", std::to_string(replay.replicas)}});
  text +=
      replay.is_by_time
          ? line("from {begin} on; a column is {width}",
                 {{"begin", moment_text(replay.slices.front().begin)}, {"width", width_text(replay.width)}})
          : line("in the order of the file, since not all have a TIMESTAMP; a column is {width|write|writes}",
                 {{"width", std::to_string(replay.width)}});
  if (replay.passed_over > 0)
    text += line("{count|statement that writes no rows is|statements that write no rows are} passed over",
                 {{"count", std::to_string(replay.passed_over)}});
  text += '\n' + heat_text(replay, say, terminal) + '\n' +
          line("█ is {most|write|writes} in a column, ░ a quarter of it or less, · none",
               {{"most", with_commas(most_in_slice(replay))}}) +
          line("In a column, the busiest node has {busiest} % of the writes; alike they would be {even} %.",
               {{"busiest", fmt::format("{:.0f}", 100 * replay.busiest)},
                {"even", fmt::format("{:.0f}", 100 * replay.even)}});
  if (is_hot(replay))
    text += line(
        "The nodes work one after the other, and wait in between: all that is written at one time lies in "
        "few partitions. A further column in the partition key spreads it.",
        {});
  return text;
}

}  // namespace cellar
