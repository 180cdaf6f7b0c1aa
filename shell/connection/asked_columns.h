// The columns of an answer that is not shown, but worked with: a node may answer anything.
//
// In:      an answer; the types of the columns that were asked for.
// Out:     nothing.
// Refused: an answer of other columns (E682).
#pragma once

#include <vector>

#include "shell/connection/connection.h"

namespace cellar {

void require_columns(const Connection& connection, const Result& answer, const std::vector<Type>& types);

/// The types of the columns of a table.
std::vector<Type> types_of_columns(const Table& table);

}  // namespace cellar
