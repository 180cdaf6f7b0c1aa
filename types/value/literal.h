// From a CQL literal to the bytes of a value.
//
// In:      the literal's kind and its text (of a string: what is between the quotes, with
//          escapes resolved; of a blob: with its 0x; of numbers: digits of any length).
// Out:     native-protocol bytes of the wanted type.
// Refused: a text that is no value of the type, and (as a fault of syntax) a float beyond the range
//          of double, whatever the type. The Refusal has no span: the caller knows the place. A kind
//          that the type does not take is the caller's to refuse: `literal_fits` tells.
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
/// constants; one byte in hexadecimal, or none, for a tinyint is part of it). A tuple takes every kind: the
/// constant's text is read as `tuple_text.h` says. False for collections, vectors and user types.
bool literal_fits(LiteralKind kind, const Type& type);

/// Whether the kind is the type's own, rather than one it merely takes (int for INTEGER: exact;
/// bigint for INTEGER: not). Overloads of functions are chosen by it.
bool literal_fits_exactly(LiteralKind kind, std::string_view text, const Type& type);

/// Bytes of the literal. `type` is a scalar or a tuple, and literal_fits(kind, type) holds.
std::string encode_literal(LiteralKind kind, std::string_view text, const Type& type);
/// The same, written into `out`, whose memory is reused.
void encode_literal(LiteralKind kind, std::string_view text, const Type& type, std::string& out);

/// Type of a literal that is alone in a selection: the smallest of int, bigint, varint for an
/// integer; double for a float if its shortest digits are the same number, else decimal; text, boolean, uuid
/// (timeuuid for version 1), blob, duration. Refuses as encode_literal does.
Type natural_type(LiteralKind kind, std::string_view text);

}  // namespace cellar
