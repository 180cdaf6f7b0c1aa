#include "storage/format/element_type.h"

#include "storage/format/mutation.h"

namespace cellar {

const Type* element_type(const Type& column, std::string_view path) {
  switch (column.kind) {
    case TypeKind::map:
      return &column.arguments[1];
    case TypeKind::list:
      return &column.arguments[0];
    case TypeKind::user: {
      const std::size_t field = field_of_path(path);
      return field < column.arguments.size() ? &column.arguments[field] : nullptr;
    }
    default:
      return nullptr;
  }
}

}  // namespace cellar
