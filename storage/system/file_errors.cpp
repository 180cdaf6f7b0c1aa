#include "storage/system/file_errors.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "refusal/refusal.h"

namespace cellar {

namespace {

/// Returns why the file cannot grow, in words.
const char* no_room(int code) {
  switch (code) {
    case EDQUOT:
      return "the disk quota is full";
    case EFBIG:
      return "the disk is full for this file: it has reached the largest size allowed here";
    case EIO:  // LMDB reports a write that was cut short as EIO
      return "the disk is full, or it failed";
    default:
      return "the disk is full";
  }
}

[[noreturn]] void refuse_missing(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code unknown;
  if (!folder.empty() && !std::filesystem::exists(folder, unknown) && !unknown)
    refuse("file_folder_missing", {}, {{"path", path}, {"folder", folder.string()}});
  refuse("file_missing", {}, {{"path", path}});
}

}  // namespace

void refuse_error(int code, const std::string& path) {
  switch (code) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EIO:
      refuse("disk_full", {}, {{"path", path}, {"reason", no_room(code)}});
    case EACCES:
    case EPERM:
    case EROFS:
      refuse("file_not_permitted", {}, {{"path", path}});
    case ENOENT:
      refuse_missing(path);
    case EMFILE:
    case ENFILE:
      refuse("too_many_files", {}, {{"path", path}});
    case ENOMEM:
      refuse("address_space_full", {}, {{"path", path}});
    case EAGAIN:  // LMDB locks the byte of its process number, which another PID namespace may have given, too
      refuse("process_number_taken", {}, {{"path", path}, {"number", std::to_string(getpid())}});
    default:
      refuse("file_failure", {}, {{"path", path}, {"reason", std::strerror(code)}});
  }
}

void refuse_unreadable(int code, const std::string& path) {
  refuse("file_unreadable", {}, {{"path", path}, {"reason", std::strerror(code)}});
}

}  // namespace cellar
