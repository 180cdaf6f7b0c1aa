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
  std::int64_t token = 0;  // the last one that it owns
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
  vnodes,  // it takes an equal share of the part of each node
  even,    // all tokens are split evenly anew
  modulo,  // nodes are chosen by hash modulo their number: no ring
};
inline constexpr std::size_t kJoinWays = 4;

struct RingJoin {
  JoinWay way = JoinWay::half;
  double ring = 0;          // the part of the ring that moves to another node
  std::uint64_t bytes = 0;  // of the table that move; not counted for vnodes
  bool are_counted = false;
};

struct RingReport {
  std::size_t replicas = 1;
  std::string table;  // empty: none
  std::vector<RingNode> nodes;
  std::uint64_t partitions = 0, rows = 0, bytes = 0;  // of the table
  std::optional<RingPlace> place;
  std::vector<RingJoin> joins;  // one of each way, or none
  std::size_t halved = 0;       // the node whose part is halved
};

struct RingWish {
  std::size_t nodes = 1;
  std::size_t replicas = 1;  // no more than nodes
  bool joins = false;
  const Table* table = nullptr;
  std::optional<std::vector<std::string>> key;
};

RingReport report_ring(Connection& connection, const RingWish& wish);
std::string ring_text(const RingReport& report, Language language, std::size_t terminal);
/// docs/schema/ring.schema.json
std::string ring_json(const RingReport& report);

}  // namespace cellar
