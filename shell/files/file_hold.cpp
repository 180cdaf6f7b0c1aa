#include "shell/files/file_hold.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace cellar {

FileHold::~FileHold() {
  if (descriptor_ >= 0) close(descriptor_);
}

FileHold::FileHold(FileHold&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileHold& FileHold::operator=(FileHold&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

/// Between the opening and the lock another process may have removed the file as one that nobody holds.
FileHold::Outcome FileHold::take(const std::filesystem::path& path) const {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Outcome::lost : Outcome::unknown;
  struct stat held = {};
  struct stat found = {};
  const bool is_same = fstat(descriptor_, &held) == 0 && ::stat(path.c_str(), &found) == 0 &&
                       held.st_dev == found.st_dev && held.st_ino == found.st_ino;
  return is_same ? Outcome::taken : Outcome::lost;
}

}  // namespace cellar
