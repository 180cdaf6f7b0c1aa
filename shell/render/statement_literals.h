// Values as literals in statements that write them again.
//
// In:      native-protocol bytes and their type.
// Out:     a literal, or for the empty value of a type whose literals never are empty a call: `blob_as_int(0x)`.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "schema/schema.h"

namespace cellar {

/// True for a collection, tuple, user type or vector that holds an empty value, which no literal can write there.
bool holds_what_has_no_literal(const Type& type, std::string_view bytes);

/// Returns the literal of a value that such a value is not in.
std::string statement_literal(const Type& type, std::string_view bytes);

/// What WHERE says of a row.
struct RowKey {
  std::string partition, clustering;
  bool has_clustering = false;

  void add(const Column& column, const std::string& value);
};

}  // namespace cellar
