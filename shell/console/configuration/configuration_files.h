// Which files the configuration is read from.
//
// In:      whether a person sits at the prompt; the file that --cqlshrc names; HOME and XDG_CONFIG_HOME.
// Out:     what the files say together. A file that does not exist says nothing.
// Refused: nothing. A file that cannot be read, and a named one that does not exist, are faults of the configuration.
//
// At the prompt: ~/.cassandra/cqlshrc (if there is none, ~/.cqlshrc, where older shells kept it), then Cellar's own
// $XDG_CONFIG_HOME/cellar/config or ~/.config/cellar/config, which wins. A script depends on its command line alone,
// so that it gives the same output for everybody: it reads the file that --cqlshrc names, and no other. `check` and
// `verify` read none.
#pragma once

#include <filesystem>
#include <optional>

#include "shell/console/configuration/configuration.h"

namespace cellar {

/// `named` takes the place of ~/.cassandra/cqlshrc, and wins over Cellar's own file.
Configuration read_configuration(bool at_prompt, const std::optional<std::filesystem::path>& named);

/// Reads the one file that a statement names. Refuses with this span what cannot be read, a folder, and what is far longer
/// than a configuration (a device, a file of data).
Configuration read_configuration_file(const std::filesystem::path& path, Span span);

}  // namespace cellar
