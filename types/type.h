// A CQL type as plain data, and what can be asked of it.
//
// In:      nothing; the parser and the schema fill it.
// Out:     plain data.
// Refused: nothing.
//
// Values of every type are kept in the bytes of the CQL native protocol (section 6 of its
// specification): no other in-memory form exists between parser, store and server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/names.h"

namespace cellar {

enum class TypeKind : std::uint8_t {
  ascii,
  bigint,
  blob,
  boolean,
  counter,
  date,
  decimal,
  double_,
  duration,
  float_,
  inet,
  int_,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  uuid,
  varint,
  list,
  set,
  map,
  tuple,
  user,
  vector,
};

/// Its special members are compiled once, in type.cpp, since nearly every source holds types.
struct Type {
  Type();
  Type(const Type&);
  Type(Type&&) noexcept;
  Type& operator=(const Type&);
  Type& operator=(Type&&) noexcept;
  ~Type();

  TypeKind kind = TypeKind::blob;
  bool frozen = false;                   // tuples and vectors are always frozen: true
  std::uint32_t dimension = 0;           // vector: number of elements
  std::vector<Type> arguments;           // list, set, vector: 1; map: 2; tuple, user: one a field
  std::string keyspace;                  // user
  std::string name;                      // user
  std::vector<std::string> field_names;  // user, as many as arguments

  bool operator==(const Type&) const;
};

/// A CQL value in native-protocol bytes; without bytes it is null. Zero bytes are CQL's "empty",
/// which differs from null (for text it is '').
using Value = std::optional<std::string>;
/// The same; the bytes belong to somebody else.
using ValueView = std::optional<std::string_view>;

Type native_type(TypeKind kind);
Type list_of(Type element, bool frozen = false);
Type set_of(Type element, bool frozen = false);
Type map_of(Type key, Type value, bool frozen = false);
Type tuple_of(std::vector<Type> components);
Type vector_of(Type element, std::uint32_t dimension);

/// Kind of a native type's name in lower case (`varchar` is text); nothing for other words.
std::optional<TypeKind> native_kind(std::string_view name);

bool is_collection(const Type& type);  // list, set, map
bool is_multicell(const Type& type);   // unfrozen collection or unfrozen user type
bool is_numeric(TypeKind kind);        // tinyint ... varint, float, double, decimal, counter
/// Returns whether the type or any type within it is of the kind.
bool contains_kind(const Type& type, TypeKind kind);

/// The type with `frozen` set, and the same inside it (as CQL freezes the parts of a frozen type).
Type freeze(Type type);

/// Canonical CQL text: `frozen<map<text, list<int>>>`, `frozen<tuple<int, text>>` is written
/// `tuple<int, text>`; a user type by its name, quoted where needed (`"Addr"`).
std::string to_cql(const Type& type);

/// The same as Cassandra's schema tables hold it: `frozen` is written at every frozen part, also within a
/// frozen one and at tuples (`frozen<map<text, frozen<list<int>>>>`, `frozen<tuple<int, text>>`).
std::string to_schema_cql(const Type& type);

}  // namespace cellar
