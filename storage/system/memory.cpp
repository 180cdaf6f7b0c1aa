#include "storage/system/memory.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace cellar {

std::size_t granted_memory(std::size_t otherwise) {
  const long pages = sysconf(_SC_PHYS_PAGES), page_size = sysconf(_SC_PAGESIZE);
  std::size_t memory = pages > 0 && page_size > 0
                           ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_size)
                           : otherwise;
  rlimit space = {};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    memory = std::min<std::size_t>(memory, space.rlim_cur);
  std::size_t of_group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> of_group)
    memory = std::min(memory, of_group);  // else: max
  return memory;
}

bool can_map(std::size_t size) {
  void* const area = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (area == MAP_FAILED) return false;
  munmap(area, size);
  return true;
}

std::size_t memory_page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

FileMap::~FileMap() {
  if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
}

bool FileMap::map(int descriptor, std::size_t size) {
  if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
  size_ = size;
  void* const address = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  bytes_ = address == MAP_FAILED ? nullptr : static_cast<const char*>(address);
  return bytes_ != nullptr;
}

}  // namespace cellar
