// `cellar move`: carries keyspaces between a file and a cluster, and compares both.
//
// In:      the options; for a new keyspace its replication, which is asked for at a terminal.
// Out:     the report on standard output; on standard error what is done, and after an early end the command that goes on.
//          Returns 0 if both sides hold the same, 2 if they differ, 1 if it has ended early, 130 after Ctrl-C.
// Refused: what shell/move/move.h refuses; a file or a cluster that cannot be opened.
#pragma once

#include "program/options/move_options.h"
#include "shell/console/answer.h"
#include "shell/render/output.h"

namespace cellar {

int run_move(const MoveOptions& options, const DiagnosticStyle& style, Output& output);

}  // namespace cellar
