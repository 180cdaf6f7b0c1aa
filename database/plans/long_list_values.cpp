#include "database/plans/long_list_values.h"

#include <algorithm>
#include <utility>

#include "database/plans/shape_cache.h"
#include "types/number/number.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// The elements of a long list as bytes, each behind its size, as they are in the bytes of a collection.
struct EncodedElements {
  std::string bytes;
  std::vector<std::size_t> begins;  // of a set's elements or a map's keys
  std::size_t count = 0;
};

/// Encodes a literal into `value`. Returns false if the type refuses it.
bool encode_taken(const ListPart& part, std::string_view text, const Type& type, std::string& value) {
  if (!literal_fits(part.literal, type)) return false;
  std::string unescaped;
  const ShapeLiteral literal{part.literal, part.span.begin, part.span.end};
  try {
    encode_literal(part.literal, part.word.empty() ? text_of(literal, text, unescaped) : part.word, type,
                   value);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

/// A list, set, map or tuple within a list, as far as it was read.
struct LiteralGroup {
  std::uint32_t begin;
  char opened;
  const Type* type;  // null: there is none in its place
  std::vector<Value> elements{};
  std::size_t colons = 0;
  bool is_refused = false;

  bool takes_null() const { return type != nullptr && type->kind == TypeKind::tuple; }

  const Type* type_of_next() const {
    if (type == nullptr) return nullptr;
    switch (type->kind) {
      case TypeKind::list:
      case TypeKind::set:
      case TypeKind::vector:
        return &type->arguments[0];
      case TypeKind::map:
        return &type->arguments[elements.size() % 2];
      case TypeKind::tuple:
        return elements.size() < type->arguments.size() ? &type->arguments[elements.size()] : nullptr;
      default:
        return nullptr;
    }
  }

  /// Returns whether the signs are those of the type, and there are as many elements as it must have.
  bool fits() const {
    if (type == nullptr || is_refused) return false;
    switch (type->kind) {
      case TypeKind::list:
        return opened == '[';
      case TypeKind::vector:
        return opened == '[' && elements.size() == type->dimension;
      case TypeKind::set:
        return opened == '{' && colons == 0;
      case TypeKind::map:
        return opened == '{' && elements.size() == 2 * colons;
      case TypeKind::tuple:
        return opened == '(' && elements.size() == type->arguments.size();
      default:
        return false;
    }
  }
};

/// Returns nothing for a group that its type refuses.
std::optional<std::string> packed(LiteralGroup group) {
  if (!group.fits()) return std::nullopt;
  if (group.type->kind == TypeKind::set || group.type->kind == TypeKind::map)
    sort_elements(*group.type, group.elements);
  return pack(*group.type, group.elements);
}

/// Reads the elements of a list: of a map, each key and each value.
class ElementReader {
 public:
  ElementReader(std::string_view text, const LongList& list, const Type& type)
      : text_(text), list_(list), type_(type) {}

  /// Calls `take` with the place and the bytes of each element, or null for one that is refused, and `compute` for each
  /// that is computed.
  template <typename Take>
  void read(Take take, const ComputeElement& compute) {
    for_each_part(text_, list_, [&](const ListPart& part) {
      const std::optional<Span> place = take_part(part, compute);
      if (!place) return;
      ++count_;
      take(*place, value_ ? &*value_ : nullptr);
    });
  }

 private:
  const Type* type_of_next() const {
    return groups_.empty() ? &type_.arguments[count_ % type_.arguments.size()]
                           : groups_.back().type_of_next();
  }

  /// Returns the place of the element of the list that ends here, and sets its value.
  std::optional<Span> take_part(const ListPart& part, const ComputeElement& compute) {
    const Type* const type = type_of_next();
    switch (part.kind) {
      case ListPart::Kind::literal:
        if (!value_) value_.emplace();
        if (type == nullptr || !encode_taken(part, text_, *type, *value_)) value_.reset();
        return take_value(part.span);
      case ListPart::Kind::null:
        value_.reset();
        return take_value(part.span, !groups_.empty() && groups_.back().takes_null());
      case ListPart::Kind::computed:
        value_ = compute(text_.substr(part.span.begin, part.span.end - part.span.begin), *type);
        return take_value(part.span);
      case ListPart::Kind::sign:
        return take_sign(part, type);
    }
    return std::nullopt;
  }

  std::optional<Span> take_sign(const ListPart& part, const Type* type) {
    if (part.sign == '[' || part.sign == '{' || part.sign == '(') {
      groups_.push_back({part.span.begin, part.sign, type});
      return std::nullopt;
    }
    if (groups_.empty()) return std::nullopt;  // the colon of a map
    if (part.sign == ':') {
      ++groups_.back().colons;
      return std::nullopt;
    }
    const Span place{groups_.back().begin, part.span.end};
    value_ = packed(std::move(groups_.back()));
    groups_.pop_back();
    return take_value(place);
  }

  std::optional<Span> take_value(Span place, bool takes_null = false) {
    if (groups_.empty()) return place;
    if (value_ || takes_null)
      groups_.back().elements.push_back(value_);
    else
      groups_.back().is_refused = true;
    return std::nullopt;
  }

  std::string_view text_;
  const LongList& list_;
  const Type& type_;
  std::vector<LiteralGroup> groups_;
  std::size_t count_ = 0;
  Value value_;  // of what was read last; none if it is refused
};

/// Returns nothing if an element is refused. A key that is computed may be refused for its length, as literals are
/// whose lists are not taken out.
std::optional<EncodedElements> encode_elements(std::string_view text, const LongList& list, const Type& type,
                                               const ComputeElement& compute) {
  constexpr std::size_t kLongestKey = 1'024;
  const bool is_sorted = type.kind == TypeKind::set || type.kind == TypeKind::map;
  EncodedElements encoded;
  bool fits = true;
  const auto take = [&](Span, const std::string* value) {
    fits = fits && value != nullptr;
    const bool is_key = encoded.count++ % type.arguments.size() == 0;
    if (!fits) return;
    if (is_sorted && is_key) encoded.begins.push_back(encoded.bytes.size());
    encoded.bytes += encode_int32(static_cast<std::int32_t>(value->size()));
    encoded.bytes += *value;
  };
  const auto compute_while_fits = [&](std::string_view element,
                                      const Type& of_element) -> std::optional<std::string> {
    if (!fits) return std::nullopt;
    std::optional<std::string> value = compute(element, of_element);
    const bool may_be_refused = is_sorted && value && (value->empty() || value->size() > kLongestKey);
    return may_be_refused ? std::nullopt : std::move(value);
  };
  ElementReader(text, list, type).read(take, compute_while_fits);
  if (!fits) return std::nullopt;
  return encoded;
}

std::optional<std::string> compute_none(std::string_view, const Type&) { return std::nullopt; }

/// Returns the places of the elements of a list (of a map, of the pairs) that are refused or computed; if there are
/// none, that of the first element. For an IN, the first two are returned in any case, since an IN of one value is a
/// comparison, which takes no null. Returns nothing if there are many.
std::optional<std::vector<Span>> refused_elements(std::string_view text, const LongList& list,
                                                  const Type& type) {
  constexpr std::size_t kMany = 100, kFewestOfIn = 2;
  const std::size_t kept_first = text[list.span.begin] == '(' ? kFewestOfIn : 0;
  const std::size_t width = type.arguments.size();
  std::vector<Span> refused;
  Span first, element;
  std::size_t count = 0;
  bool is_refused = false;
  const auto take = [&](Span place, const std::string* value) {
    const std::size_t part = count++ % width;
    element = {part == 0 ? place.begin : element.begin, place.end};
    is_refused |= value == nullptr;
    if (part + 1 < width) return;
    if (count == width) first = element;
    const bool is_kept = is_refused || count <= kept_first * width;
    if (is_kept && refused.size() <= kMany) refused.push_back(element);
    is_refused = false;
  };
  ElementReader(text, list, type).read(take, compute_none);
  if (refused.size() > kMany) return std::nullopt;
  if (refused.empty()) refused.push_back(first);
  return refused;
}

std::string_view sized_at(std::string_view bytes, std::size_t begin) {
  const auto size = static_cast<std::size_t>(decode_integer(bytes.substr(begin, sizeof(std::int32_t))));
  return bytes.substr(begin + sizeof(std::int32_t), size);
}

/// Puts a set's elements, or a map's pairs, into the order of their keys. Of equal keys the first one stays, with the
/// last value (sort_elements in types/value/value.h).
std::string pack_sorted(EncodedElements encoded, const Type& type) {
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

std::optional<std::string> encode_list(std::string_view text, const LongList& list, const Type& type,
                                       const ComputeElement& compute) {
  if (type.kind != kind_of(text, list.span)) return std::nullopt;
  std::optional<EncodedElements> encoded = encode_elements(text, list, type, compute);
  if (!encoded) return std::nullopt;
  if (type.kind != TypeKind::list) return pack_sorted(std::move(*encoded), type);
  encoded->bytes.insert(0, encode_int32(static_cast<std::int32_t>(encoded->count)));
  return std::move(encoded->bytes);
}

std::string stand_in_for(std::string_view text, const std::vector<LongList>& lists,
                         const std::vector<const Type*>& types) {
  std::string stand_in(text);
  for (std::size_t index = 0; index < lists.size(); ++index) {
    const LongList& list = lists[index];
    if (types[index]->kind != kind_of(text, list.span)) return "";
    const auto kept = refused_elements(text, list, *types[index]);
    if (!kept) return "";
    blank_elements(stand_in, list.span, *kept);
  }
  return stand_in;
}

std::optional<std::string> encode_vector(std::string_view text, Span list, const Type& type) {
  LiteralGroup elements{.begin = list.begin, .opened = text[list.begin], .type = &type};
  const auto take = [&](Span, const std::string* value) {
    elements.is_refused = elements.is_refused || value == nullptr;
    if (value != nullptr) elements.elements.emplace_back(*value);
  };
  ElementReader(text, {.span = list}, type).read(take, compute_none);
  return packed(std::move(elements));
}

}  // namespace cellar
