// Which files the configuration is read from.
//
// In:      the folders of a person who sits at the prompt; the file that --cqlshrc names.
// Out:     what the files say together. A file that does not exist says nothing.
// Refused: nothing. A file that cannot be read, and a named one that does not exist, are faults of the configuration.
//
// At the prompt: .cassandra/cqlshrc of the home folder (if there is none, .cqlshrc, where older shells kept it), then
// Cellar's own, cellar/config of the folder of configurations (usually ~/.config), which wins. A script depends on its command line alone,
// so that it gives the same output for everybody: it reads the file that --cqlshrc names, and no other. `check` and
// `verify` read none.
#pragma once

#include <filesystem>
#include <optional>

#include "shell/console/configuration/configuration.h"

namespace cellar {

/// A person's folders; empty: there is none.
struct PersonalFolders {
  std::filesystem::path home;
  std::filesystem::path configuration;
};

/// `folders` are those of a person at the prompt; nothing: there is nobody. `named` takes the place of .cassandra/cqlshrc,
/// and wins over Cellar's own file.
Configuration read_configuration(const std::optional<PersonalFolders>& folders,
                                 const std::optional<std::filesystem::path>& named);

/// Reads the one file that a statement names. Refuses with this span what cannot be read, a folder, and what is far longer
/// than a configuration (a device, a file of data).
Configuration read_configuration_file(const std::filesystem::path& path, Span span);

}  // namespace cellar
