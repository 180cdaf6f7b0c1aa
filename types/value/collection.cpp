#include <algorithm>
#include <cassert>
#include <numeric>

#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/number/vint.h"
#include "types/value/element_reader.h"
#include "types/value/fixed_length.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using Elements = std::vector<ValueView>;

[[noreturn]] void refuse_structure(const Type& type) {
  refuse("bytes_malformed", {}, {{"type", to_cql(type)}});
}

bool take_bytes(std::string_view& bytes, std::size_t size, std::string_view& taken) {
  if (bytes.size() < size) return false;
  taken = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

std::optional<std::int64_t> take_int32(std::string_view& bytes) {
  std::string_view number;
  if (!take_bytes(bytes, 4, number)) return std::nullopt;
  return decode_integer(number);
}

}  // namespace

bool take_element(std::string_view& bytes, ValueView& element) {
  const std::optional<std::int64_t> size = take_int32(bytes);
  if (!size) return false;
  element.reset();
  return *size < 0 || take_bytes(bytes, static_cast<std::size_t>(*size), element.emplace());
}

namespace {

std::optional<Elements> unpack_counted(const Type& type, std::string_view bytes) {
  ElementReader reader(type.kind, bytes);
  Elements elements;
  elements.reserve(reader.left());
  ValueView element;
  while (reader.next(element)) elements.push_back(element);
  return reader.is_whole() ? std::optional(std::move(elements)) : std::nullopt;
}

std::optional<Elements> unpack_fields(const Type& type, std::string_view bytes) {
  Elements fields;
  fields.reserve(type.arguments.size());
  for (std::size_t i = 0; i < type.arguments.size(); ++i) {
    if (bytes.empty()) {
      fields.emplace_back();
    } else if (!take_element(bytes, fields.emplace_back())) {
      return std::nullopt;
    }
  }
  return bytes.empty() ? std::optional(std::move(fields)) : std::nullopt;
}

std::optional<Elements> unpack_vector(const Type& type, std::string_view bytes) {
  Elements elements;
  const std::optional<std::size_t> fixed = fixed_length(type.arguments[0]);
  elements.reserve(std::min<std::size_t>(type.dimension, bytes.size()));
  for (std::uint32_t i = 0; i < type.dimension; ++i) {
    const std::optional<std::uint64_t> size = fixed ? *fixed : take_unsigned_vint(bytes);
    if (!size || !take_bytes(bytes, *size, elements.emplace_back().emplace())) return std::nullopt;
  }
  return bytes.empty() ? std::optional(std::move(elements)) : std::nullopt;
}

void write_element(std::string& bytes, const Value& element) {
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

ElementReader::ElementReader(TypeKind kind, std::string_view bytes) : bytes_(bytes) {
  const std::int64_t count = take_int32(bytes_).value_or(-1) * (kind == TypeKind::map ? 2 : 1);
  // Each element has a length of four bytes: a count that cannot be true allocates nothing.
  is_whole_ = count >= 0 && static_cast<std::size_t>(count) <= bytes_.size() / 4;
  if (is_whole_) left_ = static_cast<std::size_t>(count);
}

bool ElementReader::next(ValueView& element) {
  if (left_ == 0 || !is_whole_) return false;
  --left_;
  is_whole_ = take_element(bytes_, element);
  return is_whole_;
}

std::optional<std::vector<ValueView>> try_unpack(const Type& type, std::string_view bytes) {
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

std::vector<ValueView> unpack(const Type& type, std::string_view bytes) {
  std::optional<std::vector<ValueView>> elements = try_unpack(type, bytes);
  if (!elements) refuse_structure(type);
  return *std::move(elements);
}

std::string pack(const Type& type, std::span<const Value> elements) {
  if (type.kind == TypeKind::vector) return pack_vector(type, elements);
  std::string bytes;
  if (is_collection(type)) {
    const std::size_t count = type.kind == TypeKind::map ? elements.size() / 2 : elements.size();
    bytes = encode_int32(static_cast<std::int32_t>(count));
  }
  for (const Value& element : elements) write_element(bytes, element);
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
