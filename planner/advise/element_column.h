// A column of a table that is advised or copied into: an element of a collection of the source.
//
// In:      the planner of ADVISE chooses it.
// Out:     plain data.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cellar {

/// A column that the source lacks. The table has a row for each element of the collection.
struct ElementColumn {
  enum class Holds : std::uint8_t { value, key };  // of a list or set: the element
  std::size_t column = 0;                          // index into the columns of the table
  std::string collection;                          // the source's column
  Holds holds = Holds::value;
};

}  // namespace cellar
