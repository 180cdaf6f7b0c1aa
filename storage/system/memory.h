// The memory and the address space that the system grants.
//
// In:      sizes; the descriptor of a file, which the caller owns.
// Out:     what is granted; a file as bytes in memory.
// Refused: nothing: what is not granted is an answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace cellar {

/// The address space that the map of a file takes if the system grants it: 1 TiB, but only 64 MiB of addresses of 32
/// bits, where what is reserved counts as used.
inline constexpr auto kUsualMap = static_cast<std::size_t>(
    std::min<std::uint64_t>(std::uint64_t{1} << 40, std::numeric_limits<std::size_t>::max() / 64 + 1));

/// Returns the memory, in bytes, that the system grants the process: the machine's, or less by a limit of the address
/// space or of the control group. Returns `otherwise` if the machine does not say.
std::size_t granted_memory(std::size_t otherwise);

/// Returns true if the system grants `size` bytes of address space in addition to what is in use.
bool can_map(std::size_t size);

/// Returns the size of the system's memory pages.
std::size_t memory_page_size();

/// A file in memory, to read. Bytes beyond its end must not be read.
class FileMap {
 public:
  FileMap() = default;
  ~FileMap();
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;

  /// Replaces the map by one of `size` bytes, which may be more than the file has. Returns false if the system does not
  /// grant it; nothing is mapped then.
  bool map(int descriptor, std::size_t size);
  /// Null if nothing is mapped.
  const char* bytes() const { return bytes_; }
  std::size_t size() const { return size_; }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cellar
