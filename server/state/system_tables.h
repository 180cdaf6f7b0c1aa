// The system tables whose rows a server knows: prepared statements, clients, settings, traces.
//
// In:      the database, and what the rows are computed from, which the database then shares.
// Out:     from then on the tables have rows.
// Refused: nothing.
#pragma once

#include <memory>

#include "database/database.h"
#include "server/prepared/prepared_statements.h"
#include "server/server_options.h"
#include "server/state/clients.h"
#include "server/state/traces.h"

namespace cellar {

struct SystemTableSources {
  std::shared_ptr<const PreparedStatements> prepared;
  std::shared_ptr<const Clients> clients;
  std::shared_ptr<const Traces> traces;
};

void supply_system_tables(const Database& database, const ServerOptions& options,
                          const SystemTableSources& sources);
void withdraw_system_tables(const Database& database);

}  // namespace cellar
