// A text in the editor that a person prefers.
//
// In:      the text, the command that runs the editor.
// Out:     what was saved, or why there is nothing.
// Refused: nothing. An EditorFailure says why there is no text.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "refusal/language.h"

namespace cellar {

struct EditorFailure {
  std::string reason;  // a sentence without its point
};

/// Runs `editor`, which may have arguments; if it is empty, vi or nano. The terminal must be in the mode in which programs
/// expect it.
std::variant<std::string, EditorFailure> edit_outside(std::string_view text, const std::string& editor,
                                                      Language language);
/// The same for a file, which keeps what was saved.
std::variant<std::string, EditorFailure> edit_file(const std::filesystem::path& path,
                                                   const std::string& editor, Language language);

}  // namespace cellar
