// Turns an errno of a file operation into a refusal.
//
// In:      the error, and the path of the file.
// Out:     nothing.
// Refused: always.
#pragma once

#include <string>

namespace cellar {

/// Throws the refusal of an error (errno) of the file at `path`.
[[noreturn]] void refuse_error(int code, const std::string& path);
/// The same for the error of a read, which says nothing of what the file holds.
[[noreturn]] void refuse_unreadable(int code, const std::string& path);

}  // namespace cellar
