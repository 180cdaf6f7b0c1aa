// A compact copy of a database, in a file of its own beside it.
//
// In:      an environment that nobody else uses.
// Out:     a file that holds the same entries on full pages.
// Refused: a full disk, and an interruption; then there is no copy.
//
// The copy's name is free when it is chosen, and is written into the database before the file is made. So a
// copy that a killed process has left is known for what it is, and whoever opens the database next to write
// removes it.
#pragma once

#include <string>

#include "storage/environment.h"

namespace cellar {

/// Goes away again unless it is kept.
class CompactCopy {
 public:
  /// During a SwapLock and a WriterLock.
  explicit CompactCopy(Environment& of);
  ~CompactCopy();
  CompactCopy(const CompactCopy&) = delete;
  CompactCopy& operator=(const CompactCopy&) = delete;

  /// Durable on return.
  void fill(const WaitForWriter& wait);
  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  Environment& of_;
  std::string path_;
  int descriptor_ = -1;
  bool kept_ = false;
};

/// Removes the copy that a process which was killed in COMPACT has left, if there is one.
void remove_dead_copy(const Environment& environment);

/// Refuses if the wait is to end.
void stop_if_interrupted(const WaitForWriter& wait);

}  // namespace cellar
