// to_json: the value as Cassandra writes it as JSON. from_json: the value that such a text describes.
#include <fmt/format.h>

#include <cmath>

#include "functions/family.h"
#include "functions/json/json_value.h"
#include "refusal/messages.h"
#include "types/number/number.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/time/time.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// `same`: what INSERT JSON would read as another value is a string that it reads as the same one.
enum class JsonForm : std::uint8_t { select, same };

std::string json_of(const Type& type, const ValueView& value, JsonForm form);

std::string in_quotes(std::string_view text) {
  constexpr std::string_view kShort = "btnvfr";  // \b is 8, \r is 13; v is not used
  std::string json = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json += {'\\', c};
    } else if (code >= '\b' && code <= '\r' && code != '\v') {
      json += {'\\', kShort[code - '\b']};
    } else if (code < 0x20) {
      json += fmt::format("\\u{:04X}", code);
    } else {
      json += c;
    }
  }
  return json + '"';
}

bool is_finite(TypeKind kind, std::string_view bytes) {
  if (kind == TypeKind::float_) return std::isfinite(decode_float(bytes));
  return kind != TypeKind::double_ || std::isfinite(decode_double(bytes));
}

// Scalars that JSON has no form of are strings.
std::string json_of_scalar(TypeKind kind, std::string_view bytes) {
  if (is_numeric(kind)) return is_finite(kind, bytes) ? java_text(kind, bytes) : "null";
  switch (kind) {
    case TypeKind::boolean:
      return java_text(kind, bytes);
    case TypeKind::blob:
      return in_quotes("0x" + to_hex(bytes));
    case TypeKind::duration: {
      const std::string text = to_string(decode_duration(bytes));
      return in_quotes(text == "0s" ? "" : text);
    }
    case TypeKind::timestamp: {
      std::string text = java_text(kind, bytes);
      text[text.find('T')] = ' ';
      return in_quotes(text);
    }
    default:
      return in_quotes(java_text(kind, bytes));
  }
}

/// INSERT JSON reads a number with a point or an exponent as a double.
bool is_read_as_same(std::string_view decimal, const std::string& json) {
  const bool is_integer = json.find_first_of(".eE") == json.npos;
  const JsonValue number{JsonNumber{json, is_integer}};
  return value_of_json(native_type(TypeKind::decimal), number) == Value(std::string(decimal));
}

/// Java's calendar before 1583 is another one than that in which a timestamp is read.
bool has_same_date(std::int64_t timestamp) {
  const std::int64_t year = civil_from_days(split_timestamp(timestamp).days).year;
  return year >= 1583 && year <= 9999;
}

std::string json_of_same_scalar(TypeKind kind, std::string_view bytes) {
  std::string json = json_of_scalar(kind, bytes);
  switch (kind) {
    case TypeKind::decimal:
      return is_read_as_same(bytes, json) ? json : in_quotes(json);
    case TypeKind::float_:
    case TypeKind::double_:
      return is_finite(kind, bytes) ? json : in_quotes(java_text(kind, bytes));
    case TypeKind::timestamp:
      return has_same_date(decode_integer(bytes)) ? json : in_quotes(std::to_string(decode_integer(bytes)));
    case TypeKind::duration:
      return in_quotes(to_string(decode_duration(bytes)));
    default:
      return json;
  }
}

// The names of an object are strings: of a key that is not one, its JSON is quoted.
std::string json_of_key(const Type& type, const ValueView& key, JsonForm form) {
  const std::string json = json_of(type, key, form);
  return json.starts_with('"') ? json : in_quotes(json);
}

// Cassandra quotes names with capitals as CQL does, within the quotes of JSON.
std::string json_of_name(const std::string& name) {
  return in_quotes(to_lower(name) == name ? name : '"' + name + '"');
}

std::string json_of_parts(const Type& type, std::string_view bytes, JsonForm form) {
  const std::vector<ValueView> parts = unpack(type, bytes);
  const bool is_object = type.kind == TypeKind::map || type.kind == TypeKind::user;
  std::string json;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!json.empty()) json += ", ";
    if (type.kind == TypeKind::user) json += json_of_name(type.field_names[i]) + ": ";
    if (type.kind == TypeKind::map) {
      json += json_of_key(type.arguments[0], parts[i], form) + ": ";
      ++i;
    }
    const std::size_t part = type.kind == TypeKind::map ? 1 : i % type.arguments.size();
    json += json_of(type.arguments[part], parts[i], form);
  }
  return is_object ? "{" + json + "}" : "[" + json + "]";
}

// The empty value of a type without texts is an empty text, where it is a part of another value.
std::string json_of(const Type& type, const ValueView& value, JsonForm form) {
  if (!value) return "null";
  if (!type.arguments.empty()) return json_of_parts(type, *value, form);
  if (is_missing(type, std::string(*value))) return in_quotes("");
  return form == JsonForm::same ? json_of_same_scalar(type.kind, *value) : json_of_scalar(type.kind, *value);
}

Value evaluate_to_json(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  const Type& type = function.argument_types[0];
  return json_text_of_value(type, arguments[0]);
}

Signatures to_json(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return *std::move(misfit);
  if (!query.arguments[0]) return unknown_argument(query, 0);
  return std::vector{
      scalar_function(query.name, {*query.arguments[0]}, native_type(TypeKind::text), evaluate_to_json)};
}

/// A text that is no value of the type is a failure of the function, but for durations.
Value evaluate_from_json(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (!arguments[0]) return std::nullopt;
  try {
    return value_of_json(function.result_type, read_json(*arguments[0]));
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::unfit_json_duration) throw;
    refuse("from_json_failed", {}, {{"reason", title_of(refusal.diagnostic)}});
  }
}

/// The result is of the type that is wanted, which a select list does not tell.
Signatures from_json(const FunctionQuery& query) {
  if (std::optional<Misfit> misfit = misfit_of_count(query, 1, 1)) return *std::move(misfit);
  if (!query.receiver) return Misfit{"from_json_in_selection", {}};
  return std::vector{
      scalar_function(query.name, native_types({TypeKind::text}), *query.receiver, evaluate_from_json)};
}

}  // namespace

std::string json_text_of_value(const Type& type, const ValueView& value) {
  const bool is_scalar = type.arguments.empty();
  if (is_scalar && is_missing(type, value ? Value(std::string(*value)) : std::nullopt)) return "null";
  return json_of(type, value, JsonForm::select);
}

std::string json_text_of_column(const Type& type, const ValueView& value) {
  return json_of(type, value, JsonForm::select);
}

std::string json_text_of_same(const Type& type, const ValueView& value) {
  return json_of(type, value, JsonForm::same);
}

std::string json_name(const std::string& name) { return json_of_name(name); }

std::string json_string(std::string_view text) { return in_quotes(text); }

FunctionFamily json_functions() {
  static const FunctionEntry kFunctions[] = {
      {"to_json", "tojson", "the value as JSON", DerivedSignatures{"to_json(any) -> text", to_json}},
      {"from_json", "fromjson", "the value that a JSON text describes, in a place that has a type",
       DerivedSignatures{"from_json(text) -> any", from_json}},
  };
  return {"JSON", kFunctions};
}

}  // namespace cellar
