#include "executor/result_row.h"

#include <algorithm>

namespace cellar {

void ResultRow::keep() {
  if (is_kept_) return;
  std::size_t size = 0;
  for (const ValueView& value : values_) size += value ? value->size() : 0;
  kept_.resize(size);
  char* place = kept_.data();
  for (ValueView& value : values_) {
    if (!value) continue;
    char* const begin = place;
    place = std::copy(value->begin(), value->end(), begin);
    value.emplace(begin, value->size());
  }
  is_kept_ = true;
}

std::size_t ResultRow::capacity() const {
  std::size_t capacity = kept_.capacity();
  for (const Value& value : computed_) capacity += value ? value->capacity() : 0;
  return capacity;
}

}  // namespace cellar
