// A server that answers as the test says, whatever it is asked.
//
// In:      for each client that connects its answers, one for each request; a text that is empty ends the connection, and so
//          does the end of the answers if the server does not wait there.
// Out:     the address at which it listens.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "client/server_address.h"
#include "protocol/message/responses.h"

namespace cellar::test {

/// Answers of one connection.
using Conversation = std::vector<std::string>;

/// `repeats`: the last answer is given to each further request; `floods`: again and again, to none.
enum class AfterAnswers { waits, closes, repeats, floods };

class ScriptedServer {
 public:
  /// Sends at most so many bytes at once.
  explicit ScriptedServer(std::vector<Conversation> conversations, std::size_t bytes_at_once = 1'000'000,
                          AfterAnswers after = AfterAnswers::waits);
  explicit ScriptedServer(Conversation answers, std::size_t bytes_at_once = 1'000'000,
                          AfterAnswers after = AfterAnswers::waits)
      : ScriptedServer(std::vector<Conversation>{std::move(answers)}, bytes_at_once, after) {}
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  const ServerAddress& address() const { return address_; }
  /// Returns true once a client has ended its connection by dropping what was under way.
  bool was_reset() const { return was_reset_; }

 private:
  void serve(const Conversation& answers);
  /// Returns false if the client has gone. The client of these tests sends nothing before it is answered, and much less at
  /// once than is received here.
  bool receive_request(int client);
  /// Returns false if the client has gone.
  bool send_answer(int client, const std::string& answer) const;

  std::vector<Conversation> conversations_;
  std::size_t bytes_at_once_;
  AfterAnswers after_;
  ServerAddress address_;
  int listening_ = -1;
  std::atomic<bool> was_reset_ = false;
  std::thread thread_;
};

/// Returns a socket that listens at 127.0.0.1, and its port.
int listen_on_loopback(std::uint16_t& port);

std::string frame_of(const ResponseMessage& message, ProtocolVersion version = ProtocolVersion::v4);
/// A page of one column of text.
std::string rows_of(const std::vector<std::string>& values, const std::string& next_page,
                    ProtocolVersion version = ProtocolVersion::v4);
/// The answer to OPTIONS: nothing is compressed.
std::string supported(ProtocolVersion version = ProtocolVersion::v4);

}  // namespace cellar::test
