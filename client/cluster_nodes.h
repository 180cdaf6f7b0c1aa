// The nodes of a cluster: which of them is asked, and what it is told when the connection is new.
//
// In:      addresses of nodes, the datacenter whose nodes are wanted, how to connect.
// Out:     a connection to one node; another one when it is lost.
// Refused: what no node can be reached for (E680 to E686).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/cluster_refusal.h"
#include "client/server_connection.h"
#include "refusal/refusal.h"
#include "shell/connection/cluster_facts.h"

namespace cellar {

class ClusterNodes {
 public:
  ClusterNodes(std::vector<ServerAddress> nodes, std::string datacenter, ConnectionSettings settings);

  /// Calls `ask(ServerConnection&)`, and gives the connection up if it refuses for a reason that is no answer.
  template <typename Ask>
  auto ask(Ask ask) {
    try {
      return ask(connection());
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.cause() != Cause::interrupted) connection_.reset();
      throw;
    }
  }
  /// The same, for what is asked about the cluster itself: what a node refuses then is a Refusal.
  template <typename Ask>
  auto ask_about_itself(Ask about) {
    try {
      return ask(about);
    } catch (const ServerError& error) {
      throw Refusal(refusal_of(error, {}));
    }
  }
  /// Within ask(): the statement as the node has prepared it, once for each connection and keyspace in use.
  ServerStatement& prepared(ServerConnection& connection, const Prepared& statement);

  /// Notes that the schema has changed, and waits until all nodes have the change, at most ten seconds: a node that does not
  /// know a table yet refuses to read or write it. A node that was late once (it may be off) is waited for again when it
  /// has come.
  void follow_change();

  /// Notes the keyspace that the connection has put in use: the next one does it, too.
  void note_keyspace(std::string keyspace) { keyspace_ = std::move(keyspace); }
  const std::string& keyspace() const { return keyspace_; }
  void set_interrupted(IsInterrupted interrupted);
  bool is_interrupted() const { return settings_.interrupted && settings_.interrupted(); }
  const ClusterFacts& facts() const { return facts_; }
  /// The version of the protocol that the node speaks that was connected last.
  ProtocolVersion version() const { return version_; }
  /// Tells whether the schema may have changed since the last call: by an event, or while there was no connection.
  bool take_schema_change();
  void note_schema_change() { has_schema_changed_ = true; }
  /// Tells whether nodes may have come or gone since the last call: by an event, or while there was no connection.
  bool take_topology_change() { return std::exchange(has_topology_changed_, false); }
  /// Reads the events that have come; what keeps it from that is told by the next statement.
  void take_events();
  /// These are tried, too, when the connection is lost.
  void add_nodes(const std::vector<ServerAddress>& addresses);
  const ConnectionSettings& settings() const { return settings_; }

 private:
  /// Returns the addresses of the nodes that have another version of the schema than the one that is asked, with theirs.
  std::map<std::string, std::string> nodes_behind(ServerConnection& connection) const;
  ServerConnection& connection();
  void connect();
  /// Returns false for a node of another datacenter.
  bool try_node(const ServerAddress& address);
  void add_nodes_of_datacenter(ServerConnection& connection);

  std::vector<ServerAddress> nodes_;
  std::string datacenter_;
  ConnectionSettings settings_;
  std::string keyspace_;
  ClusterFacts facts_;
  ProtocolVersion version_;
  std::unique_ptr<ServerConnection> connection_;
  std::map<std::string, ServerStatement, std::less<>> prepared_;  // by keyspace and text
  std::map<std::string, std::string> late_;  // nodes and the versions that they have kept
  std::size_t next_ = 0;                     // of the nodes
  bool has_schema_changed_ = true;
  bool has_topology_changed_ = true;
};

}  // namespace cellar
