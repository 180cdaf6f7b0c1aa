// Submits requests to a session and waits for their replies.
#pragma once

#include <future>
#include <string>
#include <utility>
#include <variant>

#include "fixture.h"

namespace cellar {

inline Rows rows_of_reply(Reply& reply) {
  if (const auto* refusal = std::get_if<Refusal>(&reply)) {
    return {"refused " + std::string(refusal->diagnostic.id)};
  }
  return rows_of(std::get<Result>(reply));
}

inline Reply reply_of(Session& session, Request request) {
  std::promise<Reply> promise;
  session.submit(std::move(request), [&](Reply reply) { promise.set_value(std::move(reply)); });
  return promise.get_future().get();
}

inline Rows answer_of(Session& session, Request request) {
  Reply reply = reply_of(session, std::move(request));
  return rows_of_reply(reply);
}

inline Request request_of(std::string statement) {
  Request request;
  request.statement = std::move(statement);
  return request;
}

}  // namespace cellar
