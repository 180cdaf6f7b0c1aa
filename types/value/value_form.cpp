#include "types/value/value_form.h"

#include "types/number/vint.h"
#include "types/value/element_reader.h"
#include "types/value/fixed_length.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using enum TypeKind;

bool part_has_form(const Type& type, const ValueView& part) { return part && has_form(type, *part); }

bool elements_have_form(const Type& type, std::string_view bytes) {
  ElementReader reader(type.kind, bytes);
  ValueView element;
  for (std::size_t i = 0; reader.next(element); ++i) {
    if (!part_has_form(type.arguments[i % type.arguments.size()], element)) return false;
  }
  return reader.is_whole();
}

/// The last fields may be missing, and any may be null.
bool fields_have_form(const Type& type, std::string_view bytes) {
  ValueView field;
  for (const Type& of : type.arguments) {
    if (bytes.empty()) return true;
    if (!take_element(bytes, field) || (field && !has_form(of, *field))) return false;
  }
  return bytes.empty();
}

/// For elements that have lengths.
bool vector_has_form(const Type& type, std::string_view bytes) {
  for (std::uint32_t i = 0; i < type.dimension; ++i) {
    const std::optional<std::uint64_t> size = take_unsigned_vint(bytes);
    if (!size || *size > bytes.size() || !has_form(type.arguments[0], bytes.substr(0, *size))) return false;
    bytes.remove_prefix(*size);
  }
  return bytes.empty();
}

/// Returns the length of all values of the type but the empty one; nothing if they vary.
std::optional<std::size_t> length_of(const Type& type) {
  switch (type.kind) {
    case tinyint:
      return 1;
    case smallint:
      return 2;
    case date:
      return 4;
    case time:
    case counter:
      return 8;
    default:
      return fixed_length(type);
  }
}

}  // namespace

bool has_form(const Type& type, std::string_view bytes) {
  switch (type.kind) {
    case ascii:
    case text:
    case blob:
    case varint:
      return true;
    case list:
    case set:
    case map:
      return elements_have_form(type, bytes);
    case tuple:
    case user:
      return fields_have_form(type, bytes);
    case vector:
      if (const auto length = length_of(type)) return bytes.size() == *length;
      return vector_has_form(type, bytes);
    default:
      return !fault_of(type, bytes);
  }
}

ValueForm::ValueForm(const Type& type) : type_(&type) {
  constexpr std::size_t kShortestDecimal = 5;
  if (const auto length = length_of(type)) {
    least_ = *length;
    span_ = 0;
  } else if (type.kind == decimal) {
    least_ = kShortestDecimal;
    span_ = SIZE_MAX - kShortestDecimal;
  } else if (type.kind != ascii && type.kind != text && type.kind != blob && type.kind != varint) {
    least_ = SIZE_MAX;  // no length tells it
    span_ = 0;
  }
}

}  // namespace cellar
