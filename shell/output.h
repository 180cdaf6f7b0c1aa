// Where the shell writes: results to one stream, diagnostics to another.
//
// In:      text. Out: bytes on the streams; before a diagnostic is written the results before it are. A
// status
//          is a line that stands on the terminal of the diagnostics until something else is written there.
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

  void write(std::string_view text);
  void write_diagnostic(std::string_view text);
  void flush();

  /// Whether the diagnostics go to a terminal that can take a line back.
  bool shows_status() const { return diagnostics_show_status_; }
  void show_status(std::string_view line);
  void clear_status();

 private:
  std::FILE* results_;
  std::FILE* diagnostics_;
  bool results_are_seen_;  // at a terminal, likely the one of the diagnostics
  bool diagnostics_show_status_;
  bool status_stands_ = false;
};

}  // namespace cellar
