// The locks between processes, where there is only one: each is free.

#include "storage/system/file_locks.h"

#include <cerrno>

#include "storage/system/file_errors.h"

namespace cellar {

FileLocks::FileLocks(const std::string& path, bool read_only) : path_(path) {
  const OpenAttempt opened =
      open_file(path, read_only ? OpenAs::database_to_read : OpenAs::database_to_write);
  descriptor_ = opened.descriptor;
  if (opened.code != 0) refuse_error(opened.code, path);
}

FileLocks::~FileLocks() { close_file(descriptor_); }

bool FileLocks::try_lock(LockRange, LockMode) { return true; }
void FileLocks::unlock(LockRange) noexcept {}
bool FileLocks::is_free(LockRange) const { return true; }
bool FileLocks::can_share(LockRange) const { return true; }
bool FileLocks::try_share_number(std::uint64_t) { return true; }
void FileLocks::unlock_numbers() noexcept {}

FileStatus FileLocks::status() const {
  const std::optional<FileStatus> status = status_of(descriptor_);
  if (!status) refuse_error(EBADF, path_);
  return *status;
}

}  // namespace cellar
