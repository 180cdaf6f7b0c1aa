// Connects to the cluster of --connect.
//
// In:      the options, cqlsh's configuration ([authentication], [connection], [ssl]) and credentials, a terminal.
// Out:     a connection.
// Refused: what the cluster cannot be reached for (E680 to E687).
//
// A password is taken from --password-file, --password, the file of credentials or the configuration, in this order;
// without one of them it is asked for at the terminal, which does not show it. It is kept in no history.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "client/cluster_connection.h"
#include "program/options/connect_options.h"

namespace cellar {

/// For several connections to one cluster: a password is asked for once. `language` is that in which it is. `cqlshrc`: the
/// file of configuration that is named; nothing: the person's own.
ClusterSettings cluster_settings(const ConnectOptions& connect, Language language,
                                 const std::optional<std::filesystem::path>& cqlshrc = {});
/// As above.
std::unique_ptr<ClusterConnection> connect_to_cluster(
    const ConnectOptions& connect, Policy policy, Language language,
    const std::optional<std::filesystem::path>& cqlshrc = {});

}  // namespace cellar
