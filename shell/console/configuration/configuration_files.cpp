#include "shell/console/configuration/configuration_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace cellar {

namespace {

constexpr std::size_t kLongest = 1024 * 1024;

std::string reason_of(int error) {
  if (error == EISDIR) return "it is a folder";
  if (error == EFBIG) return "it is longer than 1 MiB, which no configuration is";
  return std::strerror(error);
}

bool is_absent(int error) { return error == ENOENT || error == ENOTDIR; }

/// Returns 0, or the error of the system that kept the file from being read.
int read_whole(const std::filesystem::path& path, std::string& text) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return errno;
  char piece[4096];
  int error = 0;
  for (;;) {
    const ssize_t count = read(descriptor, piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) error = errno;
    if (count <= 0) break;
    text.append(piece, static_cast<std::size_t>(count));
    if (text.size() > kLongest) error = EFBIG;
    if (error != 0) break;
  }
  close(descriptor);
  return error;
}

/// Returns false if the file does not exist.
bool add_file(Configuration& configuration, const std::filesystem::path& path) {
  std::string text;
  const int error = read_whole(path, text);
  if (is_absent(error)) return false;
  if (error != 0) {
    configuration.note_unreadable(path, reason_of(error));
  } else {
    configuration.add(text, path);
  }
  return true;
}

void add_files_of(const PersonalFolders& folders, bool with_cqlshrc, Configuration& configuration) {
  const std::filesystem::path& home = folders.home;
  if (with_cqlshrc && !home.empty()) {
    if (!add_file(configuration, home / ".cassandra/cqlshrc")) add_file(configuration, home / ".cqlshrc");
  }
  if (!folders.configuration.empty()) add_file(configuration, folders.configuration / "cellar/config");
}

}  // namespace

Configuration read_configuration_file(const std::filesystem::path& path, Span span) {
  std::string text;
  if (const int error = read_whole(path, text); error != 0)
    refuse("unreadable_file", span, {{"file", path.string()}, {"reason", reason_of(error)}});
  Configuration configuration;
  configuration.add(text, path.string());
  return configuration;
}

Configuration read_configuration(const std::optional<PersonalFolders>& folders,
                                 const std::optional<std::filesystem::path>& named) {
  Configuration configuration;
  if (folders) add_files_of(*folders, !named, configuration);
  if (named && !add_file(configuration, *named)) configuration.note_unreadable(*named, std::strerror(ENOENT));
  return configuration;
}

}  // namespace cellar
