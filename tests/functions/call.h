// Calls of functions on literals, for tables of expected answers.
//
// In:      names, types and literals as CQL writes them, and `null` and `empty`.
// Out:     the answer as a literal, or the class and the id of the refusal.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "functions/functions.h"
#include "refusal/refusal.h"
#include "types/value/value.h"

namespace cellar {

struct Argument {
  Type type;
  Value value;
};

Argument of(TypeKind kind, std::string_view literal);
/// Elements of a collection or vector, or key, value, key, value; all scalars.
Argument of(const Type& type, const std::vector<std::string>& literals);

std::string describe(const Refusal& refusal);
EvaluationContext context_at(std::int64_t microseconds);

/// Refuses as a call would be refused.
std::vector<Function> signatures(std::string_view name, std::span<const std::optional<Type>> arguments = {},
                                 const std::optional<Type>& receiver = std::nullopt);
Function find(std::string_view name, const std::vector<Argument>& arguments);
std::string call(std::string_view name, const std::vector<Argument>& arguments);
std::string aggregate(std::string_view name, TypeKind kind, const std::vector<std::string>& literals);

}  // namespace cellar
