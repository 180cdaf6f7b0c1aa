// What the system's numbers of errors mean for a file.
#pragma once

#include <string>

namespace cellar {

/// Throws the refusal of an error (errno) of the file at `path`.
[[noreturn]] void refuse_error(int code, const std::string& path);

}  // namespace cellar
