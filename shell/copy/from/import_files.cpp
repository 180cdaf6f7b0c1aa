#include "shell/copy/from/import_files.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "shell/configuration/configuration_files.h"
#include "shell/interrupt.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_there(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0;
}

void add_matches(const std::string& pattern, Span span, std::vector<std::string>& files) {
  if (is_there(pattern)) {
    files.push_back(pattern);
    return;
  }
  glob_t found = {};
  const int outcome = glob(pattern.c_str(), 0, nullptr, &found);
  if (outcome == 0) files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  if (outcome != 0) refuse("copy_file_missing", span, {{"file", pattern}});
}

}  // namespace

std::vector<std::string> find_import_files(const std::string& text, Span span) {
  if (is_there(with_home(text))) return {with_home(text)};
  std::vector<std::string> files;
  std::string_view rest = text;
  for (std::size_t comma = 0; comma != rest.npos; rest.remove_prefix(comma == rest.npos ? 0 : comma + 1)) {
    comma = rest.find(',');
    add_matches(with_home(trim(rest.substr(0, comma))), span, files);
  }
  return files;
}

ImportFile::ImportFile(std::string path, Span span)
    : name_(std::move(path)), span_(span), descriptor_(STDIN_FILENO), is_owned_(name_ != "-") {
  if (!is_owned_) {
    name_ = "stdin";
    return;
  }
  descriptor_ = open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) refuse_unreadable(errno);
  struct stat status = {};
  if (fstat(descriptor_, &status) == 0 && S_ISDIR(status.st_mode)) {
    close(descriptor_);
    refuse_unreadable(EISDIR);
  }
  posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

ImportFile::~ImportFile() {
  if (is_owned_) close(descriptor_);
}

std::size_t ImportFile::read(char* place, std::size_t size) {
  if (!wait_readable(descriptor_)) return 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, place, size);
  } while (count < 0 && errno == EINTR && !interrupted());
  if (count < 0 && errno != EINTR) refuse_unreadable(errno);
  return count < 0 ? 0 : static_cast<std::size_t>(count);
}

std::optional<std::uint64_t> ImportFile::size() const {
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

void ImportFile::refuse_unreadable(int error) const {
  refuse("unreadable_file", span_, {{"file", name_}, {"reason", std::generic_category().message(error)}});
}

}  // namespace cellar
