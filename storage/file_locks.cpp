#include "storage/file_locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "refusal/refusal.h"
#include "storage/descriptors.h"
#include "storage/lmdb.h"

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

}  // namespace

FileLocks::FileLocks(const std::string& path, bool read_only) : path_(path) {
  // A pipe without a writer must not keep us waiting; it is refused later.
  const int flags = O_NONBLOCK | O_NOCTTY | (read_only ? O_RDONLY : O_RDWR | O_CREAT);
  descriptor_ = open_above_standard(path.c_str(), flags, 0666);
  if (descriptor_ < 0 && errno == EISDIR) refuse("file_is_directory", {}, {{"path", path}});
  if (descriptor_ < 0) refuse_code(errno, path);
}

FileLocks::~FileLocks() { close(descriptor_); }

bool FileLocks::try_lock(LockRange range, LockMode mode) {
  struct flock lock = lock_of(range, mode == LockMode::exclusive ? F_WRLCK
                                     : mode == LockMode::shared  ? F_RDLCK
                                                                 : F_UNLCK);
  while (fcntl(descriptor_, F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) refuse_code(errno, path_);
  }
  return true;
}

bool FileLocks::is_free(LockRange range) const {
  struct flock lock = lock_of(range, F_WRLCK);
  if (fcntl(descriptor_, F_OFD_GETLK, &lock) != 0) refuse_code(errno, path_);
  return lock.l_type == F_UNLCK;
}

struct stat FileLocks::status() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) refuse_code(errno, path_);
  return status;
}

}  // namespace cellar
