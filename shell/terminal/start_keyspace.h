// The keyspace of -k, in use at the start.
//
// In:      its name; whether a person can be asked.
// Out:     a session that uses it. A keyspace that does not exist is created if a person says so.
// Refused: a keyspace that does not exist, where nobody can be asked or the answer is no.
#pragma once

#include <string>

#include "shell/connection/connection.h"
#include "shell/render/output.h"

namespace cellar {

void use_start_keyspace(Connection& connection, const std::string& keyspace, bool can_ask, Language language,
                        Output& output);

}  // namespace cellar
