// What the program takes from the variables of its environment.
//
// In:      HOME, XDG_CONFIG_HOME, XDG_STATE_HOME; CELLAR_HISTORY, CQL_HISTORY; LC_ALL, LC_MESSAGES, LANG; NO_COLOR, TERM;
//          VISUAL, EDITOR; TZ, CQLSH_DEFAULT_TIMESTAMP_FORMAT, CQLSH_PROMPT.
// Out:     folders, the language, whether colours are wanted, settings of results, how lines are edited.
// Refused: nothing. What has no meaning is left out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "refusal/render.h"
#include "shell/console/configuration/configuration_files.h"
#include "shell/console/output/output_settings.h"

namespace cellar {

PersonalFolders personal_folders();

/// Returns $CELLAR_HISTORY, or $CQL_HISTORY (cqlsh's), or a file in $XDG_STATE_HOME, or ~/.cellar_history. The file and
/// its folder may be missing.
std::filesystem::path default_history_file();
/// Makes the folder of the history if it is the program's own, in $XDG_STATE_HOME. One that a person names must be there.
void make_state_folder(const std::filesystem::path& history);
/// Returns $VISUAL or $EDITOR; empty: a person prefers none.
std::string preferred_editor();
/// Returns true if the terminal of $TERM can place its cursor.
bool can_place_cursor();

/// Returns the language of LC_ALL, LC_MESSAGES or LANG, whichever is set first; English if messages are not in it.
Language language_of_environment();

/// Returns whether what goes to the descriptor is coloured. `configured`: [ui] color of a configuration.
bool wants_colour(int descriptor, std::optional<bool> configured);

/// Returns $CQLSH_PROMPT; empty: there is none.
std::string line_before_prompt();

/// At the prompt, before the configuration: takes what cqlsh takes, the zone of TZ and the format of
/// CQLSH_DEFAULT_TIMESTAMP_FORMAT.
void take_output_environment(OutputSettings& settings);

}  // namespace cellar
