// mask_null, mask_default, mask_replace, mask_inner, mask_outer, mask_hash.
#include <optional>

#include "functions/digest.h"
#include "functions/family.h"
#include "refusal/refusal.h"
#include "types/number/big_number.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/uuid.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string default_of(const Type& type);

std::string default_of_parts(const Type& type, std::size_t count) {
  std::vector<Value> parts;
  for (std::size_t i = 0; i < count; ++i) {
    parts.push_back(default_of(type.kind == TypeKind::vector ? type.arguments[0] : type.arguments[i]));
  }
  return pack(type, parts);
}

// Returns the size of zero for the types whose zero consists of zero bytes.
std::size_t bytes_of_zero(TypeKind kind) {
  switch (kind) {
    case TypeKind::blob:
      return 0;
    case TypeKind::boolean:
    case TypeKind::tinyint:
    case TypeKind::varint:
      return 1;
    case TypeKind::smallint:
      return 2;
    case TypeKind::float_:
    case TypeKind::inet:
    case TypeKind::int_:
      return 4;
    case TypeKind::uuid:
      return 16;
    default:
      return 8;
  }
}

// Returns the zero of the type, and **** for text.
std::string default_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::ascii:
    case TypeKind::text:
      return "****";
    case TypeKind::date:
      return encode_date(0);
    case TypeKind::decimal:
      return encode_decimal({0, 0});
    case TypeKind::duration:
      return encode_duration({});
    case TypeKind::timeuuid:
      return make_timeuuid(kTicksAt1970, 0x8080808080808080);
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
      return pack(type, {});
    case TypeKind::tuple:
    case TypeKind::user:
      return default_of_parts(type, type.arguments.size());
    case TypeKind::vector:
      return default_of_parts(type, type.dimension);
    default:
      return std::string(bytes_of_zero(type.kind), '\0');
  }
}

Value evaluate_null(const Function&, std::span<const Value>, EvaluationContext&) { return std::nullopt; }

Value evaluate_default(const Function& function, std::span<const Value>, EvaluationContext&) {
  return default_of(function.result_type);
}

Value evaluate_replacement(const Function&, std::span<const Value> arguments, EvaluationContext&) {
  return arguments[1];
}

std::size_t bytes_of_character(std::string_view text, std::size_t position) {
  return std::max<std::size_t>(character_length(text, position), 1);
}

// Places are counted in UTF-16 units, as Java counts: a character beyond U+FFFF, of four bytes, takes two of
// them.
std::int64_t units_of_character(std::string_view text, std::size_t position) {
  return bytes_of_character(text, position) == 4 ? 2 : 1;
}

std::int64_t count_units(std::string_view text) {
  std::int64_t units = 0;
  for (std::size_t i = 0; i < text.size(); i += bytes_of_character(text, i))
    units += units_of_character(text, i);
  return units;
}

std::string padding_of(const Type& type, std::span<const Value> arguments) {
  if (arguments.size() < 4 || !arguments[3]) return "*";
  if (count_units(*arguments[3]) != 1) refuse("mask_padding", {}, {{"padding", shorten(*arguments[3])}});
  return type.kind == TypeKind::ascii && !is_ascii(*arguments[3]) ? "?" : *arguments[3];
}

std::int32_t length_of(const Value& value) {
  return value && !value->empty() ? static_cast<std::int32_t>(decode_integer(*value)) : 0;
}

// Masks the units from `begin` up to `end` places before the last, or with `outer` all but those.
std::string mask(std::string_view text, std::int32_t begin, std::int32_t end, bool outer,
                 const std::string& padding) {
  // Java computes in 32 bits.
  const auto last = static_cast<std::int32_t>(count_units(text) - 1 - end);
  const auto is_masked = [&](std::int64_t unit) { return (unit >= begin && unit <= last) != outer; };
  std::string masked;
  std::int64_t unit = 0;
  for (std::size_t i = 0; i < text.size(); i += bytes_of_character(text, i)) {
    const std::int64_t units = units_of_character(text, i);
    const std::int64_t masked_units = (is_masked(unit) ? 1 : 0) + (units == 2 && is_masked(unit + 1) ? 1 : 0);
    if (masked_units == 0) masked += text.substr(i, bytes_of_character(text, i));
    for (std::int64_t n = 0; n < masked_units; ++n) masked += padding;
    // Java writes a question mark for half of a character.
    if (masked_units == 1 && units == 2)
      masked.insert(is_masked(unit) ? masked.size() : masked.size() - padding.size(), "?");
    unit += units;
  }
  return masked;
}

template <bool outer>
Value evaluate_part(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  const std::string padding = padding_of(function.result_type, arguments);
  if (!arguments[0]) return std::nullopt;
  return mask(*arguments[0], length_of(arguments[1]), length_of(arguments[2]), outer, padding);
}

Value evaluate_hash(const Function&, std::span<const Value> arguments, EvaluationContext&) {
  const std::string algorithm = arguments.size() > 1 && arguments[1] ? *arguments[1] : "SHA-256";
  std::optional<std::string> hash = digest(algorithm, arguments[0].value_or(""));
  if (!hash) refuse("unknown_hash", {}, {{"algorithm", shorten(algorithm)}});
  return arguments[0] ? hash : std::nullopt;
}

template <bool outer>
Signatures part(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 3, 4)) return *std::move(misfit);
  const std::optional<Type>& given = query.arguments[0];
  const Type type = native_type(given && given->kind == TypeKind::ascii ? TypeKind::ascii : TypeKind::text);
  std::vector<Type> types{type, native_type(TypeKind::int_), native_type(TypeKind::int_)};
  if (query.arguments.size() == 4) types.push_back(native_type(TypeKind::text));
  return std::vector{scalar_function(query.name, std::move(types), type, evaluate_part<outer>)};
}

Signatures replacement(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 2, 2)) return *std::move(misfit);
  const std::optional<Type>& type = query.arguments[0] ? query.arguments[0] : query.receiver;
  if (!type) return unknown_argument(query, 0);
  return std::vector{scalar_function(query.name, {*type, *type}, *type, evaluate_replacement)};
}

Signatures hash(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 2)) return *std::move(misfit);
  if (!query.arguments[0]) return unknown_argument(query, 0);
  std::vector<Type> types{*query.arguments[0]};
  if (query.arguments.size() == 2) types.push_back(native_type(TypeKind::text));
  return std::vector{
      scalar_function(query.name, std::move(types), native_type(TypeKind::blob), evaluate_hash)};
}

template <Evaluate evaluate>
Signatures whole(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return *std::move(misfit);
  if (!query.arguments[0]) return unknown_argument(query, 0);
  const Type& type = *query.arguments[0];
  return std::vector{scalar_function(query.name, {type}, type, evaluate)};
}

}  // namespace

FunctionFamily mask_functions() {
  static const FunctionEntry kFunctions[] = {
      {"mask_null", "", "null in place of the value",
       DerivedSignatures{"mask_null(any) -> any", whole<evaluate_null>}},
      {"mask_default", "", "a fixed value of the type: **** for text, 0 for numbers",
       DerivedSignatures{"mask_default(any) -> any", whole<evaluate_default>}},
      {"mask_replace", "", "the second value in place of the first",
       DerivedSignatures{"mask_replace(any, any) -> any", replacement}},
      {"mask_inner", "", "covers all but the first and the last characters, as many as the numbers say",
       DerivedSignatures{"mask_inner(text, int, int [, padding]) -> text", part<false>}},
      {"mask_outer", "", "covers the first and the last characters, as many as the numbers say",
       DerivedSignatures{"mask_outer(text, int, int [, padding]) -> text", part<true>}},
      {"mask_hash", "", "a digest of the value: SHA-256, or the algorithm that is named",
       DerivedSignatures{"mask_hash(any [, algorithm]) -> blob", hash}},
  };
  return {"Masks", kFunctions};
}

}  // namespace cellar
