#include "server/server.h"

#include <utility>

#include "server/network/network_threads.h"
#include "server/state/server_state.h"
#include "storage/system/descriptor_limit.h"

namespace cellar {

Server::Server(const Database& database, ServerOptions options) {
  raise_descriptor_limit();
  if (options.addresses.empty()) options.addresses.emplace_back();
  std::vector<ListeningSocket> sockets;
  for (ListenAddress& address : options.addresses) {
    sockets.push_back(listen_at(address, options.is_insecure));
    if (sockets.back().port != 0) address.port = sockets.back().port;
    addresses_.push_back(sockets.back().address);
  }
  auto network = std::make_unique<NetworkThreads>();
  state_ = std::make_unique<ServerState>(database, std::move(options));
  network->start(std::move(sockets), *state_);
  network_ = std::move(network);
}

Server::~Server() { stop(std::chrono::milliseconds(0)); }

void Server::reset() {
  if (state_->database.reset_to_baseline()) state_->note_schema_change();
}

void Server::stop(std::chrono::milliseconds patience) {
  if (!state_) return;
  network_->stop(patience);
  state_.reset();
}

}  // namespace cellar
