// A compact copy of a database, in a file of its own beside it.
//
// In:      an environment that nobody else uses.
// Out:     a file that holds the same entries on full pages.
// Refused: a full disk, and an interruption; the copy is then removed.
//
// The copy's name is unused when it is chosen, and is stored in the database before the file is created. So a
// copy that a killed process has left is recognized, and whoever next opens the database to write removes it.
// The copy of a temporary database loses its name at once, as the database itself has.
#pragma once

#include <string>

#include "storage/transaction/environment.h"

namespace cellar {

/// Removes the file when destroyed, unless it was kept.
class CompactCopy {
 public:
  /// Requires that the caller holds a SwapLock and a WriterLock.
  explicit CompactCopy(Environment& of);
  ~CompactCopy();
  CompactCopy(const CompactCopy&) = delete;
  CompactCopy& operator=(const CompactCopy&) = delete;

  /// Copies all entries. The copy is durable on return.
  void fill(const WaitForWriter& wait);
  /// Leads to the copy while this object lives.
  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  void lose_name();

  Environment& of_;
  std::string path_;
  int descriptor_ = -1;
  bool kept_ = false;
  bool has_name_ = true;
};

/// Removes the copy that a process killed during COMPACT has left, if there is one.
void remove_dead_copy(const Environment& environment);

/// Refuses if `wait` was interrupted.
void stop_if_interrupted(const WaitForWriter& wait);

}  // namespace cellar
