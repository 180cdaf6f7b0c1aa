// cast_as_TYPE: numbers to numbers, numbers and the types of times, uuid, inet and boolean to text, times to
// times.
#include <fmt/format.h>

#include <cstdlib>

#include "functions/family.h"
#include "functions/number/number.h"
#include "types/inet.h"
#include "types/number/number.h"
#include "types/time/time.h"
#include "types/uuid.h"

namespace cellar {

namespace {

constexpr TypeKind kOtherTextSources[] = {TypeKind::boolean, TypeKind::date,      TypeKind::inet,
                                          TypeKind::time,    TypeKind::timestamp, TypeKind::timeuuid,
                                          TypeKind::uuid};

Value evaluate_number(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  const Number number = decode_number(function.argument_types[0].kind, *arguments[0]);
  const TypeKind result = function.result_type.kind;
  switch (result) {
    case TypeKind::float_:
      return encode_float(to_float(number));
    case TypeKind::double_:
      return encode_double(to_double(number));
    case TypeKind::decimal:
      return encode_decimal(to_decimal(number));
    case TypeKind::varint:
      // Decimals, too, are converted by way of 64 bits.
      return encode_varint(BigInteger(to_int64(number)));
    case TypeKind::bigint:
      return encode_int64(to_int64(number));
    default:
      return encode_integer(result, to_int32(number));
  }
}

std::string number_text(TypeKind kind, std::string_view bytes) {
  const Number number = decode_number(kind, bytes);
  if (const auto* single = std::get_if<float>(&number)) return to_java_string(*single);
  if (const auto* twice = std::get_if<double>(&number)) return to_java_string(*twice);
  if (const auto* decimal = std::get_if<Decimal>(&number)) return to_string(*decimal);
  return to_string(to_big_integer(number));
}

// Years have four digits, and a sign where they need more.
std::string date_text_of(const CivilDate& date) {
  const std::string_view sign = date.year < 0 ? "-" : date.year > 9'999 ? "+" : "";
  return fmt::format("{}{:04}-{:02}-{:02}", sign, std::abs(date.year), date.month, date.day);
}

std::string date_text_of(std::string_view bytes) { return date_text_of(civil_from_days(decode_date(bytes))); }

// Years before 1 are counted backwards, without a sign: year 0 is written 0001.
std::string timestamp_text(std::int64_t timestamp) {
  const DayAndMilliseconds split = split_timestamp(timestamp);
  CivilDate date = civil_from_days(split.days);
  if (date.year < 1) date.year = 1 - date.year;
  const std::string time = time_text(split.milliseconds * 1'000'000);
  return fmt::format("{}T{}Z", date_text_of(date), time.substr(0, time.size() - 6));
}

// Hours are counted modulo the day, and a negative part has its sign and digits behind the zeros of a single
// digit, as Cassandra has it: -1 ns is 00:00:00.00000000-1.
std::string java_time_text(std::int64_t nanoseconds) {
  if (nanoseconds >= 0) return time_text(nanoseconds % kNanosecondsOfDay);
  const auto padded = [](std::int64_t number, std::size_t width) {
    return number < 0 ? std::string(width - 1, '0') + std::to_string(number)
                      : fmt::format("{:0{}}", number, width);
  };
  const std::int64_t seconds = nanoseconds / 1'000'000'000;
  return fmt::format("{}:{}:{}.{}{}{}", padded(seconds / 3'600 % 24, 2), padded(seconds / 60 % 60, 2),
                     padded(seconds % 60, 2), padded(nanoseconds / 1'000'000 % 1'000, 3),
                     padded(nanoseconds / 1'000 % 1'000, 3), padded(nanoseconds % 1'000, 3));
}

Value evaluate_text(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (any_missing(function, arguments)) return std::nullopt;
  return java_text(function.argument_types[0].kind, *arguments[0]);
}

std::vector<Function> number_casts(std::string_view name, TypeKind target) {
  std::vector<Function> functions;
  if (target == TypeKind::counter) return functions;
  for (const TypeKind source : numeric_kinds()) {
    if (source == target) continue;
    functions.push_back(scalar_function(name, native_types({source}), native_type(target), evaluate_number));
  }
  return functions;
}

std::vector<Function> text_casts(std::string_view name, TypeKind target) {
  std::vector<Function> functions;
  const auto append = [&](TypeKind source) {
    functions.push_back(scalar_function(name, native_types({source}), native_type(target), evaluate_text));
  };
  for (const TypeKind source : numeric_kinds()) append(source);
  for (const TypeKind source : kOtherTextSources) append(source);
  if (target == TypeKind::text) append(TypeKind::ascii);
  return functions;
}

std::vector<Function> time_casts(std::string_view name, TypeKind target) {
  const TypeKind other = target == TypeKind::date ? TypeKind::timestamp : TypeKind::date;
  std::vector<Function> functions;
  for (const TypeKind source : {TypeKind::timeuuid, other}) {
    functions.push_back(scalar_function(name, native_types({source}), native_type(target), convert_time));
  }
  return functions;
}

Signatures casts(const FunctionQuery& query) {
  constexpr std::string_view kPrefix = "cast_as_";
  // The name is found only with a native type in it.
  const TypeKind target = *native_kind(query.name.substr(kPrefix.size()));
  if (is_numeric(target)) return number_casts(query.name, target);
  if (target == TypeKind::text || target == TypeKind::ascii) return text_casts(query.name, target);
  if (target == TypeKind::date || target == TypeKind::timestamp) return time_casts(query.name, target);
  return {};
}

}  // namespace

std::string java_text(TypeKind kind, std::string_view bytes) {
  switch (kind) {
    case TypeKind::ascii:
    case TypeKind::text:
      return std::string(bytes);
    case TypeKind::boolean:
      return bytes[0] == 0 ? "false" : "true";
    case TypeKind::date:
      return date_text_of(bytes);
    case TypeKind::inet:
      return inet_java_text(bytes);
    case TypeKind::time:
      return java_time_text(decode_integer(bytes));
    case TypeKind::timestamp:
      return timestamp_text(decode_integer(bytes));
    case TypeKind::timeuuid:
    case TypeKind::uuid:
      return uuid_text(bytes);
    default:
      return number_text(kind, bytes);
  }
}

FunctionFamily cast_functions() {
  static const FunctionEntry kFunctions[] = {
      {"cast_as_<type>", "", "what CAST(value AS type) calls",
       DerivedSignatures{"CAST(number AS <numeric type>)\n"
                         "CAST(number AS text | ascii)\n"
                         "CAST(ascii AS text)\n"
                         "CAST(boolean | date | inet | time | timestamp | timeuuid | uuid AS text | ascii)\n"
                         "CAST(timestamp | timeuuid AS date)\n"
                         "CAST(date | timeuuid AS timestamp)",
                         casts}},
  };
  return {"Casts", kFunctions};
}

}  // namespace cellar
