// abs, exp, log, log10, round: they take every numeric type and give the same type.
#include <cmath>
#include <limits>

#include "functions/family.h"
#include "functions/number/decimal.h"
#include "functions/number/logarithm.h"
#include "functions/number/number.h"
#include "refusal/refusal.h"
#include "types/number/number.h"

namespace cellar {

namespace {

// The result for an integer is truncated: log((int)0) is -Infinity, which stops at the smallest int.
std::string encode_cut(TypeKind kind, double value) {
  const bool is_wide = kind == TypeKind::bigint || kind == TypeKind::counter;
  return encode_integer(kind, is_wide ? to_int64(value) : to_int32(value));
}

using OfDouble = double (*)(double);
using OfDecimal = Decimal (*)(const Decimal&);

template <OfDouble of_double, OfDecimal of_decimal>
Value evaluate_curve(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const TypeKind kind = function.result_type.kind;
  const Number number = decode_number(kind, *arguments[0]);
  if (const auto* decimal = std::get_if<Decimal>(&number)) return encode_decimal(of_decimal(*decimal));
  if (const auto* big = std::get_if<BigInteger>(&number)) {
    return encode_varint(integer_part(of_decimal({*big, 0})));
  }
  const double result = of_double(to_double(number));
  if (kind == TypeKind::float_) return encode_float(static_cast<float>(result));
  if (kind == TypeKind::double_) return encode_double(result);
  return encode_cut(kind, result);
}

double exponential_of(double value) { return std::exp(value); }
double natural_logarithm_of(double value) { return std::log(value); }
double decimal_logarithm_of(double value) { return std::log10(value); }

Value evaluate_abs(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const TypeKind kind = function.result_type.kind;
  const Number number = decode_number(kind, *arguments[0]);
  if (const auto* decimal = std::get_if<Decimal>(&number)) {
    return encode_decimal({abs(decimal->unscaled), decimal->scale});
  }
  if (const auto* big = std::get_if<BigInteger>(&number)) return encode_varint(abs(*big));
  if (const auto* single = std::get_if<float>(&number)) return encode_float(std::fabs(*single));
  if (const auto* twice = std::get_if<double>(&number)) return encode_double(std::fabs(*twice));
  const std::int64_t value = to_int64(number);
  const auto negated = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value));
  return encode_integer(kind, value < 0 ? negated : value);
}

// Halves go up, also below zero, except those of decimals, which go away from zero. A float stops at the
// range of int, a double at that of bigint; NaN is 0.
Value evaluate_round(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Number number = decode_number(function.result_type.kind, *arguments[0]);
  if (const auto* decimal = std::get_if<Decimal>(&number)) {
    return encode_decimal(with_scale(*decimal, 0, Rounding::half_up));
  }
  const double value = to_double(number);
  // Not floor(value + 0.5): the sum may be rounded itself.
  const double below = std::floor(value);
  const double rounded = value - below >= 0.5 ? below + 1 : below;
  if (std::holds_alternative<float>(number)) return encode_float(static_cast<float>(to_int32(rounded)));
  if (std::holds_alternative<double>(number)) return encode_double(static_cast<double>(to_int64(rounded)));
  return arguments[0];
}

template <Evaluate evaluate>
Signatures of_each_number(const FunctionQuery& query) {
  return number_signatures(query.name, evaluate);
}

}  // namespace

FunctionFamily math_functions() {
  static const FunctionEntry kFunctions[] = {
      {"abs", "", "the number without its sign",
       DerivedSignatures{"abs(number) -> number", of_each_number<evaluate_abs>}},
      {"exp", "", "e to the power of the number",
       DerivedSignatures{"exp(number) -> number",
                         of_each_number<evaluate_curve<exponential_of, exponential>>}},
      {"log", "", "the natural logarithm",
       DerivedSignatures{"log(number) -> number",
                         of_each_number<evaluate_curve<natural_logarithm_of, natural_logarithm>>}},
      {"log10", "", "the logarithm to the base of 10",
       DerivedSignatures{"log10(number) -> number",
                         of_each_number<evaluate_curve<decimal_logarithm_of, decimal_logarithm>>}},
      {"round", "", "the nearest whole number",
       DerivedSignatures{"round(number) -> number", of_each_number<evaluate_round>}},
  };
  return {"Mathematics", kFunctions};
}

}  // namespace cellar
