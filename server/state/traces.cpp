#include "server/state/traces.h"

#include <chrono>
#include <limits>

#include "types/inet.h"
#include "types/uuid.h"

namespace cellar {

namespace {

std::int32_t microseconds(std::chrono::nanoseconds duration) {
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
  return static_cast<std::int32_t>(std::min<std::int64_t>(whole, std::numeric_limits<std::int32_t>::max()));
}

/// Returns the id of a step: the events of a trace are shown in the order of their ids.
std::string event_id(const Trace& trace, std::size_t step) {
  const auto began =
      std::chrono::duration_cast<std::chrono::microseconds>(trace.began.time_since_epoch()).count();
  // Two steps may have ended within one tick.
  const std::int64_t elapsed = trace.steps[step].elapsed.count() / 100 + static_cast<std::int64_t>(step);
  const std::string session = *parse_uuid(trace.id);
  std::uint64_t node = 0;
  for (std::size_t byte = 8; byte < session.size(); ++byte)
    node = node << 8 | static_cast<unsigned char>(session[byte]);
  return make_timeuuid(ticks_of_microseconds(began) + elapsed, node);
}

}  // namespace

void Traces::add(TracedRequest request) {
  const std::lock_guard guard(mutex_);
  traces_.push_back(std::move(request));
  while (traces_.size() > most_) traces_.pop_front();
}

void Traces::supply_sessions(SystemRows& rows) const {
  const std::lock_guard guard(mutex_);
  for (const TracedRequest& traced : traces_) {
    const Trace& trace = *traced.trace;
    rows.begin_row();
    rows.set_bytes("session_id", *parse_uuid(trace.id));
    rows.set("client", inet_text(traced.client.address));
    rows.set("command", traced.command);
    rows.set("coordinator", inet_text(traced.reached.address));
    rows.set("coordinator_port", static_cast<std::int32_t>(traced.reached.port));
    rows.set("duration", microseconds(trace.duration));
    rows.set("parameters", traced.parameters);
    rows.set("request", traced.request);
    rows.set("started_at", trace.began);
  }
}

void Traces::supply_events(SystemRows& rows) const {
  const std::lock_guard guard(mutex_);
  for (const TracedRequest& traced : traces_) {
    const Trace& trace = *traced.trace;
    for (std::size_t step = 0; step < trace.steps.size(); ++step) {
      rows.begin_row();
      rows.set_bytes("session_id", *parse_uuid(trace.id));
      rows.set_bytes("event_id", event_id(trace, step));
      rows.set("activity", trace.steps[step].activity);
      rows.set("source", inet_text(traced.reached.address));
      rows.set("source_elapsed", microseconds(trace.steps[step].elapsed));
      rows.set("source_port", static_cast<std::int32_t>(traced.reached.port));
      rows.set("thread", "cellar");
    }
  }
}

}  // namespace cellar
