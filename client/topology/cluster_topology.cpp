#include "client/topology/cluster_topology.h"

#include <charconv>
#include <optional>

#include "client/answer_rows.h"
#include "types/inet.h"

namespace cellar {

namespace {

std::vector<std::int64_t> tokens_of(const std::vector<std::string>& texts) {
  std::vector<std::int64_t> tokens;
  for (const std::string& text : texts) {
    std::int64_t token = 0;
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data(), end, token).ptr == end) tokens.push_back(token);
  }
  return tokens;
}

/// An address that means every one of a machine is none that a client could use.
bool is_usable(const std::string& address) {
  if (address.size() != 4 && address.size() != 16) return false;
  return address.find_first_not_of('\0') != address.npos;
}

/// Since version 4 of Cassandra nodes may have ports of their own, which another table tells.
std::optional<AnswerRows> read_peers_with_ports(ServerConnection& node) {
  try {
    return AnswerRows(node, "SELECT * FROM system.peers_v2");
  } catch (const ServerError& error) {
    // It is not there, or not for this role.
    if (error.code() != ErrorCode::invalid && error.code() != ErrorCode::unauthorized) throw;
    return std::nullopt;
  }
}

}  // namespace

std::vector<ClusterNode> read_topology(ServerConnection& node) {
  const AnswerRows local(node, "SELECT * FROM system.local WHERE key = 'local'");
  std::vector<ClusterNode> nodes;
  const bool has_tokens = local.size() > 0 && local.text(0, "partitioner").ends_with("Murmur3Partitioner");
  const auto add = [&](const AnswerRows& rows, std::size_t row, ServerAddress address) {
    nodes.push_back(
        {.address = std::move(address),
         .host_id = rows.text(row, "host_id"),
         .datacenter = rows.text(row, "data_center"),
         .rack = rows.text(row, "rack"),
         .tokens = has_tokens ? tokens_of(rows.list(row, "tokens")) : std::vector<std::int64_t>()});
  };
  if (local.size() == 0)
    return {{.address = node.address(), .host_id = {}, .datacenter = {}, .rack = {}, .tokens = {}}};
  add(local, 0, node.address());
  const std::optional<AnswerRows> with_ports = read_peers_with_ports(node);
  const AnswerRows peers = with_ports ? *with_ports : AnswerRows(node, "SELECT * FROM system.peers");
  for (std::size_t row = 0; row < peers.size(); ++row) {
    std::string address = peers.text(row, with_ports ? "native_address" : "rpc_address");
    if (!is_usable(address)) address = peers.text(row, "peer");
    if (!is_usable(address)) continue;
    const std::int64_t port = with_ports ? peers.number(row, "native_port") : 0;
    const ServerAddress told{inet_text(address),
                             port > 0 ? static_cast<std::uint16_t>(port) : node.address().port};
    add(peers, row, translated(node.settings().translation, told));
  }
  return nodes;
}

}  // namespace cellar
