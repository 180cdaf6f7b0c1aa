#include "shell/teach/ring/ring_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shell/teach/cells/cells_words.h"
#include "types/token.h"

namespace cellar {

namespace {

struct PlacedPartition {
  std::int64_t token = 0;
  std::uint64_t bytes = 0;
};

/// The bytes that lie elsewhere with `after` than with `before`.
template <typename Before, typename After>
std::uint64_t moved_bytes(const std::vector<PlacedPartition>& partitions, Before before, After after) {
  std::uint64_t bytes = 0;
  for (const PlacedPartition& each : partitions)
    bytes += before(each.token) == after(each.token) ? 0 : each.bytes;
  return bytes;
}

RingJoin join_by(JoinWay way, const Ring& before, const Ring& after,
                 const std::vector<PlacedPartition>& partitions) {
  const auto bytes = moved_bytes(
      partitions, [&](std::int64_t token) { return before.owner(token); },
      [&](std::int64_t token) { return after.owner(token); });
  return {way, moved_part(before, after), bytes};
}

RingJoin join_by_modulo(std::size_t nodes, const std::vector<PlacedPartition>& partitions) {
  const auto modulo = [](std::size_t number) {
    return [number](std::int64_t token) { return static_cast<std::uint64_t>(token) % number; };
  };
  return {JoinWay::modulo, static_cast<double>(nodes) / static_cast<double>(nodes + 1),
          moved_bytes(partitions, modulo(nodes), modulo(nodes + 1))};
}

void add_joins(RingReport& report, const Ring& ring, const std::vector<PlacedPartition>& partitions) {
  const std::size_t nodes = ring.nodes();
  if (report.vnodes > 0) {
    const Ring larger = Ring::of_vnodes(nodes + 1, report.vnodes);
    report.joins = {join_by(JoinWay::vnodes, ring, larger, partitions)};
  } else {
    const auto fullest = std::ranges::max_element(report.nodes, {}, &RingNode::bytes);
    report.halved = static_cast<std::size_t>(fullest - report.nodes.begin());
    report.joins = {join_by(JoinWay::half, ring, ring.with_half_of(report.halved), partitions),
                    {JoinWay::vnodes, 1 / static_cast<double>(nodes + 1), std::nullopt},
                    join_by(JoinWay::even, ring, Ring::of_equal_parts(nodes + 1), partitions)};
  }
  report.joins.push_back(join_by_modulo(nodes, partitions));
}

RingPlace place_in(const Ring& ring, std::size_t replicas, const Table& table,
                   const std::vector<std::string>& key) {
  const std::int64_t token = token_of(key);
  return {CellsWords(table, 0, false).key(key), token, ring.replicas(token, replicas)};
}

std::string_view json_name(JoinWay way) {
  constexpr std::string_view kNames[kJoinWays] = {"half", "vnodes", "even", "modulo"};
  return kNames[static_cast<std::size_t>(way)];
}

}  // namespace

Ring ring_of(std::size_t nodes, std::size_t vnodes) {
  return vnodes == 0 ? Ring::of_equal_parts(nodes) : Ring::of_vnodes(nodes, vnodes);
}

RingReport report_ring(Connection& connection, const RingWish& wish) {
  const Ring ring = ring_of(wish.nodes, wish.vnodes);
  RingReport report;
  report.replicas = wish.replicas;
  report.vnodes = wish.vnodes;
  for (std::size_t node = 0; node < wish.nodes; ++node)
    report.nodes.push_back({ring.tokens(node), ring.share(node), 0, 0, 0, 0});
  std::vector<PlacedPartition> partitions;
  const auto take = [&](const MeasuredPartition& partition) {
    const std::int64_t token = token_of(partition.key);
    const std::vector<std::size_t> replicas = ring.replicas(token, wish.replicas);
    RingNode& owner = report.nodes[replicas.front()];
    ++owner.partitions;
    owner.rows += partition.rows;
    owner.bytes += partition.bytes;
    for (const std::size_t node : replicas) report.nodes[node].kept_bytes += partition.bytes;
    ++report.partitions;
    report.rows += partition.rows;
    report.bytes += partition.bytes;
    if (wish.joins) partitions.push_back({token, partition.bytes});
  };
  if (wish.table != nullptr) {
    report.table = quote_name(wish.table->keyspace) + '.' + quote_name(wish.table->name);
    measure_partitions(connection, *wish.table, take);
    if (wish.key) report.place = place_in(ring, wish.replicas, *wish.table, *wish.key);
  }
  if (wish.joins) add_joins(report, ring, partitions);
  return report;
}

std::string ring_json(const RingReport& report) {
  using nlohmann::ordered_json;
  ordered_json object = {{"replicas", report.replicas}};
  object["vnodes"] = report.vnodes == 0 ? ordered_json() : ordered_json(report.vnodes);
  object["table"] = report.table.empty() ? ordered_json() : ordered_json(report.table);
  object["nodes"] = ordered_json::array();
  for (const RingNode& node : report.nodes) {
    ordered_json tokens = ordered_json::array();
    // Readers of JSON keep 53 bits of a number.
    for (const std::int64_t token : node.tokens) tokens.push_back(std::to_string(token));
    object["nodes"].push_back({{"node", object["nodes"].size() + 1},
                               {"tokens", std::move(tokens)},
                               {"ring", node.ring},
                               {"partitions", node.partitions},
                               {"rows", node.rows},
                               {"bytes", node.bytes},
                               {"kept_bytes", node.kept_bytes}});
  }
  object["place"] = nullptr;
  if (report.place) {
    ordered_json nodes = ordered_json::array();
    for (const std::size_t node : report.place->replicas) nodes.push_back(node + 1);
    object["place"] = {
        {"key", report.place->key}, {"token", std::to_string(report.place->token)}, {"replicas", nodes}};
  }
  object["joins"] = ordered_json::array();
  for (const RingJoin& join : report.joins) {
    ordered_json entry = {{"way", json_name(join.way)}, {"ring", join.ring}};
    entry["bytes"] = join.bytes && !report.table.empty() ? ordered_json(*join.bytes) : ordered_json();
    object["joins"].push_back(std::move(entry));
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
