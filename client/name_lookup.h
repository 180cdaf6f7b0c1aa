// Names of hosts become addresses, as the system's files say and its name servers.
//
// In:      a name or a numeric address, a port, a time limit.
// Out:     addresses for a socket, in the order in which they are to be tried.
// Refused: names that nobody knows, name servers that do not answer in time (E680).
//
// The resolver is c-ares: that of glibc loads libraries, which a static program cannot.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <vector>

#include "client/server_address.h"

namespace cellar {

struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

std::vector<SocketAddress> look_up(const ServerAddress& address, std::chrono::milliseconds limit);

}  // namespace cellar
