// A file or folder that a process says is its own while it writes there.
//
// In:      an open descriptor, and the path that it was opened by.
// Out:     a lock (flock) that ends when this does, or when the process ends, however that comes.
// Refused: nothing; a file system without such locks is told.
#pragma once

#include <cstdint>
#include <filesystem>

namespace cellar {

class FileHold {
 public:
  FileHold() = default;
  /// Owns the descriptor. A negative one is none.
  explicit FileHold(int descriptor) : descriptor_(descriptor) {}
  ~FileHold();
  FileHold(FileHold&& other) noexcept;
  FileHold& operator=(FileHold&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  enum class Outcome : std::uint8_t {
    taken,
    lost,     // somebody else holds it, or the path leads to something else by now
    unknown,  // locks do not work here
  };
  Outcome take(const std::filesystem::path& path) const;

 private:
  int descriptor_ = -1;
};

}  // namespace cellar
