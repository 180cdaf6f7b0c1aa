// Work on an exchange, which ends with an answer whatever happens.
//
// In:      the exchange; a function that returns its answer, or gives it to the connection.
// Out:     the answer, given to the connection of the exchange.
// Refused: nothing: what the function throws becomes an ERROR. LongRead leaves frame_of().
#pragma once

#include <string>
#include <utility>

#include "server/connection/client_connection.h"
#include "server/connection/reply_frame.h"

namespace cellar {

inline const ServerLimits& limits_of(const Exchange& exchange) {
  return exchange.connection->server().options.limits;
}

/// Answers with what `work` returns, or with what it throws.
template <typename Work>
std::string frame_of(const Exchange& exchange, Work work) {
  try {
    return work();
  } catch (const LongRead&) {
    throw;
  } catch (...) {
    return failure_frame(exchange);
  }
}

/// Calls `work` with the exchange, which answers it sooner or later. Answers with what it throws.
template <typename Work>
void attempt(const ExchangePointer& exchange, const Work& work) {
  std::string failure;
  try {
    return work(exchange);
  } catch (...) {
    failure = failure_frame(*exchange);
  }
  exchange->connection->answer(*exchange, std::move(failure));
}

/// The same in another thread.
template <typename Work>
void attempt_in_background(const ExchangePointer& exchange, Work work) {
  exchange->connection->server().background.run(
      [exchange, work = std::move(work)] { attempt(exchange, work); });
}

/// Lets another thread do what a session does in the thread of its caller, and answer with the frame that it returns.
template <typename Work>
void answer_in_background(const ExchangePointer& exchange, Work work) {
  attempt_in_background(exchange, [work = std::move(work)](const ExchangePointer& asked) {
    asked->connection->answer(*asked, work(*asked));
  });
}

}  // namespace cellar
