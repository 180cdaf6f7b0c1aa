// Collections, tuples, user types and vectors between their brackets.
//
// In:      their text as shell/copy/from/values/value_reader.h says, their type.
// Out:     native-protocol bytes; the elements of sets and the pairs of maps sorted.
// Refused: as there.
#pragma once

#include "shell/copy/from/values/value_reader.h"

namespace cellar {

/// Returns what reads values of a kind.
ValueReader::Read reader_of(TypeKind kind);

void read_composite(std::string_view text, const Type& type, const CopyOptions& options, std::string& bytes);

}  // namespace cellar
