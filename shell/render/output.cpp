#include "shell/render/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "types/text/text.h"

namespace cellar {

namespace {

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool can_take_lines_back() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Returns false, with errno set, if not all could be written. A signal that is handled (Ctrl-C) interrupts a write, and
/// the standard library would drop what it had not written. A stream without a descriptor lies in memory.
bool write_all(std::FILE* stream, std::string_view text) {
  const int descriptor = fileno(stream);
  if (descriptor < 0) return std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fflush(stream) != 0) return false;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::size_t columns_of(std::FILE* terminal) {
  winsize size = {};
  if (ioctl(fileno(terminal), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

}  // namespace

OutputFailed::OutputFailed(int error)
    : text("cannot write the output: " + std::generic_category().message(error)),
      reason(std::generic_category().message(error)) {}

void Output::fail(int error) {
  has_failed_ = true;
  if (error == EPIPE) throw OutputClosed();
  throw OutputFailed(error);
}

Output::Output(std::FILE* results, std::FILE* diagnostics)
    : results_(results),
      diagnostics_(diagnostics),
      results_are_on_terminal_(is_terminal(results)),
      diagnostics_are_on_terminal_(is_terminal(diagnostics)),
      diagnostics_show_status_(diagnostics_are_on_terminal_ && can_take_lines_back()) {}

Output::~Output() {
  write_all(results_, gathered_);
  std::fflush(results_);
}

std::optional<std::size_t> Output::terminal_columns() const {
  if (!results_are_on_terminal_) return std::nullopt;
  return columns_of(results_);
}

std::optional<std::size_t> Output::terminal_rows() const {
  if (!results_are_on_terminal_) return std::nullopt;
  winsize size = {};
  if (ioctl(fileno(results_), TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return kUsualRows;
  return size.ws_row;
}

std::size_t Output::diagnostic_columns() const {
  return diagnostics_are_on_terminal_ ? columns_of(diagnostics_) : 0;
}

void Output::write(std::string_view text) {
  gathered_ += text;
  write_if_full();
}

void Output::write_text(std::string_view text) {
  if (results_are_on_terminal_) return write(show_on_terminal(text));
  write(text);
}

void Output::write_gathered() {
  if (gathered_.empty()) return;
  if (results_are_on_terminal_) clear_status();
  const bool whole = write_all(results_, gathered_);
  const int error = errno;
  gathered_.clear();  // it is not written again if this write has failed
  if (!whole) fail(error);
}

void Output::write_diagnostic(std::string_view text) {
  flush();
  clear_status();
  // A diagnostic that cannot be written has nowhere else to go.
  if (std::fwrite(text.data(), 1, text.size(), diagnostics_) != text.size()) return;
  std::fflush(diagnostics_);
}

void Output::flush() {
  write_gathered();
  if (std::fflush(results_) != 0) fail(errno);
}

void Output::show_status(std::string_view line) {
  if (results_are_on_terminal_) flush();
  // A line that wraps could not be erased.
  line = line.substr(0, columns_of(diagnostics_) - 1);
  std::fprintf(diagnostics_, "\r%.*s\033[K", static_cast<int>(line.size()), line.data());
  std::fflush(diagnostics_);
  status_is_shown_ = true;
}

void Output::clear_status() {
  if (!status_is_shown_) return;
  std::fputs("\r\033[K", diagnostics_);
  std::fflush(diagnostics_);
  status_is_shown_ = false;
}

}  // namespace cellar
