#include <fmt/format.h>

#include <cmath>

#include "refusal/messages.h"
#include "shell/teach/cells/time_words.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "shell/teach/ring/write_replay.h"

namespace cellar {

namespace {

struct ReplayWords {
  std::string_view language;
  std::string_view title, none, by_time, by_order, passed_over, node, slices, writes, share, legend, busiest,
      hot;
};

constexpr ReplayWords kReplayWords[] = {
    {.language = "en",
     .title = "{writes|write|writes} on {nodes|node|nodes}, {replicas|replica|replicas} of each",
     .none = "no write in the file",
     .by_time = "from {begin} on; a column is {width}",
     .by_order = "in the order of the file, since not all have a TIMESTAMP; a column is {width|write|writes}",
     .passed_over = "{count|statement that writes no rows is|statements that write no rows are} passed over",
     .node = "node",
     .slices = "time →",
     .writes = "writes",
     .share = "of all",
     .legend = "█ is {most|write|writes} in a column, ░ a quarter of it or less, · none",
     .busiest = "In a column, the busiest node has {busiest} % of the writes; alike they would be {even} %.",
     .hot = "The nodes work one after the other, and wait in between: all that is written at one time lies "
            "in few "
            "partitions. A further column in the partition key spreads it."},
    {.language = "zh",
     .title =
         "{writes|次写入|次写入}，{nodes|个节点|个节点} (node)，每次写 {replicas|个副本|个副本} (replica)",
     .none = "文件中没有写入",
     .by_time = "从 {begin} 起；一列是 {width}",
     .by_order = "按文件中的次序，因为并非都有 TIMESTAMP；一列是 {width|次写入|次写入}",
     .passed_over = "略过 {count|条不写行的语句|条不写行的语句}",
     .node = "节点",
     .slices = "时间 →",
     .writes = "写入",
     .share = "占全部",
     .legend = "█ 是一列中 {most|次写入|次写入}，░ 是其四分之一或更少，· 没有",
     .busiest = "在一列中，最忙的节点有 {busiest} % 的写入；平均分则是 {even} %。",
     .hot = "节点轮流忙，其余的在等：同一时间写入的都在少数几个分区 (partition) 中。在分区键 (partition key) "
            "中再加一列就能分散开。"},
};

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

std::string heat_text(const WriteReplay& replay, const ReplayWords& words, std::size_t terminal) {
  Figure figure({{std::string(words.node)},
                 {std::string(words.slices), FigureSide::left},
                 {std::string(words.writes)},
                 {std::string(words.share)}});
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
  const ReplayWords& words = words_in(kReplayWords, language);
  const auto line = [&](std::string_view form, const Parameters& parameters) {
    return figure_lines(fill(form, parameters), terminal, 2);
  };
  if (replay.writes == 0) return line(words.none, {});
  std::string text = line(words.title, {{"writes", with_commas(replay.writes)},
                                        {"nodes", std::to_string(replay.nodes.size())},
                                        {"replicas", std::to_string(replay.replicas)}});
  text += replay.is_by_time ? line(words.by_time, {{"begin", moment_text(replay.slices.front().begin)},
                                                   {"width", width_text(replay.width)}})
                            : line(words.by_order, {{"width", std::to_string(replay.width)}});
  if (replay.passed_over > 0)
    text += line(words.passed_over, {{"count", std::to_string(replay.passed_over)}});
  text += '\n' + heat_text(replay, words, terminal) + '\n' +
          line(words.legend, {{"most", with_commas(most_in_slice(replay))}}) +
          line(words.busiest, {{"busiest", fmt::format("{:.0f}", 100 * replay.busiest)},
                               {"even", fmt::format("{:.0f}", 100 * replay.even)}});
  if (is_hot(replay)) text += line(words.hot, {});
  return text;
}

}  // namespace cellar
