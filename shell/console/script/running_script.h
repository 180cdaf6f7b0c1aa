// A script that is being run.
//
// In:      its name and file.
// Out:     how far it was read, and the statement that runs.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "parser/script/splitter.h"
#include "shell/console/commands.h"
#include "shell/console/script/script_runner.h"
#include "shell/files/script_file.h"
#include "shell/render/load_progress.h"

namespace cellar {

/// Lines that a statement reads (COPY ... FROM STDIN).
struct ScriptRunner::LinesBehind {
  ScriptFile& file;
  std::string text{};
  std::size_t begin = 0;  // of the next line
  std::size_t taken = 0;

  bool take(std::string& line) {
    std::size_t end;
    while ((end = text.find('\n', begin)) == text.npos) {
      text.erase(0, std::exchange(begin, 0));
      const std::string_view piece = file.read();
      if (piece.empty()) break;
      text += piece;
    }
    if (end == text.npos && begin == text.size()) return false;
    line.assign(text, begin, end == text.npos ? end : end - begin);
    begin = std::min(end == text.npos ? end : end + 1, text.size());
    ++taken;
    return true;
  }
};

struct ScriptRunner::Script {
  std::string_view name;               // as refusals show it
  std::filesystem::path path;          // "-" for standard input
  ScriptFile* file = nullptr;          // null for text of the command line
  std::optional<LinesBehind> lines{};  // behind the statement that is running, if it has read some
  LoadProgress* progress = nullptr;
  Splitter reader{begins_line_command};
  std::size_t line = 1;     // of the statement that runs
  std::size_t column = 0;   // 0: none has run
  std::uint64_t bytes = 0;  // given to the reader
  std::uint64_t end = 0;    // of the last statement, or of the text between two, in these bytes
  std::string text{};       // the last of them, kept if statements are echoed
  std::size_t echoed = 0;   // bytes of `text` that were echoed
  bool has_echoed = false;
};

}  // namespace cellar
