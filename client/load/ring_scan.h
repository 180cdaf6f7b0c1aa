// The rows of a table in the order of their tokens, read from many parts of the ring at a time.
//
// In:      the rows that are wanted; the nodes of a cluster.
// Out:     pages, in the order of the ring. The parts that come next are asked for ahead, each at a node that keeps it.
// Refused: an interrupt, what the cluster refuses; a page that no node has given in time.
//
// A page is asked for again if its answer is lost, or the cluster has too much to do: a read changes nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/load/load_lanes.h"
#include "client/server_answer.h"
#include "client/topology/replica_map.h"
#include "shell/connection/table_scan.h"

namespace cellar {

class RingScan {
 public:
  using Clock = std::chrono::steady_clock;

  /// `replication` is that of the table's keyspace.
  RingScan(std::vector<ClusterNode> nodes, const std::string& datacenter, ConnectionSettings connection,
           const std::map<std::string, std::string>& replication, StatementSettings settings,
           const TableScan& scan);

  /// Returns the next page, which may have no rows; nothing at the end.
  std::optional<AnsweredPage> next();

 private:
  struct RingPart {
    std::int64_t begin, end;           // behind the one, up to the other
    std::deque<AnsweredPage> pages{};  // that nobody has taken yet
    std::string next_page{};
    bool is_whole = false;              // the last page is there
    LoadLane* lane = nullptr;           // that is asked for the next page; null: none
    const LoadLane* refuser = nullptr;  // which has not given it the last time; it may be gone
    std::uint32_t asking = 0;
    Clock::time_point asked{};
    std::optional<Clock::time_point> first_fault{};  // since the last page
    std::optional<Diagnostic> fault{};
    Clock::time_point due{};
  };

  void ask(std::size_t place);
  void take_answer(std::size_t place, std::uint32_t asking, Frame&& frame);
  void fail(RingPart& part, const Diagnostic& fault, bool may_ask_again);
  void ask_ahead();
  void give_up_silent_nodes();

  ConnectionSettings connection_;
  StatementSettings settings_;
  std::string select_;
  LoadLanes lanes_;
  ReplicaMap replicas_;
  std::vector<RingPart> parts_;
  std::size_t current_ = 0;
};

}  // namespace cellar
