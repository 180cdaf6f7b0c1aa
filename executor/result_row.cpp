#include "executor/result_row.h"

#include <algorithm>
#include <cassert>

#include "storage/format/bytes.h"

namespace cellar {

void ResultRow::keep() {
  if (is_kept_) return;
  if (values_.data() != own_.data()) own_.assign(values_.begin(), values_.end());
  values_ = own_;
  std::size_t size = 0;
  for (const ValueView& value : own_) size += value ? value->size() : 0;
  kept_.resize(size);
  char* place = kept_.data();
  for (ValueView& value : own_) {
    if (!value) continue;
    char* const begin = place;
    copy_bytes(value->data(), begin, value->size());
    place += value->size();
    value.emplace(begin, value->size());
  }
  is_kept_ = true;
}

std::size_t ResultRow::capacity() const {
  std::size_t capacity = kept_.capacity();
  for (const Value& value : computed_) capacity += value ? value->capacity() : 0;
  return capacity;
}

const ResultColumn& ResultRow::column_at(std::size_t place) const {
  assert(columns_ != nullptr && columns_->size() == values_.size());
  if (place < columns_->size()) return (*columns_)[place];
  refuse("no_result_column_number", {},
         {{"count", std::to_string(columns_->size())}, {"number", std::to_string(place)}});
}

std::size_t ResultRow::place_of(std::string_view name) const {
  assert(columns_ != nullptr);
  const auto found = std::ranges::find(*columns_, name, &ResultColumn::name);
  if (found != columns_->end()) return static_cast<std::size_t>(found - columns_->begin());
  std::string names;
  for (const ResultColumn& column : *columns_) names += (names.empty() ? "" : ", ") + column.name;
  refuse("no_result_column", {}, {{"column", std::string(name)}, {"columns", names}});
}

}  // namespace cellar
