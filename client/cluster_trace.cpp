#include "client/cluster_trace.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "client/answer_rows.h"
#include "types/inet.h"
#include "types/value/value.h"

namespace cellar {

namespace {

// Nodes write the events of a trace after the answer.
constexpr int kLooks = 50;
constexpr std::chrono::milliseconds kTimeOfEvents{100};

std::string address_text(const std::string& bytes) {
  return bytes.size() == 4 || bytes.size() == 16 ? inet_text(bytes) : "";
}

}  // namespace

TracePointer read_trace(ServerConnection& node, const std::string& id) {
  const std::string uuid = to_literal(native_type(TypeKind::uuid), id);
  const std::string session = "SELECT * FROM system_traces.sessions WHERE session_id = " + uuid;
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(kTimeOfEvents);
    const AnswerRows sessions(node, session);
    if (sessions.size() == 0 || sessions.is_null(0, "duration")) continue;
    auto trace = std::make_shared<Trace>();
    trace->id = uuid;
    trace->began =
        std::chrono::system_clock::time_point(std::chrono::milliseconds(sessions.number(0, "started_at")));
    trace->duration = std::chrono::microseconds(sessions.number(0, "duration"));
    trace->statement = sessions.map(0, "parameters")["query"];
    trace->node = address_text(sessions.text(0, "coordinator"));
    const AnswerRows events(node, "SELECT * FROM system_traces.events WHERE session_id = " + uuid);
    for (std::size_t row = 0; row < events.size(); ++row) {
      trace->steps.push_back({.activity = events.text(row, "activity"),
                              .elapsed = std::chrono::microseconds(events.number(row, "source_elapsed")),
                              .node = address_text(events.text(row, "source"))});
    }
    return trace;
  }
  return nullptr;
}

}  // namespace cellar
