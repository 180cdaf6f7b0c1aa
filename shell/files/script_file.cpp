#include "shell/files/script_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "refusal/refusal.h"
#include "shell/files/wait_readable.h"

namespace cellar {

namespace {

constexpr std::size_t kPieceSize = 64 * 1024;

[[noreturn]] void refuse_unreadable(const std::string& name, int error) {
  refuse("unreadable_script", {}, {{"file", name}, {"reason", std::generic_category().message(error)}});
}

}  // namespace

ScriptFile::ScriptFile(const std::filesystem::path& path, StopToken stop)
    : name_(path.string()), stop_(stop) {
  if (name_ == "-") {
    descriptor_ = STDIN_FILENO;
    name_ = "stdin";
    return;
  }
  descriptor_ = open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) refuse_unreadable(name_, errno);
  owned_ = true;
  struct stat status = {};
  if (fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
    close(descriptor_);
    refuse("script_is_folder", {}, {{"file", name_}});
  }
}

ScriptFile::~ScriptFile() {
  if (owned_) close(descriptor_);
}

std::string_view ScriptFile::read() {
  return wait_readable(descriptor_, stop_) ? read_piece() : std::string_view();
}

std::string_view ScriptFile::read_on() { return size() ? read_piece() : std::string_view(); }

std::string_view ScriptFile::read_piece() {
  piece_.resize(kPieceSize);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, piece_.data(), piece_.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) refuse_unreadable(name_, errno);
  const std::string_view piece = std::string_view(piece_).substr(0, static_cast<std::size_t>(count));
  if (at_start_ && !piece.empty()) {
    at_start_ = false;
    if (piece.starts_with("\xFF\xFE") || piece.starts_with("\xFE\xFF")) {
      refuse("script_not_utf8", {}, {{"file", name_}});
    }
    // UTF-16 without its mark, and what no person has written: /dev/zero, an image of a disk.
    if (piece.substr(0, 2).find('\0') != piece.npos) refuse("script_is_binary", {}, {{"file", name_}});
  }
  return piece;
}

bool ScriptFile::ready_within(std::chrono::milliseconds time) const {
  pollfd request = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  return poll(&request, 1, static_cast<int>(std::max<std::int64_t>(time.count(), 0))) != 0;
}

std::optional<std::uint64_t> ScriptFile::size() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace cellar
