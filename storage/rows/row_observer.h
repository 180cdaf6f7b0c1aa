// Follows the changes of rows: what is made of a row, such as entries of indexes and rows of views, changes with it.
//
// In:      the row as it was stored, the changes of its elements, the row as it is stored then.
// Out:     what an observer makes of it.
// Refused: what an observer refuses.
#pragma once

#include <optional>
#include <string_view>

#include "storage/format/row_format.h"

namespace cellar {

class RowObserver {
 public:
  virtual ~RowObserver() = default;
  /// Begins a write of the row; `stored` is null if it is new.
  virtual void begin(std::string_view row_key, const PackedRow* stored) = 0;
  /// `own_key` is the key of the element's entry; `before` and `after` are its values, if it has any.
  virtual void change_element(std::string_view own_key, std::optional<std::string_view> before,
                              std::optional<std::string_view> after) = 0;
  /// To be called when all entries of the row are stored. Large cells of `row` may be without their values.
  virtual void finish(const PackedRow& row) = 0;
};

}  // namespace cellar
