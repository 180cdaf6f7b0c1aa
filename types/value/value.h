// Values as bytes: check, compare, take apart and put together, print.
//
// In:      bytes of the native protocol.
// Out:     the same, an order, or text. Nothing here does I/O.
// Refused: bytes that are no value of the type, by `check`; the other functions take bytes that passed it.
//
// Sources, a job each: check.cpp, compare.cpp, collection.cpp, print.cpp, display.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/refusal.h"
#include "types/type.h"

namespace cellar {

/// The value of a marker: bytes of its slot's type, null, or unset (leaves things as they are).
struct BoundValue {
  Value value;
  bool unset = false;
};

/// Refuses (Refusal without span) bytes that are no value of the type. Zero bytes pass where
/// Cassandra takes "empty": for every type but tinyint, smallint, date, time, duration, collections
/// and vectors.
void check(const Type& type, std::string_view bytes);

/// The same as data: what is wrong with the bytes; nothing where they are a value of the type.
std::optional<Diagnostic> fault_of(const Type& type, std::string_view bytes);

/// Cassandra's order of the type: negative, 0 or positive. Empty comes before everything else;
/// numbers by value (decimal 1.0 equals 1.00), NaN last, -0.0 before 0.0; text and blob by unsigned bytes;
/// uuid by version, then time for version 1; timeuuid by time, then signed bytes; collections element
/// by element, then the shorter first; tuples and user types field by field, null first.
int compare(const Type& type, std::string_view left, std::string_view right);

/// Elements of a list, set or vector; fields of a tuple or user type (null where absent; trailing
/// fields that are not there come as null up to the type's size); key, value, key, value of a map.
/// The views point into `bytes`.
std::vector<ValueView> unpack(const Type& type, std::string_view bytes);
/// The same; nothing for bytes that are not so built.
std::optional<std::vector<ValueView>> try_unpack(const Type& type, std::string_view bytes);

/// Packs what unpack() takes apart. The elements of sets and maps are written in the order given: sort them
/// first (sort_elements).
std::string pack(const Type& type, std::span<const Value> elements);

/// Sorts a set's elements or a map's pairs (key, value, key, value) by the key's order and drops
/// doubles: of equal ones the first element or key stays, and for a map the last value given.
void sort_elements(const Type& type, std::vector<Value>& elements);

/// The value as a CQL literal of its type (`'it''s'`, `0xff`, `{1: 'a'}`, `null` for no bytes, `empty`
/// for zero bytes of a type that has no literal for it). Strings stay as they are, only quotes are doubled.
std::string to_literal(const Type& type, ValueView value);

/// The value as cqlsh prints it in a table: text bare at the top level and quoted inside, floats
/// with five and doubles with five significant decimals as cqlsh does, timestamps
/// `2011-02-03 04:05:00.000000+0000`, control characters made visible (\n, \x00 ...).
std::string to_display(const Type& type, ValueView value);
/// The same, appended to `shown`.
void append_display(const Type& type, ValueView value, std::string& shown);

}  // namespace cellar
