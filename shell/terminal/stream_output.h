// The output of a program: results on one stream, diagnostics on another.
//
// In:      text.
// Out:     bytes on the streams, which stay open. Each may be a terminal.
// Refused: OutputClosed and OutputFailed, as shell/render/output.h says.
#pragma once

#include <cstdio>
#include <optional>
#include <string_view>

#include "shell/render/output.h"

namespace cellar {

class StreamOutput final : public Output {
 public:
  explicit StreamOutput(std::FILE* results = stdout, std::FILE* diagnostics = stderr);
  /// Writes the gathered results, if it can.
  ~StreamOutput() override;

  bool is_terminal() const override { return results_are_on_terminal_; }
  std::optional<std::size_t> terminal_columns() const override;
  std::optional<std::size_t> terminal_rows() const override;
  std::size_t diagnostic_columns() const override;
  bool shows_status() const override { return diagnostics_show_status_; }
  void show_status(std::string_view line) override;
  void clear_status() override;

 private:
  int put_results(std::string_view text) override;
  void put_diagnostic(std::string_view text) override;
  int flush_results() override;

  std::FILE* results_;
  std::FILE* diagnostics_;
  bool results_are_on_terminal_;  // likely the one of the diagnostics
  bool diagnostics_are_on_terminal_;
  bool diagnostics_show_status_;
  bool status_is_shown_ = false;
};

}  // namespace cellar
