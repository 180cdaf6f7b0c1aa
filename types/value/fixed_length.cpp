#include "types/value/fixed_length.h"

namespace cellar {

std::optional<std::size_t> fixed_length(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return 1;
    case TypeKind::int_:
    case TypeKind::float_:
      return 4;
    case TypeKind::bigint:
    case TypeKind::double_:
    case TypeKind::timestamp:
      return 8;
    case TypeKind::uuid:
    case TypeKind::timeuuid:
      return 16;
    case TypeKind::vector: {
      const std::optional<std::size_t> element = fixed_length(type.arguments[0]);
      if (!element) return std::nullopt;
      return *element * type.dimension;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace cellar
