// The whole program: from its arguments to its exit status.
#pragma once

namespace cellar {

/// 0: all went well. 1: usage, a file or the disk. 2: a statement was refused. 130: Ctrl-C.
int run_program(int argument_count, const char* const* arguments);

}  // namespace cellar
