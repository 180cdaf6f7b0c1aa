// A script's bytes, a piece at a time.
//
// In:      the name of a file, "-" for standard input.
// Out:     pieces until the end.
// Refused: a folder, a file that is not there or cannot be read, UTF-16 text.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

class ScriptFile {
 public:
  explicit ScriptFile(const std::filesystem::path& path);
  ~ScriptFile();
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;

  /// The next piece, empty at the end and when Ctrl-C came. Lasts until the next call.
  std::string_view read();
  /// Whether read() will not have to wait longer; a pipe may.
  bool ready_within(std::chrono::milliseconds time) const;
  /// Bytes in all, where that is known before they are read.
  std::optional<std::uint64_t> size() const;

 private:
  std::string name_;
  std::string piece_;
  int descriptor_ = -1;
  bool owned_ = false;
  bool at_start_ = true;
};

}  // namespace cellar
