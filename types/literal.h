// From a CQL literal to the bytes of a value.
//
// In:      the literal's kind and its text (of a string: what stands between the quotes, with
//          escapes resolved; of a blob: with its 0x; of numbers: digits of any length).
// Out:     native-protocol bytes of the wanted type.
// Refused: a kind that the type does not take (`literal_fits` tells without the text), and a text
//          that is no value of the type. The Refusal has no span: the caller knows the place.
#pragma once

#include <string>
#include <string_view>

#include "types/type.h"

namespace cellar {

enum class LiteralKind : std::uint8_t {
  string,
  integer,
  float_,  // with point or exponent, NaN and Infinity too
  boolean,
  uuid,
  blob,
  duration,
};

/// "STRING", "INTEGER" ...: how messages call the kind.
std::string_view name(LiteralKind kind);

/// Whether Cassandra takes a constant of this kind for a scalar type (its "assignable" test on
/// constants). False for collections, tuples and user types.
bool literal_fits(LiteralKind kind, const Type& type);

/// Whether the kind is the type's own, rather than one it merely takes (int for INTEGER: exact;
/// bigint for INTEGER: not). Overloads of functions are chosen by it.
bool literal_fits_exactly(LiteralKind kind, std::string_view text, const Type& type);

/// Bytes of the literal. `type` is scalar and literal_fits(kind, type) holds.
std::string encode_literal(LiteralKind kind, std::string_view text, const Type& type);

/// Type of a literal that stands alone in a selection: the smallest of int, bigint, varint for an
/// integer; double or decimal for a float; text, boolean, uuid (timeuuid for version 1), blob, duration.
Type natural_type(LiteralKind kind, std::string_view text);

}  // namespace cellar
