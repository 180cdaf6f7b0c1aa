// What is wrong with bytes that are stored as a value.
//
// In:      a type and bytes.
// Out:     what check() (value.h) would refuse, as data, but for a tinyint of zero bytes, also as an element: a
//          constant in hexadecimal, `0x`, is stored as it is.
// Refused: nothing.
#pragma once

#include <optional>
#include <string_view>

#include "refusal/refusal.h"
#include "types/type.h"

namespace cellar {

std::optional<Diagnostic> fault_of_stored(const Type& type, std::string_view bytes);

}  // namespace cellar
