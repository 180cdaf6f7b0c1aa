#include <fmt/format.h>

#include "refusal/messages.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"
#include "shell/teach/ring/ring_report.h"

namespace cellar {

namespace {

struct RingWords {
  std::string_view language;
  std::string_view title, title_of_vnodes, of_table;
  std::string_view node, token, partitions, rows, bytes, kept, share;
  std::string_view key, replicas;
  std::string_view join, of_ring, of_bytes;
  std::string_view ways[kJoinWays], vnodes;
};

constexpr RingWords kRingWords[] = {
    {.language = "en",
     .title =
         "{nodes|node|nodes} with equal parts of the ring, {replicas|replica|replicas} of each partition",
     .title_of_vnodes =
         "{nodes|node|nodes} with {vnodes|token|tokens} each, {replicas|replica|replicas} of each "
         "partition",
     .of_table = "{table}: {partitions|partition|partitions}, {rows|row|rows}, {bytes}",
     .node = "node",
     .token = "tokens up to",
     .partitions = "partitions",
     .rows = "rows",
     .bytes = "bytes",
     .kept = "with replicas",
     .share = "of all bytes",
     .key = "{key}: token {token}, owned by node {owner}",
     .replicas = "replicas on nodes {nodes}",
     .join = "node {node} joins, and moved is",
     .of_ring = "of the ring",
     .of_bytes = "of the bytes",
     .ways = {"half of the part of node {halved}", "an equal part of each node (vnodes)",
              "all tokens split evenly anew", "without a ring: hash modulo {count}"},
     .vnodes = "parts of all nodes, by {vnodes|token|tokens} (vnodes)"},
    {.language = "zh",
     .title = "{nodes|个节点|个节点} (node) 平分令牌 (token) 环，每个分区 (partition) 有 "
              "{replicas|个副本|个副本} (replica)",
     .title_of_vnodes =
         "{nodes|个节点|个节点} (node)，每个有 {vnodes|个令牌|个令牌} (token)，每个分区 (partition) 有 "
         "{replicas|个副本|个副本} (replica)",
     .of_table = "{table}：{partitions|个分区|个分区}，{rows|行|行}，{bytes}",
     .node = "节点",
     .token = "令牌上限",
     .partitions = "分区",
     .rows = "行",
     .bytes = "字节",
     .kept = "连同副本",
     .share = "占全部字节",
     .key = "{key}：令牌 {token}，属于节点 {owner}",
     .replicas = "副本在节点 {nodes}",
     .join = "节点 {node} 加入，要移动的是",
     .of_ring = "占环",
     .of_bytes = "占字节",
     .ways = {"节点 {halved} 那一段的一半", "每个节点的同样一份 (vnodes)", "所有令牌重新平分",
              "不用环：哈希值模 {count}"},
     .vnodes = "从所有节点各取一些，共 {vnodes|个令牌|个令牌} (vnodes)"},
};

std::string percent_text(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string nodes_text(const RingReport& report, const RingWords& words, std::size_t terminal) {
  constexpr std::size_t kBar = 20;
  std::vector<FigureColumn> columns = {{std::string(words.node)},
                                       {std::string(report.vnodes > 0 ? words.of_ring : words.token)}};
  const bool has_rows = !report.table.empty();
  if (has_rows) {
    for (const std::string_view head : {words.partitions, words.rows, words.bytes})
      columns.push_back({std::string(head)});
    if (report.replicas > 1) columns.push_back({std::string(words.kept)});
    columns.push_back({std::string(words.share), FigureSide::left});
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

std::string place_text(const RingPlace& place, const RingWords& words, std::size_t terminal) {
  std::string nodes;
  for (const std::size_t node : place.replicas)
    nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", node + 1);
  const Parameters parameters = {{"key", place.key},
                                 {"token", std::to_string(place.token)},
                                 {"owner", std::to_string(place.replicas.front() + 1)},
                                 {"nodes", nodes}};
  std::string text = '\n' + figure_lines(fill(words.key, parameters), terminal, 2);
  if (place.replicas.size() > 1) text += figure_lines(fill(words.replicas, parameters), terminal, 2);
  return text;
}

std::string joins_text(const RingReport& report, const RingWords& words, std::size_t terminal) {
  const std::string joining = std::to_string(report.nodes.size() + 1);
  std::vector<FigureColumn> columns = {{fill(words.join, {{"node", joining}}), FigureSide::left},
                                       {std::string(words.of_ring)}};
  if (!report.table.empty()) columns.push_back({std::string(words.of_bytes)});
  Figure figure(std::move(columns));
  for (const RingJoin& join : report.joins) {
    const bool has_vnodes = join.way == JoinWay::vnodes && report.vnodes > 0;
    const std::string_view way = has_vnodes ? words.vnodes : words.ways[static_cast<std::size_t>(join.way)];
    std::vector<std::string> cells = {fill(way, {{"halved", std::to_string(report.halved + 1)},
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
  const RingWords& words = words_in(kRingWords, language);
  const std::string_view title = report.vnodes > 0 ? words.title_of_vnodes : words.title;
  std::string text = figure_lines(fill(title, {{"nodes", std::to_string(report.nodes.size())},
                                               {"vnodes", std::to_string(report.vnodes)},
                                               {"replicas", std::to_string(report.replicas)}}),
                                  terminal, 2);
  if (!report.table.empty())
    text += figure_lines(fill(words.of_table, {{"table", report.table},
                                               {"partitions", with_commas(report.partitions)},
                                               {"rows", with_commas(report.rows)},
                                               {"bytes", bytes_text(static_cast<double>(report.bytes))}}),
                         terminal, 2);
  text += '\n' + nodes_text(report, words, terminal);
  if (report.place) text += place_text(*report.place, words, terminal);
  if (!report.joins.empty()) text += joins_text(report, words, terminal);
  return text;
}

}  // namespace cellar
