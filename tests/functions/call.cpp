#include "call.h"

#include <algorithm>
#include <stdexcept>

#include "types/number/big_number.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

LiteralKind literal_kind(std::string_view text, TypeKind kind) {
  if (text.starts_with('\'')) return LiteralKind::string;
  if (text.starts_with("0x")) return LiteralKind::blob;
  if (kind == TypeKind::duration) return LiteralKind::duration;
  if (kind == TypeKind::uuid || kind == TypeKind::timeuuid) return LiteralKind::uuid;
  if (kind == TypeKind::boolean) return LiteralKind::boolean;
  return text.find_first_of(".eNI") == text.npos ? LiteralKind::integer : LiteralKind::float_;
}

}  // namespace

Argument of(TypeKind kind, std::string_view literal) {
  const Type type = native_type(kind);
  if (literal == "null") return {type, std::nullopt};
  if (literal == "empty") return {type, ""};
  // Not as a literal of CQL, which takes no decimal beyond a double.
  if (kind == TypeKind::decimal) return {type, encode_decimal(parse_decimal(literal))};
  const bool quoted = literal.starts_with('\'');
  const std::string_view text = quoted ? literal.substr(1, literal.size() - 2) : literal;
  return {type, encode_literal(literal_kind(literal, kind), text, type)};
}

Argument of(const Type& type, const std::vector<std::string>& literals) {
  std::vector<Value> elements;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    elements.push_back(of(type.arguments[i % type.arguments.size()].kind, literals[i]).value);
  }
  return {type, pack(type, elements)};
}

std::string describe(const Refusal& refusal) {
  return std::string(name(refusal.diagnostic.error_class())) + " " + std::string(refusal.diagnostic.id);
}

EvaluationContext context_at(std::int64_t microseconds) {
  EvaluationContext context;
  context.now_microseconds = microseconds;
  context.next_tick = [tick = std::int64_t{0}]() mutable { return ++tick; };
  return context;
}

std::vector<Function> signatures(std::string_view name, std::span<const std::optional<Type>> arguments,
                                 const std::optional<Type>& receiver) {
  Signatures found = find_functions(name, arguments, receiver);
  if (const auto* misfit = std::get_if<Misfit>(&found)) refuse(misfit->message, {}, misfit->parameters);
  return std::get<std::vector<Function>>(std::move(found));
}

Function find(std::string_view name, const std::vector<Argument>& arguments) {
  std::vector<std::optional<Type>> known;
  for (const Argument& argument : arguments) known.emplace_back(argument.type);
  for (const Function& function : signatures(name, known)) {
    if (std::equal(function.argument_types.begin(), function.argument_types.end(), arguments.begin(),
                   arguments.end(),
                   [](const Type& type, const Argument& argument) { return type == argument.type; })) {
      return function;
    }
  }
  throw std::runtime_error("no such signature of " + std::string(name));
}

std::string call(std::string_view name, const std::vector<Argument>& arguments) {
  try {
    const Function function = find(name, arguments);
    std::vector<Value> values;
    for (const Argument& argument : arguments) values.push_back(argument.value);
    EvaluationContext context = context_at(0);
    return to_literal(function.result_type, function.evaluate(function, values, context));
  } catch (const Refusal& refusal) {
    return describe(refusal);
  }
}

std::string aggregate(std::string_view name, TypeKind kind, const std::vector<std::string>& literals) {
  const Function function = find(name, {{native_type(kind), std::nullopt}});
  const std::unique_ptr<Accumulator> accumulator = function.accumulate(function);
  for (const std::string& literal : literals) {
    const Value value = of(kind, literal).value;
    accumulator->add(value);
  }
  return to_literal(function.result_type, accumulator->result());
}

}  // namespace cellar
