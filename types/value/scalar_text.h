// The text that literals and display of scalars have in common.
//
// In:      a kind of scalar, and the bytes of a value of it.
// Out:     its text.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

/// Returns the text of a scalar that is not empty: without quotes, text as it is.
std::string scalar_text(TypeKind kind, std::string_view bytes);

}  // namespace cellar
