// The families that the functions come in, one source file each.
//
// In:      a query for a canonical name. Out: its signatures, none if the name belongs to another family.
// Refused: see functions/catalogue.h.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "functions/function.h"

namespace cellar {

struct FunctionQuery {
  std::string_view name;
  std::span<const std::optional<Type>> arguments;
  const std::optional<Type>& receiver;
};

std::vector<Function> aggregate_functions(const FunctionQuery& query);
std::vector<Function> arithmetic_functions(const FunctionQuery& query);
std::vector<Function> blob_functions(const FunctionQuery& query);
std::vector<Function> cast_functions(const FunctionQuery& query);
std::vector<Function> collection_functions(const FunctionQuery& query);
std::vector<Function> key_functions(const FunctionQuery& query);
std::vector<Function> mask_functions(const FunctionQuery& query);
std::vector<Function> math_functions(const FunctionQuery& query);
std::vector<Function> time_functions(const FunctionQuery& query);
std::vector<Function> vector_functions(const FunctionQuery& query);

Function scalar_function(std::string_view name, std::vector<Type> argument_types, Type result_type,
                         Evaluate evaluate);
std::vector<Type> native_types(std::initializer_list<TypeKind> kinds);

/// Refuses a call with fewer or more arguments.
void require_arguments(const FunctionQuery& query, std::size_t least, std::size_t most);
/// The type of an argument. Refuses where it is not known.
const Type& known_argument(const FunctionQuery& query, std::size_t index);

/// Null, or the empty value of a type that has no use for it: most functions answer null to both.
bool is_missing(const Type& type, const Value& value);
bool any_missing(const Function& function, std::span<const Value> arguments);

}  // namespace cellar
