#include "program/subcommands/ready_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace cellar {

namespace {

/// Returns true for HOST:PORT, and for the path of a socket.
bool is_served_address(std::string_view line) {
  const std::size_t port = line.rfind(':') + 1;  // 0: there is none
  const bool is_number =
      port > 0 && port < line.size() && line.find_first_not_of("0123456789", port) == line.npos;
  return is_number || line.find('/') != line.npos;
}

/// Returns true if the file is empty, or holds nothing but addresses.
bool holds_addresses(int descriptor) {
  constexpr std::size_t kLongest = 4096;
  std::string text(kLongest + 1, '\0');
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  if (size < 0 || static_cast<std::size_t>(size) > kLongest) return false;
  text.resize(static_cast<std::size_t>(size));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!is_served_address(line)) return false;
  }
  return true;
}

/// Closes a descriptor at the end.
struct Closing {
  int descriptor;
  ~Closing() { ::close(descriptor); }
};

}  // namespace

ReadyFile::ReadyFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) refuse_file("it needs the path of a file");
  remove_stale();
  temporary_ = path_.string() + ".XXXXXX";
  descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor_ < 0)
    throw std::system_error(errno, std::generic_category(), "--ready-file " + path_.string());
  constexpr mode_t kReadableByAll = 0644;
  ::fchmod(descriptor_, kReadableByAll);
  ::flock(descriptor_, LOCK_EX | LOCK_NB);
}

ReadyFile::~ReadyFile() {
  ::unlink(is_written_ ? path_.c_str() : temporary_.c_str());
  ::close(descriptor_);
}

void ReadyFile::write(std::string_view addresses) {
  const auto fail = [&](int fault) {
    throw std::system_error(fault, std::generic_category(), "--ready-file " + path_.string());
  };
  const ssize_t size = ::write(descriptor_, addresses.data(), addresses.size());
  if (size != static_cast<ssize_t>(addresses.size())) fail(size < 0 ? errno : ENOSPC);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  is_written_ = true;
}

void ReadyFile::refuse_file(std::string_view reason) const {
  throw std::runtime_error("--ready-file " + path_.string() + ": " + std::string(reason));
}

void ReadyFile::remove_stale() const {
  if (std::filesystem::is_directory(path_)) refuse_file("Is a directory");
  const Closing file{::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.descriptor < 0) return;
  struct stat status {};
  const bool is_plain = ::fstat(file.descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (!is_plain || !holds_addresses(file.descriptor))
    refuse_file("this file is there, and no server has written it: name another one");
  if (::flock(file.descriptor, LOCK_EX | LOCK_NB) != 0)
    refuse_file("another server that runs has written it");
  ::unlink(path_.c_str());
}

}  // namespace cellar
