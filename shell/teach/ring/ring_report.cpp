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

void add_joins(RingReport& report, const Ring& ring, const std::vector<PlacedPartition>& partitions) {
  const auto fullest = std::ranges::max_element(report.nodes, {}, &RingNode::bytes);
  report.halved = static_cast<std::size_t>(fullest - report.nodes.begin());
  const auto nodes = static_cast<double>(ring.nodes());
  const auto owner = [&](std::int64_t token) { return ring.owner(token); };
  const auto with_half = [&](std::int64_t token) {
    const bool is_taken = ring.owner(token) == report.halved && token <= ring.middle_token(report.halved);
    return is_taken ? ring.nodes() : ring.owner(token);
  };
  const Ring larger(ring.nodes() + 1);
  const auto modulo = [](std::size_t number) {
    return [number](std::int64_t token) { return static_cast<std::uint64_t>(token) % number; };
  };
  const auto count = [&](auto before, auto after) { return moved_bytes(partitions, before, after); };
  report.joins = {
      {JoinWay::half, 1 / (2 * nodes), count(owner, with_half), true},
      {JoinWay::vnodes, 1 / (nodes + 1), 0, false},
      {JoinWay::even, 0.5, count(owner, [&](std::int64_t token) { return larger.owner(token); }), true},
      {JoinWay::modulo, nodes / (nodes + 1), count(modulo(ring.nodes()), modulo(ring.nodes() + 1)), true}};
}

RingPlace place_in(const Ring& ring, std::size_t replicas, const Table& table,
                   const std::vector<std::string>& key) {
  RingPlace place{CellsWords(table, 0, false).key(key), token_of(key), {}};
  for (std::size_t i = 0; i < replicas; ++i) place.replicas.push_back(ring.replica(place.token, i));
  return place;
}

std::string_view json_name(JoinWay way) {
  constexpr std::string_view kNames[kJoinWays] = {"half", "vnodes", "even", "modulo"};
  return kNames[static_cast<std::size_t>(way)];
}

}  // namespace

RingReport report_ring(Connection& connection, const RingWish& wish) {
  const Ring ring(wish.nodes);
  RingReport report;
  report.replicas = wish.replicas;
  for (std::size_t node = 0; node < wish.nodes; ++node)
    report.nodes.push_back({ring.last_token(node), 0, 0, 0, 0});
  std::vector<PlacedPartition> partitions;
  const auto take = [&](const MeasuredPartition& partition) {
    const std::int64_t token = token_of(partition.key);
    RingNode& owner = report.nodes[ring.owner(token)];
    ++owner.partitions;
    owner.rows += partition.rows;
    owner.bytes += partition.bytes;
    for (std::size_t i = 0; i < wish.replicas; ++i)
      report.nodes[ring.replica(token, i)].kept_bytes += partition.bytes;
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
  object["table"] = report.table.empty() ? ordered_json() : ordered_json(report.table);
  object["nodes"] = ordered_json::array();
  for (const RingNode& node : report.nodes)
    object["nodes"].push_back({{"node", object["nodes"].size() + 1},
                               // Readers of JSON keep 53 bits of a number.
                               {"token", std::to_string(node.token)},
                               {"partitions", node.partitions},
                               {"rows", node.rows},
                               {"bytes", node.bytes},
                               {"kept_bytes", node.kept_bytes}});
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
    entry["bytes"] = join.are_counted && !report.table.empty() ? ordered_json(join.bytes) : ordered_json();
    object["joins"].push_back(std::move(entry));
  }
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace cellar
