// A request that is under way: who waits for the answer, and what the answer depends on.
//
// In:      what the connection has read.
// Out:     plain data, which lives until the request is answered.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "database/database.h"
#include "protocol/bytes/consistency.h"
#include "protocol/version.h"
#include "server/answer/refusal_answer.h"
#include "server/prepared/prepared_statement.h"

namespace cellar {

class ClientConnection;

struct Exchange {
  std::shared_ptr<ClientConnection> connection;
  ProtocolVersion version = kNewestProtocol;
  std::int16_t stream = 0;
  std::size_t bytes = 0;  // of the message
  bool is_traced = false;
  bool is_use = false;  // the connection is not read until it is answered
  RequestKind kind;
  std::string_view command;  // "QUERY"
  std::string keyspace;      // in use for it; empty: none

  // Of EXECUTE.
  PreparedStatementPointer prepared;  // null: the request has a text
  std::string metadata_id;            // that the client knows (version 5)
  bool skips_metadata = false;
  std::int32_t page_size = 0;

  std::string text;        // of QUERY, PREPARE: refusals have their places in it
  std::string batch_text;  // of BATCH: the texts of its statements
  std::vector<PreparedStatementPointer> prepared_parts;  // of BATCH
  std::unique_ptr<Session> session;                      // that runs the request
  /// The request runs on the network thread, and is started again on a database thread if it reads too much (LongRead).
  bool is_short = false;
  std::map<std::string, std::string> parameters;  // for its trace

  std::string_view statement() const { return prepared ? std::string_view(prepared->text()) : text; }
  /// The same, but of BATCH the statement that its parts make.
  std::string whole_statement() const {
    return batch_text.empty() ? std::string(statement()) : "BEGIN BATCH " + batch_text + "APPLY BATCH";
  }
};
using ExchangePointer = std::shared_ptr<Exchange>;

}  // namespace cellar
