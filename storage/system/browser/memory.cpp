#include "storage/system/memory.h"

#include "storage/system/browser/memory_files.h"

namespace cellar {

namespace {

/// A map takes memory only as its file grows, but what it reserves counts as the module's.
constexpr std::size_t kMostMapped = std::size_t{512} << 20;

}  // namespace

std::size_t granted_memory(std::size_t) { return std::size_t{128} << 20; }

bool can_map(std::size_t size) { return size <= kMostMapped; }

/// That of the native program, whose files have pages of this size.
std::size_t memory_page_size() { return 4096; }

FileMap::~FileMap() = default;

/// The file is mapped by LMDB as well, which keeps its bytes where they are.
bool FileMap::map(int descriptor, std::size_t size) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  bytes_ = file ? file->bytes().data() : nullptr;
  size_ = size;
  return bytes_ != nullptr;
}

}  // namespace cellar
