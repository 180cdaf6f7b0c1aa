// The operators: `_add`, `_subtract`, `_multiply`, `_divide`, `_modulo`, `_negate`.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "functions/family.h"
#include "functions/number/decimal.h"
#include "functions/number/number.h"
#include "refusal/refusal.h"
#include "types/number/number.h"
#include "types/time/time.h"

namespace cellar {

namespace {

enum class Operator { add, subtract, multiply, divide, modulo };

constexpr int kUnbounded = 1'000;

int size_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::tinyint:
      return 1;
    case TypeKind::smallint:
      return 2;
    case TypeKind::int_:
    case TypeKind::float_:
      return 4;
    case TypeKind::decimal:
    case TypeKind::varint:
      return kUnbounded;
    default:
      return 8;
  }
}

bool has_fractions(TypeKind kind) {
  return kind == TypeKind::float_ || kind == TypeKind::double_ || kind == TypeKind::decimal;
}

// The result is as large as the larger operand, and has fractions if one of them has: int and float give
// float, bigint and float give double.
TypeKind result_kind(TypeKind left, TypeKind right) {
  const int size = std::max(size_of(left), size_of(right));
  if (has_fractions(left) || has_fractions(right)) {
    if (size == kUnbounded) return TypeKind::decimal;
    return size == 8 ? TypeKind::double_ : TypeKind::float_;
  }
  switch (size) {
    case 1:
      return TypeKind::tinyint;
    case 2:
      return TypeKind::smallint;
    case 4:
      return TypeKind::int_;
    case 8:
      return TypeKind::bigint;
    default:
      return TypeKind::varint;
  }
}

// In 64 bits without a sign: what overflows wraps around, and encode_integer keeps the low bytes.
std::int64_t compute(Operator op, std::int64_t left, std::int64_t right) {
  const auto a = static_cast<std::uint64_t>(left);
  const auto b = static_cast<std::uint64_t>(right);
  switch (op) {
    case Operator::add:
      return static_cast<std::int64_t>(a + b);
    case Operator::subtract:
      return static_cast<std::int64_t>(a - b);
    case Operator::multiply:
      return static_cast<std::int64_t>(a * b);
    default:
      break;
  }
  if (right == 0) refuse("division_by_zero");
  if (right == -1) return op == Operator::divide ? static_cast<std::int64_t>(0 - a) : 0;
  return op == Operator::divide ? left / right : left % right;
}

template <typename Float>
Float compute_fraction(Operator op, Float left, Float right) {
  switch (op) {
    case Operator::add:
      return left + right;
    case Operator::subtract:
      return left - right;
    case Operator::multiply:
      return left * right;
    case Operator::divide:
      return left / right;
    case Operator::modulo:
      break;
  }
  return std::fmod(left, right);
}

/// The time of a product or quotient grows with the square of its length.
void refuse_long(std::size_t bits) {
  constexpr std::size_t kMostBits = std::size_t{64} * 1024 * 8;
  if (bits > kMostBits) refuse("integer_too_large");
}

std::size_t bits_of(const BigInteger& number) { return number == 0 ? 0 : msb(abs(number)) + 1; }

BigInteger compute(Operator op, const BigInteger& left, const BigInteger& right) {
  switch (op) {
    case Operator::add:
      return left + right;
    case Operator::subtract:
      return left - right;
    case Operator::multiply:
      refuse_long(bits_of(left) + bits_of(right));
      return left * right;
    default:
      break;
  }
  refuse_long(bits_of(left));
  if (right == 0) refuse("division_by_zero");
  return op == Operator::divide ? BigInteger(left / right) : BigInteger(left % right);
}

Decimal compute(Operator op, const Decimal& left, const Decimal& right) {
  switch (op) {
    case Operator::add:
      return add_rounded(left, right);
    case Operator::subtract:
      return add_rounded(left, negate(right));
    case Operator::multiply:
      return multiply_rounded(left, right);
    case Operator::divide:
      return divide(left, right);
    case Operator::modulo:
      break;
  }
  return remainder(left, right);
}

template <Operator op>
Value evaluate_numbers(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Number left = decode_number(function.argument_types[0].kind, *arguments[0]);
  const Number right = decode_number(function.argument_types[1].kind, *arguments[1]);
  const TypeKind result = function.result_type.kind;
  switch (result) {
    case TypeKind::float_:
      return encode_float(compute_fraction(op, to_float(left), to_float(right)));
    case TypeKind::double_:
      return encode_double(compute_fraction(op, to_double(left), to_double(right)));
    case TypeKind::varint:
      return encode_varint(compute(op, to_big_integer(left), to_big_integer(right)));
    case TypeKind::decimal:
      return encode_decimal(compute(op, to_decimal_operand(left), to_decimal_operand(right)));
    default:
      return encode_integer(result, compute(op, to_int64(left), to_int64(right)));
  }
}

Value evaluate_negation(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const TypeKind kind = function.result_type.kind;
  const Number number = decode_number(kind, *arguments[0]);
  if (const auto* single = std::get_if<float>(&number)) return encode_float(-*single);
  if (const auto* twice = std::get_if<double>(&number)) return encode_double(-*twice);
  if (const auto* big = std::get_if<BigInteger>(&number)) return encode_varint(-*big);
  if (const auto* decimal = std::get_if<Decimal>(&number)) return encode_decimal(negate(*decimal));
  return encode_integer(kind, compute(Operator::subtract, 0, to_int64(number)));
}

Duration negate(const Duration& duration) {
  // Through unsigned numbers: the smallest of each stays as it is.
  return {static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(duration.months)),
          static_cast<std::int32_t>(0u - static_cast<std::uint32_t>(duration.days)),
          static_cast<std::int64_t>(0u - static_cast<std::uint64_t>(duration.nanoseconds))};
}

template <Operator op>
Value evaluate_time(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Duration duration = decode_duration(*arguments[1]);
  const Duration moved = op == Operator::add ? duration : negate(duration);
  if (function.result_type.kind == TypeKind::timestamp) {
    if (duration.nanoseconds % 1'000'000 != 0) {
      refuse("duration_below_millisecond", {}, {{"duration", to_string(duration)}});
    }
    return encode_int64(add(decode_integer(*arguments[0]), moved));
  }
  if (duration.nanoseconds != 0) refuse("duration_below_day", {}, {{"duration", to_string(duration)}});
  const std::int64_t days = decode_date(*arguments[0]);
  return encode_date(add(days * kMillisecondsOfDay, moved) / kMillisecondsOfDay);
}

Value evaluate_concatenation(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  return *arguments[0] + *arguments[1];
}

void append_time_signatures(std::string_view name, Evaluate evaluate, std::vector<Function>& functions) {
  for (const TypeKind kind : {TypeKind::timestamp, TypeKind::date}) {
    functions.push_back(
        scalar_function(name, native_types({kind, TypeKind::duration}), native_type(kind), evaluate));
  }
}

void append_text_signatures(std::string_view name, std::vector<Function>& functions) {
  for (const TypeKind left : {TypeKind::text, TypeKind::ascii}) {
    for (const TypeKind right : {TypeKind::text, TypeKind::ascii}) {
      const TypeKind result = left == right ? left : TypeKind::text;
      functions.push_back(
          scalar_function(name, native_types({left, right}), native_type(result), evaluate_concatenation));
    }
  }
}

template <Operator op>
Signatures on_numbers(const FunctionQuery& query) {
  std::vector<Function> functions;
  for (const TypeKind left : numeric_kinds()) {
    for (const TypeKind right : numeric_kinds()) {
      functions.push_back(scalar_function(query.name, native_types({left, right}),
                                          native_type(result_kind(left, right)), evaluate_numbers<op>));
    }
  }
  if (op == Operator::add || op == Operator::subtract) {
    append_time_signatures(query.name, evaluate_time<op>, functions);
  }
  if (op == Operator::add) append_text_signatures(query.name, functions);
  return functions;
}

Signatures negation(const FunctionQuery& query) { return number_signatures(query.name, evaluate_negation); }

}  // namespace

FunctionFamily arithmetic_functions() {
  static const FunctionEntry kFunctions[] = {
      {"_add", "", "the operator +: a sum, a later time, one text behind the other",
       DerivedSignatures{"number + number -> number\ntimestamp + duration -> timestamp\n"
                         "date + duration -> date\ntext + text -> text",
                         on_numbers<Operator::add>}},
      {"_subtract", "", "the operator -: a difference, an earlier time",
       DerivedSignatures{"number - number -> number\ntimestamp - duration -> timestamp\n"
                         "date - duration -> date",
                         on_numbers<Operator::subtract>}},
      {"_multiply", "", "the operator *",
       DerivedSignatures{"number * number -> number", on_numbers<Operator::multiply>}},
      {"_divide", "", "the operator /: of integers the quotient is cut",
       DerivedSignatures{"number / number -> number", on_numbers<Operator::divide>}},
      {"_modulo", "", "the operator %: the rest of a division, with the sign of the left side",
       DerivedSignatures{"number % number -> number", on_numbers<Operator::modulo>}},
      {"_negate", "", "the operator - before a number", DerivedSignatures{"- number -> number", negation}},
  };
  return {"Operators", kFunctions};
}

}  // namespace cellar
