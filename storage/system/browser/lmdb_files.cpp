#include "storage/system/browser/lmdb_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "storage/system/browser/memory_files.h"
#include "storage/system/files.h"

namespace {

using cellar::MemoryFile;
using cellar::MemoryFiles;

/// The map of a file, of which LMDB knows the address alone.
std::map<void*, std::shared_ptr<MemoryFile>>& maps() {
  static std::map<void*, std::shared_ptr<MemoryFile>> mapped;
  return mapped;
}

int fail(int code) {
  errno = code;
  return -1;
}

int result_of(int code) { return code == 0 ? 0 : fail(code); }

}  // namespace

int memory_file_open(const char* path, int flags, ...) {
  MemoryFiles& files = MemoryFiles::all();
  std::shared_ptr<MemoryFile> file = files.find(path);
  if (!file && (flags & O_CREAT) == 0) return fail(ENOENT);
  if (!file) file = files.create(path);
  return files.open(std::move(file), (flags & O_DSYNC) != 0);
}

int memory_file_close(int descriptor) {
  MemoryFiles::all().close(descriptor);
  return 0;
}

ssize_t memory_file_read(int descriptor, void* bytes, size_t size, off_t offset) {
  const cellar::BytesRead got =
      cellar::read_at(descriptor, static_cast<std::uint64_t>(offset), size, static_cast<char*>(bytes));
  return got.code == 0 ? static_cast<ssize_t>(got.size) : fail(got.code);
}

ssize_t memory_file_write(int descriptor, const void* bytes, size_t size, off_t offset) {
  const struct iovec part = {const_cast<void*>(bytes), size};
  return memory_file_write_parts(descriptor, &part, 1, offset);
}

ssize_t memory_file_write_parts(int descriptor, const struct iovec* parts, int count, off_t offset) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  if (!file) return fail(EBADF);
  std::vector<std::span<const char>> bytes;
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) {
    bytes.emplace_back(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
    size += parts[i].iov_len;
  }
  int code = file->write(static_cast<std::size_t>(offset), bytes);
  if (code == 0 && MemoryFiles::all().syncs_writes(descriptor)) code = file->sync();
  return code == 0 ? static_cast<ssize_t>(size) : fail(code);
}

off_t memory_file_size(int descriptor) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  return file ? static_cast<off_t>(file->size()) : fail(EBADF);
}

int memory_file_resize(int descriptor, off_t size) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  return result_of(file ? file->resize(static_cast<std::size_t>(size)) : EBADF);
}

int memory_file_sync(int descriptor) { return result_of(cellar::sync_file(descriptor)); }

int memory_file_status(int descriptor, struct stat* status) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  if (!file) return fail(EBADF);
  std::memset(status, 0, sizeof *status);
  status->st_ino = file->number();
  status->st_size = static_cast<off_t>(file->size());
  status->st_mode = S_IFREG | 0666;
  return 0;
}

void* memory_file_map(int descriptor, size_t size) {
  std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  char* const bytes = file ? file->map(size) : nullptr;
  if (bytes == nullptr) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  maps()[bytes] = std::move(file);
  return bytes;
}

int memory_file_unmap(void* bytes) {
  const auto found = maps().find(bytes);
  if (found == maps().end()) return fail(EINVAL);
  found->second->unmap();
  maps().erase(found);
  return 0;
}
