// Takes the native bytes of a list, set or map apart, one element after another, without memory for all of them.
//
// In:      bytes; those of a map have alternating keys and values.
// Out:     each element, as a view into the bytes; null where there is none.
// Refused: nothing: is_whole() tells whether the bytes are so built.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "types/type.h"
#include "types/value/value.h"

namespace cellar {

/// Takes an element with its length from the front of the bytes: null if the length is negative. Returns false if the
/// bytes end too early.
bool take_element(std::string_view& bytes, ValueView& element);

class ElementReader {
 public:
  ElementReader(TypeKind kind, std::string_view bytes);

  /// Returns false at the end, or if the bytes end too early.
  bool next(ValueView& element);
  /// Returns the number of elements that are still to come if the bytes are whole; keys and values count each.
  std::size_t left() const { return left_; }
  /// To be called at the end.
  bool is_whole() const { return is_whole_ && left_ == 0 && bytes_.empty(); }

 private:
  std::string_view bytes_;
  std::size_t left_ = 0;
  bool is_whole_ = false;
};

}  // namespace cellar
