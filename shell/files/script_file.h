// Reads a script in pieces.
//
// In:      the name of a file, or "-" for standard input.
// Out:     pieces of bytes until the end.
// Refused: a folder, a file that does not exist or cannot be read, UTF-16 text.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "storage/transaction/stop_token.h"

namespace cellar {

class ScriptFile {
 public:
  explicit ScriptFile(const std::filesystem::path& path, StopToken stop = {});
  ~ScriptFile();
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;

  /// Returns the next piece, valid until the next call; empty at the end, and if the work shall stop.
  std::string_view read();
  /// As read(), but also if the work shall stop; empty for what is no regular file, which might keep it waiting.
  std::string_view read_on();
  /// Returns true if read() will return within `time`; a pipe may take longer.
  bool ready_within(std::chrono::milliseconds time) const;
  /// Returns the size of the whole script, if it is known before it is read.
  std::optional<std::uint64_t> size() const;

 private:
  std::string_view read_piece();

  std::string name_;
  StopToken stop_;
  std::string piece_;
  int descriptor_ = -1;
  bool owned_ = false;
  bool at_start_ = true;
};

}  // namespace cellar
