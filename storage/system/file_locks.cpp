#include "storage/system/file_locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "refusal/refusal.h"
#include "storage/system/file_errors.h"

namespace cellar {

namespace {

constexpr off_t kFirstLock = off_t{1} << 61;

struct flock lock_of(LockRange range, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = kFirstLock + static_cast<off_t>(range);
  lock.l_len = 1;
  return lock;
}

/// The number locks follow the others.
constexpr off_t kFirstNumber = kFirstLock + 4096;
constexpr off_t kNumbers = off_t{1} << 40;

struct flock lock_of_numbers(off_t from, off_t size, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = kFirstNumber + from;
  lock.l_len = size;
  return lock;
}

}  // namespace

FileLocks::FileLocks(const std::string& path, bool read_only) : path_(path) {
  const OpenAttempt opened =
      open_file(path, read_only ? OpenAs::database_to_read : OpenAs::database_to_write);
  descriptor_ = opened.descriptor;
  if (opened.code == EISDIR) refuse("file_is_directory", {}, {{"path", path}});
  if (opened.code != 0) refuse_error(opened.code, path);
}

FileLocks::~FileLocks() { close(descriptor_); }

bool FileLocks::try_lock(LockRange range, LockMode mode) {
  struct flock lock = lock_of(range, mode == LockMode::exclusive ? F_WRLCK : F_RDLCK);
  while (fcntl(descriptor_, F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) refuse_error(errno, path_);
  }
  return true;
}

void FileLocks::unlock(LockRange range) noexcept {
  struct flock lock = lock_of(range, F_UNLCK);
  while (fcntl(descriptor_, F_OFD_SETLK, &lock) != 0 && errno == EINTR) {
  }
}

bool FileLocks::is_free(LockRange range) const { return could_lock(range, F_WRLCK); }

bool FileLocks::can_share(LockRange range) const { return could_lock(range, F_RDLCK); }

bool FileLocks::could_lock(LockRange range, short type) const {
  struct flock lock = lock_of(range, type);
  if (fcntl(descriptor_, F_OFD_GETLK, &lock) != 0) refuse_error(errno, path_);
  return lock.l_type == F_UNLCK;
}

bool FileLocks::try_share_number(std::uint64_t number) {
  // Neither the first nor the last byte of the range, so that others exist on both sides.
  const off_t own = static_cast<off_t>(number % static_cast<std::uint64_t>(kNumbers - 2)) + 1;
  struct flock share = lock_of_numbers(own, 1, F_RDLCK);
  struct flock before = lock_of_numbers(0, own, F_WRLCK);
  struct flock behind = lock_of_numbers(own + 1, kNumbers - own - 1, F_WRLCK);
  if (fcntl(descriptor_, F_OFD_SETLK, &share) != 0 || fcntl(descriptor_, F_OFD_GETLK, &before) != 0 ||
      fcntl(descriptor_, F_OFD_GETLK, &behind) != 0) {
    refuse_error(errno, path_);
  }
  if (before.l_type == F_UNLCK && behind.l_type == F_UNLCK) return true;
  share.l_type = F_UNLCK;
  fcntl(descriptor_, F_OFD_SETLK, &share);
  return false;
}

void FileLocks::unlock_numbers() noexcept {
  struct flock all = lock_of_numbers(0, kNumbers, F_UNLCK);
  while (fcntl(descriptor_, F_OFD_SETLK, &all) != 0 && errno == EINTR) {
  }
}

FileStatus FileLocks::status() const {
  const std::optional<FileStatus> status = status_of(descriptor_);
  if (!status) refuse_error(errno, path_);
  return *status;
}

}  // namespace cellar
