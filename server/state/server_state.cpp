#include "server/state/server_state.h"

#include <utility>

#include "server/state/system_tables.h"

namespace cellar {

ServerState::ServerState(const Database& opened, ServerOptions given)
    : database(opened),
      options(std::move(given)),
      prepared(std::make_shared<PreparedStatements>(options.limits.prepared_bytes)),
      traces(std::make_shared<Traces>(options.limits.traces)),
      answers(options.limits.answers_bytes),
      received(options.limits.received_bytes),
      sessions(database, options.policy) {
  for (const std::string& fault : options.faults) faults.add(parse_fault(fault));
  supply_system_tables(database, options, {prepared, clients, traces});
  listener_.emplace(database, [this](const SchemaEvent&) { note_schema_change(); });
}

ServerState::~ServerState() {
  stop_requests();
  delayed.hurry();
  requests.await_none();  // from then on all sessions are in their pools
  listener_.reset();
  withdraw_system_tables(database);
}

}  // namespace cellar
