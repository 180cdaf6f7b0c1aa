// What of a schema hurts on a cluster, whatever its tables hold.
//
// In:      a connection, whose keyspaces are looked at; the statements of scripts that made them; which lints are silenced.
// Out:     findings; those of what a script has made have their places in it.
// Refused: nothing.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "shell/check/readiness/found_harm.h"
#include "shell/connection/connection.h"
#include "shell/teach/lint/lint_report.h"
#include "shell/teach/lint/silenced_lints.h"

namespace cellar {

struct SchemaWish {
  Connection& connection;
  const SilencedLints& silenced;
  const Definitions& definitions;
  const std::map<std::string, DefinedAt>& keyspaces;  // the CREATE KEYSPACE of each
  const Schema* known = nullptr;                      // what it holds is passed over
  std::string passed_over;                            // a keyspace
};

void judge_schema(const SchemaWish& wish, FoundHarm& found);

}  // namespace cellar
