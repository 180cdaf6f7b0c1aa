// Looks at a file before LMDB maps it: a page that is missing would end the process, not the statement.
//
// In:      an open descriptor. Out: whether it holds a database, or nothing yet.
// Refused: what is no LMDB file, or has lost its end.
#pragma once

#include <string>

namespace cellar {

enum class FileContent { nothing, database };

FileContent check_file(int descriptor, const std::string& path);

}  // namespace cellar
