#include "shell/render/output.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "types/text/text.h"

namespace cellar {

OutputFailed::OutputFailed(int error)
    : text("cannot write the output: " + std::generic_category().message(error)),
      reason(std::generic_category().message(error)) {}

void Output::fail(int error) {
  has_failed_ = true;
  if (error == EPIPE) throw OutputClosed();
  throw OutputFailed(error);
}

void Output::write_text(std::string_view text) {
  if (is_terminal()) return write(show_on_terminal(text));
  write(text);
}

void Output::write_gathered() {
  if (gathered_.empty()) return;
  const int error = put_results(gathered_);
  gathered_.clear();  // it is not written again if this write has failed
  if (error != 0) fail(error);
}

void Output::write_diagnostic(std::string_view text) {
  flush();
  put_diagnostic(text);
}

void Output::flush() {
  write_gathered();
  if (const int error = flush_results()) fail(error);
}

void Output::end() noexcept {
  if (!gathered_.empty()) put_results(gathered_);
  flush_results();
}

int KeptOutput::put_results(std::string_view text) {
  results_ += text;
  return 0;
}

void KeptOutput::put_diagnostic(std::string_view text) { diagnostics_ += text; }

std::string KeptOutput::take_results() {
  flush();
  return std::exchange(results_, {});
}

std::string KeptOutput::take_diagnostics() { return std::exchange(diagnostics_, {}); }

}  // namespace cellar
