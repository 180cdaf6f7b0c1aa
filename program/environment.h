// What the program takes from the variables of its environment.
//
// In:      HOME, XDG_CONFIG_HOME; LC_ALL, LC_MESSAGES, LANG; NO_COLOR, TERM; TZ, CQLSH_DEFAULT_TIMESTAMP_FORMAT.
// Out:     folders, the language, whether colours are wanted, settings of results.
// Refused: nothing. What has no meaning is left out.
#pragma once

#include <optional>

#include "refusal/render.h"
#include "shell/console/configuration/configuration_files.h"
#include "shell/console/output/output_settings.h"

namespace cellar {

PersonalFolders personal_folders();

/// Returns the language of LC_ALL, LC_MESSAGES or LANG, whichever is set first; English if messages are not in it.
Language language_of_environment();

/// Returns whether what goes to the descriptor is coloured. `configured`: [ui] color of a configuration.
bool wants_colour(int descriptor, std::optional<bool> configured);

/// At the prompt, before the configuration: takes what cqlsh takes, the zone of TZ and the format of
/// CQLSH_DEFAULT_TIMESTAMP_FORMAT.
void take_output_environment(OutputSettings& settings);

}  // namespace cellar
