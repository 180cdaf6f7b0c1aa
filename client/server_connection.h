// A connection to one server that speaks the native protocol.
//
// In:      an address, and statements as text.
// Out:     the answer of a statement: its columns and rows, one page at a time.
// Refused: what the server refuses (ServerError); addresses that cannot be reached, and servers that do not answer in
//          time (std::system_error); bytes that are no protocol (ProtocolFault).
//
// A connection belongs to one thread and waits for each answer before it sends the next request.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/message/error.h"
#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"
#include "types/type.h"

namespace cellar {

struct ServerAddress {
  std::string host = "127.0.0.1";  // a numeric address, or the path of a unix socket, which has a slash
  std::uint16_t port = 9042;
};

struct AnsweredColumn {
  std::string name;
  Type type;
};

struct AnsweredPage {
  std::vector<AnsweredColumn> columns;  // none: the statement returns no rows
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> warnings;
  std::string next_page;  // where the next page begins; empty after the last one
};

/// What a server has answered instead of a result.
class ServerError : public std::exception {
 public:
  ServerError(ErrorCode code, std::string_view text) : code_(code), text_(text) {}

  const char* what() const noexcept override { return text_.c_str(); }
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
  std::string text_;
};

class ServerConnection {
 public:
  /// Connects and sends STARTUP. `patience` is how long the server may take to accept, and for each answer.
  ServerConnection(const ServerAddress& address, std::chrono::seconds patience);
  ~ServerConnection();
  ServerConnection(const ServerConnection&) = delete;
  ServerConnection& operator=(const ServerConnection&) = delete;

  /// Runs a statement, or reads its next page if `next_page` is not empty.
  AnsweredPage query(std::string_view statement, std::string_view next_page = {});

 private:
  Frame exchange(const RequestMessage& request);
  void send(std::string_view bytes) const;
  Frame receive();

  std::string name_;  // of the server, for errors
  int socket_ = -1;
  InboundStream inbound_{MessageDirection::response};
  OutboundStream outbound_;
  std::string received_;  // bytes that are not taken yet
};

}  // namespace cellar
