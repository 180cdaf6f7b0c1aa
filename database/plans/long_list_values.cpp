#include "database/plans/long_list_values.h"

#include <algorithm>
#include <utility>

#include "database/plans/shape_cache.h"
#include "parser/shape/long_lists.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// The literals of a long list as bytes, each behind its size, as they are in the bytes of a collection.
struct EncodedLiterals {
  std::string bytes;
  std::vector<std::size_t> begins;  // of a set's elements or a map's keys
  std::size_t count = 0;
};

/// Encodes a literal into `value`. Returns false if the type refuses it.
bool encode_taken(const ShapeLiteral& literal, std::string_view text, const Type& type, std::string& value) {
  if (!literal_fits(literal.kind, type)) return false;
  std::string unescaped;
  try {
    encode_literal(literal.kind, text_of(literal, text, unescaped), type, value);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

/// Returns nothing if an element is refused by its type.
std::optional<EncodedLiterals> encode_literals(std::string_view text, Span list, const Type& type) {
  const bool is_sorted = type.kind != TypeKind::list;
  EncodedLiterals encoded;
  bool fits = true;
  std::string value;
  for_each_literal(text, list, [&](const ShapeLiteral& literal) {
    const std::size_t argument = encoded.count++ % type.arguments.size();
    fits = fits && encode_taken(literal, text, type.arguments[argument], value);
    if (!fits) return;
    if (is_sorted && argument == 0) encoded.begins.push_back(encoded.bytes.size());
    encoded.bytes += encode_int32(static_cast<std::int32_t>(value.size()));
    encoded.bytes += value;
  });
  if (!fits) return std::nullopt;
  return encoded;
}

/// Returns the places of the elements of a list (of a map, of the pairs) that its type refuses; if there are none, that of
/// the first element. Returns nothing if there are many.
std::optional<std::vector<Span>> refused_elements(std::string_view text, Span list, const Type& type) {
  constexpr std::size_t kMany = 100;
  const std::size_t width = type.arguments.size();
  std::vector<Span> refused;
  std::string value;
  Span first, element;
  std::size_t count = 0;
  bool is_refused = false;
  for_each_literal(text, list, [&](const ShapeLiteral& literal) {
    const std::size_t part = count++ % width;
    element = {part == 0 ? literal.begin : element.begin, literal.end};
    is_refused |= !encode_taken(literal, text, type.arguments[part], value);
    if (part + 1 < width) return;
    if (count == width) first = element;
    if (is_refused && refused.size() <= kMany) refused.push_back(element);
    is_refused = false;
  });
  if (refused.size() > kMany) return std::nullopt;
  if (refused.empty()) refused.push_back(first);
  return refused;
}

std::string_view sized_at(std::string_view bytes, std::size_t begin) {
  const auto size = static_cast<std::size_t>(decode_integer(bytes.substr(begin, sizeof(std::int32_t))));
  return bytes.substr(begin + sizeof(std::int32_t), size);
}

/// Puts a set's elements, or a map's pairs, into the order of their keys. Of equal keys the first one stays, with the last
/// value (sort_elements in types/value/value.h).
std::string pack_sorted(EncodedLiterals encoded, const Type& type) {
  const std::string_view bytes = encoded.bytes;
  const auto order = [&](std::size_t left, std::size_t right) {
    return compare(type.arguments[0], sized_at(bytes, left), sized_at(bytes, right));
  };
  const auto with_size = [&](std::size_t begin) {
    return bytes.substr(begin, sizeof(std::int32_t) + sized_at(bytes, begin).size());
  };
  std::vector<std::size_t>& begins = encoded.begins;
  std::ranges::stable_sort(begins,
                           [&](std::size_t left, std::size_t right) { return order(left, right) < 0; });
  std::string packed(sizeof(std::int32_t), '\0');
  packed.reserve(packed.size() + bytes.size());
  std::int32_t count = 0;
  for (std::size_t i = 0, next = 0; i < begins.size(); i = next) {
    for (next = i + 1; next < begins.size() && order(begins[i], begins[next]) == 0;) ++next;
    packed += with_size(begins[i]);
    if (type.kind == TypeKind::map)
      packed += with_size(begins[next - 1] + with_size(begins[next - 1]).size());
    ++count;
  }
  packed.replace(0, sizeof(count), encode_int32(count));
  return packed;
}

TypeKind kind_of(std::string_view text, Span list) {
  if (text[list.begin] != '{') return TypeKind::list;
  return is_map(text, list) ? TypeKind::map : TypeKind::set;
}

}  // namespace

std::optional<std::string> encode_list(std::string_view text, Span list, const Type& type) {
  if (type.kind != kind_of(text, list)) return std::nullopt;
  std::optional<EncodedLiterals> encoded = encode_literals(text, list, type);
  if (!encoded) return std::nullopt;
  if (type.kind != TypeKind::list) return pack_sorted(std::move(*encoded), type);
  encoded->bytes.insert(0, encode_int32(static_cast<std::int32_t>(encoded->count)));
  return std::move(encoded->bytes);
}

std::string stand_in_for(std::string_view text, const std::vector<Span>& lists,
                         const std::vector<const Type*>& types) {
  std::string stand_in(text);
  for (std::size_t index = 0; index < lists.size(); ++index) {
    if (types[index]->kind != kind_of(text, lists[index])) return "";
    const auto kept = refused_elements(text, lists[index], *types[index]);
    if (!kept) return "";
    blank_literals(stand_in, lists[index], *kept);
  }
  return stand_in;
}

}  // namespace cellar
