#include "client/cluster_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "client/answer_rows.h"
#include "client/topology/cluster_topology.h"
#include "refusal/messages.h"
#include "types/names.h"

namespace cellar {

namespace {

std::string protocol_text(const ServerConnection& connection) {
  std::string text = fmt::format("v{}", static_cast<unsigned>(connection.version()));
  if (connection.compression() != Compression::none)
    text += fmt::format(", {}", compression_name(connection.compression()));
  return text;
}

}  // namespace

ClusterNodes::ClusterNodes(std::vector<ServerAddress> nodes, std::string datacenter,
                           ConnectionSettings settings)
    : nodes_(std::move(nodes)), datacenter_(std::move(datacenter)), settings_(std::move(settings)) {
  connect();
}

void ClusterNodes::set_interrupted(IsInterrupted interrupted) {
  settings_.interrupted = interrupted;
  if (connection_ != nullptr) connection_->set_interrupted(std::move(interrupted));
}

/// A connection that was lost while nothing was asked is replaced without a word.
ServerConnection& ClusterNodes::connection() {
  if (connection_ != nullptr) {
    try {
      connection_->advance();
    } catch (const Refusal&) {
      connection_.reset();
    }
  }
  if (connection_ == nullptr) connect();
  return *connection_;
}

void ClusterNodes::take_events() {
  try {
    connection();
  } catch (const Refusal&) {
    connection_.reset();
  }
}

void ClusterNodes::add_nodes(const std::vector<ServerAddress>& addresses) {
  for (const ServerAddress& address : addresses) {
    if (std::ranges::find(nodes_, address.text(), &ServerAddress::text) == nodes_.end())
      nodes_.push_back(address);
  }
}

void ClusterNodes::connect() {
  prepared_.clear();
  has_schema_changed_ = has_topology_changed_ = true;
  std::optional<Refusal> last;
  for (std::size_t tried = 0; tried < nodes_.size() && connection_ == nullptr; ++tried) {
    const ServerAddress address = nodes_[next_ % nodes_.size()];
    try {
      if (try_node(address)) break;
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.cause() == Cause::interrupted) throw;
      last = refusal;
    } catch (const ServerError& error) {
      last = Refusal(refusal_of(error, {}));
    }
    ++next_;
  }
  if (connection_ != nullptr) return;
  if (nodes_.size() == 1 && last) throw *last;
  std::string names;
  for (const ServerAddress& node : nodes_) names += (names.empty() ? "" : ", ") + node.text();
  refuse("no_node_reachable", {},
         {{"nodes", names},
          {"reason", last ? title_of(last->diagnostic) : "no node is of datacenter " + datacenter_}});
}

bool ClusterNodes::try_node(const ServerAddress& address) {
  auto connection = std::make_unique<ServerConnection>(address, settings_);
  const AnswerRows local(*connection, "SELECT * FROM system.local WHERE key = 'local'");
  ClusterFacts facts;
  facts.node = address.text();
  facts.protocol = protocol_text(*connection);
  if (local.size() > 0) {
    facts.name = local.text(0, "cluster_name");
    facts.version = local.text(0, "release_version");
    facts.datacenter = local.text(0, "data_center");
  }
  if (!datacenter_.empty() && facts.datacenter != datacenter_) {
    add_nodes_of_datacenter(*connection);
    return false;
  }
  if (!keyspace_.empty()) connection->query("USE " + quote_name(keyspace_));
  connection->listen({kSchemaEvents, kTopologyEvents, kStatusEvents}, [this](const EventResponse& event) {
    (std::holds_alternative<SchemaChange>(event) ? has_schema_changed_ : has_topology_changed_) = true;
  });
  facts_ = std::move(facts);
  version_ = connection->version();
  connection_ = std::move(connection);
  return true;
}

void ClusterNodes::add_nodes_of_datacenter(ServerConnection& connection) {
  for (const ClusterNode& node : read_topology(connection)) {
    if (node.datacenter == datacenter_) add_nodes({node.address});
  }
}

std::map<std::string, std::string> ClusterNodes::nodes_behind(ServerConnection& connection) const {
  std::map<std::string, std::string> behind;
  const AnswerRows local(connection, "SELECT schema_version FROM system.local WHERE key = 'local'");
  if (local.size() == 0) return behind;
  const AnswerRows peers(connection, "SELECT peer, schema_version FROM system.peers");
  for (std::size_t row = 0; row < peers.size(); ++row) {
    const std::string peer = peers.text(row, "peer"), version = peers.text(row, "schema_version");
    const auto late = late_.find(peer);
    const bool is_late = late != late_.end() && late->second == version;
    if (!version.empty() && !is_late && version != local.text(0, "schema_version")) behind[peer] = version;
  }
  return behind;
}

void ClusterNodes::follow_change() {
  has_schema_changed_ = true;
  constexpr std::chrono::milliseconds kBetweenTwo{100};
  constexpr std::chrono::seconds kLongestWait{10};
  const auto deadline = std::chrono::steady_clock::now() + kLongestWait;
  std::map<std::string, std::string> behind;
  for (;;) {
    behind = ask_about_itself([&](ServerConnection& node) { return nodes_behind(node); });
    if (behind.empty()) return;
    if (std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(kBetweenTwo);
  }
  for (auto& [peer, version] : behind) late_[peer] = std::move(version);
}

bool ClusterNodes::take_schema_change() {
  if (has_schema_changed_) prepared_.clear();  // their markers may have other types now
  return std::exchange(has_schema_changed_, false);
}

ServerStatement& ClusterNodes::prepared(ServerConnection& connection, const Prepared& statement) {
  std::string key = keyspace_ + '\0' + statement.text();
  const auto found = prepared_.find(key);
  if (found != prepared_.end()) return found->second;
  constexpr std::size_t kMostPrepared = 10'000;
  if (prepared_.size() == kMostPrepared) prepared_.clear();
  return prepared_.emplace(std::move(key), connection.prepare(statement.text(), statement.markers()))
      .first->second;
}

}  // namespace cellar
