#include <fmt/format.h>

#include "shell/teach/figure/figure.h"
#include "shell/teach/ring/ring_report.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

constexpr TeachWords::Text kWaysToJoin[kJoinWays] = {
    "half of the part of node {halved}", "an equal part of each node (vnodes)",
    "all tokens split evenly anew", "without a ring: hash modulo {count}"};
constexpr TeachWords::Text kJoinByVnodes = "parts of all nodes, by {vnodes|token|tokens} (vnodes)";

std::string percent_text(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string nodes_text(const RingReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  constexpr std::size_t kBar = 20;
  std::vector<FigureColumn> columns = {{say("node")},
                                       {report.vnodes > 0 ? say("of the ring") : say("tokens up to")}};
  const bool has_rows = !report.table.empty();
  if (has_rows) {
    columns.insert(columns.end(), {{say("partitions")}, {say("rows")}, {say("bytes")}});
    if (report.replicas > 1) columns.push_back({say("with replicas")});
    columns.push_back({say("of all bytes"), FigureSide::left});
  }
  Figure figure(std::move(columns));
  const auto all = static_cast<double>(report.bytes);
  for (std::size_t i = 0; i < report.nodes.size(); ++i) {
    const RingNode& node = report.nodes[i];
    std::vector<std::string> cells = {std::to_string(i + 1), report.vnodes > 0
                                                                 ? percent_text(node.ring)
                                                                 : std::to_string(node.tokens.front())};
    if (has_rows) {
      for (const std::uint64_t number : {node.partitions, node.rows, node.bytes})
        cells.push_back(with_commas(number));
      if (report.replicas > 1) cells.push_back(with_commas(node.kept_bytes));
      const auto own = static_cast<double>(node.bytes);
      cells.push_back(fmt::format("{:>3.0f} % {}", all == 0 ? 0 : 100 * own / all, bar(own, all, kBar)));
    }
    figure.add(std::move(cells));
  }
  return figure.text(terminal);
}

std::string place_text(const RingPlace& place, const TeachWords::Speech& say, std::size_t terminal) {
  std::string nodes;
  for (const std::size_t node : place.replicas)
    nodes += (nodes.empty() ? "" : say(", ")) + std::to_string(node + 1);
  const Parameters parameters = {{"key", place.key},
                                 {"token", std::to_string(place.token)},
                                 {"owner", std::to_string(place.replicas.front() + 1)},
                                 {"nodes", nodes}};
  std::string text =
      '\n' + figure_lines(say("{key}: token {token}, owned by node {owner}", parameters), terminal, 2);
  if (place.replicas.size() > 1)
    text += figure_lines(say("replicas on nodes {nodes}", parameters), terminal, 2);
  return text;
}

std::string joins_text(const RingReport& report, const TeachWords::Speech& say, std::size_t terminal) {
  const std::string joining = std::to_string(report.nodes.size() + 1);
  std::vector<FigureColumn> columns = {
      {say("node {node} joins, and moved is", {{"node", joining}}), FigureSide::left}, {say("of the ring")}};
  if (!report.table.empty()) columns.push_back({say("of the bytes")});
  Figure figure(std::move(columns));
  for (const RingJoin& join : report.joins) {
    const bool has_vnodes = join.way == JoinWay::vnodes && report.vnodes > 0;
    const TeachWords::Text way = has_vnodes ? kJoinByVnodes : kWaysToJoin[static_cast<std::size_t>(join.way)];
    std::vector<std::string> cells = {say(way, {{"halved", std::to_string(report.halved + 1)},
                                                {"count", joining},
                                                {"vnodes", std::to_string(report.vnodes)}}),
                                      percent_text(join.ring)};
    if (!report.table.empty() && join.bytes && report.bytes > 0)
      cells.push_back(percent_text(static_cast<double>(*join.bytes) / static_cast<double>(report.bytes)));
    figure.add(std::move(cells));
  }
  return '\n' + figure.text(terminal);
}

}  // namespace

std::string ring_text(const RingReport& report, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  const TeachWords::Text title = report.vnodes > 0
                                     ? TeachWords::Text(
                                           "{nodes|node|nodes} with {vnodes|token|tokens} each, "
                                           "{replicas|replica|replicas} of each partition")
                                     : TeachWords::Text(
                                           "{nodes|node|nodes} with equal parts of the ring, "
                                           "{replicas|replica|replicas} of each partition");
  std::string text = figure_lines(say(title, {{"nodes", std::to_string(report.nodes.size())},
                                              {"vnodes", std::to_string(report.vnodes)},
                                              {"replicas", std::to_string(report.replicas)}}),
                                  terminal, 2);
  if (!report.table.empty())
    text += figure_lines(say("{table}: {partitions|partition|partitions}, {rows|row|rows}, {bytes}",
                             {{"table", report.table},
                              {"partitions", with_commas(report.partitions)},
                              {"rows", with_commas(report.rows)},
                              {"bytes", bytes_text(static_cast<double>(report.bytes))}}),
                         terminal, 2);
  text += '\n' + nodes_text(report, say, terminal);
  if (report.place) text += place_text(*report.place, say, terminal);
  if (!report.joins.empty()) text += joins_text(report, say, terminal);
  return text;
}

}  // namespace cellar
