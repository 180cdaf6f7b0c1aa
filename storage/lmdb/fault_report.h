// Damage that LMDB runs into as a fault of memory: a message and exit status 1 in the place of a crash.
//
// LMDB reads a file through a map of memory and trusts the numbers in it. A number that is damaged leads it,
// or who reads a value in the map, behind the end of the file, which is SIGBUS or SIGSEGV; and nothing can go
// on from there. Validating every page at each use would cost more than it is worth for a case this rare:
// cheap checks (storage/lmdb/file_check.h, storage/lmdb/lmdb.cpp) turn most damage into a refusal, and what
// is left ends here.
//
// In:      the files that are mapped; the faults of the process, if its program wants them reported.
// Out:     for a fault inside a mapped file, or while LMDB runs: the message on standard error and exit
//          status 1. Any other fault is as fatal as it was.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace cellar {

/// To be called by the program at its start, before any thread; a library leaves the signals to its host.
/// Handles SIGSEGV, SIGBUS and SIGABRT. `message` is called when a file is opened, with the file's path.
void report_faults(std::function<std::string(const std::string& path)> message);

struct WatchedFile;
/// While it lives, faults in the maps of the file (its own and that of its lock file) are reported. At most
/// 64 files are watched at a time; further ones are not.
class FaultWatch {
 public:
  explicit FaultWatch(const std::string& path);
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;

 private:
  std::unique_ptr<WatchedFile> file_;  // null: nobody wants reports
  std::size_t slot_ = 0;
};

}  // namespace cellar
