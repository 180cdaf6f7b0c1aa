#include "storage/lock_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "refusal/refusal.h"
#include "storage/descriptors.h"
#include "storage/lmdb.h"
#include "storage/page.h"

namespace cellar {

namespace {

// A file of this size has a place for each of kReaders.
constexpr off_t kLockFileSize = off_t{64} * (kReaders + 2);

[[noreturn]] void refuse_taken(const std::string& path) {
  refuse("lock_file_taken", {}, {{"path", path}, {"lock", path + "-lock"}});
}

bool has_only_zeros(int descriptor) {
  std::vector<char> bytes(static_cast<std::size_t>(kLockFileSize));
  const ssize_t got = pread(descriptor, bytes.data(), bytes.size(), 0);
  return got == kLockFileSize && std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
}

/// Whether LMDB made it. A process that was killed may have left it empty, or full of zeros.
bool is_lock_file(const FileLocks& file) {
  const off_t size = file.status().st_size;
  if (size == 0) return true;
  std::uint32_t magic = 0;
  if (pread(file.descriptor(), &magic, sizeof magic, 0) != sizeof magic) return false;
  // A database has this number at another place.
  return magic == kLmdbMagic || (size == kLockFileSize && has_only_zeros(file.descriptor()));
}

/// LMDB maps the file and writes into the map; with a full disk that would end the process.
void reserve(const FileLocks& file, const std::string& path) {
  if (fallocate(file.descriptor(), FALLOC_FL_KEEP_SIZE, 0, 2 * kLockFileSize) == 0) return;
  if (errno == ENOSPC || errno == EDQUOT) refuse_code(errno, path);
}

}  // namespace

std::unique_ptr<FileLocks> open_lock_file(const std::string& path, bool read_only) {
  const std::string name = path + "-lock";
  struct stat status {};
  if (lstat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) refuse_taken(path);
  const int descriptor =
      open_above_standard(name.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
  if (descriptor < 0) {
    if (read_only && (errno == EACCES || errno == EPERM || errno == EROFS)) return nullptr;
    if (errno == ELOOP || errno == EISDIR) refuse_taken(path);
    refuse_code(errno, path);
  }
  auto file = std::make_unique<FileLocks>(name, descriptor);
  // Whoever opens the same file as a database takes its presence first and looks at this range then, so one
  // of the two sees the other even where the file is empty.
  file->try_lock(LockRange::lock_file, LockMode::shared);
  if (!file->is_free(LockRange::presence) || !is_lock_file(*file)) refuse_taken(path);
  reserve(*file, path);
  return file;
}

}  // namespace cellar
