// Reads lines that a person types, with editing and a history that outlasts the session.
//
// In:      a prompt.
// Out:     a line, or that it was cancelled (Ctrl-C), or that the input has ended (Ctrl-D).
#pragma once

#include <histedit.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace cellar {

struct TypedLine {
  enum class Kind : std::uint8_t { line, dropped, end };
  Kind kind = Kind::end;
  std::string text;  // without its newline
};

class LineEditor {
 public:
  /// With an empty path, no history is kept.
  explicit LineEditor(std::filesystem::path history_file);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  TypedLine read(const std::string& prompt);
  void remember(const std::string& line);
  std::vector<std::string> history() const;  // oldest first

 private:
  std::filesystem::path history_file_;
  std::string prompt_;
  std::unique_ptr<History, void (*)(History*)> history_;
  std::unique_ptr<EditLine, void (*)(EditLine*)> editor_;
};

/// Returns $CELLAR_HISTORY, or a file in $XDG_STATE_HOME, or ~/.cellar_history.
std::filesystem::path default_history_file();

}  // namespace cellar
