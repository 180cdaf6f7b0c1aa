#include "functions/family.h"

#include <algorithm>

#include "refusal/refusal.h"

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

void require_arguments(const FunctionQuery& query, std::size_t least, std::size_t most) {
  const std::size_t given = query.arguments.size();
  if (given >= least && given <= most) return;
  const std::string wanted =
      least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
  refuse("function_argument_count", {},
         {{"function", std::string(query.name)}, {"wanted", wanted}, {"given", std::to_string(given)}});
}

const Type& known_argument(const FunctionQuery& query, std::size_t index) {
  if (query.arguments[index]) return *query.arguments[index];
  refuse("function_argument_unknown", {},
         {{"function", std::string(query.name)}, {"position", std::to_string(index + 1)}});
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
