// The nodes of a datacenter, to all of which there are connections.
//
// In:      the nodes of a cluster, how to connect.
// Out:     the node that is asked next; bytes that are sent and received at all of them.
// Refused: nothing. A connection that is lost is told, and made again.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "client/load/load_lane.h"
#include "client/topology/cluster_topology.h"

namespace cellar {

class LoadLanes {
 public:
  using Clock = std::chrono::steady_clock;
  /// Called when the connection of a lane is gone: what was sent there has no answer.
  using Lost = std::function<void(const LoadLane& lane, const Diagnostic& reason)>;

  /// `datacenter`: whose nodes are used; empty: all.
  LoadLanes(std::string datacenter, ConnectionSettings settings, Lost lost)
      : datacenter_(std::move(datacenter)), settings_(std::move(settings)), lost_(std::move(lost)) {}

  /// Takes the place of what was known of the cluster before. Connections to nodes that are still there stay.
  void use_nodes(std::vector<ClusterNode> nodes);
  const std::vector<ClusterNode>& nodes() const { return nodes_; }
  const std::string& datacenter() const { return datacenter_; }
  /// Is to be called when the cluster says that a node has come.
  void look_for_nodes();

  /// Returns the replica with the fewest requests under way; another node only if no replica can be reached. Null: none
  /// takes a request now. `replicas` are indexes of nodes; none: any node. `refuser`, the node that has refused the request
  /// before, is asked only if there is no other: one that refuses at once always has the fewest under way.
  LoadLane* lane_for(std::span<const std::size_t> replicas, const LoadLane* refuser = nullptr);
  /// Makes connections, sends and receives. Completions are called.
  void advance();
  void advance(LoadLane& lane);
  /// Waits until something has come, for so long at most.
  void await(std::chrono::milliseconds longest) const;
  void lose(LoadLane& lane, const Diagnostic& reason);
  /// The same for a node that has not answered within `limit`.
  void lose_silent(LoadLane& lane, std::chrono::milliseconds limit);
  /// Calls `look(lane)` for each lane with a connection.
  template <typename Look>
  void each_open(Look look) {
    for (const std::unique_ptr<LoadLane>& lane : lanes_) {
      if (lane != nullptr && lane->is_open()) look(*lane);
    }
  }
  bool is_any_open() const;
  /// How long there has been no connection at all; 0: there is one.
  Clock::duration without_node() const {
    return is_any_open() ? Clock::duration(0) : Clock::now() - last_open_;
  }
  /// That no node can be reached, and why.
  Diagnostic no_node() const;
  /// Tells of nodes that take no part, since they could not be reached yet; nothing: that was told, or there are none.
  std::optional<Diagnostic> take_unreached();

 private:
  std::string datacenter_;
  ConnectionSettings settings_;
  Lost lost_;
  std::vector<ClusterNode> nodes_;
  std::vector<std::unique_ptr<LoadLane>> lanes_;  // of each node; null: of another datacenter
  Clock::time_point last_open_ = Clock::now();    // when the last connection was lost
  std::size_t told_unreached_ = 0;                // nodes
};

}  // namespace cellar
