// A text in the editor that a person prefers.
//
// In:      the text.
// Out:     what was saved, or why there is nothing.
// Refused: nothing. An EditorFailure says why there is no text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

namespace cellar {

struct EditorFailure {
  std::string reason;  // a sentence without its point
};

/// Runs $VISUAL, or $EDITOR, or vi, or nano; it may have arguments. The
/// terminal must be in the mode in which programs expect it.
std::variant<std::string, EditorFailure> edit_outside(std::string_view text);
/// The same for a file, which keeps what was saved.
std::variant<std::string, EditorFailure> edit_file(const std::filesystem::path& path);

}  // namespace cellar
