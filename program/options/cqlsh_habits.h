// What somebody types who is used to cqlsh, and which means something else here, or nothing.
//
// In:      a command, the arguments; the words that were read as a database and a port.
// Out:     options that are taken and ignored, or refused as those of a cluster; what to say of a server in the place of a file.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/options/options.h"

namespace CLI {
class App;
}

namespace cellar {

/// Adds the options of cqlsh that mean nothing to a file, nor to a server without logins: whoever types them out of habit
/// gets what they want without. Options of --connect are refused where that is missing.
void add_options_of_cqlsh(CLI::App& program, const std::vector<std::string>& arguments);

/// Returns what to say to somebody who types the host and the port of a server; nothing if the database is a file.
std::optional<LeaveNow> explain_host(const Options& options, const std::string& port, Language language);

}  // namespace cellar
