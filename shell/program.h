// The whole program, from its arguments to its exit status.
#pragma once

namespace cellar {

/// Returns 0 if all went well; 1 for a wrong usage, a file or the disk; 2 if a statement was refused; 130
/// after Ctrl-C.
int run_program(int argument_count, const char* const* arguments);

}  // namespace cellar
