#include "shell/copy/from/import_files.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "shell/files/home.h"
#include "shell/files/wait_readable.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_there(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0;
}

void add_matches(const std::string& pattern, Span span, const std::vector<std::string>& awaited,
                 std::vector<std::string>& files) {
  if (is_there(pattern)) {
    files.push_back(pattern);
    return;
  }
  glob_t found = {};
  const int outcome = glob(pattern.c_str(), 0, nullptr, &found);
  if (outcome == 0) files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  const auto is_match = [&](const std::string& path) {
    return fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
  };
  if (outcome != 0 && !std::ranges::any_of(awaited, is_match))
    refuse("copy_file_missing", span, {{"file", pattern}});
}

[[noreturn]] void refuse_file(const std::string& path, Span span, const std::string& reason) {
  refuse("unreadable_file", span, {{"file", path}, {"reason", reason}});
}

/// /dev/zero has no end, and /dev/sda has no rows. A terminal has both, and /dev/null no row.
bool is_readable_device(const std::string& path, const struct stat& status) {
  struct stat null = {};
  if (stat("/dev/null", &null) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == null.st_rdev) return true;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  const bool is_terminal = descriptor >= 0 && isatty(descriptor) != 0;
  if (descriptor >= 0) close(descriptor);
  return is_terminal;
}

}  // namespace

void require_readable(const std::string& path, Span span) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) refuse_file(path, span, std::generic_category().message(errno));
  if (S_ISDIR(status.st_mode)) refuse_file(path, span, std::generic_category().message(EISDIR));
  if (access(path.c_str(), R_OK) != 0) refuse_file(path, span, std::generic_category().message(errno));
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !is_readable_device(path, status))
    refuse_file(path, span, "it is a device, and not a file or a pipe");
}

std::vector<std::string> find_import_files(const std::string& text, Span span,
                                           const std::filesystem::path& home,
                                           const std::vector<std::string>& awaited) {
  if (is_there(with_home(text, home))) return {with_home(text, home)};
  std::vector<std::string> files;
  std::string_view rest = text;
  for (std::size_t comma = 0; comma != rest.npos; rest.remove_prefix(comma == rest.npos ? 0 : comma + 1)) {
    comma = rest.find(',');
    add_matches(with_home(trim(rest.substr(0, comma)), home), span, awaited, files);
  }
  return files;
}

ImportFile::ImportFile(std::string path, Span span, StopToken stop)
    : name_(std::move(path)), span_(span), descriptor_(STDIN_FILENO), is_owned_(name_ != "-"), stop_(stop) {
  if (!is_owned_) {
    name_ = "stdin";
    return;
  }
  require_readable(name_, span_);
  descriptor_ = open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) refuse_file(name_, span_, std::generic_category().message(errno));
  posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

ImportFile::~ImportFile() {
  if (is_owned_) close(descriptor_);
}

std::size_t ImportFile::read(char* place, std::size_t size) {
  if (!wait_readable(descriptor_, stop_)) return 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, place, size);
  } while (count < 0 && errno == EINTR && !stop_.stop_requested());
  if (count < 0 && errno != EINTR) refuse_file(name_, span_, std::generic_category().message(errno));
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

std::optional<std::uint64_t> ImportFile::size() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace cellar
