// Runs the scripts of a command line, and says at the end what came of them.
//
// In:      the options, and what runs scripts.
// Out:     the exit status; on standard error how to go on if a run has ended early, and the summary as the last line.
// Refused: nothing: a refusal that ends the run is shown before the last line.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "program/options/options.h"
#include "shell/console/script/script_runner.h"
#include "shell/teach/cells/lesson_clock.h"

namespace cellar {

constexpr int kFailed = 1;  // the exit status after wrong usage, and after an error of a file or the disk

int run_scripts(const Options& options, ScriptRunner& scripts, StatementRunner& runner, Output& output);

/// Runs the script that SOURCE names, at the prompt or in a script. If one of the prompt ends early, says what is saved and
/// what to type to go on. Refuses places that are none, and those that the script does not come to.
void source_script(const std::filesystem::path& path, const ScriptStart& start, ScriptRunner& scripts,
                   StatementRunner& runner, Output& output);

/// "-- 10 statements ran, 1 refused; the rest did not run; 2 more could not be saved"
std::string summary_of(const ScriptRunner& scripts, bool dry_run, Language language);

/// Returns where --from asks to begin. Refuses words that are no place.
std::optional<ScriptPlace> place_to_begin(const Options& options);

/// Opens a temporary database with the schema of the given one, which need not exist.
Database open_for_dry_run(const std::optional<std::filesystem::path>& path,
                          const std::shared_ptr<LessonClock>& clock);

}  // namespace cellar
