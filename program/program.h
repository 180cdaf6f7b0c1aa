// The whole program, from its arguments to its exit status.
//
// In:      the program's arguments, its standard streams and its environment.
// Out:     answers on standard output, diagnostics on standard error, the exit status.
// Refused: nothing: every refusal and failure is printed, and becomes the status.
#pragma once

namespace cellar {

/// Returns 0 if all went well; 1 for a wrong usage, a file or the disk; 2 if a statement was refused; 130
/// after Ctrl-C.
int run_program(int argument_count, const char* const* arguments);

}  // namespace cellar
