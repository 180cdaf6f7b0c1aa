// Turns a memory fault that damage causes in LMDB into a message and exit status 1.
//
// LMDB reads a file through a memory map and trusts the numbers in it. A damaged number leads LMDB, or
// whoever reads a value in the map, outside of the file, which raises SIGBUS or SIGSEGV; the process cannot
// go on from there. Validating every page at each use would cost more than so rare a case is worth: cheap
// checks (storage/map/file_check.h, storage/map/lmdb.cpp) turn most damage into a refusal, and the rest
// ends here.
//
// In:      the mapped files; the process's fault signals, if the program wants faults reported.
// Out:     for a fault inside a mapped file, or while LMDB runs: the message on standard error and exit
//          status 1. Any other fault ends the process as it would without the handler.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace cellar {

/// Handles SIGSEGV, SIGBUS and SIGABRT. To be called by a program at its start, before it has other threads;
/// a library leaves the signals to its host. `message` is called when a file is opened, with the file's path.
void report_faults(std::function<std::string(const std::string& path)> message);

struct WatchedFile;
/// Faults in the maps of the file, and in those of its lock file, are reported while this object lives. At
/// most 64 files are watched at a time; further ones are not.
class FaultWatch {
 public:
  explicit FaultWatch(const std::string& path);
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;

 private:
  std::unique_ptr<WatchedFile> file_;  // null if report_faults() was not called
  std::size_t slot_ = 0;
};

}  // namespace cellar
