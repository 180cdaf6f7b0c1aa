// Sockets that listen, and the addresses of both ends of a connection.
//
// In:      an address in numbers and a port, or the path of a unix socket.
// Out:     a socket that listens; an address as clients write it; the addresses of a connection.
// Refused: texts that are no address, addresses that other machines reach, what the system refuses (E532).
#pragma once

#include <string>
#include <utility>

#include "schema/node_facts.h"
#include "server/server_options.h"

namespace cellar {

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int number() const { return number_; }
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

 private:
  int number_ = -1;
};

/// The file of a unix socket, which is removed when its owner ends.
class SocketFile {
 public:
  SocketFile() = default;
  explicit SocketFile(std::string path) : path_(std::move(path)) {}
  SocketFile(SocketFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  SocketFile& operator=(SocketFile&& other) noexcept;
  ~SocketFile() { remove(); }

  void remove();

 private:
  std::string path_;  // empty: there is none
};

struct ListeningSocket {
  Descriptor descriptor;
  std::string address;     // "127.0.0.1:9042"
  std::uint16_t port = 0;  // a free one, if any was asked for; 0 for a unix socket
  SocketFile file;         // of a unix socket
};

ListeningSocket listen_at(const ListenAddress& address, bool is_insecure);

struct ConnectionEnds {
  NodeAddress client;
  NodeAddress reached;
};
/// For a unix socket both are 127.0.0.1, the first with port 0.
ConnectionEnds ends_of(int socket);
/// Sets what a connection of TCP needs: no delay, and probes that find a client which is gone.
void set_up_connection(int socket);

}  // namespace cellar
