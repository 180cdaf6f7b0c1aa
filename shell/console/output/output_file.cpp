#include "shell/console/output/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "refusal/refusal.h"
#include "shell/files/database_files.h"

namespace cellar {

OutputFile::OutputFile(const std::filesystem::path& path, Begin begin, const Connection& connection,
                       Output& screen)
    : path_(path.string()), screen_(screen) {
  refuse_database_file(path_, connection);
  const int way = begin == Begin::anew ? O_TRUNC : O_APPEND;
  constexpr mode_t kReadable = 0666;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | way, kReadable);
  if (descriptor_ >= 0) return;
  refuse("output_file_unopened", {}, {{"file", path_}, {"reason", std::generic_category().message(errno)}});
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  end();
  ::close(descriptor_);
}

int OutputFile::put_results(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void OutputFile::refuse_writing(std::string_view reason) const {
  refuse("output_file_unwritten", {}, {{"file", path_}, {"reason", std::string(reason)}});
}

void OutputFile::close() {
  try {
    flush();
  } catch (const OutputFailed& failed) {
    refuse_writing(failed.reason);
  } catch (const OutputClosed&) {
    refuse_writing(std::generic_category().message(EPIPE));
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse_writing(std::generic_category().message(errno));
}

}  // namespace cellar
