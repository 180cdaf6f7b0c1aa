// File descriptors that are never 0, 1 or 2.
//
// In:      a path.
// Out:     a descriptor as from open(2), but at least 3.
// Refused: nothing: -1, with the error in errno.
//
// A program may be started with its standard descriptors closed. A database file that became descriptor 2
// would be overwritten by the next message.
#pragma once

#include <sys/types.h>

#include <array>

namespace cellar {

/// Opens a file, close-on-exec. Returns -1 and sets errno on failure.
int open_above_standard(const char* path, int flags, mode_t mode = 0);

/// Occupies those of the descriptors 0 to 2 that are closed, so that a library does not get them for its
/// files while this object lives.
class StandardDescriptorsTaken {
 public:
  StandardDescriptorsTaken();
  ~StandardDescriptorsTaken();
  StandardDescriptorsTaken(const StandardDescriptorsTaken&) = delete;
  StandardDescriptorsTaken& operator=(const StandardDescriptorsTaken&) = delete;

 private:
  std::array<int, 3> taken_{-1, -1, -1};
};

/// Returns 0 if the process may open `count` more files, otherwise the errno of the failed attempt.
int try_descriptors(unsigned count);

}  // namespace cellar
