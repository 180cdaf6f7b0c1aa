// What was typed before: entries of one or several lines.
//
// In:      statements and commands as they are typed.
// Out:     the entries, oldest first, with those of other shells that share the file. Left out are texts with the word
//          PASSWORD, LOGIN with its arguments, blank ones, and one that is the same as the entry before it.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/editor/history/history_file.h"

namespace cellar {

class EntryHistory {
 public:
  /// With an empty path, nothing is kept beyond this session.
  explicit EntryHistory(std::filesystem::path file);

  const std::vector<std::string>& entries() const { return entries_; }
  void add(std::string_view entry);
  /// Reads what other shells have added.
  void refresh();
  /// Returns why what is typed is kept for this session alone, as a sentence; nothing if it is kept, or was not to be.
  std::optional<std::string> fault(Language language) const;

 private:
  std::filesystem::path path_;
  std::optional<HistoryFile> file_;
  std::vector<std::string> entries_;
};

/// True for what must not be kept.
bool holds_secret(std::string_view entry);

}  // namespace cellar
