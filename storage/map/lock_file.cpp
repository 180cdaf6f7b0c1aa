#include "storage/map/lock_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "refusal/refusal.h"
#include "storage/map/lmdb.h"
#include "storage/map/page.h"
#include "storage/system/descriptors.h"

namespace cellar {

namespace {

// A lock file of this size has a slot for each of kReaders.
constexpr off_t kLockFileSize = off_t{64} * (kReaders + 2);

[[noreturn]] void refuse_taken(const std::string& path) {
  refuse("lock_file_taken", {}, {{"path", path}, {"lock", lock_file_name(path)}});
}

bool has_only_zeros(int descriptor) {
  std::vector<char> bytes(static_cast<std::size_t>(kLockFileSize));
  const ssize_t got = pread(descriptor, bytes.data(), bytes.size(), 0);
  return got == kLockFileSize && std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
}

/// Returns true if LMDB made the file. A process that was killed may have left it empty or full of zeros.
bool is_lock_file(const FileLocks& file) {
  const off_t size = file.status().st_size;
  if (size == 0) return true;
  std::uint32_t magic = 0;
  if (pread(file.descriptor(), &magic, sizeof magic, 0) != sizeof magic) return false;
  // A database has this number at another offset.
  return magic == kLmdbMagic || (size == kLockFileSize && has_only_zeros(file.descriptor()));
}

/// Allocates the blocks of the lock file: LMDB maps it and writes into the map, which on a full disk would
/// kill the process. Returns the error of a full disk, otherwise 0.
int reserve(const FileLocks& file) {
  if (fallocate(file.descriptor(), FALLOC_FL_KEEP_SIZE, 0, 2 * kLockFileSize) == 0) return 0;
  return errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

std::uint64_t number_of(const FileLocks& file) {
  const struct stat status = file.status();
  return status.st_ino * 0x9E3779B97F4A7C15U + status.st_dev;
}

/// All processes that have a database open must share one lock file, and no other database may use it: LMDB
/// keeps its readers and the number of its last transaction there. A database with two names would get two
/// lock files; a database that replaces a file which is still open would share that file's. So each of the
/// two files is locked under the number of the other.
void share_lock_file(FileLocks& database, FileLocks& lock_file, const std::string& path) {
  if (!database.try_share_number(number_of(lock_file))) refuse("file_has_two_names", {}, {{"path", path}});
  if (lock_file.try_share_number(number_of(database))) return;
  database.unlock_numbers();
  refuse("file_replaced", {}, {{"path", path}});
}

/// Returns null if the file cannot be written and is not needed to read.
std::unique_ptr<FileLocks> open_or_create(const std::string& path, bool read_only, bool& is_new) {
  const std::string name = lock_file_name(path);
  constexpr int kFlags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  struct stat status {};
  if (lstat(name.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) refuse_taken(path);
  int descriptor = open_above_standard(name.c_str(), kFlags | O_EXCL, 0666);
  is_new = descriptor >= 0;
  if (errno == EEXIST && !is_new) descriptor = open_above_standard(name.c_str(), kFlags, 0666);
  if (descriptor >= 0) return std::make_unique<FileLocks>(name, descriptor);
  if (read_only && (errno == EACCES || errno == EPERM || errno == EROFS)) return nullptr;
  if (errno == ELOOP || errno == EISDIR) refuse_taken(path);
  refuse_code(errno, path);
}

}  // namespace

std::string lock_file_name(const std::string& path) { return path + "-lock"; }

OpenedLockFile open_lock_file(const std::string& path, bool read_only, FileLocks& database) {
  OpenedLockFile opened;
  opened.file = open_or_create(path, read_only, opened.is_new);
  if (!opened.file) return opened;
  // Whoever opens the same file as a database first locks its presence and then looks at this range. So one
  // of the two sees the other even if the file is empty.
  opened.file->try_lock(LockRange::lock_file, LockMode::shared);
  if (!opened.file->is_free(LockRange::presence) || !is_lock_file(*opened.file)) refuse_taken(path);
  // From here on no process can open the file as a database, so it may be removed again.
  try {
    if (const int code = reserve(*opened.file)) {
      if (!read_only) refuse_code(code, path);
      opened.file.reset();  // reading does not need it
      return opened;
    }
    share_lock_file(database, *opened.file, path);
  } catch (const Refusal&) {
    if (opened.is_new && !read_only) unlink(lock_file_name(path).c_str());
    throw;
  }
  return opened;
}

}  // namespace cellar
