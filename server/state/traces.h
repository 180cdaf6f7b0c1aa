// Traces of requests, which system_traces shows.
//
// In:      the trace of a request, and who has sent it.
// Out:     rows of system_traces.sessions and system_traces.events. The oldest traces are forgotten when there are
//          many.
// Refused: nothing.
//
// All members may be called by several threads at a time.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "database/trace.h"
#include "executor/system/system_rows.h"
#include "schema/node_facts.h"

namespace cellar {

struct TracedRequest {
  TracePointer trace;
  NodeAddress client;
  NodeAddress reached;  // the address of the server
  std::string command;  // "QUERY"
  std::string request;  // "Execute CQL3 query"
  std::map<std::string, std::string> parameters;
};

class Traces {
 public:
  explicit Traces(std::size_t most) : most_(most) {}

  void add(TracedRequest request);
  void supply_sessions(SystemRows& rows) const;
  void supply_events(SystemRows& rows) const;

 private:
  const std::size_t most_;
  mutable std::mutex mutex_;  // guards the member below
  std::deque<TracedRequest> traces_;
};

}  // namespace cellar
