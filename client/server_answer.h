// The answer of a server, as data that owns its bytes.
//
// In:      a response of the protocol.
// Out:     the columns and rows of a page, what USE and definitions have changed; or the error.
// Refused: an ERROR (ServerError); a response that is no RESULT, values that are none of their types, a page with more values
//          than memory should hold (ProtocolFault).
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message/error.h"
#include "protocol/message/responses.h"
#include "types/type.h"

namespace cellar {

struct AnsweredColumn {
  std::string keyspace;
  std::string table;
  std::string name;
  Type type;
};

struct AnsweredPage {
  bool has_rows = false;
  std::vector<AnsweredColumn> columns;
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> warnings;
  std::string next_page;  // where the next page begins; empty after the last one
  std::string keyspace;   // that USE has put in use; empty: it was another statement
  bool has_schema_change = false;
  std::string trace_id;  // 16 bytes; empty: there is no trace
};

/// The error that a server has answered instead of a result.
class ServerError : public std::exception {
 public:
  ServerError(ErrorCode code, std::string_view text) : code_(code), text_(text) {}

  const char* what() const noexcept override { return text_.c_str(); }
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
  std::string text_;
};

/// Throws the error of a response that is one.
void throw_error(const ReceivedResponse& response);
AnsweredPage page_of(const ReceivedResponse& response);

}  // namespace cellar
