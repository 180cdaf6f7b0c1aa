#include "shell/terminal/stream_output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "refusal/width.h"

namespace cellar {

namespace {

bool goes_to_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool can_take_lines_back() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Returns 0 or the error. A signal that is handled (Ctrl-C) interrupts a write, and the standard library would drop what
/// it had not written.
int write_all(std::FILE* stream, std::string_view text) {
  if (std::fflush(stream) != 0) return errno;
  while (!text.empty()) {
    const ssize_t written = ::write(fileno(stream), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::size_t columns_of(std::FILE* terminal) {
  winsize size = {};
  if (ioctl(fileno(terminal), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

}  // namespace

StreamOutput::StreamOutput(std::FILE* results, std::FILE* diagnostics)
    : results_(results),
      diagnostics_(diagnostics),
      results_are_on_terminal_(goes_to_terminal(results)),
      diagnostics_are_on_terminal_(goes_to_terminal(diagnostics)),
      diagnostics_show_status_(diagnostics_are_on_terminal_ && can_take_lines_back()) {}

StreamOutput::~StreamOutput() { end(); }

std::optional<std::size_t> StreamOutput::terminal_columns() const {
  if (!results_are_on_terminal_) return std::nullopt;
  return columns_of(results_);
}

std::optional<std::size_t> StreamOutput::terminal_rows() const {
  if (!results_are_on_terminal_) return std::nullopt;
  winsize size = {};
  if (ioctl(fileno(results_), TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kUsualRows;
  return size.ws_row;
}

std::size_t StreamOutput::diagnostic_columns() const {
  return diagnostics_are_on_terminal_ ? columns_of(diagnostics_) : 0;
}

int StreamOutput::put_results(std::string_view text) {
  if (results_are_on_terminal_) clear_status();
  return write_all(results_, text);
}

void StreamOutput::put_diagnostic(std::string_view text) {
  clear_status();
  write_all(diagnostics_, text);  // there is nowhere to say that it failed
}

int StreamOutput::flush_results() { return std::fflush(results_) == 0 ? 0 : errno; }

void StreamOutput::show_status(std::string_view line) {
  if (results_are_on_terminal_) flush();
  // A line that wraps could not be erased.
  line = fit(line, columns_of(diagnostics_) - 1);
  std::fprintf(diagnostics_, "\r%.*s\033[K", static_cast<int>(line.size()), line.data());
  std::fflush(diagnostics_);
  status_is_shown_ = true;
}

void StreamOutput::clear_status() {
  if (!status_is_shown_) return;
  std::fputs("\r\033[K", diagnostics_);
  std::fflush(diagnostics_);
  status_is_shown_ = false;
}

}  // namespace cellar
