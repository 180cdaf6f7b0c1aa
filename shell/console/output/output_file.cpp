#include "shell/console/output/output_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "refusal/refusal.h"
#include "shell/files/database_files.h"
#include "shell/files/home.h"

namespace cellar {

OutputFile::OutputFile(std::string_view name, Begin begin, const Database& database)
    : path_(with_home(name).string()) {
  refuse_database_file(path_, database);
  file_ = std::fopen(path_.c_str(), begin == Begin::anew ? "we" : "ae");
  if (file_ == nullptr) {
    const std::string reason = std::generic_category().message(errno);
    refuse("output_file_unopened", {}, {{"file", path_}, {"reason", reason}});
  }
  output_ = std::make_unique<Output>(file_, stderr);
}

OutputFile::~OutputFile() {
  if (file_ == nullptr) return;
  output_.reset();
  std::fclose(file_);
}

void OutputFile::refuse_writing(std::string_view reason) const {
  refuse("output_file_unwritten", {}, {{"file", path_}, {"reason", std::string(reason)}});
}

void OutputFile::flush() {
  try {
    output_->flush();
  } catch (const OutputFailed& failed) {
    refuse_writing(failed.reason);
  } catch (const OutputClosed&) {
    refuse_writing(std::generic_category().message(EPIPE));
  }
}

void OutputFile::close() {
  flush();
  output_.reset();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) refuse_writing(std::generic_category().message(errno));
}

}  // namespace cellar
