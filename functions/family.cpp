#include "functions/family.h"

#include <algorithm>

namespace cellar {

Function scalar_function(std::string_view name, std::vector<Type> argument_types, Type result_type,
                         Evaluate evaluate) {
  Function function;
  function.name = name;
  function.argument_types = std::move(argument_types);
  function.result_type = std::move(result_type);
  function.evaluate = evaluate;
  return function;
}

std::vector<Type> native_types(std::initializer_list<TypeKind> kinds) {
  std::vector<Type> types;
  for (const TypeKind kind : kinds) types.push_back(native_type(kind));
  return types;
}

std::span<const TypeKind> numeric_kinds() {
  static constexpr TypeKind kKinds[] = {TypeKind::tinyint, TypeKind::smallint, TypeKind::int_,
                                        TypeKind::bigint,  TypeKind::float_,   TypeKind::double_,
                                        TypeKind::decimal, TypeKind::varint,   TypeKind::counter};
  return kKinds;
}

std::vector<Function> number_signatures(std::string_view name, Evaluate evaluate) {
  std::vector<Function> functions;
  for (const TypeKind kind : numeric_kinds()) {
    functions.push_back(scalar_function(name, native_types({kind}), native_type(kind), evaluate));
  }
  return functions;
}

std::optional<Misfit> misfit_of_count(const FunctionQuery& query, std::size_t least, std::size_t most) {
  const std::size_t given = query.arguments.size();
  if (given >= least && given <= most) return std::nullopt;
  const std::string wanted =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  return Misfit{
      "function_argument_count",
      {{"function", std::string(query.name)}, {"wanted", wanted}, {"given", std::to_string(given)}}};
}

Misfit unknown_argument(const FunctionQuery& query, std::size_t index) {
  return {"function_argument_unknown",
          {{"function", std::string(query.name)}, {"position", std::to_string(index + 1)}}};
}

Misfit misfit_of_type(const FunctionQuery& query, std::string_view wanted, const Type& type) {
  return {"function_argument_type",
          {{"function", std::string(query.name)}, {"wanted", std::string(wanted)}, {"type", to_cql(type)}}};
}

bool is_missing(const Type& type, const Value& value) {
  if (!value) return true;
  const bool empty_is_a_value =
      type.kind == TypeKind::ascii || type.kind == TypeKind::text || type.kind == TypeKind::blob;
  return value->empty() && !empty_is_a_value;
}

bool any_missing(const Function& function, std::span<const Value> arguments) {
  return !std::equal(arguments.begin(), arguments.end(), function.argument_types.begin(),
                     [](const Value& value, const Type& type) { return !is_missing(type, value); });
}

}  // namespace cellar
