// What the shell writes to: one stream of results, one of diagnostics.
//
// In:      text.
// Out:     bytes, to what a derived class writes to (KeptOutput: texts in memory; shell/terminal/stream_output.h: the
//          streams of a program; shell/console/output/output_file.h: a file). Results are gathered; those before a
//          diagnostic are written before it. A status is a line that stays on the terminal of the diagnostics until
//          something else is written there.
// Refused: OutputClosed if the reader of the results has closed its end, OutputFailed if they cannot be written.
#pragma once

#include <cstddef>
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
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;

  void write(std::string_view text) {
    gathered_ += text;
    write_if_full();
  }
  /// Writes text that others wrote: at a terminal, characters that would steer it, except newlines and tabs,
  /// are shown as escapes; elsewhere every byte is written unchanged.
  void write_text(std::string_view text);
  /// Returns the buffer of results, for callers that append to it and then call write_if_full().
  std::string& results() { return gathered_; }
  void write_if_full() {
    if (gathered_.size() >= kGathered) write_gathered();
  }
  void write_diagnostic(std::string_view text);
  void flush();
  /// At a terminal, flushes the results when a statement is done.
  void end_statement() {
    if (is_terminal()) flush();
  }

  /// Returns true if the results go to a terminal.
  virtual bool is_terminal() const { return false; }
  /// Returns how wide the terminal of the results is now; nothing if they do not go to one.
  virtual std::optional<std::size_t> terminal_columns() const { return std::nullopt; }
  /// Returns how many rows the terminal of the results has now; nothing if they do not go to one.
  virtual std::optional<std::size_t> terminal_rows() const { return std::nullopt; }
  /// Returns how wide the terminal of the diagnostics is now; 0 if they do not go to one.
  virtual std::size_t diagnostic_columns() const { return 0; }

  /// Returns true if results could not be written: OutputFailed or OutputClosed was thrown.
  bool has_failed() const { return has_failed_; }

  /// Returns true if the diagnostics go to a terminal on which a line can be erased.
  virtual bool shows_status() const { return false; }
  virtual void show_status(std::string_view) {}
  virtual void clear_status() {}

 protected:
  Output() = default;
  /// Returns 0, or the error of the system.
  virtual int put_results(std::string_view text) = 0;
  /// A diagnostic that cannot be written has nowhere else to go.
  virtual void put_diagnostic(std::string_view text) = 0;
  /// Returns 0, or the error of the system.
  virtual int flush_results() { return 0; }
  /// For a destructor: writes the gathered results, if it can.
  void end() noexcept;

 private:
  static constexpr std::size_t kGathered = 64 * 1024;

  void write_gathered();
  [[noreturn]] void fail(int error);

  std::string gathered_;
  bool has_failed_ = false;
};

/// Keeps what is written as texts in memory.
class KeptOutput final : public Output {
 public:
  /// Return what was written since the last call.
  std::string take_results();
  std::string take_diagnostics();

 private:
  int put_results(std::string_view text) override;
  void put_diagnostic(std::string_view text) override;

  std::string results_, diagnostics_;
};

}  // namespace cellar
