// The file that keeps what was typed.
//
// In:      its path; entries of one or several lines.
// Out:     the entries, oldest first. Several shells may have the file open: each entry is one locked write, and
//          what others have added is read by read_new(). The file is readable by its owner alone, and is cut to its
//          newest entries when it has grown.
// Format:  an entry a line, as it was typed. An entry of several lines, or one that begins with a backslash, is a
//          backslash and its text with \n for a newline and \\ for a backslash. So files of cqlsh are read, and it
//          reads these. A file of libedit (_HiStOrY_V2_) is read, and written anew in this format.
//          Only the newest 8 MiB of a larger file are read.
// Refused: nothing: what cannot be read or written is left, since no statement may fail for it. fault() says it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"

namespace cellar {

std::string encode_history_entry(std::string_view entry);
std::string decode_history_line(std::string_view line);
/// Returns the entries of a whole file, in any of the formats.
std::vector<std::string> decode_history(std::string_view bytes);

class HistoryFile {
 public:
  /// At most `kept` entries are kept, and a tenth more until the file is cut.
  explicit HistoryFile(std::filesystem::path path, std::size_t kept = 10'000);

  /// Returns why nothing can be kept there, in the system's words; nothing if it can, or if the path is a device such as
  /// /dev/null.
  std::optional<std::string> fault(Language language) const;

  struct News {
    bool from_begin = false;  // the entries are all there are: the file was written anew
    std::vector<std::string> entries;
  };
  /// Returns the entries since the last call.
  News read_new();
  /// Returns false if it could not be written, or is no regular file (/dev/null).
  bool append(std::string_view entry);
  /// Cuts the file to its newest entries if it has too many, and brings it into this format.
  void compact();

 private:
  struct Identity {
    dev_t device = 0;
    ino_t file = 0;
    bool operator==(const Identity&) const = default;
  };

  std::filesystem::path path_;
  std::size_t kept_;
  Identity seen_;           // the file that was read
  std::uint64_t read_ = 0;  // bytes of it
};

}  // namespace cellar
