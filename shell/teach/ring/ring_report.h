// RING: where the partitions of a table would lie in a cluster, and what moves when a node joins it.
//
// In:      a number of nodes and of replicas; a table and its rows, or none; the key of a partition, or none.
// Out:     for each node what it owns and keeps; the owner and the replicas of the key; the part that moves.
// Refused: what reading the table refuses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/measure/partition_measure.h"
#include "shell/teach/ring/ring.h"

namespace cellar {

struct RingNode {
  std::vector<std::int64_t> tokens;  // the last one of each part that it owns
  double ring = 0;                   // the part of the ring that it owns
  std::uint64_t partitions = 0, rows = 0, bytes = 0;
  std::uint64_t kept_bytes = 0;  // with the replicas of what other nodes own
};

/// The place of a partition.
struct RingPlace {
  std::string key;  // as it is written behind WHERE
  std::int64_t token = 0;
  std::vector<std::size_t> replicas;  // nodes; the owner is the first
};

/// A way in which a node may join.
enum class JoinWay : std::uint8_t {
  half,    // its token is in the middle of the part of the fullest node
  vnodes,  // it takes as many small parts as each node has, from all of them
  even,    // all tokens are split evenly anew
  modulo,  // nodes are chosen by hash modulo their number: no ring
};
inline constexpr std::size_t kJoinWays = 4;

struct RingJoin {
  JoinWay way = JoinWay::half;
  double ring = 0;  // the part of the ring that moves to another node
  /// Bytes of the table that move. Nothing for vnodes if the nodes have none: the new one would get an equal share.
  std::optional<std::uint64_t> bytes;
};

struct RingReport {
  std::size_t replicas = 1;
  std::size_t vnodes = 0;  // tokens of each node; 0: equal parts
  std::string table;       // empty: none
  std::vector<RingNode> nodes;
  std::uint64_t partitions = 0, rows = 0, bytes = 0;  // of the table
  std::optional<RingPlace> place;
  std::vector<RingJoin> joins;  // none if no node joins; with vnodes there is no way by a single token
  std::size_t halved = 0;       // the node whose part is halved
};

struct RingWish {
  std::size_t nodes = 1;
  std::size_t vnodes = 0;
  std::size_t replicas = 1;  // no more than nodes
  bool joins = false;
  const Table* table = nullptr;
  std::optional<std::vector<std::string>> key;
};

/// Nodes with so many tokens each, or with equal parts if it is 0.
Ring ring_of(std::size_t nodes, std::size_t vnodes);
RingReport report_ring(Connection& connection, const RingWish& wish);
std::string ring_text(const RingReport& report, Language language, std::size_t terminal);
/// docs/schema/ring.schema.json
std::string ring_json(const RingReport& report);

}  // namespace cellar
