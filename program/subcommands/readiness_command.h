// `cellar readiness`: what of a database and of scripts will hurt on a cluster.
//
// In:      a database, which is opened to be read alone; scripts, or folders of them; a level for each code.
// Out:     findings as text or as JSON; the progress of a long read on a terminal; the exit status.
// Refused: nothing. What cannot be read is reported with the findings.
#pragma once

#include "program/options/readiness_options.h"
#include "refusal/language.h"
#include "shell/render/output.h"

namespace cellar {

/// Returns 2 if something could not be read, otherwise 1 if there is a finding of the level `error`, otherwise 0; after an
/// interrupt 128 and the signal.
int run_readiness(const ReadinessOptions& options, Language language, Output& output);

}  // namespace cellar
