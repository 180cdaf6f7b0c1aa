// Looks at a file before LMDB maps it and writes into it, since LMDB trusts every byte.
//
// In:      an open descriptor.
// Out:     whether it holds a database, or nothing yet.
// Refused: what is no LMDB file, has lost its end, or is damaged where this looks.
//
// How much it looks at is a matter of time. To open a file takes the meta pages and the roots of its trees, a
// handful of pages however large it is. A statement that reads may meet a damaged page further down: that
// ends the statement or, by a fault of memory, the process (storage/lmdb/fault_report.h), and nothing is lost
// by it. A statement that writes may do harm: LMDB copies a damaged page, moves bytes in it by the sizes that
// it finds there, and takes pages for free that are in use. So before the first write of a process the pages
// of a small file are all looked at, which takes less than the write itself, and in a larger one the list of
// free pages.
#pragma once

#include <string>

namespace cellar {

enum class FileContent { nothing, database };

FileContent check_file(int descriptor, const std::string& path);

/// Nobody else writes meanwhile. True if all pages were checked: else those that a write is about to change
/// have to be (storage/lmdb/path_check.h).
bool check_before_writing(int descriptor, const std::string& path);

}  // namespace cellar
