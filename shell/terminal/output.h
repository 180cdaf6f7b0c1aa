// The streams of the shell: results go to one, diagnostics to another.
//
// In:      text.
// Out:     bytes on the streams. Results are gathered and written many at once; before a diagnostic is
//          written the results before it are. A status is a line that stays on the terminal of the
//          diagnostics until something else is written there.
// Refused: OutputClosed when the reader of the results went away, OutputFailed when they cannot be written.
#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace cellar {

struct OutputClosed : std::exception {};
struct OutputFailed : std::exception {
  explicit OutputFailed(int error);
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};

class Output {
 public:
  explicit Output(std::FILE* results = stdout, std::FILE* diagnostics = stderr);

  /// Writes what it can of the results.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  /// Writes what others wrote: at a terminal, characters that would steer it are shown as escapes, newlines
  /// and tabs excepted; elsewhere every byte is as it is.
  void write_text(std::string_view text);
  /// The results that are not written yet, for who appends to them in place and then says write_if_full().
  std::string& results() { return gathered_; }
  void write_if_full() {
    if (gathered_.size() >= kGathered) write_gathered();
  }
  /// Results that a person looks at are shown when a statement is done.
  void end_statement() {
    if (results_are_seen_) flush();
  }
  void write_diagnostic(std::string_view text);
  void flush();

  /// Whether the diagnostics go to a terminal that can take a line back.
  bool shows_status() const { return diagnostics_show_status_; }
  void show_status(std::string_view line);
  void clear_status();

 private:
  static constexpr std::size_t kGathered = 64 * 1024;

  void write_gathered();

  std::string gathered_;
  std::FILE* results_;
  std::FILE* diagnostics_;
  bool results_are_seen_;  // at a terminal, likely the one of the diagnostics
  bool diagnostics_show_status_;
  bool status_stands_ = false;
};

}  // namespace cellar
