#include "planner/expression/type_fit.h"

namespace cellar {

namespace {

bool reads_as(const Type& provided, const Type& wanted);

bool native_reads_as(TypeKind provided, TypeKind wanted) {
  if (provided == wanted) return true;
  switch (wanted) {
    case TypeKind::blob:
      return true;
    case TypeKind::text:
      return provided == TypeKind::ascii;
    case TypeKind::bigint:
      return provided == TypeKind::timestamp;
    case TypeKind::timestamp:
      return provided == TypeKind::bigint;
    case TypeKind::varint:
      return provided == TypeKind::int_ || native_reads_as(provided, TypeKind::bigint);
    case TypeKind::uuid:
      return provided == TypeKind::timeuuid;
    case TypeKind::date:
      return provided == TypeKind::int_;
    case TypeKind::time:
      return provided == TypeKind::bigint;
    default:
      return false;
  }
}

bool parts_read_as(const Type& provided, const Type& wanted) {
  // A shorter tuple is a tuple whose last fields are null.
  const bool may_be_shorter = is_tuple(wanted);
  if (may_be_shorter ? provided.arguments.size() > wanted.arguments.size()
                     : provided.arguments.size() != wanted.arguments.size()) {
    return false;
  }
  for (std::size_t index = 0; index < provided.arguments.size(); ++index) {
    if (!reads_as(provided.arguments[index], wanted.arguments[index])) return false;
  }
  return true;
}

bool reads_as(const Type& provided, const Type& wanted) {
  if (wanted.kind == TypeKind::blob) return true;
  if (provided.arguments.empty() && wanted.arguments.empty()) {
    return native_reads_as(provided.kind, wanted.kind);
  }
  if (wanted.kind == TypeKind::user) return same_type(provided, wanted);
  if (wanted.kind == TypeKind::tuple && provided.kind == TypeKind::user)
    return parts_read_as(provided, wanted);
  if (provided.kind != wanted.kind || provided.dimension != wanted.dimension) return false;
  return parts_read_as(provided, wanted);
}

}  // namespace

bool same_type(const Type& left, const Type& right) { return freeze(left) == freeze(right); }

bool is_tuple(const Type& type) { return type.kind == TypeKind::tuple || type.kind == TypeKind::user; }

Fit fit(const Type& provided, const Type& wanted) {
  if (same_type(provided, wanted)) return Fit::exact;
  return reads_as(provided, wanted) ? Fit::weak : Fit::no;
}

}  // namespace cellar
