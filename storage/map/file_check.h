// Checks a file before LMDB maps it and writes into it, since LMDB trusts every byte.
//
// In:      an open descriptor.
// Out:     whether it holds a database, or nothing yet, since its creation was not finished.
// Refused: a file that is not LMDB's, that is truncated, or that is damaged in the pages checked.
//
// How much is checked is a matter of time. Opening checks the meta pages and the roots of the trees, a
// handful of pages however large the file is. A statement that reads may then meet a damaged page further
// down: this ends the statement or, by a memory fault, the process (storage/map/fault_report.h), and no data
// is lost. A statement that writes could do harm: LMDB copies a damaged page, moves bytes in it by the sizes
// found there, and treats pages as free that are in use. So before the first write of a process all pages of
// a small file are checked, which takes less time than the write itself; in a larger file, only the list of
// free pages.
#pragma once

#include <string>

#include "storage/map/page_file.h"

namespace cellar {

enum class FileContent {
  nothing,
  unfinished,  // a part of the meta pages that LMDB writes first: a full disk, or the end of the process
  database,
};

FileContent check_file(int descriptor, const std::string& path);

/// Returns the newest meta page of a file that was found sound before; refuses one that cannot be read now.
MetaRecord newest_meta(const PageFile& file, const std::string& path);

/// Returns true if no transaction was ever committed to the file.
bool holds_nothing(int descriptor);

/// To be called while no other process writes. Returns true if all pages were checked; otherwise the pages
/// that a write is about to change have to be checked (storage/map/path_check.h).
bool check_before_writing(int descriptor, const std::string& path);

}  // namespace cellar
