// A server for strangers: what a client sends to it, and what it must hear.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace cellar::test {

/// A server without sockets, and a temporary database.
class FuzzedServer {
 public:
  FuzzedServer();
  ~FuzzedServer();
  FuzzedServer(const FuzzedServer&) = delete;
  FuzzedServer& operator=(const FuzzedServer&) = delete;

  /// Takes bytes as what one client sends. The first two choose the version, the compression, the size of the pieces in
  /// which bytes come, and what the others are: bytes as they are, or frames behind a STARTUP, each an opcode (a byte), the
  /// length of its body (two bytes) and its body, whose headers, segments and checksums are right. Each frame must have one
  /// response, which can be read, unless the connection ends. It never throws; that the server keeps to it is checked by
  /// abort(), after a line on standard error.
  void fuzz_connection(std::string_view bytes);

 private:
  struct Running;
  std::unique_ptr<Running> running_;
  unsigned clients_ = 0;  // since the database was made
};

/// Returns the input for the frames of a line of driver_sessions.txt.
std::string fuzz_input_of_session(std::string_view line);

}  // namespace cellar::test
