// The kinds of assignments in SET.
//
// In:      nothing.
// Out:     the kinds.
// Refused: nothing.
#pragma once

#include <cstdint>

namespace cellar {

enum class AssignmentKind : std::uint8_t {
  set,       // c = t
  add,       // c = c + t, c += t
  subtract,  // c = c - t, c -= t
  prepend,   // c = t + c
  element,   // c[k] = t
  field,     // c.f = t
};

}  // namespace cellar
