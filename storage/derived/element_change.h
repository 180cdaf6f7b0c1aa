// A change of one element of a multicell column.
//
// In:      nothing; the writer of the row fills it.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <optional>
#include <string>

#include "schema/schema.h"

namespace cellar {

struct ElementChange {
  ColumnId column = 0;
  std::string path;                   // as in the key of the own entry
  std::optional<std::string> before;  // the values of the own entry; nothing: there was none
  std::optional<std::string> after;
};

}  // namespace cellar
