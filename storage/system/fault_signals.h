// Memory faults in the map of a file: a message and exit status 1.
//
// In:      the mapped files; the process's fault signals, if the program wants faults reported.
// Out:     for a fault inside a mapped file, or while a thread works on it: the message on standard error and exit
//          status 1. Any other fault ends the process as it would without the handler.
// Refused: nothing.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace cellar {

/// Returns the path of the file on which the calling thread works; null if it works on none. A signal handler calls it.
using PathAtWork = const std::string* (*)();

/// Handles SIGSEGV, SIGBUS and SIGABRT. `message` is called when a file is opened, with the file's path.
void watch_for_faults(std::function<std::string(const std::string& path)> message, PathAtWork at_work);

struct WatchedFile;
/// Faults in the maps of the file, and in those of its lock file, are reported while this object lives. At
/// most 1024 files are watched at a time; further ones are not.
class FaultWatch {
 public:
  explicit FaultWatch(const std::string& path);
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;

 private:
  std::unique_ptr<WatchedFile> file_;  // null if watch_for_faults() was not called
  std::size_t slot_ = 0;
};

}  // namespace cellar
