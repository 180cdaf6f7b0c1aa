// Turns a memory fault that damage causes in LMDB into a message and exit status 1.
//
// LMDB reads a file through a memory map and trusts the numbers in it. A damaged number leads LMDB, or
// whoever reads a value in the map, outside of the file, which raises SIGBUS or SIGSEGV; the process cannot
// go on from there. Validating every page at each use would cost more than so rare a case is worth: cheap
// checks (storage/map/file_check.h, storage/map/lmdb.cpp) turn most damage into a refusal, and the rest
// ends here.
//
// In:      what to say.
// Out:     nothing; from then on files are watched that are opened (storage/system/fault_signals.h).
// Refused: nothing.
#pragma once

#include <functional>
#include <string>

namespace cellar {

/// Handles SIGSEGV, SIGBUS and SIGABRT. To be called by a program at its start, before it has other threads;
/// a library leaves the signals to its host. `message` is called when a file is opened, with the file's path.
void report_faults(std::function<std::string(const std::string& path)> message);

}  // namespace cellar
