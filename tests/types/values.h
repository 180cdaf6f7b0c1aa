// Short ways to write types and values in these tests.
#pragma once

#include <string>
#include <string_view>

#include "refusal/refusal.h"
#include "types/text/hex.h"
#include "types/value/literal.h"
#include "types/value/value.h"

namespace cellar {

inline std::string bytes_of(std::string_view hex) { return from_hex(hex).value(); }

/// The kind of literal that the type's values are printed as, and its text without quotes.
inline std::string encode(TypeKind kind, std::string_view text) {
  const Type type = native_type(kind);
  switch (kind) {
    case TypeKind::ascii:
    case TypeKind::text:
    case TypeKind::inet:
    case TypeKind::date:
    case TypeKind::time:
    case TypeKind::timestamp:
      return encode_literal(LiteralKind::string, text, type);
    case TypeKind::uuid:
    case TypeKind::timeuuid:
      return encode_literal(LiteralKind::uuid, text, type);
    case TypeKind::boolean:
      return encode_literal(LiteralKind::boolean, text, type);
    case TypeKind::blob:
      return encode_literal(LiteralKind::blob, text, type);
    case TypeKind::duration:
      return encode_literal(LiteralKind::duration, text, type);
    case TypeKind::float_:
    case TypeKind::double_:
    case TypeKind::decimal:
      return encode_literal(LiteralKind::float_, text, type);
    default:
      return encode_literal(LiteralKind::integer, text, type);
  }
}

inline std::string print(TypeKind kind, const std::string& bytes) {
  return to_literal(native_type(kind), bytes);
}

/// The id of the refusal that `action` ends with, empty where it ends well.
template <typename Action>
std::string refused(Action action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    return std::string(refusal.diagnostic.id);
  }
  return "";
}

inline std::string refused_literal(TypeKind kind, std::string_view text) {
  return refused([&] { encode(kind, text); });
}

}  // namespace cellar
