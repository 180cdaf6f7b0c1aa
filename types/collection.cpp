#include <algorithm>
#include <cassert>
#include <numeric>

#include "refusal/refusal.h"
#include "types/fixed_length.h"
#include "types/number.h"
#include "types/value.h"
#include "types/vint.h"

namespace cellar {

namespace {

using Elements = std::vector<ValueView>;

[[noreturn]] void refuse_structure(const Type& type) {
  refuse("bytes_malformed", {}, {{"type", to_cql(type)}});
}

std::string_view take_bytes(const Type& type, std::string_view& bytes, std::size_t size) {
  if (bytes.size() < size) refuse_structure(type);
  const std::string_view taken = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return taken;
}

std::int64_t take_int32(const Type& type, std::string_view& bytes) {
  return decode_integer(take_bytes(type, bytes, 4));
}

ValueView take_element(const Type& type, std::string_view& bytes) {
  const std::int64_t size = take_int32(type, bytes);
  if (size < 0) return std::nullopt;
  return take_bytes(type, bytes, static_cast<std::size_t>(size));
}

Elements unpack_counted(const Type& type, std::string_view bytes) {
  Elements elements;
  const std::int64_t count = take_int32(type, bytes) * (type.kind == TypeKind::map ? 2 : 1);
  // Each element has a length of four bytes: a count that cannot be true allocates nothing.
  if (count < 0 || static_cast<std::size_t>(count) > bytes.size() / 4) refuse_structure(type);
  elements.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(take_element(type, bytes));
  if (!bytes.empty()) refuse_structure(type);
  return elements;
}

Elements unpack_fields(const Type& type, std::string_view bytes) {
  Elements fields;
  fields.reserve(type.arguments.size());
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    fields.push_back(bytes.empty() ? std::nullopt : take_element(type, bytes));
  }
  if (!bytes.empty()) refuse_structure(type);
  return fields;
}

Elements unpack_vector(const Type& type, std::string_view bytes) {
  Elements elements;
  const std::optional<std::size_t> fixed = fixed_length(type.arguments[0]);
  elements.reserve(std::min<std::size_t>(type.dimension, bytes.size()));
  for (std::uint32_t i = 0; i < type.dimension; ++i) {
    const std::optional<std::uint64_t> size = fixed ? *fixed : take_unsigned_vint(bytes);
    if (!size || *size > bytes.size()) refuse_structure(type);
    elements.push_back(take_bytes(type, bytes, *size));
  }
  if (!bytes.empty()) refuse_structure(type);
  return elements;
}

void append_element(std::string& bytes, const Value& element) {
  bytes += encode_int32(element ? static_cast<std::int32_t>(element->size()) : -1);
  if (element) bytes += *element;
}

std::string pack_vector(const Type& type, std::span<const Value> elements) {
  const std::optional<std::size_t> fixed = fixed_length(type.arguments[0]);
  std::string bytes;
  for (const Value& element : elements) {
    assert(element);
    if (fixed && element->size() != *fixed) refuse_structure(type);
    if (!fixed) append_unsigned_vint(bytes, element->size());
    bytes += *element;
  }
  return bytes;
}

}  // namespace

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

std::vector<ValueView> unpack(const Type& type, std::string_view bytes) {
  switch (type.kind) {
    case TypeKind::tuple:
    case TypeKind::user:
      return unpack_fields(type, bytes);
    case TypeKind::vector:
      return unpack_vector(type, bytes);
    default:
      assert(is_collection(type));
      return unpack_counted(type, bytes);
  }
}

std::string pack(const Type& type, std::span<const Value> elements) {
  if (type.kind == TypeKind::vector) return pack_vector(type, elements);
  std::string bytes;
  if (is_collection(type)) {
    const std::size_t count = type.kind == TypeKind::map ? elements.size() / 2 : elements.size();
    bytes = encode_int32(static_cast<std::int32_t>(count));
  }
  for (const Value& element : elements) append_element(bytes, element);
  return bytes;
}

void sort_elements(const Type& type, std::vector<Value>& elements) {
  const std::size_t width = type.kind == TypeKind::map ? 2 : 1;
  const auto order = [&](std::size_t left, std::size_t right) {
    return compare(type.arguments[0], *elements[left * width], *elements[right * width]);
  };
  std::vector<std::size_t> entries(elements.size() / width);
  std::iota(entries.begin(), entries.end(), std::size_t{0});
  std::stable_sort(entries.begin(), entries.end(),
                   [&](std::size_t left, std::size_t right) { return order(left, right) < 0; });
  std::vector<Value> sorted;
  sorted.reserve(elements.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    Value* element = &elements[entries[i] * width];
    // Equal keys are in the order in which they were given: the first key and the last value are kept.
    const bool is_double =
        i > 0 && compare(type.arguments[0], *sorted[sorted.size() - width], *element[0]) == 0;
    if (!is_double) {
      for (std::size_t j = 0; j < width; ++j) sorted.push_back(std::move(element[j]));
    } else if (width == 2) {
      sorted.back() = std::move(element[1]);
    }
  }
  elements = std::move(sorted);
}

}  // namespace cellar
