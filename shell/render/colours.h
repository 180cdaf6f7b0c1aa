// The colours of results at a terminal, which are cqlsh's.
//
// In:      a column, or the type of a value.
// Out:     the control sequence that begins its colour; kReset ends it.
// Refused: nothing.
#pragma once

#include <string_view>

#include "schema/schema.h"
#include "types/type.h"

namespace cellar {

namespace colour {
inline constexpr std::string_view kRed = "\033[0;1;31m";
inline constexpr std::string_view kGreen = "\033[0;1;32m";
inline constexpr std::string_view kYellow = "\033[0;1;33m";
inline constexpr std::string_view kBlue = "\033[0;1;34m";
inline constexpr std::string_view kMagenta = "\033[0;1;35m";
inline constexpr std::string_view kCyan = "\033[0;1;36m";
inline constexpr std::string_view kWhite = "\033[0;1;37m";
inline constexpr std::string_view kDarkMagenta = "\033[0;35m";
inline constexpr std::string_view kReset = "\033[0m";
}  // namespace colour

/// The colour of the name of a column; null: its values are computed.
constexpr std::string_view name_colour(const Column* column) {
  if (column == nullptr) return colour::kMagenta;
  switch (column->kind) {
    case ColumnKind::partition_key:
      return colour::kRed;
    case ColumnKind::clustering:
      return colour::kCyan;
    case ColumnKind::static_:
      return colour::kWhite;
    case ColumnKind::regular:
      return colour::kMagenta;
  }
  return colour::kMagenta;
}

/// The colour of a value of a type that has no parts.
constexpr std::string_view value_colour(TypeKind kind) {
  if (kind == TypeKind::ascii || kind == TypeKind::text) return colour::kYellow;
  return kind == TypeKind::blob ? colour::kDarkMagenta : colour::kGreen;
}

}  // namespace cellar
