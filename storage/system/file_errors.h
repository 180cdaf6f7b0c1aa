// Turns an errno of a file operation into a refusal.
#pragma once

#include <string>

namespace cellar {

/// Throws the refusal of an error (errno) of the file at `path`.
[[noreturn]] void refuse_error(int code, const std::string& path);

}  // namespace cellar
