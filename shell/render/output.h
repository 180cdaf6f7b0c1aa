// The output streams of the shell: one for results, one for diagnostics.
//
// In:      text.
// Out:     bytes on the streams. Results are buffered; those before a diagnostic are written before it. A
//          status is a line that stays on the terminal of the diagnostics until something else is written
//          there.
// Refused: OutputClosed if the reader of the results has closed its end, OutputFailed if they cannot be
//          written.
#pragma once

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

struct OutputClosed : std::exception {};
struct OutputFailed : std::exception {
  explicit OutputFailed(int error);
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
  std::string reason;  // the system's words
};

/// The size of a window that does not say its own.
inline constexpr std::size_t kUsualRows = 24;
inline constexpr std::size_t kUsualColumns = 80;

class Output {
 public:
  explicit Output(std::FILE* results = stdout, std::FILE* diagnostics = stderr);

  /// Writes the buffered results, if it can.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  /// Writes text that others wrote: at a terminal, characters that would steer it, except newlines and tabs,
  /// are shown as escapes; elsewhere every byte is written unchanged.
  void write_text(std::string_view text);
  /// Returns the buffer of results, for callers that append to it and then call write_if_full().
  std::string& results() { return gathered_; }
  /// Returns how wide the terminal of the results is now; nothing if they do not go to one.
  std::optional<std::size_t> terminal_columns() const;
  /// Returns how many rows the terminal of the results has now; nothing if they do not go to one.
  std::optional<std::size_t> terminal_rows() const;
  /// Returns how wide the terminal of the diagnostics is now; 0 if they do not go to one.
  std::size_t diagnostic_columns() const;
  void write_if_full() {
    if (gathered_.size() >= kGathered) write_gathered();
  }
  /// At a terminal, flushes the results when a statement is done.
  void end_statement() {
    if (results_are_on_terminal_) flush();
  }
  void write_diagnostic(std::string_view text);
  void flush();

  /// Returns true if results could not be written: OutputFailed or OutputClosed was thrown.
  bool has_failed() const { return has_failed_; }

  /// Returns true if the diagnostics go to a terminal on which a line can be erased.
  bool shows_status() const { return diagnostics_show_status_; }
  void show_status(std::string_view line);
  void clear_status();

 private:
  static constexpr std::size_t kGathered = 64 * 1024;

  void write_gathered();
  [[noreturn]] void fail(int error);

  std::string gathered_;
  std::FILE* results_;
  std::FILE* diagnostics_;
  bool results_are_on_terminal_;  // likely the one of the diagnostics
  bool diagnostics_are_on_terminal_;
  bool diagnostics_show_status_;
  bool status_is_shown_ = false;
  bool has_failed_ = false;
};

}  // namespace cellar
