#include "shell/copy/to/export_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "refusal/refusal.h"
#include "shell/files/database_files.h"

namespace cellar {

namespace {

/// The file that a symbolic link leads to is replaced, not the link.
std::filesystem::path without_links(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

std::string name_of_descriptor(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

}  // namespace

ExportFile::ExportFile(const std::filesystem::path& path, StopToken stop)
    : path_(without_links(path)), stop_(stop) {
  struct stat found = {};
  replaces_ = ::stat(path_.c_str(), &found) == 0;
  if (replaces_ && !S_ISREG(found.st_mode)) {
    open_in_place();
    return;
  }
  if (replaces_ && access(path_.c_str(), W_OK) != 0) fail();
  open_nameless();
  if (!is_nameless_) open_beside();
  // The file keeps its permissions and, where that is permitted, its owner.
  if (replaces_ && (fchown(descriptor_, found.st_uid, found.st_gid) != 0 ||
                    fchmod(descriptor_, found.st_mode & 07777) != 0))
    errno = 0;
}

ExportFile::~ExportFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void ExportFile::fail() const { throw ExportFault{path_.string(), errno}; }

void ExportFile::open_in_place() {
  do descriptor_ = open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  while (descriptor_ < 0 && errno == EINTR && !stop_.stop_requested());
  if (descriptor_ < 0 && stop_.stop_requested()) refuse("interrupted");
  if (descriptor_ < 0) fail();
}

/// Not every file system has files without a name.
void ExportFile::open_nameless() {
  const std::filesystem::path folder = path_.parent_path();
  descriptor_ = open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return;
  is_nameless_ =
      access(name_of_descriptor(descriptor_).c_str(), F_OK) == 0;  // it will be named through /proc
  if (!is_nameless_) ::close(std::exchange(descriptor_, -1));
}

void ExportFile::open_beside() {
  make_beside([this](const char* beside) {
    descriptor_ = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return descriptor_ >= 0;
  });
}

void ExportFile::give_name() {
  make_beside([this](const char* beside) {
    return linkat(AT_FDCWD, name_of_descriptor(descriptor_).c_str(), AT_FDCWD, beside, AT_SYMLINK_FOLLOW) ==
           0;
  });
  is_nameless_ = false;
}

/// `make` makes a file of the name, and returns false if it cannot.
template <typename Make>
void ExportFile::make_beside(Make&& make) {
  for (int number = 0; temporary_.empty(); ++number) {
    const std::filesystem::path beside =
        path_.parent_path() / fmt::format(".cellar-copy-{}-{}", getpid(), number);
    if (make(beside.c_str())) {
      temporary_ = beside;
    } else if (errno != EEXIST) {
      fail();
    }
  }
}

void ExportFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail();
    } else if (stop_.stop_requested()) {
      refuse("interrupted");
    }
  }
}

// Without the sync a power failure soon after could leave an empty file in the place of the old one.
void ExportFile::close() {
  const bool is_regular = is_nameless_ || !temporary_.empty();
  if (replaces_ && is_regular && fsync(descriptor_) != 0) fail();
  if (is_nameless_) give_name();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail();
}

void ExportFile::publish() {
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  temporary_.clear();
}

ExportFiles::ExportFiles(std::filesystem::path path, std::optional<std::uint64_t> rows_per_file,
                         std::string header, const Connection& connection, StopToken stop)
    : path_(std::move(path)),
      rows_per_file_(rows_per_file),
      header_(std::move(header)),
      connection_(connection),
      stop_(stop) {
  open_next();
}

std::filesystem::path ExportFiles::numbered(std::size_t number) const {
  std::filesystem::path path = path_;
  if (number > 0) path += fmt::format(".{}", number);
  return path;
}

std::optional<std::filesystem::path> ExportFiles::older_file() const {
  const std::filesystem::path next = numbered(files_.size());
  std::error_code none;
  if (!rows_per_file_ || !std::filesystem::exists(next, none)) return std::nullopt;
  return next;
}

void ExportFiles::open_next() {
  if (!files_.empty()) close_last();
  const std::filesystem::path path = numbered(files_.size());
  refuse_database_file(path, connection_);
  files_.push_back(std::make_unique<ExportFile>(path, stop_));
  rows_ += header_;
  rows_in_file_ = 0;
}

void ExportFiles::write_gathered() {
  files_.back()->write(rows_);
  rows_.clear();
}

void ExportFiles::close_last() {
  write_gathered();
  files_.back()->close();
}

void ExportFiles::publish() {
  close_last();
  for (const auto& file : files_) file->publish();
}

}  // namespace cellar
