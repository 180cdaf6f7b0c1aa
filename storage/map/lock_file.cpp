#include "storage/map/lock_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "refusal/refusal.h"
#include "storage/map/lmdb.h"
#include "storage/map/page.h"
#include "storage/system/file_errors.h"

namespace cellar {

namespace {

// A lock file of this size has a slot for each of kReaders.
constexpr std::size_t kLockFileSize = std::size_t{64} * (kReaders + 2);

[[noreturn]] void refuse_taken(const std::string& path) {
  refuse("lock_file_taken", {}, {{"path", path}, {"lock", lock_file_name(path)}});
}

bool has_only_zeros(int descriptor) {
  std::vector<char> bytes(kLockFileSize);
  const BytesRead got = read_at(descriptor, 0, bytes.size(), bytes.data());
  return got.size == kLockFileSize && std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
}

/// Returns true if LMDB made the file. A process that was killed may have left it empty or full of zeros.
bool is_lock_file(const FileLocks& file, const std::string& path) {
  const std::uint64_t size = file.status().size;
  if (size == 0) return true;
  std::uint32_t magic = 0;
  char bytes[sizeof magic];
  const BytesRead got = read_at(file.descriptor(), 0, sizeof bytes, bytes);
  if (got.code != 0) refuse_unreadable(got.code, lock_file_name(path));
  if (got.size != sizeof bytes) return false;
  std::memcpy(&magic, bytes, sizeof magic);
  // A database has this number at another offset.
  return magic == kLmdbMagic || (size == kLockFileSize && has_only_zeros(file.descriptor()));
}

/// Allocates the blocks of the lock file: LMDB maps it and writes into the map, which on a full disk would
/// kill the process. Returns the error of a full disk, otherwise 0.
int reserve(const FileLocks& file) { return reserve_blocks(file.descriptor(), 2 * kLockFileSize); }

std::uint64_t number_of(const FileLocks& file) {
  const auto [device, number] = file.status().identity;
  return number * 0x9E3779B97F4A7C15U + device;
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
  const std::optional<FileStatus> named = status_of_name(name);
  if (named && !named->is_regular) refuse_taken(path);
  OpenAttempt opened = open_file(name, OpenAs::new_lock_file);
  is_new = opened.descriptor >= 0;
  if (opened.code == EEXIST) opened = open_file(name, OpenAs::lock_file);
  if (opened.descriptor >= 0) return std::make_unique<FileLocks>(name, opened.descriptor);
  if (read_only && (opened.code == EACCES || opened.code == EPERM || opened.code == EROFS)) return nullptr;
  if (opened.code == ELOOP || opened.code == EISDIR) refuse_taken(path);
  refuse_code(opened.code, path);
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
  if (!opened.file->is_free(LockRange::presence) || !is_lock_file(*opened.file, path)) refuse_taken(path);
  // From here on no process can open the file as a database, so it may be removed again.
  try {
    if (const int code = reserve(*opened.file)) {
      if (!read_only) refuse_code(code, path);
      opened.file.reset();  // reading does not need it
      return opened;
    }
    share_lock_file(database, *opened.file, path);
  } catch (const Refusal&) {
    if (opened.is_new && !read_only) remove_file(lock_file_name(path));
    throw;
  }
  return opened;
}

}  // namespace cellar
