#include "storage/system/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "storage/system/descriptors.h"

namespace cellar {

namespace {

FileStatus status_from(const struct stat& status) {
  return {{status.st_dev, status.st_ino},
          static_cast<std::uint64_t>(status.st_size),
          status.st_nlink,
          S_ISREG(status.st_mode),
          S_ISDIR(status.st_mode)};
}

int code_of(int result) { return result == 0 ? 0 : errno; }

int flags_of(OpenAs as) {
  // Opening a pipe without a writer must not block; a pipe is refused later.
  constexpr int kNoWait = O_NONBLOCK | O_NOCTTY;
  switch (as) {
    case OpenAs::database_to_read:
      return kNoWait | O_RDONLY;
    case OpenAs::database_to_write:
      return kNoWait | O_RDWR | O_CREAT;
    case OpenAs::lock_file:
      return kNoWait | O_RDWR | O_CREAT | O_NOFOLLOW;
    case OpenAs::new_lock_file:
      return kNoWait | O_RDWR | O_CREAT | O_NOFOLLOW | O_EXCL;
    case OpenAs::new_file:
      break;
  }
  return O_RDWR | O_CREAT | O_EXCL;
}

}  // namespace

std::optional<FileStatus> status_of(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? std::optional(status_from(status)) : std::nullopt;
}

std::optional<FileStatus> status_of_name(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 ? std::optional(status_from(status)) : std::nullopt;
}

std::optional<FileStatus> status_of(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? std::optional(status_from(status)) : std::nullopt;
}

OpenAttempt open_file(const std::string& path, OpenAs as) {
  const int descriptor = open_above_standard(path.c_str(), flags_of(as), 0666);
  return {descriptor, descriptor < 0 ? errno : 0};
}

std::string temporary_folder() { return std::filesystem::temp_directory_path().string(); }

OpenAttempt create_temporary(std::string& path) {
  const int descriptor = mkstemp(path.data());
  return {descriptor, descriptor < 0 ? errno : 0};
}

void close_file(int descriptor) noexcept { close(descriptor); }

BytesRead read_at(int descriptor, std::uint64_t offset, std::size_t size, char* bytes) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(descriptor, bytes + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {done, errno};
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return {done, 0};
}

int empty_file(int descriptor) { return code_of(ftruncate(descriptor, 0)); }

int reserve_blocks(int descriptor, std::uint64_t size) {
  if (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)) == 0) return 0;
  return errno == ENOSPC || errno == EDQUOT ? errno : 0;
}

int sync_file(int descriptor) { return code_of(fsync(descriptor)); }

int sync_bytes(int descriptor) { return code_of(fdatasync(descriptor)); }

void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = open_above_standard(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

int copy_owner(int from, int to) {
  struct stat status {};
  if (fstat(from, &status) != 0) return errno;
  fchmod(to, status.st_mode & 07777);
  if (fchown(to, status.st_uid, status.st_gid) != 0) {
    // Only root may give files away. Otherwise this user owns the file, like any new file.
  }
  return 0;
}

int remove_file(const std::string& path) noexcept { return code_of(unlink(path.c_str())); }

int rename_file(const std::string& from, const std::string& to) {
  return code_of(std::rename(from.c_str(), to.c_str()));
}

int link_to(const std::string& target, const std::string& path) {
  return code_of(symlink(target.c_str(), path.c_str()));
}

std::string path_of_descriptor(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

bool is_permitted(const std::string& path) { return access(path.c_str(), R_OK | W_OK) == 0; }

}  // namespace cellar
