// The form of values: whether bytes are so built that they can be compared, printed and taken apart as values of a
// type. It is what stored values are held against when they are read, since a damaged file may hold any bytes.
//
// In:      a type, which outlives its form, and bytes.
// Out:     whether they have the form: lengths that the type can have, in collections those of all elements as well.
//          What else check() asks for, as the characters of a text, is left out: any are printed.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "types/type.h"

namespace cellar {

bool has_form(const Type& type, std::string_view bytes);

/// The same for a type that is known before: nearly all values are told by their length alone.
class ValueForm {
 public:
  /// Any bytes have this form.
  ValueForm() = default;
  explicit ValueForm(const Type& type);

  bool holds(std::string_view bytes) const {
    // Less than `least_` wraps around.
    return bytes.size() - least_ <= span_ || has_form(*type_, bytes);
  }

 private:
  const Type* type_ = nullptr;
  std::size_t least_ = 0;  // values of `least_` to `least_ + span_` bytes need no closer look
  std::size_t span_ = SIZE_MAX;
};

}  // namespace cellar
