#include "types/type_change.h"

#include <algorithm>
#include <span>

namespace cellar {

bool reads_values_of(const Type& now, const Type& before) {
  if (now.kind != before.kind || now.dimension != before.dimension || now.name != before.name) return false;
  const bool may_have_more = now.kind == TypeKind::user;
  if (may_have_more ? now.arguments.size() < before.arguments.size()
                    : now.arguments.size() != before.arguments.size())
    return false;
  return std::ranges::equal(before.arguments, std::span(now.arguments).first(before.arguments.size()),
                            [](const Type& old, const Type& part) { return reads_values_of(part, old); }) &&
         std::ranges::equal(before.field_names, std::span(now.field_names).first(before.field_names.size()));
}

}  // namespace cellar
