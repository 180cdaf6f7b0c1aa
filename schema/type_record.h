// Types within the records of the schema.  ON DISK: schema/record.h says how they lie there.
//
// In:      a type, or the fields of a record.
// Out:     the bytes of the type, or the type.
// Refused: fields that are no type, and user types that are not there (`damaged_schema`).
#pragma once

#include <functional>
#include <string>

#include "schema/record_fields.h"
#include "schema/schema.h"

namespace cellar {

/// Finds user types, which records name. `find` returns null for one that is not there.
struct TypeScope {
  std::string keyspace;
  std::function<std::shared_ptr<const UserType>(const std::string& name)> find;
};

std::string encode_type(const Type& type);
Type decode_type(FieldReader fields, const TypeScope& scope);

}  // namespace cellar
