#include "shell/output.h"

#include <cerrno>
#include <system_error>

namespace cellar {

namespace {

[[noreturn]] void fail(int error) {
  if (error == EPIPE) throw OutputClosed();
  throw OutputFailed(error);
}

}  // namespace

OutputFailed::OutputFailed(int error)
    : text("cannot write the output: " + std::generic_category().message(error)) {}

void Output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), results_) != text.size()) fail(errno);
}

void Output::write_diagnostic(std::string_view text) {
  flush();
  // A diagnostic that cannot be written has nowhere else to go.
  if (std::fwrite(text.data(), 1, text.size(), diagnostics_) != text.size()) return;
  std::fflush(diagnostics_);
}

void Output::flush() {
  if (std::fflush(results_) != 0) fail(errno);
}

}  // namespace cellar
