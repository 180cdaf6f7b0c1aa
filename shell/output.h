// Where the shell writes: results to one stream, diagnostics to another.
//
// In:      text. Out: bytes on the streams; before a diagnostic is written the results before it are.
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
  explicit Output(std::FILE* results = stdout, std::FILE* diagnostics = stderr)
      : results_(results), diagnostics_(diagnostics) {}

  void write(std::string_view text);
  void write_diagnostic(std::string_view text);
  void flush();

 private:
  std::FILE* results_;
  std::FILE* diagnostics_;
};

}  // namespace cellar
